#!/bin/sh
# Runs the ptxas that LOWP_SIMULATOR_PTXAS names and appends the PTX to the
# machine code, from where the simulator takes it.
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
{ printf '\n//LOWP-PTX\n'; cat "$input"; printf '\0'; } >>"$output"
