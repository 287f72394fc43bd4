What is made anew for each picture: bodies, small cubes, the hand, outlines, cracks. Light is in the colour.
//!vertex
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 tex;     // z: layer, below 0 for none
layout(location = 2) in vec4 tinge;
#ifdef HAND
uniform mat4 hand;
#endif
out vec3 st;
out vec4 colour;
out vec4 haze;

void main() {
#ifdef HAND
	gl_Position = hand * vec4(place, 1.0);
	haze = vec4(0.0, 0.0, 0.0, 1.0);
#else
	gl_Position = viewProj * vec4(place, 1.0);
	haze = fogOf(place);
#endif
	st = tex;
	colour = tinge;
}
//!fragment
uniform sampler2DArray blocks;
in vec3 st;
in vec4 colour;
in vec4 haze;
out vec4 pixel;

void main() {
	vec4 t = texture(blocks, vec3(st.xy, max(st.z, 0.0)));
	if (st.z < 0.0) t = vec4(1.0);
	t *= colour;
	if (t.a < 0.1) discard;
#ifdef PLAIN
	pixel = t;
#else
	pixel = vec4(tone(t.rgb) * haze.a + haze.rgb, t.a);
#endif
}
