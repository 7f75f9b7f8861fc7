#!/bin/sh
# lowp-simulate COMMAND...: runs a command with the simulator as its GPU.
folder=$(CDPATH= cd -- "$(dirname -- "$0")/../lib/simulator" && pwd) || exit
if [ $# -eq 0 ]; then
  echo "usage: lowp-simulate COMMAND..." >&2
  exit 2
fi
if [ -z "$LOWP_SIMULATOR_PTXAS" ]; then
  LOWP_SIMULATOR_PTXAS=${LOWP_PTXAS:-$(command -v ptxas)}
  export LOWP_SIMULATOR_PTXAS
elif ! command -v -- "$LOWP_SIMULATOR_PTXAS" >/dev/null; then
  echo "lowp-simulate: expected LOWP_SIMULATOR_PTXAS to be a program, got '$LOWP_SIMULATOR_PTXAS'" >&2
  exit 2
fi
# Without a ptxas images hold PTX, which the simulator reads too.
if [ -n "$LOWP_SIMULATOR_PTXAS" ]; then
  export LOWP_PTXAS="$folder/ptxas"
fi
export LD_LIBRARY_PATH="$folder${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export LOWP_CUDA_DRIVER="$folder/libcuda.so.1"
exec "$@"
