Water: the nearest layer alone. It is drawn twice with the same positions: first its depth, then its colour where the
depth is equal. WAVES: it has waves, and its depth is seen. SUBMERGED: the eye is under water.
//!vertex
layout(location = 0) in uvec3 word;
layout(std140) uniform Palette {
	vec4 tints[256];
	uvec4 animationFrames[128];
};
uniform isamplerBuffer slots;

invariant gl_Position;
WITHIN out vec2 at;      // position on the quad in blocks
out vec4 haze;
out vec4 mirror;         // colour of the sky that a level surface reflects; w: height of the eye above it
out vec3 look;           // from the eye
flat out vec4 quad;      // first cell, width, width - 1, height - 1
flat out vec4 surface;   // layer, how it runs along s and t, how far it has flowed
flat out vec3 colour;
flat out vec3 glint;     // reflected light of the sun or the moon
#ifndef WAVES
// What the fragments need of the frame: a software driver reads uniforms for each pixel anew, with 32 loads for a vector.
flat out vec4 ambient;
flat out vec3 fullSky;
flat out vec3 fullLamp;
flat out vec3 toSun;
flat out float sharp;    // as in quads.glsl
out float road;          // what is left, towards far land, of what its water has not on plain drivers, since it would cost each of its pixels: the glint, a ground that shines through, paler nights
#endif
#ifdef WAVES
flat out vec2 shore;     // position of the quad among the waves
out vec3 sunAt;          // point of the map of shadows
#endif

void main() {
	uint face = (word.x >> 15) & 7u;
	vec3 p = vec3(uvec3(word.x, word.x >> 5, word.x >> 10) & 31u);
	float open = float(word.x >> 31);
	ivec4 slot = texelFetch(slots, int(word.z & 0x1FFFu));
	vec3 rel = vec3(slot.xyz - origin.xyz) + p;
	bool sloped = ((word.x >> 29) & 1u) != 0u; // a single block with corners at different heights
	rel.y -= sloped ? float((word.z >> 21) & 255u) * (1.0 / 32.0) : open * 0.125;
	gl_Position = viewProj * vec4(rel, 1.0);

	uvec2 corner = uvec2(word.z >> 29, word.z >> 30) & 1u;
	uvec2 start = uvec2(word.z >> 13, word.z >> 17) & 15u;
	uvec2 size = sloped ? uvec2(1u) : (uvec2(word.z >> 21, word.z >> 25) & 15u) + 1u;
	bool alongZ = face >= 4u, flatY = face < 2u;
	at = vec2(corner * size);
	look = rel - eye.xyz;
	float away = length(look);
	haze = fogOf(look, away, freshOf(slot.w));
	vec3 d = look / max(away, 0.001);
	mirror = vec4(skyColor(vec3(d.x, abs(d.y), d.z)), flatY ? abs(rel.y - eye.y) : 1e6);
	glint = flatY ? glintLight() : vec3(0.0);
#ifndef WAVES
	ambient = ambientLight;
	fullSky = skyLight.rgb;
	fullLamp = lampLight.rgb;
	toSun = lightWay();
	road = clamp(2.0 - 2.2 * length(look.xz) * held.z, 0.0, 1.0);
	sharp = eye.w * eye.w * abs(alongZ ? look.x : flatY ? look.y : look.z);
#endif
#ifdef WAVES
	shore = vec2(slot.xz & 1023) + vec2(start);
	sunAt = (sunView * vec4(rel + vec3(0.0, shaded[1].w, 0.0), 1.0)).xyz;
#endif

	uint layer = (word.x >> 18) & 2047u;
	layer += ((word.x >> 30) & 1u) * ((animationFrames[layer >> 4][(layer >> 2) & 3u] >> ((layer & 3u) * 8u)) & 255u);
	quad = vec4(uint(firstOf(slot.w)) + (word.y & 0xFFFFFFu), size.x, size.x - 1u, size.y - 1u);
	surface = vec4(layer, face == 2u || face == 5u ? -1.0 : 1.0, face == 1u ? 1.0 : -1.0, flatY ? 0.0 : fract(fog.z * 0.6));
	colour = tints[word.y >> 24].rgb * (flatY ? 1.0 : alongZ ? 0.72 : 0.86);
	float pale = 0.5 - 0.5 * skyLight.g; // by night
#ifndef WAVES
	pale *= road; // far water is not paler there
#endif
	colour = mix(colour, vec3(dot(colour, vec3(0.3, 0.5, 0.2))), pale);
}
//!fragment
#ifdef WAVES
uniform sampler2DArray blocks;
#else
uniform sampler2DArray levels;
#endif
uniform usamplerBuffer cells;

WITHIN in vec2 at;
in vec4 haze;
in vec4 mirror;
in vec3 look;
flat in vec4 quad;
flat in vec4 surface;
flat in vec3 colour;
flat in vec3 glint;
#ifdef WAVES
flat in vec2 shore;
in vec3 sunAt;
uniform sampler2D under; // depth of the surface behind it
vec4 ambient = ambientLight;
vec3 fullSky = skyLight.rgb, fullLamp = lampLight.rgb, toSun = lightWay();
const float road = 1.0;
#else
flat in vec4 ambient;
flat in vec3 fullSky;
flat in vec3 fullLamp;
flat in vec3 toSun;
flat in float sharp;
in float road;
#endif
#ifdef SUBMERGED
const float below = 1.0;
#else
const float below = 0.0;
#endif
out vec4 pixel;

