Models of sections: boxes and plants. Light is read at each vertex.
CUTOUT: transparent texels are not drawn. SINGLE: a pixel has one sample.
//!vertex
layout(location = 0) in uvec4 word;
layout(std140) uniform Palette {
	vec4 tints[256];
	uvec4 animationFrames[128];
};
uniform isamplerBuffer slots;
uniform usamplerBuffer cells;

WITHIN out vec3 st;
out vec3 light;
#ifdef SMOOTH
WITHIN out vec3 sunAt;   // point of the map of shadows
out vec3 lost;           // the light that a shadow takes
#endif
out vec4 haze;
flat out vec3 tint;

float level(uint w, uint corner) { return float((w >> (corner * 8u)) & 255u) * (1.0 / 255.0); }

void main() {
	vec3 p = vec3(uvec3(word.x, word.x >> 10, word.x >> 20) & 1023u) * (1.0 / 32.0) - 8.0;
	ivec4 slot = texelFetch(slots, int(word.z & 0x1FFFu));
	uvec3 cell = uvec3(word.w >> 12, word.w >> 16, word.w >> 20) & 15u;
	ivec3 b = slot.xyz + ivec3(cell);
	uint h = uint(b.x) * 0x9E3779B1u + uint(b.y) * 0x85EBCA77u + uint(b.z) * 0xC2B2AE3Du;
	h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
	vec3 rel = vec3(slot.xyz - origin.xyz) + p;
	if ((word.z & (1u << 29)) != 0u) {
		vec2 phase = fog.z * vec2(1.1, 1.37) + vec2(float(h >> 24), float((h >> 16) & 255u)) * (6.28 / 256.0);
		rel.xz += sin(phase) * (0.06 * clamp(2.0 - length(rel - eye.xyz) * (1.0 / 24.0), 0.0, 1.0)); // visible nearby alone
	}
	gl_Position = viewProj * vec4(rel, 1.0);

	uint layer = (word.z >> 16) & 2047u;
	layer += ((word.z >> 28) & 1u) * ((animationFrames[layer >> 4][(layer >> 2) & 3u] >> ((layer & 3u) * 8u)) & 255u);
	layer += ((word.z >> 27) & 1u) * ((h >> 28) & 3u);
	st = vec3(vec2(uvec2(word.w, word.w >> 6) & 63u) * (1.0 / 32.0), float(layer));

	uvec2 c = texelFetch(cells, firstOf(slot.w) + int(word.y & 0xFFFFFFu)).xy;
	uint corner = word.x >> 30;
	uint face = (word.z >> 13) & 7u;
	float glow = float((word.z >> 30) & 1u);
	vec4 side = sides[min(face, 6u)];
	tint = tints[word.y >> 24].rgb - 1.0;
#ifndef SMOOTH
	// The level is one for the whole model: by its middle, and by the slope of the face to the line of sight.
	vec3 mid = vec3(b - origin.xyz) + 0.5 - eye.xyz;
	float away = inversesqrt(dot(mid, mid) + 0.25);
	float slope = face > 5u ? 0.7 : min(abs(face < 2u ? mid.y : face < 4u ? mid.z : mid.x) * away + 0.1, 1.0);
	st.y = min(st.y, 0.999); // the row below belongs to the next level
	st.xy = levelPoint(st.xy, levelScale(eye.w * eye.w * away * away * slope));
#endif
	float sky = level(c.x, corner), dist = length(rel - eye.xyz);
	haze = fogOf(rel - eye.xyz, dist, freshOf(slot.w));
	haze.rgb = hazed(vec3(0.0), haze, ambientLight.w, sky);
#ifdef SMOOTH
	side.rgb *= sunny(beneath(rel));
	vec3 out3 = face > 5u ? vec3(0.0) : vec3(face >= 4u ? 1.0 : 0.0, face < 2u ? 1.0 : 0.0, face >> 1 == 1u ? 1.0 : 0.0) * ((face & 1u) == 1u ? 1.0 : -1.0);
	sunAt = (sunView * vec4(rel + out3 * shaded[min(face, 6u)].w, 1.0)).xyz;
	lost = side.w * skyLit(sky, side.rgb, vec4(0.0), 0.0) * shaded[min(face, 6u)].rgb * (1.0 - glow) * clamp(sky * 2.5 - 0.9, 0.0, 1.0);
#endif
	light = mix(side.w, 1.0, glow) * lampLit(skyLit(sky, side.rgb, ambientLight, 1.0 / max(dist, 0.1)), max(max(level(c.y, corner), heldLevel(held.xy, dist)), glow), lampLight.rgb);
}
//!fragment
#ifdef SMOOTH
uniform sampler2DArray blocks;
#else
uniform sampler2DArray levels;
#endif

WITHIN in vec3 st;
in vec3 light;
#ifdef SMOOTH
WITHIN in vec3 sunAt;
in vec3 lost;
#endif
in vec4 haze;
flat in vec3 tint;
out vec4 pixel;

void main() {
#ifdef SMOOTH
	vec4 t = texture(blocks, st);
#else
	vec4 t = textureLod(levels, st, 0.0);
#endif
#ifdef CUTOUT
#if defined(SMOOTH) && !defined(SINGLE)
	// As many samples as are covered: the edge of a hole is where alpha is one half.
	float covered = clamp((t.a - 0.5) / max(fwidth(t.a), 0.01) + 0.5, 0.0, 1.0);
	if (covered == 0.0) discard;
#else
	const float covered = 1.0;
	if (t.a < 0.5) discard;
#endif
#else
	const float covered = 1.0;
#endif
#ifdef CUTOUT
	float mask = 1.0;
#else
	float mask = clamp(2.0 * t.a - 1.0, 0.0, 1.0); // where the tint holds
#endif
#ifdef SMOOTH
	vec3 l = light - lost * (1.0 - sunSeen(sunAt));
#else
	vec3 l = light;
#endif
	pixel = vec4(tone(t.rgb * (tint * mask + 1.0) * l) * haze.a + haze.rgb, covered);
}
