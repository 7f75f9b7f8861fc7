#!/bin/sh
# A ptxas that assembles equal PTX once: LOWP_ONCE_FOLDER keeps what LOWP_ONCE_PTXAS wrote.
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
kept=$LOWP_ONCE_FOLDER/$(cksum <"$input" | tr ' ' -)
[ -f "$kept" ] || "$LOWP_ONCE_PTXAS" "$@" || exit
[ -f "$kept" ] && cp "$kept" "$output" || cp "$output" "$kept"
