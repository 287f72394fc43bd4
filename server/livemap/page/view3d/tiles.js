// The tiles of the view: near ones fine, far ones coarse. A coarse tile is drawn until the four finer ones in its place have all come,
// so that there is no hole; tiles that were not drawn for long are dropped.
import { decode } from './relief.js';
import { mesh } from './mesh.js';

const bytesMax = 160 << 20, requestsMax = 4; // of meshes, and under way
const fineness = 1.7; // a tile is divided where it is nearer than this many times its edge
const patience = 2500; // ms after which a refused tile is asked for once more

export class Tiles {
  constructor({ size, scales, reach, upload, drop, changed }) {
    Object.assign(this, { size, scales, reach, upload, drop, changed });
    this.known = new Map();
    this.bytes = 0;
    this.under = 0; // requests
    this.time = 0;
    this.frame = 0;
    this.waiting = false;
  }

  // select returns the tiles to be drawn, and asks for those that lack.
  select(sight, radius) {
    this.frame++;
    this.wanted = [];
    this.last = [sight, radius];
    const out = [], edge = this.size << (this.scales - 1), [x, , z] = sight.eye;
    const most = Math.floor(this.reach / edge);
    for (let tz = Math.floor((z - radius) / edge); tz <= Math.floor((z + radius) / edge); tz++) {
      for (let tx = Math.floor((x - radius) / edge); tx <= Math.floor((x + radius) / edge); tx++) {
        if (tx < -most || tz < -most || tx >= most || tz >= most || this.away(sight, this.scales - 1, tx, tz) > radius) continue;
        this.place(this.scales - 1, tx, tz, sight, out);
      }
    }
    this.waiting = this.wanted.length > 0 || this.under > 0;
    this.wanted.sort((a, b) => a.rank - b.rank);
    this.pump();
    this.trim();
    return out;
  }

  // pump asks for the tiles that are wanted most.
  pump() {
    while (this.under < requestsMax && this.wanted.length) this.fetch(this.wanted.shift());
  }

  // away is the distance of a tile from the eye.
  away(sight, s, x, z) {
    const edge = this.size << s, [ex, ey, ez] = sight.eye, t = this.known.get(`${s}/${x}/${z}`);
    const dx = Math.max(x * edge - ex, 0, ex - (x + 1) * edge), dz = Math.max(z * edge - ez, 0, ez - (z + 1) * edge);
    const dy = t?.mesh ? Math.max(ey - t.high, 0, t.low - ey) : Math.max(0, ey - 100);
    return Math.hypot(dx, dy, dz);
  }

  place(s, x, z, sight, out) {
    const t = this.tile(s, x, z), edge = this.size << s, away = this.away(sight, s, x, z);
    const middle = t.mesh ? (t.low + t.high) / 2 : 60, tall = t.mesh ? (t.high - t.low) / 2 + 8 : 200;
    const seen = sight.sees((x + .5) * edge, middle, (z + .5) * edge, Math.hypot(edge * .71, tall));
    const rank = (seen ? 0 : 1e6) + away / edge - s * 4;
    if (!t.ready || t.time !== this.time) this.want(t, rank);
    if (!seen) return t.ready;
    if (s > 0 && away < edge * fineness) {
      const parts = [];
      let all = true;
      for (let k = 0; k < 4; k++) {
        const px = x * 2 + (k & 1), pz = z * 2 + (k >> 1);
        if (!this.place(s - 1, px, pz, sight, parts)) all = false;
      }
      if (all) {
        out.push(...parts);
        return true;
      }
    }
    if (t.mesh) out.push(t);
    if (t.ready && t.stale && t.time === this.time) this.want(t, t.news - 1e4); // of what was built on, only what is drawn, and before all else
    return t.ready;
  }

  tile(s, x, z) {
    const key = `${s}/${x}/${z}`;
    let t = this.known.get(key);
    if (!t) {
      t = { key, scale: s, tx: x, tz: z, cell: 1 << s, x: x * (this.size << s), z: z * (this.size << s), ready: false, stale: true, news: 0, time: -1, low: 0, high: 0 };
      this.known.set(key, t);
    }
    t.used = this.frame;
    return t;
  }

  want(t, rank) {
    if (t.loading || !t.stale && t.time === this.time || t.again > Date.now()) return;
    t.rank = rank + (t.ready ? 2 : 0);
    this.wanted.push(t);
  }

  async fetch(t) {
    const time = this.time, again = t.ready && t.time === time;
    let came = false;
    t.loading = true;
    t.stale = false;
    this.under++;
    try {
      const r = await fetch(`relief/${t.key}.vxr` + (time ? `?t=${time}` : ''));
      if (!r.ok) throw new Error(`${t.key}: ${r.status}`);
      const data = await r.arrayBuffer();
      if (time !== this.time || this.known.get(t.key) !== t) { // another time is looked at by now
        t.stale = true;
        return;
      }
      const made = mesh(decode(data, this.size + 2), t.scale);
      this.free(t);
      t.mesh = made.count ? this.upload(made) : null;
      [t.heights, t.grounds] = [made.heights, made.grounds];
      if (made.count) [t.low, t.high] = [made.low, made.high];
      t.ready = true;
      t.time = time;
      came = true;
      this.bytes += t.mesh?.bytes ?? 0;
    } catch {
      t.stale = true;
      t.again = Date.now() + patience;
      setTimeout(() => this.changed(), patience + 50);
    } finally {
      t.loading = false;
      this.under--;
      if (!this.wanted.length) this.select(...this.last); // the next finer ones, before the next frame
      this.pump();
      this.changed(again && came);
    }
  }

  free(t) {
    if (!t.mesh) return;
    this.bytes -= t.mesh.bytes;
    this.drop(t.mesh);
    t.mesh = null;
  }

  trim() {
    if (this.bytes < bytesMax && this.known.size < 2000) return;
    const old = [...this.known.values()].filter((t) => t.used < this.frame - 2 && !t.loading).sort((a, b) => a.used - b.used);
    for (const t of old) {
      if (this.bytes < bytesMax * .8 && this.known.size < 1500) break;
      this.free(t);
      this.known.delete(t.key);
    }
  }

  // renew has tiles fetched once more, as soon as they are drawn: those that show the tiles of a list of [scale, x, z], the most urgent first, or all.
  renew(list) {
    for (const t of this.known.values()) {
      const at = list ? list.findIndex(([s, x, z]) => s <= t.scale && x >> (t.scale - s) === t.tx && z >> (t.scale - s) === t.tz) : 0;
      if (at >= 0) [t.stale, t.news] = [true, at];
    }
    if (this.last) this.select(...this.last); // before the next frame
    this.changed();
  }

  setTime(time) { this.time = time; this.changed(); }

  // height returns that of the highest block at a place, or of the ground below a crown, by the finest tile that is there; undefined where
  // none is.
  height(x, z, ground) {
    for (let s = 0; s < this.scales; s++) {
      const edge = this.size << s, tx = Math.floor(x / edge), tz = Math.floor(z / edge), t = this.known.get(`${s}/${tx}/${tz}`);
      if (t?.ready) return t[ground ? 'grounds' : 'heights'][Math.floor((z - t.z) / t.cell) * this.size + Math.floor((x - t.x) / t.cell)];
    }
  }
}
