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
out vec2 at;             // place on the quad in blocks
out vec4 haze;
out vec4 mirror;         // colour of the sky that a level surface mirrors; w: height of the eye above it
out float away;          // distance from the eye
flat out vec4 quad;      // first cell, width, width - 1, height - 1
flat out vec4 surface;   // layer, how it runs along s and t, how far it has flowed
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
	at = vec2(corner * size);
	vec3 look = rel - eye.xyz;
	away = length(look);
	haze = fogOf(look, away);
	look /= max(away, 0.001);
	mirror = vec4(skyColor(vec3(look.x, abs(look.y), look.z)), flatY ? abs(rel.y - eye.y) : 1e6);

	uint layer = (word.x >> 18) & 2047u;
	layer += ((word.x >> 30) & 1u) * ((pictures[layer >> 4][(layer >> 2) & 3u] >> ((layer & 3u) * 8u)) & 255u);
	quad = vec4(uint(slot.w) + (word.y & 0xFFFFFFu), size.x, size.x - 1u, size.y - 1u);
	surface = vec4(layer, face == 2u || face == 5u ? -1.0 : 1.0, face == 1u ? 1.0 : -1.0, flatY ? 0.0 : fract(fog.z * 0.6));
	colour = tints[word.y >> 24].rgb * (flatY ? 1.0 : alongZ ? 0.72 : 0.86);
}
//!fragment
uniform sampler2DArray blocks;
uniform usamplerBuffer cells;

in vec2 at;
in vec4 haze;
in vec4 mirror;
in float away;
flat in vec4 quad;
flat in vec4 surface;
flat in vec3 colour;
out vec4 pixel;

void main() {
	vec2 d = min(floor(max(at, 0.0)), quad.zw);
	vec4 t = texture(blocks, vec3(at * surface.yz - vec2(0.0, surface.w), surface.x));
	uvec2 c = texelFetch(cells, int(quad.x + d.x + d.y * quad.y)).xy;
	vec2 f = clamp(at - d, 0.0, 1.0);
	uint fx = uint(f.x * 256.0);
	vec3 l = lampLit(skyLit(corners(c.x, fx, f.y)), corners(c.y, fx, f.y));
	float steep = mirror.w / max(away, 0.001);
#ifdef WAVES
	// Merged quads have no vertices between their corners to move, so the waves are in what the surface mirrors.
	vec2 w = at * vec2(1.9, 1.3) + fog.z * vec2(1.1, 1.6);
	steep += 0.05 * (sin(w.x + 0.7 * w.y) + sin(1.7 * w.y - 0.9 * w.x));
#endif
	float grazing = 1.0 - clamp(steep, 0.0, 1.0);
	float fresnel = grazing * grazing * grazing * 0.75 * (1.0 - fog.w);
	vec3 lit = mix(tone(t.rgb * colour * l), mirror.rgb * (0.35 + 0.65 * l.g), fresnel);
	// The flatter the look, the longer its way through the water, and the less is seen of the ground.
	float alpha = mix(max(t.a, 0.78), 0.97, grazing * (1.0 - fog.w));
	pixel = vec4(lit * haze.a + haze.rgb, max(alpha, 1.0 - haze.a));
}
