// The page: a loop that plays frames as time passes and draws the one under the cursor, and the controls that steer it.
import './wasm_exec.js';
import { load } from './core.js';
import { Hands } from './input.js';
import { Lines } from './lines.js';
import * as link from './link.js';
import { readColours } from './palette.js';
import { ClientPanel, ServerPanel, el } from './panel.js';
import { Plot } from './plot.js';
import { Run } from './run.js';
import { Compare } from './compare.js';
import { Tour } from './tour.js';

const $ = id => document.getElementById(id);

class Page {
  constructor(core) {
    this.core = core;
    this.about = core.about;
    this.run = new Run(core);
    this.settings = { methods: ['', ''], networks: [0, 1].map(() => ({ lag: 0, jitter: 0, loss: 0, burst: false })), rate: core.about.RateMax, seed: 1 };
    this.playing = true;
    this.speed = 1;
    this.due = 0;      // frames that time has brought and that were not played yet
    this.busy = null;  // a promise while frames are made in the background
    this.frameRates = [];
    const on = {
      hold: (player, keys, yaw) => this.steer('hold', player, core => core.hold(player, keys, yaw)),
      strike: player => this.steer('strike', player, core => core.strike(player)),
      act: (player, x, z, place) => this.act(player, x, z, place),
      method: (player, text) => this.method(player, text),
      network: (player, n) => { this.settings.networks[player] = n; this.steer('network', undefined, core => core.network(player, n)); },
      rate: steps => { this.settings.rate = steps; this.steer('rate', undefined, core => core.rate(steps)); },
    };
    this.on = on;
    this.clients = [0, 1].map(i => new ClientPanel($('view' + i), i, this.about, on));
    this.server = new ServerPanel($('view2'), this.about, on);
    this.plot = new Plot($('plot'), core.layout, this.about.FramesPerSecond);
    this.lines = new Lines($('lines'), core.layout, this.about.FramesPerSecond);
    this.compare = new Compare($('compare'), this);
    this.tour = new Tour($('tour'), {
      scene: stop => this.scene(stop), closed: () => {},
      known: name => this.about.Methods.some(m => m.Name === name),
    });
    this.hands = new Hands(this.about.Keys, on, {
      KeyP: () => this.pause(this.playing), KeyR: () => this.restart(), KeyL: () => this.slow(this.speed === 1), '.': () => this.oneFrame(1), ',': () => this.oneFrame(-1),
      KeyF: () => on.strike(0), ShiftRight: () => on.strike(1),
      '?': () => $('help').showModal(),
    });
    this.buttons();
  }

  buttons() {
    const click = (id, f) => $(id).addEventListener('click', f);
    click('restart', () => this.restart());
    click('play', () => this.pause(this.playing));
    click('frame', () => this.oneFrame(1));
    click('slow', () => this.slow(this.speed === 1));
    click('share', () => this.share());
    click('tour-open', () => this.tour.go(0));
    click('help-open', () => $('help').showModal());
    click('compare-open', () => this.compare.ask());
    $('scrub').addEventListener('input', () => this.scrub(Number($('scrub').value)));
    fillHelp($('help'));
  }

  // steer does something to the run at the cursor. Hands wait while frames are made.
  steer(kind, player, act) {
    if (this.compare.active) this.compare.leave();
    const past = !this.run.atEnd;
    this.busy = (this.busy || Promise.resolve())
      .then(() => this.run.steer(kind, player, act, p => this.progress('Playing the tape up to here', p)))
      .catch(error => this.say(error.message))
      .then(result => {
        this.progress();
        if (past) { Object.assign(this.settings, this.core.settings()); this.reflect(); } // as they were there
        return result;
      });
    const mine = this.busy;
    mine.then(() => { if (this.busy === mine) this.busy = null; });
    return mine;
  }

  async act(player, x, z, place) {
    const before = this.run.shown;
    const error = await this.steer('act', player, core => core.act(player, x, z, place));
    if (error) return this.clients[player].tell(error);
    const refused = () => this.core.layout.of(this.run.shown.data, player, 'refused');
    const had = before ? this.core.layout.of(before.data, player, 'refused') : 0;
    setTimeout(() => { if (this.run.shown && refused() > had) this.clients[player].tell(`not possible: ${this.core.told(player)}`); }, 60);
  }

