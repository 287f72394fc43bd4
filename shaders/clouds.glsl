The layer of clouds: the vertices of solid.glsl without textures. They vanish into the sky at the edge of the layer.
//!vertex
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 tex;
layout(location = 2) in vec4 tinge;
uniform vec4 offset; // of the layer from the origin; w: 1 / how far it reaches

invariant gl_Position;
out vec4 colour;

void main() {
	vec3 p = place + offset.xyz;
	gl_Position = viewProj * vec4(p, 1.0);
	vec3 d = p - eye.xyz;
	float far = clamp(length(d.xz) * offset.w * 2.0 - 0.9, 0.0, 1.0);
	colour = vec4(mix(tinge.rgb, skyColor(normalize(d)), far), tinge.a * (1.0 - far * far));
}
//!fragment
in vec4 colour;
out vec4 pixel;

void main() { pixel = colour; }
