What every program knows of the picture. Positions are in blocks from `origin`, the integer block that the eye is in.
//!both
layout(std140) uniform Frame {
	mat4 viewProj;
	ivec4 origin;      // xyz: the block that the eye is in
	vec4 eye;          // xyz: the eye within that block
	vec4 zenith;       // colour straight up
	vec4 middle;       // colour some 20 degrees up
	vec4 horizon;      // colour at the horizon and below
	vec4 sunGlow;      // what is added towards the sun
	vec4 sun;          // xyz: direction of the sun; w: how much the stars are seen, 0 to 1
	vec4 skyLight;     // rgb: light of the sky where it is full
	vec4 lampLight;    // rgb: light beside a lamp
	vec4 leastLight;   // rgb: light that is everywhere
	vec4 fog;          // x: where it begins, y: 1 / (end - begin), z: seconds, w: 1 under water
	vec4 screen;       // x, y: width and height in pixels, z, w: their inverses
};

// skyColor returns the colour of the sky in a direction of length 1.
vec3 skyColor(vec3 d) {
	float e = max(d.y, 0.0);
	float low = clamp(e * 2.8, 0.0, 1.0);
	vec3 c = mix(horizon.rgb, middle.rgb, low * low * (3.0 - 2.0 * low));
	c = mix(c, zenith.rgb, e * e * (3.0 - 2.0 * e));
	float g = max(dot(d, sun.xyz), 0.0);
	g = g * g * clamp(1.0 - low * 0.7 + min(d.y, 0.0) * 4.0, 0.0, 1.0); // nothing of it below the dome's lowest ring
	return c + sunGlow.rgb * (g * g);
}

// skyLit returns the colour of light where no lamp is, by the level of the sky's, 0 to 1. The curve stands in for a power
// of 1.5.
vec3 skyLit(float sky) { return sky * (0.28 + 0.72 * sky) * skyLight.rgb + leastLight.rgb; }

// lampLit returns light to which that of lamps is added, by their level: the farther away, the redder.
vec3 lampLit(vec3 light, float lamp) {
	return light + lamp * (vec3(1.15, 0.86, 0.60) + vec3(-0.15, 0.14, 0.40) * lamp) * lampLight.rgb * (1.0 - light);
}

// tone lifts the middle, for values up to 1.
vec3 tone(vec3 x) { return x * (1.5 - 0.5 * x); }
//!fragment
// corners blends the four bytes of a word: 0 and 1 along x below, 2 and 3 above. Two of them are blended at once: what
// the lower half borrows from the upper one it gives back.
float corners(uint w, uint fx, float fy) {
	uint low = w & 0x00FF00FFu;
	uint both = (low << 8) + (((w >> 8) & 0x00FF00FFu) - low) * fx;
	return mix(float(both & 0xFFFFu), float(both >> 16), fy) * (1.0 / 65280.0);
}
//!vertex
// fogOf returns the fog at a place so far from the eye: its colour times its strength, and what is left of what lies
// behind it.
vec4 fogOf(vec3 d, float dist) {
	float t = clamp((dist - fog.x) * fog.y, 0.0, 1.0);
	float a = t * t * (3.0 - 2.0 * t);
	// Haze is paler than the sky above it: it has the colours of lower down, and only at its very end those behind it.
	vec3 look = d * (1.0 / max(dist, 0.001));
	t *= t;
	t *= t;
	look.y *= 0.25 + 0.75 * t * t;
	return vec4(skyColor(look) * a, 1.0 - a);
}
