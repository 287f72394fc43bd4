// What stands on the land: players and the spawn as labels, claims and regions as walls that follow the ground.
const rgb = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);

export class Marks {
  constructor(host, painter, { colourOf, nameOf, spawn }) {
    Object.assign(this, { host, painter, colourOf, nameOf });
    this.people = new Map();
    this.areas = [];
    this.walls = [];
    this.labels = [];
    this.home = { x: spawn[0] + .5, y: spawn[1], z: spawn[2] + .5, element: this.label('spawn', '#14181d') };
    this.home.element.classList.add('start');
  }

  label(text, colour) {
    const out = document.createElement('div'), name = document.createElement('span'), stem = document.createElement('i');
    out.className = 'pin';
    name.textContent = text;
    stem.style.background = colour;
    out.append(name, stem);
    this.host.append(out);
    return out;
  }

  setPeople(list) {
    const here = new Set(list.map((p) => p.name));
    for (const [name, p] of this.people) {
      if (here.has(name)) continue;
      p.element.remove();
      this.people.delete(name);
    }
    for (const p of list) {
      let q = this.people.get(p.name);
      if (!q) {
        q = { element: this.label(p.name, this.colourOf(p.name)) };
        q.element.firstChild.style.background = this.colourOf(p.name);
        this.people.set(p.name, q);
      }
      Object.assign(q, { x: p.x + .5, y: p.y + 1.8, z: p.z + .5 });
    }
  }

  setAreas(list) { this.areas = list; }

  // build makes the walls, on the ground as it is known.
  build(height) {
    for (const w of this.walls) this.painter.drop(w.mesh);
    for (const l of this.labels) l.element.remove();
    this.walls = [];
    this.labels = [];
    for (const a of this.areas) {
      const [x0, z0, x1, z1] = [a.low[0], a.low[1], a.high[0] + 1, a.high[1] + 1];
      const colour = rgb(a.claim ? this.colourOf(a.name) : '#ffc53d'), out = [];
      const step = Math.max(1, Math.ceil(Math.max(x1 - x0, z1 - z0) / 128));
      let sum = 0, parts = 0;
      const strip = (fx, fz, tx, tz, ix, iz) => { // i leads into the land: its ground counts
        const long = Math.abs(tx - fx) + Math.abs(tz - fz), dx = Math.sign(tx - fx), dz = Math.sign(tz - fz);
        for (let d = 0; d < long; d += step) {
          const e = Math.min(d + step, long), x = fx + dx * d, z = fz + dz * d, x2 = fx + dx * e, z2 = fz + dz * e;
          const inside = height(x + ix + dx * .5, z + iz + dz * .5);
          if (inside === undefined) continue;
          let low = Math.min(inside, height(x - ix + dx * .5, z - iz + dz * .5) ?? inside) - 1, high = inside + 4;
          if (a.heights) [low, high] = [a.heights[0], a.heights[1] + 1]; // as high as it is, wherever the ground is
          sum += high;
          parts++;
          const quad = (y, y2, al, al2) => {
            const v = (px, py, pz, alpha) => out.push(px - x0, py, pz - z0, ...colour, alpha);
            v(x, y, z, al); v(x2, y, z2, al); v(x2, y2, z2, al2); v(x, y, z, al); v(x2, y2, z2, al2); v(x, y2, z, al2);
          };
          quad(low, high, .42, .26);
          quad(high, high + .35, .95, .95);
        }
      };
      strip(x0, z0, x1, z0, 0, .5);
      strip(x0, z1, x1, z1, 0, -.5);
      strip(x0, z0, x0, z1, .5, 0);
      strip(x1, z0, x1, z1, -.5, 0);
      if (!out.length) continue;
      this.walls.push({ mesh: this.painter.uploadWalls(out), x: x0, y: 0, z: z0 });
      const element = this.label(this.nameOf(a), '#ffffff');
      element.classList.add('land');
      this.labels.push({ element, x: (x0 + x1) / 2, y: sum / parts + 3, z: (z0 + z1) / 2 });
    }
  }

  // put moves the labels to where they are seen.
  put(sight, past, far) {
    const show = (m, most) => {
      const p = sight.project(m.x, m.y, m.z), seen = p && p[2] < most;
      m.element.hidden = !seen;
      if (seen) {
        m.element.style.transform = `translate(${p[0].toFixed(1)}px, ${p[1].toFixed(1)}px)`;
        m.element.style.zIndex = String(Math.round(1e5 / p[2]));
      }
    };
    for (const p of this.people.values()) show(p, past ? 0 : far);
    for (const l of this.labels) show(l, past ? 0 : Math.min(far, 700));
    show(this.home, far);
  }
}
