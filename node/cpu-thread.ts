/** Entry of a thread of the CPU backend's team: it serves the steps of its owner until it is ended. */
import { serveTeam } from "../src/backend/cpu/team-worker.ts";
import { ownerPort } from "./engine-port.ts";

serveTeam(ownerPort());
