#!/bin/sh
# Runs the GPU check on a machine that has an NVIDIA driver and a CUDA toolkit (for NVRTC) and nothing else of ours.
# Unpacks node beside itself, or in a temporary folder where this one cannot be written. Arguments go to the check:
# --device N|UUID, --seed N, --nightly, --only STAGE,..., --record FILE (default: gpu-check.json where it is started).
# Exit codes: 0 passed, 1 something failed, 3 no device to check, 4 this folder cannot run here.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 4
node=$here/node
unpack() {
  if command -v xz >/dev/null 2>&1; then xz -dc "$here/node.xz"
  elif command -v python3 >/dev/null 2>&1; then
    python3 -c 'import lzma, shutil, sys; shutil.copyfileobj(lzma.open(sys.argv[1]), sys.stdout.buffer)' "$here/node.xz"
  else
    echo "check.sh: needs xz or python3 to unpack node.xz" >&2
    return 1
  fi
}
if [ ! -x "$node" ]; then
  if [ ! -w "$here" ]; then
    node=${TMPDIR:-/tmp}/qwerk-gpu-check-$(id -u)/node
    mkdir -p -m 700 "$(dirname "$node")" || exit 4
  fi
  if [ ! -x "$node" ]; then
    unpack >"$node.part" && chmod +x "$node.part" && mv "$node.part" "$node" || exit 4
  fi
fi
"$node" -e 0 || { echo "check.sh: node does not run here; it needs glibc 2.28 or newer" >&2; exit 4; }
case " $* " in
  *" --record "*) ;;
  *) set -- "$@" --record "$PWD/gpu-check.json" ;;
esac
# Fixtures and the model are found from here.
cd "$here" || exit 4
exec "$node" check.mjs "$@"
