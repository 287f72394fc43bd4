// A screen: the arena seen from above at a slant, with the blocks and bodies of one frame. It draws what it is told and decides
// nothing.
import { blockColour, colour, fit, rgb, shade } from './palette.js';

const turn = 0.26; // radians by which the arena is turned: walking east goes to the right and a little towards the viewer
const ca = Math.cos(turn), sa = Math.sin(turn);
const tilt = 0.56, rise = 0.82; // how much of a block's depth and height is seen

// The light of the faces that can be seen.
const lightTop = 1.06, lightSouth = 0.86, lightEast = 0.72;

export class Iso {
  constructor(canvas, about) {
    this.canvas = canvas;
    this.about = about;
    this.air = about.Blocks.indexOf('air');
    this.glass = about.Blocks.indexOf('glass');
    this.colours = about.Blocks.map(blockColour);
    this.scale = 1;
    this.offX = this.offY = 0;
    this.hover = null; // {x, z, place}: the column under the pointer
  }

  // at returns where a point of the arena lies on the canvas.
  at(x, y, z) {
    return [this.offX + (x * ca - z * sa) * this.scale, this.offY + ((x * sa + z * ca) * tilt - y * rise) * this.scale];
  }

  // size fits the arena into the canvas.
  size(wide, high) {
    const { Wide, Deep } = this.about;
    const w = Wide * ca + Deep * sa, h = (Wide * sa + Deep * ca) * tilt + 2 * rise + 0.1; // from the top of the wall behind to the foot of the one in front
    this.scale = Math.min((wide - 4) / w, (high - 4) / h);
    this.offX = (wide - w * this.scale) / 2 + Deep * sa * this.scale;
    this.offY = (high - h * this.scale) / 2 + 3 * rise * this.scale;
  }

  // draw draws a frame. bodies are {x, y, z, yaw, paint, ghost}: a ghost is an outline.
  draw(cells, bodies) {
    const { c, wide, high, ratio } = fit(this.canvas);
    this.size(wide, high);
    c.clearRect(0, 0, wide, high);
    c.drawImage(this.land(cells, wide, high, ratio), 0, 0, wide, high);
    this.cells = cells;
    const solid = bodies.filter(b => !b.ghost).sort((a, b) => a.z * ca + a.x * sa - b.z * ca - b.x * sa);
    for (const b of solid) this.shadow(c, b);
    for (const b of solid) {
      this.body(c, b);
      this.front(c, cells, b);
    }
    for (const b of bodies) if (b.ghost) this.outline(c, b);
    if (this.hover) this.mark(c);
  }

  // land returns a picture of the arena without bodies, which is drawn again when a block has changed.
  land(cells, wide, high, ratio) {
    const l = this.picture ||= document.createElement('canvas');
    const key = `${l.width},${wide},${high},${ratio},${colour.grass}`;
    if (this.pictured === cells && this.pictureKey === key) return l;
    l.width = Math.round(wide * ratio);
    l.height = Math.round(high * ratio);
    const c = l.getContext('2d');
    c.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.floor(c);
    const { Wide, Deep } = this.about;
    for (let z = 0; z < Deep; z++) for (let x = 0; x < Wide; x++) this.column(c, cells, x, z);
    this.pictured = cells;
    this.pictureKey = `${l.width},${wide},${high},${ratio},${colour.grass}`;
    return l;
  }

  // front draws those columns again that stand in front of a body and may hide it.
  front(c, cells, b) {
    const { Wide, Deep } = this.about, bx = clamp(Math.floor(b.x), Wide), bz = clamp(Math.floor(b.z + 0.3), Deep);
    for (let z = bz; z < Math.min(Deep, bz + 4); z++) {
      for (let x = Math.max(0, bx - 2); x < Math.min(Wide, bx + 3); x++) if (z > bz || x > bx) this.column(c, cells, x, z);
    }
  }

