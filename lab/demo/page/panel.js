// A screen with what belongs to it: its heading, its canvas, its figures and its controls. The bounds and the methods are those that
// the program describes.
import { Iso } from './iso.js';
import { colour } from './palette.js';

// el makes an element: el('label', {class: 'x', title: 'y'}, child, 'text').
export function el(tag, attributes = {}, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined) e.setAttribute(name, value === true ? '' : value);
  }
  e.append(...children);
  return e;
}

// slider makes a labelled slider; change is told its number when a hand moves it.
function slider(label, title, { min, max, step = 1, value, unit }, change) {
  const out = el('output');
  const input = el('input', { type: 'range', min, max, step, value, 'aria-label': label });
  const show = () => { out.textContent = `${input.value}${unit}`; };
  input.addEventListener('input', () => { show(); change(Number(input.value)); });
  show();
  const box = el('label', { class: 'slider', title }, el('span', {}, label), input, out);
  return { box, set(v) { input.value = v; show(); } };
}

// figure makes a number with its name.
function figure(name, title) {
  const out = el('b');
  return { box: el('span', { class: 'figure', title }, out, ' ', name), set(text, kind = '') { out.textContent = text; out.className = kind; } };
}

// screen returns the bodies on a player's screen: two as drawn, and the own one as received and as predicted where that is elsewhere.
export function screen(layout, data, i) {
  const paints = [colour.one, colour.two];
  const drawn = layout.body(data, i, 'drawn');
  const ghosts = [['received', colour.received, [2, 3]], ['predicted', colour.predicted]].map(([name, paint, dash]) => ({ ...layout.body(data, i, name), paint, ghost: true, dash }));
  return [
    { ...drawn, paint: paints[i] }, { ...layout.body(data, i, 'other'), paint: paints[1 - i] },
    ...ghosts.filter(g => Math.hypot(g.x - drawn.x, g.y - drawn.y, g.z - drawn.z) > 0.03),
  ];
}

// ClientPanel is the screen of a player.
export class ClientPanel {
  // on has method(player, text), network(player, conditions), and what hands do on the canvas: act(player, x, z, place).
  constructor(article, player, about, on) {
    this.player = player;
    this.about = about;
    this.on = on;
    this.network = { lag: 0, jitter: 0, loss: 0, burst: false };
    this.method = about.Methods[0].Name;
    this.canvas = el('canvas', { 'aria-label': `screen of client ${player + 1}` });
    this.iso = new Iso(this.canvas, about);
    this.select = el('select', { 'aria-label': `method of client ${player + 1}`, onchange: () => this.chosen(this.select.value) },
      ...about.Methods.map(m => el('option', { value: m.Name }, m.Name)));
    this.select.append(el('option', { value: '', hidden: true }, 'changed'));
    this.more = el('button', { type: 'button', class: 'more', 'aria-expanded': 'false', title: 'parameters, and the five choices', onclick: () => this.toggle() }, '⋯');
    this.details = el('div', { class: 'details', hidden: true });
    this.note = el('p', { class: 'note', role: 'status' });
    this.figures = {
      wait: figure('until a step shows', 'time from the key to the first frame that shows the step'),
      off: figure('from the truth', 'the body on this screen, from where it would be without a network'),
      apart: figure("from the other's screen", "this body on this screen, from this body on the other's screen"),
      corrections: figure('corrections', 'the server had something else than was predicted'),
    };
    const change = name => v => { this.network[name] = v; on.network(player, { ...this.network }); };
    this.sliders = {
      lag: slider('lag', 'one way; the round trip is twice that', { min: 0, max: 500, step: 5, value: 0, unit: ' ms' }, change('lag')),
      jitter: slider('jitter', 'the most that is added to the lag of a packet', { min: 0, max: 200, step: 5, value: 0, unit: ' ms' }, change('jitter')),
      loss: slider('loss', 'share of the packets', { min: 0, max: Math.min(50, about.LossMax), value: 0, unit: ' %' }, change('loss')),
    };
    this.burst = el('input', { type: 'checkbox', onchange: () => change('burst')(this.burst.checked) });
    article.classList.add(player ? 'two' : 'one');
    article.append(
      el('h2', {}, el('span', {}, `Client ${player + 1}`), this.select, this.more),
      el('div', { class: 'screen' }, this.canvas, this.note),
      el('p', { class: 'figures' }, ...Object.values(this.figures).map(f => f.box)),
      el('div', { class: 'controls' }, ...Object.values(this.sliders).map(s => s.box), el('label', { class: 'check', title: 'losses come in bursts' }, this.burst, 'in bursts')),
      this.details);
    this.pointer();
  }

  // pointer lets a hand choose a column and act on it.
  pointer() {
    const { canvas, iso, on, player } = this;
    const at = e => { const r = canvas.getBoundingClientRect(); return iso.pick(e.clientX - r.left, e.clientY - r.top); };
    canvas.addEventListener('pointermove', e => { iso.hover = at(e); });
    canvas.addEventListener('pointerleave', () => { iso.hover = null; });
    canvas.addEventListener('contextmenu', e => e.preventDefault());
    canvas.addEventListener('pointerdown', e => {
      const p = at(e);
      if (p && (e.button === 0 || e.button === 2)) on.act(player, p.x, p.z, e.button === 0 && !e.shiftKey);
    });
  }

