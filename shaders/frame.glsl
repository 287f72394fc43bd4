What every program knows of the picture. Positions are in blocks from `origin`, the integer block that the eye is in.
//!both
layout(std140) uniform Frame {
	mat4 viewProj;
	ivec4 origin;      // xyz: the block that the eye is in
	vec4 eye;          // xyz: the eye within that block
	vec4 zenith;       // colour straight up; w: with that of middle, what makes blocks ahead of a depth, as ahead says
	vec4 middle;       // colour some 20 degrees up
	vec4 horizon;      // colour at the horizon and below; w: height from the origin up to which mist lies, in blocks
	vec4 sunGlow;      // what is added towards the sun; w: how thick mist is at the ground, per block
	vec4 sun;          // xyz: direction of the sun; w: how much the stars are seen, 0 to 1
	vec4 skyLight;     // rgb: light of the sky where it is full
	vec4 lampLight;    // rgb: light beside a lamp; w: the month of the moon: 0 full, 0.5 new
	vec4 leastLight;   // rgb: light that is everywhere; w: how dark it is around the eye under the ground, 0 to 1
	vec4 fog;          // x: where it begins, y: 1 / (end - begin), z: seconds, w: 1 under water
	vec4 screen;       // x, y: width and height in pixels, z, w: their inverses
	vec4 shadow;       // of the clouds: xy: where the origin is in their texture, z: what a block is there, w: how dark they make it
	vec4 sides[7];     // rgb: light of the full sky on each side of a block, and on what is no side; w: how bright it looks at all
};

#ifdef SMOOTH
#define WITHIN centroid // a sample at an edge takes its values from within the quad: beyond it other pixels of textures lie
#else
#define WITHIN
#endif

const float CLOUDS = 192.0; // how high they lie

// ahead returns how far ahead of the eye a depth is, in blocks.
float ahead(float depth) { return zenith.w / (middle.w - depth); }

// skyColor returns the colour of the sky in a direction of length 1.
vec3 skyColor(vec3 d) {
	float e = max(d.y, 0.0);
	float low = clamp(e * 2.8, 0.0, 1.0);
	vec3 c = mix(horizon.rgb, middle.rgb, low * low * (3.0 - 2.0 * low));
	c = mix(c, zenith.rgb, e * e * (3.0 - 2.0 * e));
	// Around the sun, and paler over its half of the horizon. What is below the horizon looks as what is above it there.
	vec3 f = vec3(d.x, e, d.z);
	float toSun = dot(f, sun.xyz) * inversesqrt(dot(f, f) + 1e-3);
	float g = max(toSun, 0.0);
	g *= g;
	float near = 1.0 - low * 0.7;
	return c + sunGlow.rgb * (near * near * (0.5 * g * g + (0.25 + 0.25 * toSun) * (1.0 - low)));
}

// fogOf returns the fog at a place so far from the eye: its colour times its strength, and what is left of what lies
// behind it. Its strength is at least so much.
vec4 fogOf(vec3 d, float dist, float least) {
	float t = clamp((dist - fog.x) * fog.y, 0.0, 1.0);
	float a = max(t * t * (3.0 - 2.0 * t), least);
	// Mist lies low: it thins out evenly to its top. What the way from the eye goes through is taken to be the mean of both ends.
	if (sunGlow.w > 0.0) {
		vec2 low = clamp((horizon.w - vec2(eye.y, eye.y + d.y)) * (1.0 / 16.0), 0.0, 1.0);
		float m = (low.x + low.y) * dist * sunGlow.w;
		a = max(a, m / (1.0 + m));
	}
	// Haze is paler than the sky above it: it has the colours of lower down, and only at its very end those behind it.
	vec3 look = d * (1.0 / max(dist, 0.001));
	t *= t;
	t *= t;
	look.y *= 0.25 + 0.75 * t * t;
	return vec4(skyColor(look) * a, 1.0 - a);
}