void main() {
	vec2 d = min(floor(max(at, 0.0)), quad.zw);
	vec2 st = at * surface.yz - vec2(0.0, surface.w);
#ifdef WAVES
	vec4 t = texture(blocks, vec3(st, surface.x));
#else
	vec4 t = textureLod(levels, vec3(levelPoint(st, levelScale(sharp * gl_FragCoord.w * gl_FragCoord.w * gl_FragCoord.w)), surface.x), 0.0);
#endif
	uvec2 c = texelFetch(cells, int(quad.x + d.x + d.y * quad.y)).xy;
	vec2 f = clamp(at - d, 0.0, 1.0);
	uint fx = uint(f.x * 256.0);
	float sky = corners(c.x, fx, f.y);
	vec3 thrown = vec3(1.0); // what shadows of the land leave
#ifdef WAVES
	float hidden = (1.0 - sunSeen(sunAt)) * clamp(sky * 2.5 - 0.9, 0.0, 1.0) * min(shaded[1].g * 4.0, 1.0);
	thrown -= shaded[1].rgb * hidden;
#else
	const float hidden = 0.0;
#endif
	vec3 l = lampLit(skyLit(sky, fullSky * thrown, ambient, gl_FragCoord.w), corners(c.y, fx, f.y), fullLamp);
	float open = min(sky * 4.0, 1.0); // underground there is no sky to reflect
	float near = inversesqrt(dot(look, look) + 1e-3);
	// Merged quads have no vertices between their corners to move, so the waves are in the reflection.
	vec2 tilt = vec2(t.g - 0.77, 0.77 - t.r) * 0.3;
#ifdef WAVES
	vec2 w = (at + shore) * vec2(0.9, 0.7) + fog.z * vec2(0.9, 1.3);
	vec2 bend = sin(w.yx * vec2(0.53, 0.37) + vec2(0.0, 1.7));
	tilt += min(near * 1.2, 0.06) * clamp(2.0 - 2.2 * length(look.xz) * held.z, 0.0, 1.0) * sin(vec2(w.x + 0.7 * w.y, 1.7 * w.y - 0.9 * w.x) * 1.7 + 2.0 * bend);
#endif
	float steep = mirror.w * near + tilt.x + tilt.y;
	float grazing = 1.0 - clamp(steep, 0.0, 1.0);
	float fresnel = grazing * grazing * grazing * 0.85 * (1.0 - below);
	vec3 body = tone(t.rgb * colour * l);
	// A flatter ray has a longer path through the water, so the ground is less visible.
	float alpha = mix(max(t.a, 0.78), 0.97, grazing * (1.0 - below));
#ifdef WAVES
	float foam = 0.0;
#ifndef SUBMERGED
	// A longer path through the water leaves less of the ground, and bluer.
	float way = (ahead(texelFetch(under, ivec2(gl_FragCoord.xy), 0).r) / ahead(gl_FragCoord.z) - 1.0) / near;
	if (way < 0.0) way = 3.0; // another sample of the pixel shows something in front of the water
	float deep = 1.0 - exp(-0.24 * way);
	body *= mix(vec3(0.92, 1.10, 1.02), vec3(0.62, 0.74, 0.84), deep);
	alpha = max(mix(0.30, 1.0, deep), fresnel);
	foam = mirror.w < 1e5 ? max(1.0 - way * mirror.w * near * (2.2 + 3.0 * t.g), 0.0) : 0.0;
	foam *= clamp(near * 120.0 - 1.0, 0.0, 1.0); // far away it would be a line where the sections end
#endif
#endif
	vec3 lit = mix(body, mirror.rgb * (open * (0.35 + 0.65 * l.g)), fresnel);
	vec4 air = haze;
#ifdef SUBMERGED
	if (mirror.w < 1e5) {
		// So near, values interpolated between the corners of a merged quad would show its edges: they are computed for each pixel.
		air = fogOf(look, 1.0 / near, 0.0);
		vec3 mirrored = skyColor(vec3(look.x, abs(look.y), look.z) * near);
		// From below the sky is seen through the surface within a circle overhead; beyond it the surface reflects the water.
		float window = clamp((steep - 0.42) * 2.4, 0.0, 1.0);
		window *= window * (3.0 - 2.0 * window);
		float bright = max(dot(vec3(look.xz * near + 1.5 * tilt, look.y * near).xzy, sun.xyz), 0.0);
		bright *= bright;
		bright *= bright;
		bright *= bright;
		lit = mix(mirrored, fullSky * (0.72 + 0.6 * bright * bright), window * open);
		alpha = 1.0;
	}
#endif
	vec3 back = vec3(look.x * near + tilt.x, abs(look.y) * near, look.z * near + tilt.y); // direction of the reflection
	lit += glint * (glinting(back, toSun) * l.g * open * (1.0 - hidden) * road);
#ifdef WAVES
	lit = mix(lit, l, 0.4 * foam);
	alpha = max(alpha, 0.5 * foam);
#endif
	pixel = vec4(hazed(lit, air, ambient.w, sky), max(alpha, 1.0 - min(air.a, road)));
}
