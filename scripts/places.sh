#!/usr/bin/env bash
# Takes screenshots of ten places, of the mouth of a cave and of the ground of a sea at noon, at dusk and by night, with all that
# a graphics card draws, on a screen of its own that nobody sees, drawn by the processor: `places.sh [DIR]`, the usual DIR is
# docs/pictures/places, and ONLY=meadow,beach takes some of them. They are for looking at, one by one, whenever the look of the land has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-docs/pictures/places}
seed=1
export LIBGL_ALWAYS_SOFTWARE=1

# name, feet, look
places="
meadow  8,42,8         30,-5
beach   -30,36,-60     -60,-14
peaks   -448,130,420   20,-15
mesa    -240,75,-920   180,-12
swamp   -100,32,-600   210,2
jungle  -768,70,-768   -45,-15
river   -144,46,480    60,-14
wood    -728,92,-1000  90,-15
slope   8,60,8         270,0
ice     -192,50,-1248  20,-14
mouth   131.5,27,9.5   270,0
deep    -76.5,24,-215.5 0,-10
"

[ -x bin/client ] || scripts/build.sh client
mkdir -p "$out"
while read -r name at look; do
	[ -n "$name" ] || continue
	[ -z "${ONLY:-}" ] || [[ ",$ONLY," == *",$name,"* ]] || continue
	xvfb-run -a -s "-screen 0 1280x720x24 -noreset" bin/client shoot --rich --seed "$seed" --at "$at" --look "$look" --time noon,dusk,night \
		--width 640 --height 360 --out "$out/$name-TIME.jpg" </dev/null
	echo "$out/$name-noon.jpg, -dusk, -night"
done <<<"$places"
