The dome of the sky, at the largest depth. SMOOTH: the colour is computed for each pixel; otherwise at the corners of the dome,
and interpolated between them.
//!vertex
layout(location = 0) in vec3 dir;
#ifdef SMOOTH
out vec3 way;
#else
out vec3 colour;
#endif

void main() {
	vec4 p = viewProj * vec4(dir + eye.xyz, 1.0);
	gl_Position = p.xyww;
#ifdef SMOOTH
	way = dir;
#else
	colour = skyColor(dir);
#endif
}
//!fragment
#ifdef SMOOTH
in vec3 way;
#else
in vec3 colour;
#endif
out vec4 pixel;

void main() {
#ifdef SMOOTH
	vec3 colour = skyColor(normalize(way));
#endif
	// Eight bits show steps in so smooth a gradient; noise of half a step hides them.
	// The steps are those of R2, the sequence that fills a square most evenly (Martin Roberts, 2018).
	float n = fract(dot(gl_FragCoord.xy, vec2(0.75487767, 0.56984029)));
	pixel = vec4(colour + (n - 0.5) * (1.0 / 255.0), 1.0);
}
