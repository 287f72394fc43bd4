Merged faces of full blocks. In an opaque texture an alpha of one half means that the tint does not apply.
scene.Mesh has the layout of a vertex.
CUTOUT: transparent texels are not drawn. BLEND: the colour is blended over the frame. DARK: no lamp shines here. SMOOTH: pixels
have several samples. SINGLE: a pixel has one all the same. FILLED: transparent texels are drawn, in the colours around them.
//!vertex
layout(location = 0) in uvec3 word;
layout(std140) uniform Palette {
	vec4 tints[256];
	uvec4 animationFrames[128]; // a byte for each layer: the frame of its animation
};
uniform isamplerBuffer slots;

WITHIN out vec2 at;      // position on the quad in blocks
out vec4 haze;
#ifdef SMOOTH
WITHIN out vec4 over;    // xy: point of the clouds' texture before the sun; zw: horizontal position from the origin
out vec3 sunAt;          // point of the map of shadows
flat out vec3 lost;      // the part of the light that a shadow takes
#endif
flat out vec4 quad;      // first cell (exact: a page has less than 2^24), width, width - 1, height - 1
flat out vec4 surface;   // layer, how it runs along s and t, 3 if it varies
flat out vec4 tint;      // tint minus white, times the shade; the shade
flat out vec4 full;      // rgb: light of the full sky on the face; w: difference in brightness between blocks
flat out uvec3 mark;     // seed of the variants; lamp levels that the block itself gives at the corners; bits of the difference of corners
#ifndef SMOOTH
flat out vec4 ambient;   // ambientLight: a software driver reads uniforms for each pixel anew, with 32 loads for a vector
flat out vec2 torch;     // held
flat out float sharp;    // square of the pixels per texel, one block ahead of the eye and one block from the plane
#endif

void main() {
	uint face = (word.x >> 15) & 7u;
	vec3 p = vec3(uvec3(word.x, word.x >> 5, word.x >> 10) & 31u);
	ivec4 slot = texelFetch(slots, int(word.z & 0x1FFFu));
	vec3 rel = vec3(slot.xyz - origin.xyz) + p;

	uvec2 corner = uvec2(word.z >> 29, word.z >> 30) & 1u;
	uvec2 start = uvec2(word.z >> 13, word.z >> 17) & 15u;
	uvec2 size = (uvec2(word.z >> 21, word.z >> 25) & 15u) + 1u;
	bool alongZ = face >= 4u, flatY = face < 2u;
	vec3 away = rel - eye.xyz;
	float dist = length(away);
	haze = fogOf(away, dist, freshOf(slot.w));
	// Neighbours meet at T-junctions, where rounding leaves pinholes: each quad reaches a little over its edges, by 1/256 of a pixel across each of them as it is
	// seen. The flatter one looks at the quad, the farther that is; what is hidden is found for up to an eighth of a block.
	vec3 flat3 = alongZ ? away.zyx : flatY ? away.xzy : away; // along u, along v, and from its plane
	vec2 slant = flat3.xy / max(abs(flat3.z), 1e-4);
	vec2 reach = min(0.0006 + dist / (4096.0 * eye.w) * sqrt(1.0 + slant * slant), 0.12) * (vec2(corner) * 2.0 - 1.0);
	rel += alongZ ? vec3(0.0, reach.y, reach.x) : flatY ? vec3(reach.x, 0.0, reach.y) : vec3(reach, 0.0);
	gl_Position = viewProj * vec4(rel, 1.0);

	at = vec2(corner * size);
#ifdef SMOOTH
	over = vec4(beneath(rel), rel.xz);
	vec3 out3 = vec3(alongZ ? 1.0 : 0.0, flatY ? 1.0 : 0.0, alongZ || flatY ? 0.0 : 1.0) * ((face & 1u) == 1u ? 1.0 : -1.0);
	sunAt = (sunView * vec4(rel + out3 * shaded[face].w, 1.0)).xyz;
	lost = shaded[face].rgb;
#endif

	uint layer = (word.x >> 18) & 2047u;
	uint step = (word.x >> 30) & 1u;
	layer += step * ((animationFrames[layer >> 4][(layer >> 2) & 3u] >> ((layer & 3u) * 8u)) & 255u);
	quad = vec4(uint(firstOf(slot.w)) + (word.y & 0xFFFFFFu), size.x, size.x - 1u, size.y - 1u);
	surface = vec4(layer, face == 2u || face == 5u ? -1.0 : 1.0, face == 1u ? 1.0 : -1.0, ((word.x >> 29) & 1u) * 3u);
	uint depth = (alongZ ? word.x : flatY ? word.x >> 5 : word.x >> 10) & 31u;
	uvec3 home = uvec3(slot.xyz) * uvec3(0x9E3779B1u, 0x85EBCA77u, 0xC2B2AE3Du);
	mark.x = (home.x ^ home.y ^ home.z) + depth * 0x27D4EB2Fu + start.x + start.y * 16u;
	// Far away, where blocks are hardly larger than pixels, tops and sides are gradually drawn alike: they would flicker from
	// pixel to pixel.
	float alike = clamp(dist * (1.0 / 128.0) - 0.3, 0.0, 0.85);
	float shade = mix(sides[face].w, 0.86, alike);
	// One block is a little brighter than the next, where a block is so large that this does not flicker.
	full = vec4(mix(sides[face].rgb, skyLight.rgb, alike), surface.w * (0.08 / 3.0 / 255.0) * clamp(1.5 - dist * (1.0 / 48.0), 0.0, 1.0));
	mark.y = 0u - (word.z >> 31);
	if (mark.y != 0u) shade = 1.0;
	// The shade in corners would flicker, too: far away a face has the same light all over.
	mark.z = floatBitsToUint(clamp(1.75 - dist * (1.0 / 64.0), 0.0, 1.0));
	tint = vec4((tints[word.y >> 24].rgb - 1.0) * shade, shade);
#ifndef SMOOTH
	ambient = ambientLight;
	torch = held.xy;
	// A pixel covers 1/a texels across the line of sight and 1/(a*c) along it, where c is the cosine between line and normal. The
	// level is chosen by the mean of both, 1/(a*sqrt(c)): by the longer side alone near ground would be a smear.
	sharp = eye.w * eye.w * abs(alongZ ? away.x : flatY ? away.y : away.z);
#endif
}
//!fragment
#ifdef SMOOTH
uniform sampler2DArray blocks;
#else
uniform sampler2DArray levels;
#endif
uniform usamplerBuffer cells;