  // method changes a player's method; where the program cannot do that while playing, the run begins again with it.
  async method(player, text) {
    const was = this.settings.methods[player];
    this.settings.methods[player] = text;
    let failed = '';
    await this.steer('method', undefined, core => { try { core.method(player, text); } catch (e) { failed = e.message; } });
    if (failed && !this.tryAgain(player, text, was)) this.say(failed);
    this.clients[player].setMethod(this.settings.methods[player]);
  }

  // tryAgain begins again with the methods as they are chosen, and goes back where that is not possible.
  tryAgain(player, text, was) {
    try {
      this.restart();
      return true;
    } catch {
      this.settings.methods[player] = was;
      this.restart();
      return false;
    }
  }

  // restart begins again with the present settings.
  restart() {
    this.run.begin(core => core.open(this.settings));
    this.hands.forget();
    this.hands.changed();
    this.compare.leave();
    this.hashOf('');
    this.due = 0;
    this.pause(false);
    this.reflect();
  }

  // reflect shows the settings on the controls.
  reflect() {
    this.clients.forEach((c, i) => { c.setMethod(this.settings.methods[i]); c.setNetwork(this.settings.networks[i]); });
    this.server.rate.set(this.settings.rate);
  }

  // scene is a stop of the tour.
  scene(stop) {
    this.settings.methods = [...stop.methods];
    this.settings.networks = stop.networks.map(n => ({ ...n }));
    this.settings.rate = this.about.RateMax;
    this.plot.player = stop.watch;
    this.restart();
  }

  pause(yes) {
    this.playing = !yes;
    $('play').textContent = yes ? 'Play' : 'Pause';
    if (yes && this.run.length) this.hashOf(this.run.atEnd ? this.core.hash() : '');
  }

  slow(yes) {
    this.speed = yes ? 0.1 : 1;
    $('slow').setAttribute('aria-pressed', String(yes));
  }

  oneFrame(way) {
    this.pause(true);
    if (way > 0) this.advance(1);
    else this.run.cursor = Math.max(1, this.run.cursor - 1);
    this.hashOf(this.run.atEnd ? this.core.hash() : '');
    this.draw();
  }

  scrub(frame) {
    if (this.playing) this.pause(true);
    this.run.cursor = Math.max(1, Math.min(frame, this.run.length));
    this.hashOf(this.run.atEnd ? this.core.hash() : '');
  }

  // advance plays frames, with what the tour's script does before each.
  advance(frames) {
    for (; frames > 0; frames--) {
      if (this.run.atEnd) {
        for (const s of this.tour.due(this.run.length)) {
          this.run.events.push({ frame: this.run.length, player: s.player, kind: s.walks === 'strike' ? 'strike' : 'hold' });
          if (s.walks === 'strike') this.core.strike(s.player);
          else this.core.hold(s.player, s.walks ? this.about.Keys.forward : 0, s.yaw);
        }
      }
      if (this.compare.active && this.run.atEnd) return this.pause(true);
      this.run.play(1);
    }
  }

  // tick is called once a picture of the browser.
  tick(now) {
    const elapsed = Math.min(100, now - (this.last ?? now));
    this.last = now;
    this.rate(elapsed);
    if (this.playing && !this.busy) {
      this.due += elapsed / 1000 * this.about.FramesPerSecond * this.speed;
      const frames = Math.min(4, Math.floor(this.due + 0.02)); // a picture that is a little early is still one frame
      this.due = Math.max(0, Math.min(this.due - frames, 1));
      try {
        this.advance(frames);
      } catch (error) {
        this.pause(true);
        this.say(error.message);
      }
    }
    this.draw();
    requestAnimationFrame(t => this.tick(t));
  }

  // rate measures how many pictures a second the browser shows.
  rate(elapsed) {
    this.frameRates.push(elapsed);
    if (this.frameRates.length > 240) this.frameRates.shift();
  }

  get picturesPerSecond() {
    return 1000 * this.frameRates.length / this.frameRates.reduce((a, b) => a + b, 0);
  }

