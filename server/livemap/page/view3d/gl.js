// The programs of the view, and what they draw with. All is relative to the eye, so that far places are exact.
const common = `#version 300 es
precision highp float;
`;
const landVertex = common + `
layout(location=0) in vec4 corner; // x and z in 1/64 cell, y in 1/8 block, side and kind
layout(location=1) in vec4 tint;
uniform mat4 view;
uniform vec3 origin; // of the tile, from the eye
uniform float cell;
out vec3 colour, ray, local;
out float light;
flat out int kind;
const float sides[6] = float[6](1., .5, .70, .84, .76, .90);
void main() {
  int bits = int(corner.w);
  vec3 p = vec3(corner.x * cell / 64., corner.y / 8., corner.z * cell / 64.);
  local = p;
  ray = origin + p;
  int side = bits & 7;
  kind = bits >> 3;
  vec3 into = side == 0 ? vec3(0,-1,0) : side == 1 ? vec3(0,1,0) : side == 2 ? vec3(0,0,1) : side == 3 ? vec3(0,0,-1) : side == 4 ? vec3(1,0,0) : vec3(-1,0,0);
  local += into * .03;
  light = sides[side] * tint.a;
  colour = tint.rgb;
  gl_Position = view * vec4(ray, 1.);
}`;
const sky = `
uniform vec2 haze; // where it begins and where it is all
const vec3 horizon = vec3(.78, .86, .93), zenith = vec3(.36, .58, .87);
vec3 skyOf(vec3 d) { return mix(horizon, zenith, smoothstep(0., .55, normalize(d).y)); }
`;
const landFragment = common + sky + `
in vec3 colour, ray, local;
in float light;
flat in int kind;
uniform float grain;
out vec4 pixel;
float hash(vec3 p) { p = fract(p * .1031); p += dot(p, p.zyx + 31.32); return fract((p.x + p.y) * p.z); }
void main() {
  vec3 c = colour * light;
  float far = length(ray);
  if (kind == 1) {
    float flat_ = 1. - abs(normalize(ray).y);
    c = mix(c, horizon, .45 * flat_ * flat_ * flat_);
  } else c *= 1. + grain * (hash(floor(local)) - .5);
  pixel = vec4(mix(c, horizon, smoothstep(haze.x, haze.y, far)), 1.);
}`;
const skyVertex = common + `
uniform mat4 back; // from the screen to the ray
out vec3 ray;
void main() {
  vec2 p = vec2(gl_VertexID == 1 ? 3. : -1., gl_VertexID == 2 ? 3. : -1.);
  vec4 q = back * vec4(p, 1., 1.);
  ray = q.xyz / q.w;
  gl_Position = vec4(p, 1., 1.);
}`;
const skyFragment = common + sky + `
in vec3 ray;
out vec4 pixel;
void main() { pixel = vec4(skyOf(ray), 1.); }`;
const wallVertex = common + `
layout(location=0) in vec3 at;
layout(location=1) in vec4 tint;
uniform mat4 view;
uniform vec3 origin;
out vec4 colour;
out float far;
void main() { vec3 p = origin + at; colour = tint; far = length(p); gl_Position = view * vec4(p, 1.); }`;
const wallFragment = common + sky + `
in vec4 colour;
in float far;
out vec4 pixel;
void main() { pixel = vec4(colour.rgb, colour.a * (1. - smoothstep(haze.x, haze.y, far))); }`;