WITHIN in vec2 at;
in vec4 haze;
#ifdef SMOOTH
WITHIN in vec4 over;
in vec3 sunAt;
flat in vec3 lost;
#endif
flat in vec4 quad;
flat in vec4 surface;
flat in vec4 tint;
flat in vec4 full;
flat in uvec3 mark;
#ifdef SMOOTH
vec4 ambient = ambientLight;
vec2 torch = held.xy;
#else
flat in vec4 ambient;
flat in vec2 torch;
flat in float sharp;
#endif
out vec4 pixel;

void main() {
	vec2 d = min(floor(max(at, 0.0)), quad.zw);
	uint h = (mark.x + uint(d.x + d.y * 16.0)) * 0x9E3779B1u;
	h = (h ^ (h >> 15)) * 0x2C1B3C6Du;
	float layer = surface.x + float((h >> 30) & uint(surface.w));
#ifdef SMOOTH
	vec4 t = texture(blocks, vec3(at * surface.yz, layer));
#else
	vec2 point = levelPoint(at * surface.yz, levelScale(sharp * gl_FragCoord.w * gl_FragCoord.w * gl_FragCoord.w));
	vec4 t = textureLod(levels, vec3(point, layer), 0.0);
#endif
#ifdef CUTOUT
#if defined(SMOOTH) && !defined(SINGLE)
	// As many samples as are covered: the edge of a hole is where alpha is one half.
	float covered = clamp((t.a - 0.5) / max(fwidth(t.a), 0.01) + 0.5, 0.0, 1.0);
	if (covered == 0.0) discard;
#else
	const float covered = 1.0;
	if (t.a < 0.5) discard;
#endif
#else
	const float covered = 1.0;
#endif
	uvec2 c = texelFetch(cells, int(quad.x + d.x + d.y * quad.y)).xy;
	vec2 f = clamp((at - d - 0.5) * uintBitsToFloat(mark.z) + 0.5, 0.0, 1.0);
	uint fx = uint(f.x * 256.0);
	float sky = corners(c.x, fx, f.y);
#ifdef SMOOTH
	// Where little of the sky is seen, its light is dim without a shadow.
	vec3 thrown = 1.0 - lost * ((1.0 - sunSeen(sunAt)) * clamp(sky * 2.5 - 0.9, 0.0, 1.0));
	vec3 l = skyLit(sky, full.rgb * sunny(over.xy) * thrown, ambient, gl_FragCoord.w);
	if (fog.w > 0.0) l += skyLight.rgb * (0.6 * sky * caustic(over.zw + vec2(origin.xz & 1023)) * min(gl_FragCoord.w * 6.0, 1.0));
#else
	vec3 l = skyLit(sky, full.rgb, ambient, gl_FragCoord.w);
#endif
#ifndef DARK
	// Loops of at most one round, because a software driver skips them where no lamp is near; it computes an if.
	float lamp = heldLevel(torch, 1.0 / gl_FragCoord.w);
	for (uint w = c.y | mark.y; w != 0u; w = 0u) lamp = max(lamp, corners(w, fx, f.y));
	for (float level = lamp; level > 0.0; level = 0.0) l = lampLit(l, level, lampLight.rgb);
#endif
#if defined(BLEND) || defined(FILLED) || defined(CUTOUT)
	float mask = 1.0;
#else
	float mask = clamp(2.0 * t.a - 1.0, 0.0, 1.0); // where the tint holds
#endif
	vec3 lit = tone(t.rgb * (tint.rgb * mask + tint.a) * l * (1.0 + (float((h >> 16) & 255u) - 127.5) * full.w));
#ifdef BLEND
	pixel = vec4(hazed(lit, haze, ambient.w, sky), t.a);
#else
	pixel = vec4(hazed(lit, haze, ambient.w, sky), covered);
#endif
}
