Land beyond the sections, and what stands on it. scene.FarMesh has the layout of a vertex; with it is the number of its place (package farlist).
PLACES: how many there are.
OWN: triangles with colours of their own, the others have those of the texture.
SMOOTH: water looks as it does where its depth is seen.
//!both
#ifdef SMOOTH
// deep returns the colour of what may be water, 0 to 1, which is paler by night; clear the colour of its depth.
vec3 deep(vec3 c, float water) { return mix(c, vec3(dot(c, vec3(0.3, 0.5, 0.2))), water * (0.5 - 0.5 * skyLight.g)); }
vec3 clear(float water) { return mix(vec3(1.0), vec3(0.62, 0.74, 0.84), water); }
#endif
//!vertex
layout(location = 0) in uvec3 word;
uniform vec4 offset[PLACES]; // xy: corner of a mesh from the origin, along x and z; z: 1 / width of its texture, 0 if it has none; w: layer
#ifdef OWN
WITHIN out vec3 colour;
#else
WITHIN out vec2 at;     // of the texture
flat out float layer;
out vec4 haze;
#ifdef SMOOTH
out vec4 mirror;        // colour of the sky that level water reflects; w: how much
out vec3 look;          // from the eye
flat out vec3 glint;    // light of the sun or the moon that water reflects
#else
out vec4 wet;           // haze of water, with what it reflects
#endif
flat out vec3 light;    // of the full sky
flat out float dim;     // brightness of land
#endif

void main() {
	vec4 place = offset[word.y >> 24];
	vec3 p = vec3(word.x & 0xFFFFu, 0.0, word.x >> 16);
#ifndef OWN
	at = p.xz * place.z;
	layer = place.w;
#endif
	p.xz += place.xy;
	p.y = float(int(word.y << 16) >> 16) * 0.125 - float(origin.y);
	gl_Position = viewProj * vec4(p, 1.0);
	vec3 away = p - eye.xyz;
	float dist = length(away);
	vec4 mist = fogOf(away, dist, 0.0);
	vec3 full = skyLit(1.0, mix(sides[1].rgb, skyLight.rgb, 0.85), ambientLight, 0.0);
	vec3 d = away / max(dist, 0.001);
	float grazing = 1.0 - min(abs(d.y), 1.0);
	vec4 sky = vec4(skyColor(vec3(d.x, abs(d.y), d.z)) * (0.35 + 0.65 * full.g), grazing * grazing * grazing * 0.85);
#ifdef OWN
	vec4 c = vec4(uvec4(word.z, word.z >> 8, word.z >> 16, word.z >> 24) & 255u) * (1.0 / 255.0);
	colour = c.rgb * c.a;
	float water = float((word.y >> 17) & 1u), sunk = float((word.y >> 18) & 1u);
#ifdef SMOOTH
	// What is seen through water is hardly seen at flat angles: there it looks like the reflection in front of it.
	float wet = water + sunk * sky.w * 1.3;
	colour = mix(tone(deep(colour, max(water, sunk)) * full) * clear(water), sky.rgb, sky.w * wet);
	colour += glintLight() * (glinting(vec3(d.x, abs(d.y), d.z), lightWay()) * full.g * max(water, sunk));
#else
	colour = mix(tone(colour * full), sky.rgb, sky.w * water);
#endif
	colour = colour * mist.a + mist.rgb;
#else
	haze = mist;
	light = full;
	dim = mix(sides[1].w, 0.86, 0.85);
#ifdef SMOOTH
	mirror = sky;
	look = away;
	glint = glintLight() * full.g;
#else
	wet = vec4(sky.rgb * (sky.w * mist.a) + mist.rgb, mist.a * (1.0 - sky.w));
#endif
#endif
}
//!fragment
uniform sampler2DArray colours;
#ifdef OWN
WITHIN in vec3 colour;
#else
WITHIN in vec2 at;
flat in float layer;
in vec4 haze;
#ifdef SMOOTH
in vec4 mirror;
in vec3 look;
flat in vec3 glint;
#else
in vec4 wet;
#endif
flat in vec3 light;
flat in float dim;
#endif
out vec4 pixel;

void main() {
#ifdef OWN
	pixel = vec4(colour, 1.0);
#else
	vec4 t = texture(colours, vec3(at, layer));
#ifdef SMOOTH
	float water = 1.0 - t.a;
	vec3 c = tone(deep(t.rgb * mix(1.0, dim, t.a), water) * light) * clear(water);
	c = mix(c, mirror.rgb, mirror.w * water);
	vec3 back = vec3(look.x, abs(look.y), look.z) * inversesqrt(dot(look, look) + 1e-3);
	c += glint * (glinting(back, lightWay()) * water);
	pixel = vec4(c * haze.a + haze.rgb, 1.0);
#else
	vec4 over = mix(wet, haze, t.a); // either of both, as colours are not blended
	pixel = vec4(tone(t.rgb * mix(1.0, dim, t.a) * light) * over.a + over.rgb, 1.0);
#endif
#endif
}
