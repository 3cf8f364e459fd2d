/** Entry of the demo's engine worker: the library's own. */
import "../../src/page/worker.ts";
