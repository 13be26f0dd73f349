#!/bin/sh
# The demonstration, `make demo`: builds the ledger of exports/evo-26.jsonl in a fresh folder, shows what was blocked and what
# was granted, the owner's ballot, what is in force, and writes the page for review into demo/.
set -eu

top=$(cd "$(dirname "$0")/.." && pwd)
unset LEDGER_DB LEDGER_ACTOR LEDGER_JSON LEDGER_NOW LEDGER_SEED
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' HUP INT TERM
cd "$folder"

heading() { printf '\n== %s\n\n' "$1"; }
# Runs a command as if it were typed; a no (exit 3) is an answer too.
typed() {
	echo "\$ $*"
	"$@" && code=0 || code=$?
	[ "$code" = 0 ] || echo "exit $code"
	[ "$code" = 0 ] || [ "$code" = 3 ] || exit "$code"
}

heading "Spawning workers on demand: decided on Monday, reversed on Tuesday"
lines=$(grep -c . "$top/exports/evo-26.jsonl")
echo "\$ ledger batch exports/evo-26.jsonl        # $lines commands of $(grep -o '"as": *"[^"]*"' "$top/exports/evo-26.jsonl" | sort -u | grep -c .) actors"
LEDGER_NOW=script LEDGER_SEED=evo-26 ledger batch "$top/exports/evo-26.jsonl" >results.jsonl ||
	{ code=$?; tail -n 1 results.jsonl >&2; exit "$code"; }
typed ledger verify

heading "The owner ratifies: refused while something stands in the way, granted when nothing does"
python "$top/scripts/blocks.py" "$top/exports/evo-26.jsonl" results.jsonl
blocked=$(ledger log D6 | sed -n 's/^#\([0-9]*\) .* tried to ratify .*/\1/p' | head -n 1)
typed ledger log D6 --since $((blocked - 1))

heading "The owner's ballot: seven questions, numbered otherwise than the points"
typed ledger ballot show B1

heading "What is in force now"
typed ledger show EVO-26

heading "A script asks before it acts"
typed ledger check D6.8
typed ledger check B1.1
typed ledger check D1.1

heading "The page for review"
rm -rf "$top/demo"
mkdir "$top/demo"
typed ledger export EVO-26 -o "$top/demo"
printf '\nThe page lies at %s\n' "$top/demo/EVO-26.md"
if cmp -s "$top/demo/EVO-26.md" "$top/exports/EVO-26.md"; then
	echo "It is the page in exports/, byte for byte."
fi
