Sun, moon and stars: squares on the dome, added to it. A vertex knows its direction within the heavens, which turn with
the sun; sun and moon have a texture coordinate, stars have none.
//!vertex
layout(location = 0) in vec4 dir;    // w: brightness of a star; 2 for the sun, 3 for the moon
layout(location = 1) in vec2 corner; // -1 to 1 on the sun and the moon
uniform mat3 turn;
out vec3 mark;
out float strength;

void main() {
	vec3 d = turn * dir.xyz;
	vec4 p = viewProj * vec4(d + eye.xyz, 1.0);
	gl_Position = p.xyww;
	mark = vec3(corner, dir.w);
	float above = clamp((normalize(d).y + 0.06) * 10.0, 0.0, 1.0);
	strength = dir.w < 1.5 ? dir.w * sun.w * above : above;
}
//!fragment
in vec3 mark;
in float strength;
out vec4 pixel;

void main() {
	vec3 c = vec3(0.85, 0.9, 1.0);
	float a = 1.0;
	if (mark.z > 1.5) {
		float edge = max(abs(mark.x), abs(mark.y));
		if (mark.z < 2.5) {
			c = edge < 0.5 ? vec3(1.0, 0.97, 0.82) : vec3(1.0, 0.85, 0.5);
			a = edge < 0.5 ? 1.0 : 0.32 * (1.0 - edge) * (1.0 - edge) * 4.0 * 0.5;
		} else {
			vec2 cell = floor((mark.xy * 0.5 + 0.5) * 16.0);
			float spot = fract(sin(dot(floor(cell / 2.0), vec2(12.9898, 78.233))) * 43758.5453);
			c = vec3(0.78, 0.83, 0.92) * (spot > 0.72 ? 0.8 : 1.0);
			a = edge < 0.5 ? 0.9 : 0.0;
		}
	}
	pixel = vec4(c * (a * strength), 0.0);
}
