The frame: uniforms and functions of every program. Positions are in blocks from `origin`, the integer block that the eye is in.
//!both
layout(std140) uniform Frame {
	mat4 viewProj;
	ivec4 origin;      // xyz: the block that the eye is in
	vec4 eye;          // xyz: the eye within that block; w: side of a texel one block ahead of it, in pixels
	vec4 zenith;       // colour straight up; its w and that of middle convert depth to blocks, see ahead
	vec4 middle;       // colour some 20 degrees up
	vec4 horizon;      // colour at the horizon and below; w: height of the mist above the origin, in blocks
	vec4 sunGlow;      // colour added towards the sun; w: density of mist at the ground, per block
	vec4 sun;          // xyz: direction of the sun; w: visibility of the stars, 0 to 1
	vec4 skyLight;     // rgb: full light of the sky
	vec4 lampLight;    // rgb: light beside a lamp; w: phase of the moon: 0 full, 0.5 new
	vec4 ambientLight;   // rgb: light everywhere; w: darkness around the eye underground, 0 to 1
	vec4 fog;          // x: where it begins, y: 1 / (end - begin), z: seconds, w: 1 under water
	vec4 screen;       // x, y: width and height in pixels, z, w: their inverses
	vec4 shadow;       // of the clouds: xy: origin in their texture, z: a block in their texture, w: strength
	vec4 sides[7];     // rgb: light of the full sky on each face of a block, and on quads of no face; w: brightness of the face
	mat4 sunView;      // of positions to the map of shadows, 0 to 1
	vec4 held;         // x: level of a light in the hand at the eye, 0 to 1; y: how much it falls for each block; z: 1 / distance at which sections end and far land begins, 0 if there is none
	vec4 shaded[7];    // rgb: the part of that light that a face in shadow loses; w: how far from it the light is looked up, in blocks
};

#ifdef SMOOTH
#define WITHIN centroid // a sample at an edge takes its values from within the quad: outside are other texels
#else
#define WITHIN
#endif

const float CLOUDS = 192.0; // their height

// ahead returns the distance of a depth ahead of the eye, in blocks.
float ahead(float depth) { return zenith.w / (middle.w - depth); }

// skyColor returns the colour of the sky in a direction of length 1.
vec3 skyColor(vec3 d) {
	float e = max(d.y, 0.0);
	float low = clamp(e * 2.8, 0.0, 1.0);
	vec3 c = mix(horizon.rgb, middle.rgb, low * low * (3.0 - 2.0 * low));
	c = mix(c, zenith.rgb, e * e * (3.0 - 2.0 * e));
	// Around the sun, and paler over its half of the horizon. Below the horizon the sky looks as at the horizon.
	vec3 f = vec3(d.x, e, d.z);
	float toSun = dot(f, sun.xyz) * inversesqrt(dot(f, f) + 1e-3);
	float g = max(toSun, 0.0);
	g *= g;
	float near = 1.0 - low * 0.7;
	return c + sunGlow.rgb * (near * near * (0.5 * g * g + (0.25 + 0.25 * toSun) * (1.0 - low)));
}

// fogOf returns the fog between the eye and a position at a distance: its colour times its strength, and the part of the
// colour behind it that is left. The strength is at least `least`.
vec4 fogOf(vec3 d, float dist, float least) {
	float t = clamp((dist - fog.x) * fog.y, 0.0, 1.0);
	float a = max(t * t * (3.0 - 2.0 * t), least);
	// Mist is near the ground: it thins out evenly up to its top. The density along the ray is taken as the mean of both ends.
	if (sunGlow.w > 0.0) {
		vec2 low = clamp((horizon.w - vec2(eye.y, eye.y + d.y)) * (1.0 / 16.0), 0.0, 1.0);
		float m = (low.x + low.y) * dist * sunGlow.w;
		a = max(a, m / (1.0 + m));
	}
	// Haze is paler than the sky above it: it has the colours of lower sky, and only at its far end the colours behind it.
	vec3 look = d * (1.0 / max(dist, 0.001));
	t *= t;
	t *= t;
	look.y *= 0.25 + 0.75 * t * t;
	return vec4(skyColor(look) * a, 1.0 - a);
}

// glintLight returns the light of the sun or the moon that level water reflects where it is brightest; none from below.
vec3 glintLight() {
	return skyLight.rgb * clamp(abs(sun.y) * 8.0, 0.0, 1.0) * (1.0 - fog.w) * (sun.y > 0.0 ? vec3(1.0, 0.86, 0.62) : vec3(0.7));
}

// lightWay returns the direction of the sun, or of the moon by night.
vec3 lightWay() { return sun.xyz * sign(sun.y); }

// glinting returns how much of it is reflected, 0 to 1, from the direction of the reflection and that of the light, both of length 1.
float glinting(vec3 back, vec3 toLight) {
	float s = max(dot(back, toLight) * 1.6 - 0.6, 0.0);
	s *= s;
	s *= s;
	return s * s;
}

// skyLit returns the colour of light without lamps, from the level of the sky light, 0 to 1, the light of the full sky, and the
// inverse of the distance ahead of the eye, in blocks. The curve approximates a power of 1.5; little light is bluer, because the
// sun has no part in it. In the dark the level is mesh.skyLightMin times the occlusion, so corners are darker there, too; an eye
// that has adapted to the dark sees near surfaces best. ambient is ambientLight.
vec3 skyLit(float sky, vec3 full, vec4 ambient, float near) {
	float least = min(sky * 21.4, 1.0) * (1.0 + ambient.w * min(near * 5.0, 1.0));
	return sky * (vec3(0.22, 0.28, 0.37) + vec3(0.78, 0.72, 0.63) * sky) * full + ambient.rgb * least;
}

