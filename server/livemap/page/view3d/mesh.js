// Makes the mesh of a tile: quads of 4 vertices of 12 bytes: x, y, z as 16 bits (x and z in 1/64 cell, y in 1/8 block), the side and the
// kind in 16 more, and a colour with the light of its corner.
import { down, thin, water } from './relief.js';

const top = 0, bottom = 1, north = 2, south = 3, west = 4, east = 5;
const unit = 64; // of a cell
const over = 1; // faces from above reach so far over their cells that no gap shows between those of different length

class Quads {
  constructor() { this.count = 0; this.grow(4096); }
  grow(quads) {
    const bytes = new ArrayBuffer(quads * 48);
    if (this.bytes) new Uint8Array(bytes).set(new Uint8Array(this.bytes));
    this.bytes = bytes;
    this.shorts = new Int16Array(bytes);
    this.tints = new Uint8Array(bytes);
  }
  // add adds a quad: corners are 12 numbers, lights 4.
  add(corners, side, kind, palette, colour, lights) {
    if (48 * (this.count + 1) > this.bytes.byteLength) this.grow(this.count * 2);
    for (let k = 0; k < 4; k++) {
      const s = (this.count * 4 + k) * 6, t = (this.count * 4 + k) * 12 + 8;
      this.shorts[s] = corners[k * 3];
      this.shorts[s + 1] = corners[k * 3 + 1];
      this.shorts[s + 2] = corners[k * 3 + 2];
      this.shorts[s + 3] = side | kind << 3;
      this.tints[t] = palette[colour * 4];
      this.tints[t + 1] = palette[colour * 4 + 1];
      this.tints[t + 2] = palette[colour * 4 + 2];
      this.tints[t + 3] = lights[k];
    }
    this.count++;
  }
}

const bright = [255, 255, 255, 255];
const steps = [[0, -1, north], [0, 1, south], [-1, 0, west], [1, 0, east]];

