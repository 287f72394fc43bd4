What throws shadows, as the light sees it: sections, with the depth alone. MODELS: models instead of quads. CUTOUT: transparent texels
throw none.
//!vertex
#ifdef MODELS
layout(location = 0) in uvec4 word;
#else
layout(location = 0) in uvec3 word;
#endif
uniform isamplerBuffer slots;
out vec3 st;

void main() {
	ivec4 slot = texelFetch(slots, int(word.z & 0x1FFFu));
#ifdef MODELS
	vec3 p = vec3(uvec3(word.x, word.x >> 10, word.x >> 20) & 1023u) * (1.0 / 32.0) - 8.0;
	st = vec3(vec2(uvec2(word.w, word.w >> 6) & 63u) * (1.0 / 32.0), float((word.z >> 16) & 2047u));
#else
	vec3 p = vec3(uvec3(word.x, word.x >> 5, word.x >> 10) & 31u);
	uint face = (word.x >> 15) & 7u;
	uvec2 size = (uvec2(word.z >> 21, word.z >> 25) & 15u) + 1u;
	vec2 at = vec2((uvec2(word.z >> 29, word.z >> 30) & 1u) * size);
	st = vec3(at * vec2(face == 2u || face == 5u ? -1.0 : 1.0, face == 1u ? 1.0 : -1.0), float((word.x >> 18) & 2047u));
#endif
	gl_Position = vec4((sunView * vec4(vec3(slot.xyz - origin.xyz) + p, 1.0)).xyz * 2.0 - 1.0, 1.0);
}
//!fragment
#ifdef CUTOUT
uniform sampler2DArray blocks;
#endif
in vec3 st;

void main() {
#ifdef CUTOUT
	if (texture(blocks, st).a < 0.5) discard;
#endif
}
