#!/usr/bin/env bash
#
# Runs the daily tests TIMES times beside BURNERS processes that only use the processor, and prints the tests that failed:
# busy_machine.sh BUILD_FOLDER [TIMES [BURNERS]]. No test may depend on how busy the machine is.

set -euo pipefail

build=$1 times=${2:-10} burners=${3:-4}
trap 'kill $(jobs -p) 2>/dev/null' EXIT
for ((i = 0; i < burners; ++i)); do
  setsid sh -c 'while :; do :; done' &  # a session of its own: the kernel may share time between sessions
done

failed=0
for ((run = 1; run <= times; ++run)); do
  log=$build/busy_machine-$run.log
  if ctest --test-dir "$build" -j "$((2 * $(nproc)))" --output-on-failure >"$log" 2>&1; then
    printf 'run %d: passed in %s\n' "$run" "$(sed -n 's/^Total Test time (real) = *//p' "$log")"
  else
    failed=$((failed + 1))
    printf 'run %d: FAILED: %s\n' "$run" "$(sed -nE 's/^\t *[0-9]+ - (.*) \((Failed|Timeout|.*Exception.*|Not Run)\)$/\1/p' "$log" | tr '\n' ' ')"
  fi
done
printf '%d of %d runs passed beside %d busy processes\n' "$((times - failed))" "$times" "$burners"
((failed == 0))
