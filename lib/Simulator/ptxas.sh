#!/bin/sh
# Runs the ptxas that LOWP_SIMULATOR_PTXAS names and appends the PTX to the
# machine code, from where the simulator takes it. LOWP_SIMULATOR_FILTER is a
# command through which that PTX goes first.
input=
output=
previous=
for argument in "$@"; do
  case "$previous" in
  -o | --output-file) output=$argument ;;
  *) case "$argument" in -*) ;; *) input=$argument ;; esac ;;
  esac
  previous=$argument
done
"$LOWP_SIMULATOR_PTXAS" "$@" || exit
{
  printf '\n//LOWP-PTX\n'
  sh -c "${LOWP_SIMULATOR_FILTER:-cat}" <"$input" || {
    echo "simulator: expected LOWP_SIMULATOR_FILTER to be a command that succeeds, got '$LOWP_SIMULATOR_FILTER'" >&2
    exit 1
  }
  printf '\0'
} >>"$output"
