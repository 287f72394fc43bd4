package gen3

import "voxtide/world/worldgen/noise"

// one is 1 in the fixed point of noise, climate and shares.
const one = noise.One
