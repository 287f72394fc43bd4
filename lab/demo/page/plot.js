// The plot: where one player's body is along the axis on which it walks, by everybody's account, over the last seconds.
import { colour, fit } from './palette.js';

export const seconds = 6;

// What is drawn, in this order: the later on top.
const lines = [
  { name: 'truth', label: 'without a network', width: 5, soft: true },
  { name: 'server', label: 'server', width: 1.5 },
  { name: 'received', label: 'received', width: 1.5, dash: [2, 3] },
  { name: 'other', label: "other's screen", width: 1.5, dash: [7, 3] },
  { name: 'predicted', label: 'predicted', width: 1.5 },
  { name: 'drawn', label: 'drawn', width: 2.2 },
];

export class Plot {
  constructor(figure, layout, perSecond) {
    this.canvas = figure.querySelector('canvas');
    this.title = figure.querySelector('.title');
    this.layout = layout;
    this.perSecond = perSecond;
    this.player = 0;
    this.low = 0;
    this.high = 1;
    const choice = figure.querySelector('.switch');
    this.buttons = [0, 1].map(i => {
      const b = document.createElement('button');
      b.type = 'button';
      b.textContent = `client ${i + 1}`;
      b.addEventListener('click', () => { this.player = i; this.axis = null; });
      choice.append(b);
      return b;
    });
  }

  // place returns where in a frame's numbers a line has the body.
  place(name) {
    return this.layout.place(name === 'other' ? 1 - this.player : this.player, name + this.axis.toUpperCase());
  }

  // choose picks the axis along which the body moved most.
  choose(frames, first, end) {
    const spread = axis => {
      const at = this.layout.place(this.player, 'truth' + axis.toUpperCase());
      let low = Infinity, high = -Infinity;
      for (let i = first; i < end; i += 6) {
        const v = frames[i].data[at];
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
      return high - low;
    };
    const x = spread('x'), z = spread('z');
    if (!this.axis || x > 1.5 * z || z > 1.5 * x) this.axis = z > 1.5 * x && z > 0.3 ? 'z' : x > 0.3 || !this.axis ? 'x' : this.axis;
  }

  // draw draws the seconds before the cursor. second is another run of the same tape, whose drawn line is added.
  draw(run, second) {
    const { c, wide, high } = fit(this.canvas);
    c.clearRect(0, 0, wide, high);
    this.buttons.forEach((b, i) => b.setAttribute('aria-pressed', i === this.player));
    const end = run.cursor, first = Math.max(0, end - seconds * this.perSecond);
    if (end < 1) return;
    this.choose(run.frames, first, end);
    this.title.textContent = `Where client ${this.player + 1}'s body is, ${this.axis === 'x' ? 'west to east' : 'north to south'}`;
    const left = 34, right = 104, area = { left, wide: wide - left - right, top: 8, high: high - 26 };
    this.range(run, first, end);
    this.grid(c, area, end);
    const x = i => area.left + area.wide * (1 - (end - 1 - i) / (seconds * this.perSecond));
    const y = v => area.top + area.high * (1 - (v - this.low) / (this.high - this.low));
    const ends = [];
    for (const line of lines) {
      const at = this.place(line.name);
      this.stroke(c, line, run.frames, at, first, end, x, y);
      ends.push({ line, y: y(run.frames[end - 1].data[at]) });
    }
    if (second && second.length >= end) {
      const line = { name: 'two', label: 'other method', width: 2.2 };
      const at = this.place('drawn');
      this.stroke(c, line, second.frames, at, first, end, x, y);
      ends.push({ line, y: y(second.frames[end - 1].data[at]) });
    }
    this.labels(c, ends, area, wide);
  }

  stroke(c, line, frames, at, first, end, x, y) {
    c.beginPath();
    for (let i = first; i < end; i++) i > first ? c.lineTo(x(i), y(frames[i].data[at])) : c.moveTo(x(i), y(frames[i].data[at]));
    c.strokeStyle = colour[line.name];
    c.globalAlpha = line.soft ? 0.35 : 1;
    c.lineWidth = line.width;
    c.setLineDash(line.dash || []);
    c.lineJoin = 'round';
    c.stroke();
    c.setLineDash([]);
    c.globalAlpha = 1;
  }

  // range lets the scale follow what is shown, gently.
  range(run, first, end) {
    let low = Infinity, high = -Infinity;
    for (const line of lines) {
      const at = this.place(line.name);
      for (let i = first; i < end; i += 3) {
        const v = run.frames[i].data[at];
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
    }
    const middle = (low + high) / 2, half = Math.max(1.5, (high - low) / 2 * 1.15);
    this.low += (middle - half - this.low) * 0.2;
    this.high += (middle + half - this.high) * 0.2;
  }

  grid(c, a, end) {
    c.strokeStyle = colour.line;
    c.fillStyle = colour.soft;
    c.font = '11px system-ui, sans-serif';
    c.lineWidth = 1;
    c.textAlign = 'right';
    const step = this.high - this.low > 8 ? 4 : this.high - this.low > 4 ? 2 : 1;
    for (let v = Math.ceil(this.low / step) * step; v <= this.high; v += step) {
      const y = a.top + a.high * (1 - (v - this.low) / (this.high - this.low));
      c.beginPath();
      c.moveTo(a.left, y);
      c.lineTo(a.left + a.wide, y);
      c.stroke();
      c.fillText(`${v} m`, a.left - 5, y + 4);
    }
    c.textAlign = 'center';
    const now = end / this.perSecond;
    for (let s = Math.ceil(now - seconds); s <= now; s++) {
      if (s >= 0) c.fillText(`${s} s`, a.left + a.wide * (1 - (now - s) / seconds), a.top + a.high + 14);
    }
  }

  // labels names the lines at their right ends, without one on top of another.
  labels(c, ends, a, wide) {
    ends.sort((p, q) => p.y - q.y);
    const gap = 14;
    let last = -Infinity;
    for (const e of ends) last = e.at = Math.max(e.y, last + gap);
    const over = last - (a.top + a.high + 4);
    if (over > 0) {
      let next = Infinity;
      for (const e of ends.slice().reverse()) next = e.at = Math.min(e.at, a.top + a.high + 4, next - gap);
    }
    c.textAlign = 'left';
    c.font = '12px system-ui, sans-serif';
    for (const e of ends) {
      c.strokeStyle = c.fillStyle = colour[e.line.name];
      c.globalAlpha = 0.5;
      c.beginPath();
      c.moveTo(a.left + a.wide + 1, e.y);
      c.lineTo(a.left + a.wide + 9, e.at);
      c.stroke();
      c.globalAlpha = 1;
      c.fillText(e.line.label, a.left + a.wide + 12, e.at + 4, wide - a.left - a.wide - 14);
    }
  }
}