// mesh returns { vertices, count (quads), heights and grounds (of the highest and the lowest run of each cell, in blocks), low, high }. scale is that of the tile.
export const mesh = (relief, scale) => {
  const { row, first, tops, bottoms, faces, sides, palette } = relief, n = row - 2, quads = new Quads();
  const kindOf = (r) => palette[faces[r] * 4 + 3];
  const topOf = (r) => tops[r] * 4 - (kindOf(r) === water ? 1 : 0);
  const bottomOf = (r) => bottoms[r] === down ? -Infinity : bottoms[r] * 4;
  const heights = new Float32Array(n * n), grounds = new Float32Array(n * n);
  let low = Infinity, high = -Infinity;
  // full reports whether a cell is solid just above a height.
  const full = (cell, y) => {
    for (let r = first[cell]; r < first[cell + 1]; r++) {
      if (topOf(r) > y) { if (bottomOf(r) <= y && kindOf(r) !== thin) return true; } else return false;
    }
    return false;
  };
  const lights = [0, 0, 0, 0];
  // shade fills lights with how open the corners of a face from above are, and reports whether all are.
  const shade = (cell, y) => {
    const N = full(cell - row, y), S = full(cell + row, y), W = full(cell - 1, y), E = full(cell + 1, y);
    const corner = (a, b, c) => a && b ? 140 : 255 - 42 * (a + b + c);
    lights[0] = corner(N, W, full(cell - row - 1, y));
    lights[1] = corner(S, W, full(cell + row - 1, y));
    lights[2] = corner(S, E, full(cell + row + 1, y));
    lights[3] = corner(N, E, full(cell - row + 1, y));
    return lights[0] + lights[1] + lights[2] + lights[3] === 1020;
  };
  const skirt = (16 << scale) + 32; // below an edge of the tile: beside it another scale may lie lower

  for (let z = 0; z < n; z++) {
    let wide = null; // faces from above that are joined to the east
    const flush = () => {
      if (!wide) return;
      const { x, to, y, colour, kind } = wide;
      const w = x * unit - over, e = to * unit + over, n0 = z * unit - over, s0 = (z + 1) * unit + over;
      quads.add([w, y, n0, w, y, s0, e, y, s0, e, y, n0], top, kind, palette, colour, bright);
      wide = null;
    };
    for (let x = 0; x < n; x++) {
      const cell = (z + 1) * row + x + 1;
      const some = first[cell] < first[cell + 1];
      heights[z * n + x] = some ? tops[first[cell]] / 2 : -64;
      grounds[z * n + x] = some ? tops[first[cell + 1] - 1] / 2 : -64;
      for (let r = first[cell]; r < first[cell + 1]; r++) {
        const up = topOf(r), floor = bottomOf(r), kind = kindOf(r);
        low = Math.min(low, up);
        high = Math.max(high, up);
        const inset = kind === thin ? 22 : 0;
        const x0 = x * unit + inset, x1 = (x + 1) * unit - inset, z0 = z * unit + inset, z1 = (z + 1) * unit - inset;
        if (r === first[cell] || bottomOf(r - 1) > up || kindOf(r - 1) === thin) {
          const open = kind === thin || shade(cell, up);
          if (open && kind !== thin && r === first[cell]) {
            if (wide && wide.to === x && wide.y === up && wide.colour === faces[r]) wide.to++;
            else { flush(); wide = { x, to: x + 1, y: up, colour: faces[r], kind }; }
          } else {
            const w = x0 - over, e = x1 + over, n0 = z0 - over, s0 = z1 + over, corners = [w, up, n0, w, up, s0, e, up, s0, e, up, n0];
            // The quad is cut between the corners that differ least.
            if (!open && lights[0] + lights[2] < lights[1] + lights[3]) {
              quads.add([...corners.slice(3), ...corners.slice(0, 3)], top, kind, palette, faces[r], [lights[1], lights[2], lights[3], lights[0]]);
            } else quads.add(corners, top, kind, palette, faces[r], open ? bright : lights);
          }
        }
        if (floor !== -Infinity && (r + 1 === first[cell + 1] || topOf(r + 1) < floor)) {
          quads.add([x0, floor, z0, x1, floor, z0, x1, floor, z1, x0, floor, z1], bottom, kind, palette, sides[r], bright);
        }
        for (const [dx, dz, side] of steps) {
          const beside = cell + dz * row + dx, edge = x + dx < 0 || x + dx >= n || z + dz < 0 || z + dz >= n;
          const wall = (from, to, foot) => {
            if (from <= to) return;
            const q = side === north ? [x1, from, z0, x1, to, z0, x0, to, z0, x0, from, z0] : side === south ? [x0, from, z1, x0, to, z1, x1, to, z1, x1, from, z1]
              : side === west ? [x0, from, z0, x0, to, z0, x0, to, z1, x0, from, z1] : [x1, from, z1, x1, to, z1, x1, to, z0, x1, from, z0];
            const dark = foot ? 176 : 255;
            quads.add(q, side, kind, palette, sides[r], [255, dark, dark, 255]);
          };
          if (kind === thin) { wall(up, floor, false); continue; }
          let left = up, end = up; // what is not hidden yet reaches up to left; the walls reach down to end
          for (let s = first[beside]; s < first[beside + 1] && left > floor; s++) {
            if (kindOf(s) === thin) continue;
            const t = topOf(s), b = bottomOf(s);
            if (b >= left) continue;
            wall(left, Math.max(t, floor), t >= floor && left - t >= 8);
            left = Math.min(left, b);
            end = Math.min(end, Math.max(t, floor));
          }
          if (left > floor && left !== -Infinity) wall(left, floor === -Infinity ? left - skirt : floor, false);
          else if (edge && floor === -Infinity) wall(end - 2, end - skirt, false); // not in the plane of the face beside it
        }
      }
    }
    flush();
  }
  return { vertices: new Uint8Array(quads.bytes, 0, quads.count * 48), count: quads.count, heights, grounds, low: low / 8, high: high / 8 };
};
