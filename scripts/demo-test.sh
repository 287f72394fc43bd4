#!/usr/bin/env bash
# The demonstration in a real browser, without a screen: at a lag of 250 ms "dumb" shows a step after half a second and "timestream" in
# its frame, a link plays a run again to the same hash, and 60 pictures a second are drawn. The screenshots that it took lie in
# out/demo-shots afterwards, to be looked at.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/deps.sh browser
scripts/demo.sh
mkdir -p out/demo-shots
VOXTIDE_SHOTS="$PWD/out/demo-shots" VOXTIDE_DEMO="$PWD/out/demo" go test -tags browser,pebblegozstd -count=1 -timeout 4m -run '^TestDemo' -v ./lab/demo
echo "the screenshots are in out/demo-shots"
