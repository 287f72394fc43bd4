Merged sides of full blocks. The words of a vertex are laid out in scene.Mesh.
CUTOUT: what is transparent in the texture is not drawn. BLEND: what is drawn lies over what is there.
//!vertex
layout(location = 0) in uvec3 word;
layout(std140) uniform Palette {
	vec4 tints[256];
	uvec4 pictures[128]; // a byte for each layer: how far on its moving picture is
};
uniform isamplerBuffer slots;

out vec4 at;             // xy: place on the quad in blocks; zw: texture coordinates
out vec4 haze;
flat out uvec4 quad;     // first cell; width, height, variants, layer; hash; glow
flat out vec4 colour;

void main() {
	uint face = (word.x >> 15) & 7u;
	vec3 p = vec3(uvec3(word.x, word.x >> 5, word.x >> 10) & 31u);
	ivec4 slot = texelFetch(slots, int(word.z & 0x1FFFu));
	vec3 rel = vec3(slot.xyz - origin.xyz) + p;

	uvec2 corner = uvec2(word.z >> 29, word.z >> 30) & 1u;
	uvec2 start = uvec2(word.z >> 13, word.z >> 17) & 15u;
	uvec2 size = (uvec2(word.z >> 21, word.z >> 25) & 15u) + 1u;
	bool alongZ = face >= 4u, flatY = face < 2u;
	// Neighbours meet at T-junctions, where rounding leaves pinholes: each quad reaches a little over its edge.
	vec2 out2 = (vec2(corner) - 0.5) * (0.0012 + 2e-5 * length(rel - eye.xyz));
	rel += alongZ ? vec3(0.0, out2.y, out2.x) : flatY ? vec3(out2.x, 0.0, out2.y) : vec3(out2, 0.0);
	gl_Position = viewProj * vec4(rel, 1.0);

	at.xy = vec2(corner * size);
	vec2 uv = vec2(start) + at.xy;
	at.z = face == 2u || face == 5u ? -uv.x : uv.x;
	at.w = face == 1u ? uv.y : -uv.y;
	haze = fogOf(rel);

	uint layer = (word.x >> 18) & 2047u;
	uint step = (word.x >> 30) & 1u;
	layer += step * ((pictures[layer >> 4][(layer >> 2) & 3u] >> ((layer & 3u) * 8u)) & 255u);
	uint varied = (word.x >> 29) & 1u;
	ivec3 b = slot.xyz + ivec3(uvec3(word.x, word.x >> 5, word.x >> 10) & 31u);
	uvec2 low = uvec2(alongZ ? b.z : b.x, flatY ? b.z : b.y) - corner * size;
	uint depth = uint(alongZ ? b.x : flatY ? b.y : b.z);
	quad = uvec4(uint(slot.w) + (word.y & 0xFFFFFFu), size.x | size.y << 5 | varied * 3u << 10 | layer << 12,
		low.x * 0x9E3779B1u + low.y * 0x85EBCA77u + depth * 0xC2B2AE3Du, 0u);
	float shade = flatY ? (face == 1u ? 1.0 : 0.5) : alongZ ? 0.62 : 0.8;
	float glow = float(word.z >> 31);
	colour = vec4(tints[word.y >> 24].rgb * mix(shade, 1.0, glow), glow);
}
//!fragment
uniform sampler2DArray blocks;
uniform usamplerBuffer cells;

in vec4 at;
in vec4 haze;
flat in uvec4 quad;
flat in vec4 colour;
out vec4 pixel;

// corners blends the four bytes of a word: 0 and 1 along x below, 2 and 3 above.
float corners(uint w, uvec2 f) {
	uint both = (w & 0x00FF00FFu) * (256u - f.x) + ((w >> 8) & 0x00FF00FFu) * f.x;
	return float((both & 0xFFFFu) * (256u - f.y) + (both >> 16) * f.y) * (1.0 / (255.0 * 65536.0));
}

void main() {
	uvec2 size = uvec2(quad.y, quad.y >> 5) & 31u;
	uvec2 d = min(uvec2(max(at.xy, 0.0)), size - 1u);
	uint h = quad.z + d.x * 0x9E3779B1u + d.y * 0x85EBCA77u;
	h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
	float layer = float((quad.y >> 12) + ((h >> 28) & ((quad.y >> 10) & 3u)));
	vec4 t = texture(blocks, vec3(at.zw, layer));
#ifdef CUTOUT
	if (t.a < 0.5) discard;
#endif
	uvec2 c = texelFetch(cells, int(quad.x + d.x + d.y * size.x)).xy;
	uvec2 f = uvec2(clamp(at.xy - vec2(d), 0.0, 1.0) * 256.0);
	vec3 l = lightOf(corners(c.x, f), max(corners(c.y, f), colour.a));
	vec3 lit = tone(t.rgb * colour.rgb * l);
#ifdef BLEND
	pixel = vec4(lit * haze.a + haze.rgb, t.a);
#else
	pixel = vec4(lit * haze.a + haze.rgb, 1.0);
#endif
}
