Boxes that move: entities, items, the hand, outlines, cracks. Light is in the colour. SMOOTH: the land throws shadows on them; the last of
the colour is the part of what a shadow takes that it takes here. PLAIN: the last of the colour is the opacity.
//!vertex
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 tex;     // z: layer, below 0 for none
layout(location = 2) in vec4 tinge;
layout(location = 3) in vec4 dye;     // the tint; without alpha it holds everywhere
#ifdef HAND
uniform mat4 hand;
#endif
out vec3 st;
out vec4 colour;
out vec4 haze;
flat out vec4 tint;
#if defined(SMOOTH) && !defined(PLAIN)
out vec3 sunAt;          // point of the map of shadows
#endif

void main() {
#if defined(SMOOTH) && !defined(PLAIN)
#ifdef HAND
	vec3 stands = eye.xyz;
#else
	vec3 stands = place;
#endif
	sunAt = (sunView * vec4(stands + sun.xyz * (sun.y < 0.0 ? -0.15 : 0.15), 1.0)).xyz; // off the ground that it stands on
#endif
#ifdef HAND
	gl_Position = hand * vec4(place, 1.0);
	haze = vec4(0.0, 0.0, 0.0, 1.0);
#else
	gl_Position = viewProj * vec4(place, 1.0);
	haze = fogOf(place - eye.xyz, length(place - eye.xyz), 0.0);
	haze.rgb *= 1.0 - ambientLight.w;
#endif
	st = tex;
	colour = tinge;
	tint = vec4(dye.rgb - 1.0, 1.0 - dye.a);
}
//!fragment
uniform sampler2DArray blocks;
in vec3 st;
in vec4 colour;
in vec4 haze;
flat in vec4 tint;
#if defined(SMOOTH) && !defined(PLAIN)
in vec3 sunAt;
#endif
out vec4 pixel;

void main() {
	vec4 t = texture(blocks, vec3(st.xy, max(st.z, 0.0)));
	if (st.z < 0.0) t = vec4(1.0);
#ifdef PLAIN
	t *= colour;
	if (t.a < 0.1) discard;
	pixel = t;
#else
	if (t.a < 0.4) discard;
	float mask = max(clamp(2.0 * t.a - 1.0, 0.0, 1.0), tint.a); // where the tint holds
	vec3 l = colour.rgb;
#ifdef SMOOTH
	l *= 1.0 - shaded[6].rgb * (colour.a * (1.0 - sunSeen(sunAt)));
#endif
	pixel = vec4(tone(t.rgb * (tint.rgb * mask + 1.0) * l) * haze.a + haze.rgb, 1.0);
#endif
}
