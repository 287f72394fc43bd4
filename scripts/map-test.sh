#!/usr/bin/env bash
# The map in a real browser, without a screen: a player places a block, the open page shows it within a second, and the slider
# shows the place without it. The screenshots that it took lie in out/map afterwards, to be looked at.
set -euo pipefail
cd "$(dirname "$0")/.."
scripts/deps.sh browser
mkdir -p out/map
VOXTIDE_SHOTS="$PWD/out/map" go test -tags browser,pebblegozstd -count=1 -timeout 15m -run '^(TestMapInBrowser|TestAdminInBrowser)$' -v ./server/host
echo "the screenshots are in out/map"
