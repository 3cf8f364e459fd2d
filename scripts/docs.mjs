/**
 * `npm run docs`: the reference of the package's entries as HTML in .cache/docs, by TypeDoc over the emitted declarations.
 * TypeDoc needs an older TypeScript than the project's, so both come from npm's own cache and not into the project.
 */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const packages = ["typedoc@0.28.20", "typescript@5.9.3"];
const entries = ["src/index.d.ts", "src/device.d.ts", "node/index.d.ts", "node/cuda.d.ts"];
const options = {
  name: "qwerk",
  readme: join(root, "README.md"),
  out: join(root, ".cache", "docs"),
  tsconfig: join(root, "tsconfig.docs.json"),
};

execFileSync("npm", ["run", "--silent", "build"], { cwd: root, stdio: "inherit" });
execFileSync(
  "npm",
  [
    ...["exec", "--yes", ...packages.map((name) => `--package=${name}`), "--", "typedoc"],
    ...Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
    ...["--excludePrivate", "--excludeExternals", "--treatWarningsAsErrors", "false"],
    ...entries.map((file) => join(root, "dist", "types", file)),
  ],
  { cwd: root, stdio: "inherit" },
);