// program compiles one, with the places of its uniforms.
const program = (gl, vertex, fragment) => {
  const p = gl.createProgram();
  for (const [type, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const s = gl.createShader(type);
    gl.shaderSource(s, text);
    gl.compileShader(s);
    gl.attachShader(p, s);
  }
  gl.linkProgram(p);
  if (!gl.getProgramParameter(p, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(p) || 'a shader');
  const at = {};
  for (let i = gl.getProgramParameter(p, gl.ACTIVE_UNIFORMS) - 1; i >= 0; i--) {
    const { name } = gl.getActiveUniform(p, i);
    at[name] = gl.getUniformLocation(p, name);
  }
  return { p, at };
};

// painter returns what draws on a canvas, null where there is no WebGL2.
export const painter = (canvas) => {
  const gl = canvas.getContext('webgl2', { antialias: true, alpha: false });
  if (!gl) return null;
  const land = program(gl, landVertex, landFragment), air = program(gl, skyVertex, skyFragment), walls = program(gl, wallVertex, wallFragment);
  const indices = gl.createBuffer(), none = gl.createVertexArray();
  let indexed = 0;
  const index = (quads) => {
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
    if (quads <= indexed) return;
    indexed = Math.max(quads, indexed * 2, 8192);
    const list = new Uint32Array(indexed * 6);
    for (let i = 0; i < indexed; i++) list.set([i * 4, i * 4 + 1, i * 4 + 2, i * 4, i * 4 + 2, i * 4 + 3], i * 6);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, list, gl.STATIC_DRAW);
  };
  return {
    // upload takes a mesh to the graphics card.
    upload({ vertices, count }) {
      const array = gl.createVertexArray(), buffer = gl.createBuffer();
      gl.bindVertexArray(array);
      index(count);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, vertices, gl.STATIC_DRAW);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 4, gl.SHORT, false, 12, 0);
      gl.enableVertexAttribArray(1);
      gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, 12, 8);
      gl.bindVertexArray(null);
      return { array, buffer, count, bytes: vertices.byteLength };
    },
    drop({ array, buffer }) { gl.deleteVertexArray(array); gl.deleteBuffer(buffer); },
    // uploadWalls takes triangles of 7 floats a corner: place and colour.
    uploadWalls(list) {
      const array = gl.createVertexArray(), buffer = gl.createBuffer();
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(list), gl.STATIC_DRAW);
      gl.enableVertexAttribArray(0);
      gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 28, 0);
      gl.enableVertexAttribArray(1);
      gl.vertexAttribPointer(1, 4, gl.FLOAT, false, 28, 12);
      gl.bindVertexArray(null);
      return { array, buffer, count: list.length / 7 };
    },
    // draw draws the tiles, each { mesh, x, z, cell, scale }, and the walls { mesh, x, y, z } over them.
    draw(camera, tiles, over, haze) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clear(gl.DEPTH_BUFFER_BIT);
      gl.disable(gl.BLEND);
      gl.depthMask(true);
      gl.enable(gl.DEPTH_TEST);
      gl.enable(gl.CULL_FACE);
      gl.useProgram(land.p);
      gl.uniformMatrix4fv(land.at.view, false, camera.view);
      gl.uniform2fv(land.at.haze, haze);
      for (const t of tiles) {
        gl.uniform3f(land.at.origin, t.x - camera.eye[0], -camera.eye[1], t.z - camera.eye[2]);
        gl.uniform1f(land.at.cell, t.cell);
        gl.uniform1f(land.at.grain, t.scale === 0 ? .13 : .05);
        gl.bindVertexArray(t.mesh.array);
        gl.drawElements(gl.TRIANGLES, t.mesh.count * 6, gl.UNSIGNED_INT, 0);
      }
      gl.disable(gl.CULL_FACE);
      gl.depthFunc(gl.LEQUAL);
      gl.useProgram(air.p);
      gl.uniformMatrix4fv(air.at.back, false, camera.back);
      gl.bindVertexArray(none);
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      gl.depthFunc(gl.LESS);
      gl.enable(gl.BLEND);
      gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
      gl.depthMask(false);
      gl.useProgram(walls.p);
      gl.uniformMatrix4fv(walls.at.view, false, camera.view);
      gl.uniform2fv(walls.at.haze, haze);
      for (const w of over) {
        gl.uniform3f(walls.at.origin, w.x - camera.eye[0], w.y - camera.eye[1], w.z - camera.eye[2]);
        gl.bindVertexArray(w.mesh.array);
        gl.drawArrays(gl.TRIANGLES, 0, w.mesh.count);
      }
      gl.bindVertexArray(null);
    },
  };
};
