The dome of the sky, at the far end of depth.
//!vertex
layout(location = 0) in vec3 dir;
out vec3 colour;

void main() {
	vec4 p = viewProj * vec4(dir + eye.xyz, 1.0);
	gl_Position = p.xyww;
	colour = skyColor(dir);
}
//!fragment
in vec3 colour;
out vec4 pixel;

void main() {
	// Eight bits show steps in so smooth a gradient; noise of half a step hides them.
	float n = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
	pixel = vec4(colour + (n - 0.5) * (1.0 / 255.0), 1.0);
}