  draw() {
    const frame = this.run.shown;
    if (!frame || this.busy && this.run.length < 2) return;
    this.clients[0].show(this.core.layout, frame);
    const other = this.compare.frame(this.run.cursor);
    if (other) this.compare.show(this.server, this.core.layout, other);
    else this.server.show(this.core.layout, frame);
    this.clients[1].show(this.core.layout, frame);
    this.plot.draw(this.run, this.compare.active);
    this.lines.draw(this.run);
    const scrub = $('scrub');
    scrub.max = Math.max(1, this.run.length);
    scrub.value = this.run.cursor;
    const second = n => (n / this.about.FramesPerSecond).toFixed(2);
    $('time').textContent = `${second(this.run.cursor)} / ${second(this.run.end)} s`;
  }

  // hashOf shows the hash of the newest frame; wanted is that of a link.
  hashOf(hash, wanted = '') {
    $('hash').textContent = hash || '…';
    const box = $('hash').parentElement;
    box.classList.toggle('same', wanted !== '' && hash === wanted);
    box.classList.toggle('differs', wanted !== '' && hash !== wanted);
  }

  async share() {
    this.pause(true);
    this.run.cursor = this.run.length;
    const hash = this.core.hash(), url = link.write(this.core.tape(), hash);
    this.hashOf(hash);
    history.replaceState(null, '', url);
    try {
      await navigator.clipboard.writeText(url);
      this.say('The link is copied: it plays this run again, to the same hash.');
    } catch {
      this.say('The link is in the address bar: it plays this run again, to the same hash.');
    }
  }

  // replay plays the tape of a link to its end, compares the hash, and shows it from the beginning.
  async replay(tape, hash) {
    this.run.begin(core => core.begin(tape));
    this.busy = (async () => {
      this.run.make();
      await this.run.fill(this.run.end, p => this.progress('Playing the tape', p));
    })();
    await this.busy;
    this.busy = null;
    this.progress();
    const got = this.core.hash();
    this.hashOf(got, hash);
    this.say(hash === '' || got === hash ? 'The tape of the link: the same hash.' : `The tape of the link ends with the hash ${got}, not ${hash}: another version made it.`);
    Object.assign(this.settings, this.core.settings());
    this.reflect();
    this.run.cursor = 1;
    this.playing = true;
  }

  progress(text, share) {
    if (text === undefined || share >= 1) { if (this.progressing) $('message').hidden = true; this.progressing = false; return; }
    this.progressing = true;
    this.say(`${text}: ${Math.round(100 * share)} %`);
  }

  say(text) {
    const m = $('message');
    m.textContent = text;
    m.hidden = false;
    clearTimeout(this.saying);
    this.saying = setTimeout(() => { m.hidden = true; }, 4000);
  }
}

function fillHelp(dialog) {
  const rows = [
    ['W A S D, Space', 'move the first player, jump'], ['arrows, Enter', 'move the second player, jump'],
    ['click on a screen', 'its player places a block'], ['right click, Shift click', 'its player breaks one'],
    ['F, right Shift', 'the first, the second player strikes at the other, where its own screen shows it'],
    ['P', 'pause, play'], ['.  ,', 'a frame on, a frame back'], ['L', 'a tenth of the speed'], ['R', 'begin again'], ['?', 'these keys'],
  ];
  dialog.append(el('h3', {}, 'Keys'), el('table', {}, ...rows.map(([k, text]) => el('tr', {}, el('td', {}, el('kbd', {}, k)), el('td', {}, text)))),
    el('p', {}, 'A run is a seed and a tape of what hands did. So looking back, playing on from the past, and links are exact.'),
    el('form', { method: 'dialog' }, el('button', {}, 'Close')));
}

async function start() {
  readColours();
  try {
    const core = await load(share => { document.querySelector('#loading progress').value = share; });
    const page = new Page(core);
    globalThis.demo = page; // for tests, and for those who like consoles
    const asked = link.read();
    page.restart();
    if (asked.tape) await page.replay(asked.tape, asked.hash);
    document.body.classList.remove('loading');
    requestAnimationFrame(t => page.tick(t));
    if (!asked.tape) page.tour.go(0);
  } catch (error) {
    document.querySelector('#loading p').textContent = `The game does not start: ${error.message}`;
    throw error;
  }
}

start();