  // floor draws the lawn, in squares of two greens.
  floor(c) {
    const { Wide, Deep } = this.about;
    for (let pass = 0; pass < 2; pass++) {
      c.fillStyle = pass ? colour['grass-dark'] : colour.grass;
      c.beginPath();
      for (let z = 1; z < Deep - 1; z++) {
        for (let x = 1; x < Wide - 1; x++) {
          if ((x + z & 1) === pass) this.quad(c, [x, 1, z], [x + 1, 1, z], [x + 1, 1, z + 1], [x, 1, z + 1]);
        }
      }
      c.fill();
    }
  }

  // column draws the blocks of a column, from the ground up: those faces that nothing in front of them hides.
  column(c, cells, x, z) {
    const { Wide, Deep, High } = this.about;
    for (let y = 0; y < High; y++) {
      const b = cells[(y * Deep + z) * Wide + x];
      if (b === this.air || b === this.glass) continue;
      const above = y + 1 < High ? cells[((y + 1) * Deep + z) * Wide + x] : this.air;
      const south = z + 1 < Deep ? cells[(y * Deep + z + 1) * Wide + x] : this.air;
      const east = x + 1 < Wide ? cells[(y * Deep + z) * Wide + x + 1] : this.air;
      const rim = z === Deep - 1 || x === Wide - 1; // the wall in front is drawn low, so that it hides nobody
      if (rim && y > 0) continue;
      const top = y + (rim ? 1.35 : 2), rgbs = this.colours[b];
      if (this.open(above) || rim) this.face(c, shade(rgbs, lightTop), [x, top, z], [x + 1, top, z], [x + 1, top, z + 1], [x, top, z + 1]);
      if (this.open(south)) this.face(c, shade(rgbs, lightSouth), [x, top, z + 1], [x + 1, top, z + 1], [x + 1, y + 1, z + 1], [x, y + 1, z + 1]);
      if (this.open(east)) this.face(c, shade(rgbs, lightEast), [x + 1, top, z], [x + 1, top, z + 1], [x + 1, y + 1, z + 1], [x + 1, y + 1, z]);
    }
  }

  open(b) { return b === this.air || b === this.glass; }

  quad(c, ...corners) {
    corners.forEach((p, i) => { const [x, y] = this.at(...p); i ? c.lineTo(x, y) : c.moveTo(x, y); });
    c.closePath();
  }

  face(c, fill, ...corners) {
    c.beginPath();
    this.quad(c, ...corners);
    c.fillStyle = c.strokeStyle = fill; // the edge closes the seams between faces
    c.lineWidth = 0.6;
    c.fill();
    c.stroke();
  }

  shadow(c, b) {
    const [x, y] = this.at(b.x, 1, b.z);
    c.fillStyle = 'rgba(0,0,0,0.28)';
    c.beginPath();
    c.ellipse(x, y, 0.42 * this.scale, 0.24 * this.scale, 0, 0, 7);
    c.fill();
  }

  // body draws a player: legs, trunk, head and what shows where it looks.
  body(c, b) {
    const paint = rgb(b.paint), dark = paint.map(v => v * 0.62), skin = [236, 196, 160];
    this.box(c, b, 0, 0.72, 0.2, 0.17, dark);
    this.box(c, b, 0.72, 1.35, 0.27, 0.19, paint);
    const dx = Math.sin(b.yaw * 2 * Math.PI), dz = -Math.cos(b.yaw * 2 * Math.PI);
    const face = () => this.box(c, { ...b, x: b.x + 0.2 * dx, z: b.z + 0.2 * dz }, 1.5, 1.66, 0.16, 0.06, [60, 50, 60]);
    const away = dx * sa + dz * ca < 0; // it looks away: the head hides the face
    if (away) face();
    this.box(c, b, 1.35, 1.82, 0.24, 0.24, skin);
    if (!away) face();
  }

