Water: the nearest layer alone. It is drawn twice with the same positions: first its depth, then its colour where the
depth is equal.
//!vertex
layout(location = 0) in uvec3 word;
layout(std140) uniform Palette {
	vec4 tints[256];
	uvec4 pictures[128];
};
uniform isamplerBuffer slots;

invariant gl_Position;
out vec4 at;             // xy: place on the quad in blocks; zw: texture coordinates
out vec4 haze;
out vec4 glance;         // xyz: from the eye; w: how level the surface is, 0 or 1
flat out uvec4 quad;     // first cell; width, height; layer
flat out vec3 colour;

void main() {
	uint face = (word.x >> 15) & 7u;
	vec3 p = vec3(uvec3(word.x, word.x >> 5, word.x >> 10) & 31u);
	float open = float(word.x >> 31);
	ivec4 slot = texelFetch(slots, int(word.z & 0x1FFFu));
	vec3 rel = vec3(slot.xyz - origin.xyz) + p;
	rel.y -= open * 0.125;
	gl_Position = viewProj * vec4(rel, 1.0);

	uvec2 corner = uvec2(word.z >> 29, word.z >> 30) & 1u;
	uvec2 start = uvec2(word.z >> 13, word.z >> 17) & 15u;
	uvec2 size = (uvec2(word.z >> 21, word.z >> 25) & 15u) + 1u;
	bool alongZ = face >= 4u, flatY = face < 2u;
	at.xy = vec2(corner * size);
	vec2 uv = vec2(start) + at.xy;
	at.z = face == 2u || face == 5u ? -uv.x : uv.x;
	at.w = (face == 1u ? uv.y : -uv.y) - (flatY ? 0.0 : fract(fog.z * 0.6));
	haze = fogOf(rel);
	glance = vec4(rel - eye.xyz, flatY ? 1.0 : 0.0);

	uint layer = (word.x >> 18) & 2047u;
	layer += ((word.x >> 30) & 1u) * ((pictures[layer >> 4][(layer >> 2) & 3u] >> ((layer & 3u) * 8u)) & 255u);
	quad = uvec4(uint(slot.w) + (word.y & 0xFFFFFFu), size.x | size.y << 5, layer, 0u);
	colour = tints[word.y >> 24].rgb * (flatY ? 1.0 : alongZ ? 0.72 : 0.86);
}
//!fragment
uniform sampler2DArray blocks;
uniform usamplerBuffer cells;

in vec4 at;
in vec4 haze;
in vec4 glance;
flat in uvec4 quad;
flat in vec3 colour;
out vec4 pixel;

float corners(uint w, uvec2 f) {
	uint both = (w & 0x00FF00FFu) * (256u - f.x) + ((w >> 8) & 0x00FF00FFu) * f.x;
	return float((both & 0xFFFFu) * (256u - f.y) + (both >> 16) * f.y) * (1.0 / (255.0 * 65536.0));
}

void main() {
	uvec2 size = uvec2(quad.y, quad.y >> 5) & 31u;
	uvec2 d = min(uvec2(max(at.xy, 0.0)), size - 1u);
	vec4 t = texture(blocks, vec3(at.zw, float(quad.z)));
	uvec2 c = texelFetch(cells, int(quad.x + d.x + d.y * size.x)).xy;
	uvec2 f = uvec2(clamp(at.xy - vec2(d), 0.0, 1.0) * 256.0);
	vec3 l = lightOf(corners(c.x, f), corners(c.y, f));
	vec3 look = normalize(glance.xyz);
#ifdef WAVES
	// Merged quads have no vertices between their corners to move, so the waves are in what the surface mirrors.
	vec2 w = at.xy * vec2(1.9, 1.3) + fog.z * vec2(1.1, 1.6);
	look.y = clamp(look.y + 0.05 * (sin(w.x + 0.7 * w.y) + sin(1.7 * w.y - 0.9 * w.x)) * glance.w, -1.0, 1.0);
#endif
	float flatness = 1.0 - abs(look.y);
	float fresnel = flatness * flatness * flatness * glance.w * 0.75;
	vec3 mirror = skyColor(vec3(look.x, abs(look.y), look.z)) * (0.35 + 0.65 * dot(l, vec3(0.333)));
	vec3 lit = mix(tone(t.rgb * colour * l), mirror, fresnel * (1.0 - fog.w));
	float alpha = mix(t.a, 0.95, fresnel);
	pixel = vec4(lit * haze.a + haze.rgb, max(alpha, 1.0 - haze.a));
}
