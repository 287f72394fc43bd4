Preview of a rollback: the vertices of solid.glsl. A block that would be set shows its texture within an outline; a block that
would be cleared (without a layer) is crossed out on each face, because not everybody can tell the colours apart.
//!vertex
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 tex;     // x, y: on the face, 0 to 1; z: layer, below 0 for none
layout(location = 2) in vec4 tinge;
layout(location = 3) in vec4 dye;     // the tint
uniform vec4 offset; // of the anchor from the origin

invariant gl_Position;
out vec3 st;
out vec4 haze;
flat out vec3 colour;
flat out vec3 tint;

void main() {
	// A face is drawn a little nearer than it is, in the same direction, so that it lies over the block in its cell, however far
	// away.
	vec3 d = (place + offset.xyz - eye.xyz) * 0.998;
	gl_Position = viewProj * vec4(d + eye.xyz, 1.0);
	haze = fogOf(d, length(d), 0.0);
	st = tex;
	colour = tinge.rgb;
	tint = dye.rgb - 1.0;
}
//!fragment
uniform sampler2DArray blocks;
in vec3 st;
in vec4 haze;
flat in vec3 colour;
flat in vec3 tint;
out vec4 pixel;

void main() {
	vec4 t = texture(blocks, vec3(st.xy, max(st.z, 0.0)));
	vec2 edges = min(st.xy, 1.0 - st.xy);
	float far = min(edges.x, edges.y); // distance from the nearest line
	float soft = length(fwidth(st.xy));
	if (st.z < 0.0) {
		far = min(far, 0.7 * min(abs(st.x - st.y), abs(st.x + st.y - 1.0)) - 0.02);
		t = vec4(colour, 0.0);
	}
	float line = 1.0 - smoothstep(0.035, 0.035 + max(soft, 0.001), far);
	float mask = clamp(2.0 * t.a - 1.0, 0.0, 1.0); // where the tint holds
	vec3 c = mix(colour, t.rgb * (tint * mask + 1.0), 0.6 * min(2.0 * t.a, 1.0));
	float a = mix(st.z < 0.0 ? 0.4 : 0.55, 0.9, line);
	pixel = vec4(mix(c, colour, line) * haze.a + haze.rgb, a);
}
