The layer of clouds: the vertices of solid.glsl without textures. They fade into the sky at the edge of the layer.
//!vertex
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 tex;
layout(location = 2) in vec4 tinge;
uniform vec4 offset; // of the layer from the origin; w: 1 / radius of the layer

invariant gl_Position;
out vec4 colour;
out vec2 away; // horizontal distance, 1 at the edge of the layer

void main() {
	vec3 p = place + offset.xyz;
	gl_Position = viewProj * vec4(p, 1.0);
	vec3 d = p - eye.xyz;
	away = d.xz * offset.w;
	float g = max(dot(normalize(d), sun.xyz), 0.0);
	colour = vec4(tinge.rgb + sunGlow.rgb * (0.1 + 0.35 * g * g), tinge.a); // a low sun shines through them
}
//!fragment
in vec4 colour;
in vec2 away;
out vec4 pixel;

void main() {
	float far = clamp(dot(away, away) * 1.5 - 0.25, 0.0, 1.0);
	pixel = vec4(colour.rgb, colour.a * (1.0 - far) * (1.0 - far));
}