  // box draws an upright box around a body's axis, turned as the body is.
  box(c, b, from, to, halfWide, halfDeep, paint) {
    const corners = this.corners(b, halfWide, halfDeep);
    for (let i = 0; i < 4; i++) {
      const [ax, az] = corners[i], [bx, bz] = corners[(i + 1) % 4];
      const nx = az - bz, nz = bx - ax; // outward
      if (nx * sa + nz * ca <= 0) continue; // looks away
      const light = lightEast + (lightSouth - lightEast) * Math.max(0, nz) / Math.hypot(nx, nz);
      this.face(c, shade(paint, light), [ax, b.y + to, az], [bx, b.y + to, bz], [bx, b.y + from, bz], [ax, b.y + from, az]);
    }
    this.face(c, shade(paint, lightTop), ...corners.map(([x, z]) => [x, b.y + to, z]));
  }

  // corners returns the four corners of a turned rectangle, in the order in which bodies' sides look outward.
  corners(b, halfWide, halfDeep) {
    const s = Math.sin(b.yaw * 2 * Math.PI), k = Math.cos(b.yaw * 2 * Math.PI);
    return [[-1, -1], [-1, 1], [1, 1], [1, -1]].map(([u, v]) => [b.x + k * u * halfWide - s * v * halfDeep, b.z + s * u * halfWide + k * v * halfDeep]);
  }

  // outline draws a body's box as lines.
  outline(c, b) {
    const r = 0.3, low = b.y, top = b.y + 1.8;
    c.strokeStyle = b.paint;
    c.lineWidth = 1.4;
    c.setLineDash(b.dash || []);
    c.beginPath();
    const corner = [[-r, -r], [r, -r], [r, r], [-r, r]].map(([u, v]) => [b.x + u, b.z + v]);
    this.quad(c, ...corner.map(([x, z]) => [x, low, z]));
    this.quad(c, ...corner.map(([x, z]) => [x, top, z]));
    for (const [x, z] of corner) {
      c.moveTo(...this.at(x, low, z));
      c.lineTo(...this.at(x, top, z));
    }
    c.stroke();
    c.setLineDash([]);
  }

  // mark shows the column under the pointer.
  mark(c) {
    const { x, z, y } = this.hover;
    c.strokeStyle = colour.ink;
    c.lineWidth = 1.5;
    c.beginPath();
    this.quad(c, [x, y, z], [x + 1, y, z], [x + 1, y, z + 1], [x, y, z + 1]);
    c.stroke();
  }

  // pick returns the column whose top or side lies at a point of the canvas, {x, z, y: the height of its top}, or null.
  pick(px, py) {
    const { Wide, Deep, High } = this.about;
    if (!this.cells) return null;
    for (let z = Deep - 2; z > 0; z--) {
      for (let x = Wide - 2; x > 0; x--) {
        let top = 1;
        for (let y = 0; y < High; y++) if (!this.open(this.cells[(y * Deep + z) * Wide + x])) top = y + 2;
        const faces = [[[x, top, z], [x + 1, top, z], [x + 1, top, z + 1], [x, top, z + 1]]];
        if (top > 1) {
          faces.push([[x, top, z + 1], [x + 1, top, z + 1], [x + 1, 1, z + 1], [x, 1, z + 1]]);
          faces.push([[x + 1, top, z], [x + 1, top, z + 1], [x + 1, 1, z + 1], [x + 1, 1, z]]);
        }
        if (faces.some(f => inside(f.map(p => this.at(...p)), px, py))) return { x, z, y: top };
      }
    }
    return null;
  }
}

function clamp(v, n) { return Math.max(0, Math.min(n - 1, v)); }

// inside reports whether a point lies in a convex polygon.
function inside(polygon, px, py) {
  let sign = 0;
  for (let i = 0; i < polygon.length; i++) {
    const [ax, ay] = polygon[i], [bx, by] = polygon[(i + 1) % polygon.length];
    const side = Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
    if (side && sign && side !== sign) return false;
    sign = side || sign;
  }
  return true;
}