  // chosen takes a method's name from the list.
  chosen(name) {
    if (!name) return;
    this.on.method(this.player, name);
  }

  // setMethod shows a method in text form as the present one.
  setMethod(text) {
    this.method = text || this.about.Methods[0].Name;
    const [name, ...rest] = this.method.split(',');
    const row = this.about.Methods.find(m => m.Name === name);
    this.select.value = rest.length ? '' : name;
    if (rest.length) this.select.selectedOptions[0].textContent = this.method;
    this.select.title = row ? `${row.About} (${row.Source})` : '';
    if (!this.details.hidden) this.fill();
  }

  // setNetwork shows conditions as the present ones.
  setNetwork(n) {
    this.network = { ...n };
    for (const [name, s] of Object.entries(this.sliders)) s.set(n[name]);
    this.burst.checked = n.burst;
  }

  toggle() {
    this.details.hidden = !this.details.hidden;
    this.more.setAttribute('aria-expanded', String(!this.details.hidden));
    if (!this.details.hidden) this.fill();
  }

  // fill shows the choices and parameters of the method.
  fill() {
    const [name, ...rest] = this.method.split(',');
    const row = this.about.Methods.find(m => m.Name === name);
    const given = Object.fromEntries(rest.map(part => part.split('=')));
    const change = (key, value, usual) => {
      if (value === usual) delete given[key];
      else given[key] = value;
      this.on.method(this.player, [name, ...Object.entries(given).map(([k, v]) => `${k}=${v}`)].join(','));
    };
    const list = (key, title, values, usual) => {
      const s = el('select', { onchange: () => change(key, s.value, usual) }, ...values.map(v => el('option', { value: v }, v)));
      s.value = given[key] ?? usual;
      return el('label', { title }, key, s);
    };
    const number = p => {
      const i = el('input', { type: 'number', min: p.Low, max: p.High, step: p.Whole ? 1 : 'any', onchange: () => change(p.Name, i.value, p.Default) });
      i.value = given[p.Name] ?? p.Default;
      return el('label', { title: p.About }, p.Name, i, p.Unit);
    };
    this.details.replaceChildren(
      el('p', {}, row.About, ' ', el('cite', {}, row.Source)),
      ...row.Parameters.map(p => p.Words ? list(p.Name, p.About, p.Words, p.Default) : number(p)),
      ...this.about.Axes.map((a, i) => list(a.Name, a.About, a.Values.map(v => v.Name), row.Choices[i])));
  }

  // show draws a frame.
  show(layout, frame) {
    const { data, cells } = frame, i = this.player;
    this.iso.draw(cells[i], screen(layout, data, i));
    const of = name => layout.of(data, i, name), f = this.figures;
    const hits = of('hits'), struck = of('struck');
    if (hits > (this.hits ?? hits)) this.tell('hit!');
    if (struck > (this.struck ?? struck)) this.tell('struck');
    this.hits = hits;
    this.struck = struck;
    const wait = of('wait'), off = of('off'), apart = of('apart'), corrections = of('corrections');
    f.wait.set(wait < 0 ? '–' : `${Math.round(wait)} ms`, wait > 100 ? 'bad' : wait >= 0 ? 'good' : '');
    f.off.set(`${off.toFixed(off < 10 ? 1 : 0)} cm`, off > 5 ? 'bad' : 'good');
    f.apart.set(`${apart.toFixed(apart < 10 ? 1 : 0)} cm`, apart > 20 ? 'bad' : '');
    f.corrections.set(String(corrections), corrections ? 'bad' : 'good');
  }

  // tell shows a short note on the screen.
  tell(text) {
    this.note.textContent = text;
    clearTimeout(this.fading);
    this.fading = setTimeout(() => { this.note.textContent = ''; }, 2200);
  }
}

// ServerPanel is the view of the server.
export class ServerPanel {
  constructor(article, about, on) {
    this.canvas = el('canvas', { 'aria-label': 'the world of the server' });
    this.iso = new Iso(this.canvas, about);
    this.rate = slider('steps', 'how often the server steps in a second', { min: about.RateMin, max: about.RateMax, value: about.RateMax, unit: ' /s' }, v => on.rate(v));
    this.unacked = figure('unanswered actions', 'of both clients');
    article.classList.add('server');
    this.name = el('span', {}, 'Server');
    this.remark = el('small', {}, 'what is true');
    this.more = el('span', {});
    article.append(
      el('h2', {}, this.name, this.remark),
      el('div', { class: 'screen' }, this.canvas),
      el('p', { class: 'figures' }, this.unacked.box, this.more),
      el('div', { class: 'controls' }, this.rate.box,
        el('p', { class: 'key' }, el('i', { class: 'box drawn' }), 'drawn ', el('i', { class: 'box predicted' }), 'predicted ', el('i', { class: 'box received' }), 'received')));
  }

  // head changes the heading, second the line of figures, while something else is shown here.
  head(name, remark) { this.name.textContent = name; this.remark.textContent = remark; }
  second(text) { this.more.textContent = text; }

  show(layout, frame) {
    this.iso.draw(frame.cells[2], [0, 1].map(i => ({ ...layout.body(frame.data, i, 'server'), paint: i ? colour.two : colour.one })));
    this.unacked.set(String(layout.of(frame.data, 0, 'unacked') + layout.of(frame.data, 1, 'unacked')));
  }
}
