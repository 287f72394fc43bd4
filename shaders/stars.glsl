Sun, moon and stars: squares on the dome. A vertex has its direction on the sky, which turns with the sun; sun
and moon get their size here, so that their edges are level. They cover the sky; stars and glow are added to it.
//!vertex
layout(location = 0) in vec4 dir;    // w: brightness of a star; 2 for the sun, 3 for the moon
layout(location = 1) in vec2 corner; // -1 to 1 on the sun and the moon
uniform mat3 turn;
out vec3 mark;
out vec2 strength; // brightness; height above the horizon, 0 to 1

void main() {
	vec3 d = turn * dir.xyz;
	float high = d.y;
	if (dir.w > 1.5) {
		vec3 right = normalize(vec3(d.z, 0.0, -d.x));
		d += (right * corner.x + cross(d, right) * corner.y) * (dir.w < 2.5 ? 0.34 : 0.17);
	}
	vec4 p = viewProj * vec4(d + eye.xyz, 1.0);
	gl_Position = p.xyww;
	mark = vec3(corner, dir.w);
	float above = clamp((high + 0.08) * 8.0, 0.0, 1.0);
	strength = vec2(dir.w < 1.5 ? dir.w * sun.w * above : above, clamp(high * 2.5, 0.0, 1.0));
}
//!fragment
in vec3 mark;
in vec2 strength;
out vec4 pixel;

void main() {
	vec4 c = vec4(0.85, 0.9, 1.0, 0.0); // alpha: the part of the sky that it covers
	if (mark.z > 1.5) {
		float edge = max(abs(mark.x), abs(mark.y));
		float glow = max(1.0 - length(mark.xy), 0.0);
		glow *= glow;
		if (mark.z < 2.5) {
			vec3 warm = mix(vec3(1.0, 0.72, 0.42), vec3(1.0, 0.93, 0.74), strength.y);
			float t = edge * (1.0 / 0.13);
			c = t < 1.0 ? vec4(mix(vec3(1.0, 0.995, 0.95), warm, t * t * 0.45), 1.0) : vec4(warm * (glow * glow * 0.55), 0.0);
		} else {
			vec2 cell = floor(mark.xy * (4.0 / 0.22) + 4.0);
			float spot = fract(sin(dot(cell, vec2(12.9898, 78.233))) * 43758.5453);
			vec3 face = vec3(0.86, 0.89, 0.95) * (spot > 0.70 ? 0.84 : spot > 0.55 ? 0.93 : 1.0);
			float side = (cell.x - 3.5) * (1.0 / 4.0); // of the disc, -1 to 1: its shadow comes from the right and leaves on the right
			float age = lampLight.w * 4.0;
			if (lampLight.w < 0.5 ? side > 1.0 - age : side < 3.0 - age) face = vec3(0.055, 0.07, 0.13);
			c = edge < 0.22 ? vec4(face, 1.0) : vec4(vec3(0.55, 0.65, 0.9) * (glow * glow * 0.22), 0.0);
		}
	}
	pixel = c * strength.x;
}
