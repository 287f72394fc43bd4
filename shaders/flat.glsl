The batch of package draw2d, in pixels from the upper left. GLYPHS: text and plain areas, from an atlas of coverage. ICONS:
layers of the block textures; the fraction of the layer is the brightness, and the colour is the tint. Otherwise images from an
atlas.
//!vertex
layout(location = 0) in vec2 place;
layout(location = 1) in vec3 tex;
layout(location = 2) in vec4 tinge;
out vec3 st;
out vec4 colour;

void main() {
	gl_Position = vec4(place * screen.zw * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0);
	st = tex;
	colour = tinge;
}
//!fragment
#ifdef ICONS
uniform sampler2DArray blocks;
#else
uniform sampler2D atlas;
#endif
in vec3 st;
in vec4 colour;
out vec4 pixel;

void main() {
#ifdef GLYPHS
	pixel = vec4(colour.rgb, colour.a * texelFetch(atlas, ivec2(st.xy), 0).r);
#elif defined(ICONS)
	vec4 t = textureLod(blocks, vec3(st.xy, floor(st.z)), 0.0);
	float mask = clamp(2.0 * t.a - 1.0, 0.0, 1.0); // where the tint holds
	pixel = vec4(t.rgb * mix(vec3(1.0), colour.rgb, mask) * fract(st.z) / 0.9, min(2.0 * t.a, 1.0) * colour.a);
#else
	pixel = texelFetch(atlas, ivec2(st.xy), 0) * colour;
#endif
}
