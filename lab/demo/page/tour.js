// The guided tour: from a game that only shows what the server said to one that nobody has to wait for, in the order in which the
// well-known articles take it. Each stop sets the scene and plays a few keys; everything stays free to be changed.
import { el } from './panel.js';
import { heading } from './input.js';

const calm = { lag: 0, jitter: 0, loss: 0, burst: false };
const far = { ...calm, lag: 250 };
const near = { ...calm, lag: 40 };
const east = heading(1, 0), west = heading(-1, 0), north = heading(0, -1), south = heading(0, 1);

// A script is a list of [second, player, 1 to walk, 0 to stand or 'strike', heading].
const there = player => [[0.6, player, 1, player ? west : east], [2.2, player, 0, player ? west : east]];
const back = player => [[3.4, player, 1, player ? east : west], [5.0, player, 0, player ? east : west]];

const stops = [
  {
    title: 'Only the server knows',
    text: 'Keys go to the server, states come back, and a screen shows what has come. Nobody can cheat. But the server is 250 ms away: the step shows half a second after the key. Follow the bold packet that carries the key, down to the server. Press D yourself.',
    source: 'Gambetta I', methods: ['dumb', 'dumb'], networks: [far, near], play: [...there(0), ...back(0)], watch: 0,
  },
  {
    title: 'Guess, and show it at once',
    text: 'The client runs the same rules on the same keys, so it may show the step before the server has heard of it. The key answers in its frame. But then old news arrives, here five times a second: a place from half a second ago overwrites the guess, and the body is thrown back.',
    source: 'Gambetta II, Jimenez Morales', methods: ['naive,step=200', 'dumb'], networks: [far, near], play: [...there(0), ...back(0)], watch: 0,
  },
  {
    title: 'Reconciliation',
    text: 'Keys are numbered, and each state says which number it knows. The client takes the old state and plays the unanswered keys on top of it. What is received (purple) trails half a second behind, and what is drawn does not care. Nothing jumps.',
    source: 'Gambetta II', methods: ['gambetta', 'gambetta'], networks: [far, near], play: [...there(0), ...back(0)], watch: 0,
  },
  {
    title: 'Others, drawn in the past',
    text: "The other's keys are not known here, so the other is drawn from old states: 100 ms ago, and flying on by its last speed where nothing newer has come. Watch the dashed line, client 1 on client 2's screen: late to start, a jump, then past the place where client 1 has stopped.",
    source: 'Gambetta III', methods: ['gambetta', 'gambetta'], networks: [{ ...calm, lag: 150 }, near], play: [...there(0), ...there(1), ...back(0), ...back(1)], watch: 0,
  },
  {
    title: 'Lag compensation',
    text: 'Client 1 strikes (F) where its screen draws client 2, who is a step further by then. The server turns its world back to what client 1 saw, and the strike counts. The price is paid by who is hit: there, it was a miss. Play the same again with hits=present: every strike goes into the air.',
    source: 'Gambetta IV', methods: ['source', 'source'], networks: [{ ...calm, lag: 100 }, { ...calm, lag: 10 }], watch: 1,
    play: [[0.3, 0, 1, east], [2.47, 0, 0, east], ...[0, 1, 2, 3].flatMap(i => [[2.6 + i * 0.47, 1, 1, i & 1 ? south : north], [2.97 + i * 0.47, 0, 'strike', 0]]), [4.6, 1, 0, south]],
  },
  {
    title: 'A bad line',
    text: 'So far each packet took the same time. Now it takes 120 to 220 ms, and one in ten is lost. Who judges by arrival performs a key whenever it happens to come, and a client that counts on one round trip guesses wrong: count the corrections.',
    source: 'Kahlo 2.5', methods: ['onestream,order=5', 'gambetta'], networks: [{ lag: 120, jitter: 100, loss: 10, burst: false }, near], play: [...there(0), ...back(0)], watch: 0,
  },
  {
    title: 'Time streams',
    text: 'Each player lives on a stream of time that its own client declares: this is what I did, and when. The server follows, and judges a key at its time on that stream, not at its arrival. So nothing has to be estimated: on the same bad line the step shows in its frame, and there is nothing to correct.',
    source: 'Kahlo 2.7', methods: ['timestream', 'timestream'], networks: [{ lag: 120, jitter: 100, loss: 10, burst: false }, near], play: [...there(0), ...there(1), ...back(0), ...back(1)], watch: 0,
  },
  {
    title: 'Your turn',
    text: 'W A S D and Space move the first player, the arrows and Enter the second. Click places a block on a screen, right click breaks one. Make the line as bad as you like, take any method, look back, send a link, or have the same play again under another method: the same keys, the same fate of every packet.',
    source: '', methods: ['timestream', 'dumb'], networks: [{ lag: 150, jitter: 40, loss: 5, burst: true }, { lag: 150, jitter: 40, loss: 5, burst: true }],
    play: [...there(0), ...there(1)], watch: 0,
  },
];

export class Tour {
  // scene(stop) sets methods and networks and begins again; known(method) reports whether the program offers a method.
  constructor(panel, { scene, known, closed }) {
    this.panel = panel;
    this.scene = scene;
    this.closed = closed;
    this.stops = stops.filter(s => s.methods.every(m => known(m.split(',')[0])));
    this.script = [];
    this.at = -1;
  }

  get open() { return this.at >= 0; }

  go(n) {
    this.at = n;
    const stop = this.stops[n], last = n === this.stops.length - 1;
    this.script = stop.play.map(([second, player, walks, yaw]) => ({ frame: Math.round(second * 60), player, walks, yaw })).sort((a, b) => a.frame - b.frame);
    this.panel.replaceChildren(
      el('h3', {}, stop.title, el('span', { class: 'steps' }, `${n + 1} of ${this.stops.length}`)),
      el('p', {}, stop.text, ' ', el('cite', {}, stop.source)),
      el('div', { class: 'row' },
        el('button', { type: 'button', onclick: () => this.go(n) }, 'Show again'),
        el('button', { type: 'button', onclick: () => this.close() }, 'Leave'),
        el('span', { class: 'end' }),
        el('button', { type: 'button', disabled: n === 0, onclick: () => this.go(n - 1) }, 'Back'),
        el('button', { type: 'button', class: 'main', onclick: () => last ? this.close() : this.go(n + 1) }, last ? 'Play' : 'Next')));
    this.panel.hidden = false;
    document.body.classList.add('touring');
    this.scene(stop);
  }

  close() {
    this.at = -1;
    this.script = [];
    this.panel.hidden = true;
    document.body.classList.remove('touring');
    this.closed();
  }

  // due returns what the script has done by the next frame of a run.
  due(frame) {
    const due = [];
    while (this.script.length && this.script[0].frame <= frame) due.push(this.script.shift());
    return due;
  }
}