// skyLit returns the colour of light where no lamp is, by the level of the sky's, 0 to 1, what the full sky gives, and the
// inverse of how far ahead it is, in blocks. The curve stands in for a power of 1.5; the less there is of it the bluer it is,
// as the sun has no part in it. In the dark the level is that of mesh.skyLeast times the occlusion, so corners are darker
// there too, and an eye that is used to the dark sees best what is near.
vec3 skyLit(float sky, vec3 full, float near) {
	float least = min(sky * 21.4, 1.0) * (1.0 + leastLight.w * min(near * 5.0, 1.0));
	return sky * (vec3(0.22, 0.28, 0.37) + vec3(0.78, 0.72, 0.63) * sky) * full + leastLight.rgb * least;
}

// hazed lays fog over what is lit, by the level of the sky's light: what is dark itself has dark air before it, once the eye is
// under the ground.
vec3 hazed(vec3 lit, vec4 haze, float sky) { return lit * haze.a + haze.rgb * max(1.0 - leastLight.w, min(sky * 4.0, 1.0)); }

// lampLit returns light to which that of lamps is added, by their level: it falls off steeply at first and is redder the
// farther away it is.
vec3 lampLit(vec3 light, float lamp) {
	return light + lamp * (vec3(0.82, 0.50, 0.28) + vec3(0.18, 0.50, 0.72) * lamp) * lampLight.rgb * max(1.0 - light, 0.0);
}

// tone lifts the middle, for values up to 1.
vec3 tone(vec3 x) { return x * (1.5 - 0.5 * x); }
#ifdef SMOOTH
uniform sampler2D shade; // of the clouds

// sunny returns what clouds leave of the sky's light, by where they stand before the sun: of blue the most.
vec3 sunny(vec2 at) { return 1.0 - vec3(1.0, 0.93, 0.76) * (shadow.w * textureLod(shade, at, 0.0).r); }
#endif
//!fragment
#ifdef SMOOTH
// caustic returns the light that waves gather on the ground under water, by where that is; in pixels as those of blocks.
float caustic(vec2 at) {
	vec2 p = floor(at * 16.0) * (1.0 / 16.0);
	float a = sin(2.1 * p.x + 0.9 * fog.z + 1.8 * sin(1.3 * p.y + 0.6 * fog.z));
	float b = sin(2.4 * p.y - 0.7 * fog.z + 1.8 * sin(1.6 * p.x - 0.5 * fog.z));
	float c = 1.0 - 0.5 * abs(a + b);
	c *= c;
	return c * c;
}
#endif
// corners blends the four bytes of a word: 0 and 1 along x below, 2 and 3 above. Two of them are blended at once: what
// the lower half borrows from the upper one it gives back.
float corners(uint w, uint fx, float fy) {
	uint low = w & 0x00FF00FFu;
	uint both = (low << 8) + (((w >> 8) & 0x00FF00FFu) - low) * fx;
	return mix(float(both & 0xFFFFu), float(both >> 16), fy) * (1.0 / 65280.0);
}
//!vertex
#ifdef SMOOTH
// beneath returns for a place, from the origin, where clouds stand before the sun, in their texture.
vec2 beneath(vec3 rel) {
	return (rel.xz + sun.xz * ((CLOUDS - float(origin.y) - rel.y) / max(sun.y, 0.1))) * shadow.z + shadow.xy;
}
#endif

// firstOf returns the first light cell of a section, from the last word of its slot.
int firstOf(int word) { return word & 0xFFFFFF; }

// freshOf returns how far a section that has just come still has to go until it is seen as it is, 1 to 0, from the last
// word of its slot: its upper byte is when it came, in 1/32 s modulo 255, and 1 more; 0 for long ago.
float freshOf(int word) {
	int born = (word >> 24) & 255;
	float age = mod(fog.z * 32.0 - float(born) + 257.0, 255.0) - 1.0; // not below 0 by rounding
	return born == 0 ? 0.0 : 1.0 - clamp(age * (1.0 / 10.0), 0.0, 1.0);
}
