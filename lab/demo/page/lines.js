// The time lines: client 1, the server and client 2, with every packet on its way from one to another. Time goes to the right; the
// vertical line is now, and what lies right of it is still to arrive.
import { colour, fit } from './palette.js';

const past = 1200, future = 500; // ms that are shown
const lost = 1, bulk = 2;

export class Lines {
  constructor(figure, layout, perSecond) {
    this.canvas = figure.querySelector('canvas');
    this.layout = layout;
    this.frameMs = 1000 / perSecond;
  }

  draw(run) {
    const { c, wide, high } = fit(this.canvas);
    c.clearRect(0, 0, wide, high);
    const now = run.cursor * this.frameMs, left = 62;
    const x = t => left + (wide - left - 8) * (t - now + past) / (past + future);
    const rows = [high * 0.14, high * 0.5, high * 0.86]; // client 1, server, client 2
    const nowX = x(now);
    c.save();
    c.beginPath();
    c.rect(left, 0, wide - left, high);
    c.clip();
    this.packets(c, run, now, x, rows);
    this.marks(c, run, x, rows);
    c.restore();
    c.strokeStyle = colour.soft;
    c.lineWidth = 1;
    c.setLineDash([3, 3]);
    c.beginPath();
    c.moveTo(nowX, 4);
    c.lineTo(nowX, high - 4);
    c.stroke();
    c.setLineDash([]);
    this.rails(c, rows, left, wide, nowX);
  }

  rails(c, rows, left, wide, nowX) {
    c.font = '12px system-ui, sans-serif';
    c.textAlign = 'left';
    [['client 1', 'one'], ['server', 'server'], ['client 2', 'two']].forEach(([label, name], i) => {
      c.strokeStyle = c.fillStyle = colour[name];
      c.lineWidth = 2;
      c.beginPath();
      c.moveTo(left, rows[i]);
      c.lineTo(wide - 8, rows[i]);
      c.stroke();
      c.fillText(label, 6, rows[i] + 4);
    });
    c.fillStyle = colour.soft;
    c.fillText('now', nowX + 4, rows[1] - 6);
  }

  // packets draws the way of each packet that left lately, and a dot where it is now.
  packets(c, run, now, x, rows) {
    const first = Math.max(0, run.cursor - Math.ceil((past + 1100) / this.frameMs));
    const asked = new Set(run.events.map(e => `${e.player},${e.frame}`)); // frames in which a hand did something
    const strokes = new Map(), dots = [], crosses = []; // lines of one look are one path
    for (let i = first; i < run.cursor; i++) {
      this.layout.packets(run.frames[i].data, (client, up, sent, arrives, size, flags) => {
        if (arrives < now - past) return;
        const a = up ? rows[client * 2] : rows[1], b = up ? rows[1] : rows[client * 2];
        const told = up && (asked.has(`${client},${i}`) || asked.has(`${client},${i - 1}`));
        const share = flags & lost ? 0.5 : 1; // a lost one ends half way
        const x1 = x(sent + (arrives - sent) * share), y1 = a + (b - a) * share;
        const look = `${client}${told ? 't' : arrives < now ? 'p' : 'f'}`;
        if (!strokes.has(look)) strokes.set(look, new Path2D());
        const path = strokes.get(look);
        path.moveTo(x(sent), a);
        path.lineTo(x1, y1);
        if (flags & lost) return crosses.push([x1, y1]);
        if (now < sent || now > arrives) return;
        const way = arrives > sent ? (now - sent) / (arrives - sent) : 1;
        dots.push([client, a + (b - a) * way, (flags & bulk ? 4 : 2) + Math.min(2.5, size / 400) + (told ? 1.2 : 0)]);
      });
    }
    for (const [look, path] of strokes) {
      c.strokeStyle = colour[look[0] === '1' ? 'two' : 'one'];
      c.globalAlpha = { t: 0.9, p: 0.16, f: 0.24 }[look[1]];
      c.lineWidth = look[1] === 't' ? 1.8 : 1;
      c.stroke(path);
    }
    c.globalAlpha = 1;
    for (const [client, y, radius] of dots) {
      c.fillStyle = colour[client ? 'two' : 'one'];
      c.beginPath();
      c.arc(x(now), y, radius, 0, 7);
      c.fill();
    }
    for (const [x1, y1] of crosses) this.cross(c, x1, y1);
  }

  cross(c, x, y) {
    c.strokeStyle = colour.bad;
    c.lineWidth = 1.6;
    c.beginPath();
    for (const d of [-1, 1]) {
      c.moveTo(x - 3, y - 3 * d);
      c.lineTo(x + 3, y + 3 * d);
    }
    c.stroke();
  }

  // marks shows when a hand did something.
  marks(c, run, x, rows) {
    for (const e of run.events) {
      if (e.player === undefined || e.frame < run.cursor - 100 || e.frame > run.cursor) continue;
      c.fillStyle = colour.ink;
      const at = x((e.frame + 0.3) * this.frameMs), y = rows[e.player * 2], out = e.player ? 1 : -1;
      c.beginPath();
      c.moveTo(at, y + 3 * out);
      c.lineTo(at - 4, y + 11 * out);
      c.lineTo(at + 4, y + 11 * out);
      c.fill();
    }
  }
}
