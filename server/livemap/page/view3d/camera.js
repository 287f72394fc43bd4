// The camera looks at a place from a distance: turn is the direction in degrees clockwise from the north, tilt how far down it looks.
export const near = 4, far = 3500; // distances in blocks

const multiply = (a, b) => {
  const out = new Float32Array(16);
  for (let c = 0; c < 4; c++) for (let r = 0; r < 4; r++) {
    let n = 0;
    for (let k = 0; k < 4; k++) n += a[k * 4 + r] * b[c * 4 + k];
    out[c * 4 + r] = n;
  }
  return out;
};

export class Camera {
  constructor() { this.x = 0; this.y = 64; this.z = 0; this.turn = 0; this.tilt = 38; this.distance = 120; }

  set(v) {
    Object.assign(this, v);
    this.tilt = Math.min(89, Math.max(2, this.tilt));
    this.turn = (this.turn % 360 + 360) % 360;
    this.distance = Math.min(far, Math.max(near, this.distance));
  }

  // look returns the eye and the matrices for a canvas; floor is the least height of the eye at a place.
  look(wide, high, floor) {
    const a = this.turn * Math.PI / 180, b = this.tilt * Math.PI / 180, c = Math.cos(b);
    const forward = [Math.sin(a) * c, -Math.sin(b), -Math.cos(a) * c];
    const eye = [this.x - forward[0] * this.distance, this.y - forward[1] * this.distance, this.z - forward[2] * this.distance];
    eye[1] = Math.max(eye[1], Math.max(floor(eye[0] - 1, eye[2] - 1), floor(eye[0] + 1, eye[2] - 1), floor(eye[0] - 1, eye[2] + 1), floor(eye[0] + 1, eye[2] + 1)) + 1.6);
    const to = [this.x - eye[0], this.y - eye[1], this.z - eye[2]], n = Math.hypot(...to);
    const f = to.map((v) => v / n), h = Math.hypot(f[0], f[2]) || 1;
    const right = [-f[2] / h, 0, f[0] / h], up = [right[1] * f[2] - right[2] * f[1], right[2] * f[0] - right[0] * f[2], right[0] * f[1] - right[1] * f[0]];
    const close = Math.max(.3, this.distance * .004), end = 16000, s = 1 / Math.tan(Math.PI / 6), ratio = wide / high;
    const lens = new Float32Array([s / ratio, 0, 0, 0, 0, s, 0, 0, 0, 0, (end + close) / (close - end), -1, 0, 0, 2 * end * close / (close - end), 0]);
    const turned = new Float32Array([right[0], up[0], -f[0], 0, right[1], up[1], -f[1], 0, right[2], up[2], -f[2], 0, 0, 0, 0, 1]);
    const k = ratio / s, l = 1 / s;
    const back = new Float32Array([right[0] * k, right[1] * k, right[2] * k, 0, up[0] * l, up[1] * l, up[2] * l, 0, 0, 0, 0, 0, f[0], f[1], f[2], 1]);
    const view = multiply(lens, turned);
    return {
      eye, view, back, forward: f, right, up, ratio, s,
      // project returns where a place is on the screen, null behind the eye.
      project(x, y, z) {
        const p = [x - eye[0], y - eye[1], z - eye[2]];
        const w = view[3] * p[0] + view[7] * p[1] + view[11] * p[2];
        if (w <= close) return null;
        return [(1 + (view[0] * p[0] + view[4] * p[1] + view[8] * p[2]) / w) * wide / 2, (1 - (view[1] * p[0] + view[5] * p[1] + view[9] * p[2]) / w) * high / 2, w];
      },
      // sees reports whether a ball may be seen.
      sees(x, y, z, radius) {
        const p = [x - eye[0], y - eye[1], z - eye[2]], dot = (v) => v[0] * p[0] + v[1] * p[1] + v[2] * p[2];
        const w = dot(f);
        if (w < -radius) return false;
        const edge = (side, t) => Math.abs(side) <= w * t + radius * Math.hypot(1, t);
        return edge(dot(right), ratio / s) && edge(dot(up), 1 / s);
      },
    };
  }

  // move goes along the ground: ahead and to the right, in blocks.
  move(ahead, right) {
    const a = this.turn * Math.PI / 180;
    this.x += Math.sin(a) * ahead + Math.cos(a) * right;
    this.z += -Math.cos(a) * ahead + Math.sin(a) * right;
  }
}
