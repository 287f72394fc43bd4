Land beyond the sections, and what stands on it. scene.FarMesh has the layout of a vertex. Where sections are drawn it is not.
COVERED: sections may be drawn in some columns of the mesh. SMOOTH: water looks as it does where its depth is seen.
//!vertex
layout(location = 0) in uvec3 word;
uniform vec4 offset; // xy: corner of the mesh from the origin, along x and z; z: 1 / width of its texture, 0 if it has none; w: layer

#ifdef COVERED
uniform vec4 bounds;    // x: the square of how far sections are drawn
WITHIN out vec2 place;  // along x and z, modulo 4096
flat out vec3 watcher;  // xy: where the eye is likewise, less half a column; z: bounds.x
#endif
WITHIN out vec3 at;     // of the texture
out vec4 haze;
out vec4 mirror;        // colour of the sky that level water reflects; w: how much
out vec4 own;           // colour times the brightness of the face; w: 1 if it holds, 0 for a colour of the texture
flat out float solid;   // with a colour of its own: 1, water 0
flat out vec3 light;    // of the full sky
flat out float dim;     // brightness of land

void main() {
	vec3 p = vec3(word.x & 0xFFFFu, 0.0, word.x >> 16);
	at = vec3(p.xz * offset.z, offset.w);
	p.xz += offset.xy;
	p.y = float(int(word.y << 16) >> 16) * 0.125 - float(origin.y);
#ifdef COVERED
	vec2 home = vec2(origin.xz & 4095);
	place = offset.z > 0.0 ? p.xz + home : vec2(1e6); // walls stand where columns end, and belong to neither
	watcher = vec3(home + eye.xz - 8.0, bounds.x);
#endif
	gl_Position = viewProj * vec4(p, 1.0);
	vec3 away = p - eye.xyz;
	float dist = length(away);
	haze = fogOf(away, dist, 0.0);
	light = skyLit(1.0, mix(sides[1].rgb, skyLight.rgb, 0.85), ambientLight, 0.0);
	dim = mix(sides[1].w, 0.86, 0.85);
	vec3 d = away / max(dist, 0.001);
	float grazing = 1.0 - min(abs(d.y), 1.0);
	mirror = vec4(skyColor(vec3(d.x, abs(d.y), d.z)) * (0.35 + 0.65 * light.g), grazing * grazing * grazing * 0.85);
	solid = 1.0 - float((word.y >> 17) & 1u);
	vec4 c = vec4(uvec4(word.z, word.z >> 8, word.z >> 16, word.z >> 24) & 255u) * (1.0 / 255.0);
	own = (word.y & 0x10000u) != 0u ? vec4(c.rgb * c.a, 1.0) : vec4(0.0);
}
//!fragment
uniform sampler2DArray colours;
#ifdef COVERED
uniform sampler2D covered; // by columns of 16 blocks, repeated: 1 where the sections of a column are drawn
WITHIN in vec2 place;
flat in vec3 watcher;
#endif
WITHIN in vec3 at;
in vec4 haze;
in vec4 mirror;
in vec4 own;
flat in float solid;
flat in vec3 light;
flat in float dim;
out vec4 pixel;

void main() {
#ifdef COVERED
	// Both meet a little within the covered columns, so that no gap between pixels shows the sky.
	ivec2 column = ivec2(floor((place - 0.3) * (1.0 / 16.0))), beyond = ivec2(floor((place + 0.3) * (1.0 / 16.0)));
	vec2 from = max(abs(vec2(column * 16) - watcher.xy) - 8.0, 0.0);
	if (dot(from, from) <= watcher.z && min(texelFetch(covered, column & 255, 0).r, texelFetch(covered, beyond & 255, 0).r) > 0.0) discard;
#endif
	vec4 t = texture(colours, at);
	float land = mix(t.a, solid, own.a);
	vec3 c = mix(t.rgb * mix(1.0, dim, t.a), own.rgb, own.a);
#ifdef SMOOTH
	float wet = 1.0 - land;
	c = mix(c, vec3(dot(c, vec3(0.3, 0.5, 0.2))), wet * (0.5 - 0.5 * skyLight.g)); // paler by night
	c = tone(c * light) * mix(vec3(1.0), vec3(0.62, 0.74, 0.84), wet);
#else
	c = tone(c * light);
#endif
	c = mix(c, mirror.rgb, mirror.w * (1.0 - land));
	pixel = vec4(c * haze.a + haze.rgb, 1.0);
}
