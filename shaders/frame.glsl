What every program knows of the picture. Positions are in blocks from `origin`, the integer block that the eye is in.
//!both
layout(std140) uniform Frame {
	mat4 viewProj;
	ivec4 origin;      // xyz: the block that the eye is in
	vec4 eye;          // xyz: the eye within that block
	vec4 zenith;       // colour straight up
	vec4 middle;       // colour some 15 degrees up
	vec4 horizon;      // colour at the horizon and below
	vec4 sunGlow;      // what is added towards the sun
	vec4 sun;          // xyz: direction of the sun; w: how much the stars are seen, 0 to 1
	vec4 skyLight;     // rgb: light of the sky where it is full; w: the light that is everywhere
	vec4 lampLight;    // rgb: light beside a lamp
	vec4 fog;          // x: where it begins, y: 1 / (end - begin), z: seconds, w: 1 under water
	vec4 screen;       // x, y: width and height in pixels, z, w: their inverses
};

// skyColor returns the colour of the sky in a direction of length 1.
vec3 skyColor(vec3 d) {
	float e = max(d.y, 0.0);
	float low = clamp(e * 4.5, 0.0, 1.0);
	vec3 c = mix(horizon.rgb, middle.rgb, low * (2.0 - low));
	c = mix(c, zenith.rgb, e * (2.0 - e));
	float g = max(dot(d, sun.xyz), 0.0);
	g = g * g * clamp(1.0 - low * 0.7 + min(d.y, 0.0) * 4.0, 0.0, 1.0); // nothing of it below the dome's lowest ring
	return c + sunGlow.rgb * (g * g);
}

// lightOf returns the colour of light from sky and lamp levels, 0 to 1. The curve stands in for a power of 1.5.
vec3 lightOf(float sky, float lamp) {
	vec3 l = max(sky * (0.28 + 0.72 * sky) * skyLight.rgb, lamp * (0.28 + 0.72 * lamp) * lampLight.rgb);
	return l * (1.0 - skyLight.w) + skyLight.w;
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
	float a = clamp((dist - fog.x) * fog.y, 0.0, 1.0);
	a = a * a * (3.0 - 2.0 * a);
	return vec4(skyColor(d * (1.0 / max(dist, 0.001))) * a, 1.0 - a);
}