// hazed blends fog over a lit colour, by the level of the sky light: underground, the air in front of a dark surface is dark,
// too. dark is the darkness around the eye.
vec3 hazed(vec3 lit, vec4 haze, float dark, float sky) { return lit * haze.a + haze.rgb * max(1.0 - dark, min(sky * 4.0, 1.0)); }

// lampLit adds the light of lamps to a light, by its level: it falls off steeply at first and is redder far from the lamp. full is
// lampLight.
vec3 lampLit(vec3 light, float lamp, vec3 full) {
	return light + lamp * (vec3(0.82, 0.50, 0.28) + vec3(0.18, 0.50, 0.72) * lamp) * full * max(1.0 - light, 0.0);
}

// heldLevel returns the level of the light in the hand at a distance from the eye, in blocks. light is held.
float heldLevel(vec2 light, float dist) { return max(light.x - light.y * dist, 0.0); }

// tone lifts the middle, for values up to 1.
vec3 tone(vec3 x) { return x * (1.5 - 0.5 * x); }
#ifndef SMOOTH
// levelScale returns the scale of the level, a power of two from 1 down, at which a texel is hardly smaller than a pixel, from the
// square of the pixels per texel. It takes levels coarser by 0.6, because one texel is read for a pixel: where a level is finer than
// the pixels, texels are skipped at random.
float levelScale(float square) {
	// Halved bits are those of the root, of which the exponent alone is kept. 0.871 is 2^(1-1.2): the nearest level instead of the next.
	float scale = uintBitsToFloat(((floatBitsToUint(square * 0.871) >> 1) + 0x1FC00000u) & 0x7F800000u);
	return clamp(scale, 1.0 / 16.0, 1.0);
}

// levelPoint returns where a point of a texture is in the image that holds its levels, at a scale; see package mipatlas.
vec2 levelPoint(vec2 at, float scale) { return vec2(at.x * scale, 1.0 + scale * (0.5 * fract(at.y) - 1.0)); }
#endif
#ifdef SMOOTH
uniform sampler2D shade; // of the clouds

// sunny returns the part of the sky light that clouds leave, from a position in their texture; of blue the most.
vec3 sunny(vec2 at) { return 1.0 - vec3(1.0, 0.93, 0.76) * (shadow.w * textureLod(shade, at, 0.0).r); }
#endif
//!fragment
#ifdef SMOOTH
uniform sampler2DShadow sunDepth;

// sunSeen returns the part of the light of the sun, or the moon, that comes to a point of the map of shadows.
float sunSeen(vec3 at) {
	const float t = 0.7 / 2048.0;
	float seen = texture(sunDepth, at + vec3(-t, -t, 0.0)) + texture(sunDepth, at + vec3(t, -t, 0.0)) + texture(sunDepth, at + vec3(-t, t, 0.0)) + texture(sunDepth, at + vec3(t, t, 0.0));
	// Far from the middle of the map shadows fade, and beyond it there are none.
	return mix(seen * 0.25, 1.0, clamp((length(at.xy - 0.5) - 0.28) * 5.5, 0.0, 1.0));
}

// caustic returns the light that waves focus on the ground under water at a position, in pixels of the size of texels.
float caustic(vec2 at) {
	vec2 p = floor(at * 16.0) * (1.0 / 16.0);
	float a = sin(2.1 * p.x + 0.9 * fog.z + 1.8 * sin(1.3 * p.y + 0.6 * fog.z));
	float b = sin(2.4 * p.y - 0.7 * fog.z + 1.8 * sin(1.6 * p.x - 0.5 * fog.z));
	float c = 1.0 - 0.5 * abs(a + b);
	c *= c;
	return c * c;
}
#endif
// corners blends the four bytes of a word: 0 and 1 along x below, 2 and 3 above. Two of them are blended at once: the lower half
// returns whatever it borrows from the upper half.
float corners(uint w, uint fx, float fy) {
	uint low = w & 0x00FF00FFu;
	uint both = (low << 8) + (((w >> 8) & 0x00FF00FFu) - low) * fx;
	return mix(float(both & 0xFFFFu), float(both >> 16), fy) * (1.0 / 65280.0);
}
//!vertex
#ifdef SMOOTH
// beneath returns the point of the clouds' texture that is between a position and the sun.
vec2 beneath(vec3 rel) {
	return (rel.xz + sun.xz * ((CLOUDS - float(origin.y) - rel.y) / max(sun.y, 0.1))) * shadow.z + shadow.xy;
}
#endif

// firstOf returns the first light cell of a section, from the last word of its slot.
int firstOf(int word) { return word & 0xFFFFFF; }

// freshOf returns how new a section is, 1 to 0, from the last word of its slot: the upper byte is the time at which it came, in
// 1/32 s modulo 255, plus 1; 0 for long ago.
float freshOf(int word) {
	int born = (word >> 24) & 255;
	float age = mod(fog.z * 32.0 - float(born) + 257.0, 255.0) - 1.0; // not below 0 by rounding
	return born == 0 ? 0.0 : 1.0 - clamp(age * (1.0 / 10.0), 0.0, 1.0);
}
