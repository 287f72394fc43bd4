// The game: the real server and clients as WebAssembly, which play; this file only calls them. A frame is one call, which fills
// one array of numbers; its layout comes from the program itself (describe), so that no number of it is written here.

// load fetches and starts the program. progress is told what share has come.
export async function load(progress) {
  const go = new globalThis.Go();
  const response = await fetch('demo.wasm.gz');
  if (!response.ok) throw new Error(`demo.wasm.gz: ${response.status} ${response.statusText}`);
  const bytes = await unpacked(response, progress);
  const { instance } = await WebAssembly.instantiate(bytes, go.importObject);
  go.run(instance); // returns when the program waits for calls
  return new Core(globalThis.voxtide);
}

// unpacked reads the program. A server that knows the file sends it with its encoding, and the browser unpacks it; any other
// sends it as it is, and it is unpacked here.
async function unpacked(response, progress) {
  const total = Number(response.headers.get('Content-Length')) || 2.3e6;
  const parts = [];
  let got = 0;
  for (const reader = response.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    got += value.length;
    progress(Math.min(1, got / (response.headers.get('Content-Encoding') ? 3.6 : 1) / total));
  }
  const blob = new Blob(parts);
  const head = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return blob.arrayBuffer();
  return new Response(blob.stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

// Core is the running program.
export class Core {
  constructor(game) {
    this.game = game;
    this.about = JSON.parse(game.describe());
    this.layout = new Layout(this.about);
    this.buffer = new Float32Array(1 << 15);
    this.bytes = new Uint8Array(this.buffer.buffer);
  }

  // begin begins the run of a tape's text, open one with settings, other that of a tape but for the method of a player.
  begin(text) { check(this.game.begin(text)); }
  open(s) {
    check(this.game.open(s.seed, s.rate, ...s.methods.flatMap((m, i) => { const n = s.networks[i]; return [m, n.lag, n.jitter, n.loss, n.burst]; })));
  }
  other(text, player, method) { check(this.game.other(text, player, method)); }

  // choose has all else work on one of two runs, 0 or 1.
  choose(slot) { this.game.choose(slot); }

  // step plays a frame and returns it as an array of its own.
  step() {
    const n = this.game.step(1, this.bytes);
    if (typeof n === 'string') throw new Error(n);
    return this.buffer.slice(0, n);
  }

  // cells returns the blocks of a view as the last frame had them.
  cells(view) {
    const d = this.about, into = new Uint8Array(d.Wide * d.Deep * d.High);
    this.game.cells(view, into);
    return into;
  }

  hold(player, keys, yaw) { check(this.game.hold(player, keys, yaw)); }
  act(player, x, z, place) { return this.game.act(player, x, z, place); } // an error in words, or ''
  strike(player) { check(this.game.strike(player)); }
  network(player, n) { check(this.game.network(player, n.lag, n.jitter, n.loss, n.burst)); }
  method(player, text) { check(this.game.method(player, text)); }
  rate(steps) { check(this.game.rate(steps)); }
  tape() { return this.game.tape(); }
  hash() { return this.game.hash(); }
  settings() { return JSON.parse(this.game.settings()); }
  told(player) { return this.game.told(player); }
}

function check(error) {
  if (error) throw new Error(error);
}

// Layout says where a number of a frame lies.
export class Layout {
  constructor(about) {
    this.head = index(about.Head);
    this.field = index(about.Fields);
    this.packet = index(about.PacketFields);
    this.players = about.Players;
    this.headSize = about.Head.length;
    this.fieldsSize = about.Fields.length;
    this.packetSize = about.PacketFields.length;
  }

  // place returns where a number of a player lies, of returns the number.
  place(player, name) { return this.headSize + player * this.fieldsSize + this.field[name]; }
  of(data, player, name) { return data[this.place(player, name)]; }

  // body returns a position and heading of a player: what is drawn, predicted, received, server, truth or other.
  body(data, player, what) {
    const at = this.place(player, what + 'X');
    const yaw = this.field[what + 'Yaw'];
    return {
      x: data[at], y: data[at + 1], z: data[at + 2],
      yaw: yaw === undefined ? this.of(data, player, 'drawnYaw') : data[this.place(player, what + 'Yaw')],
    };
  }

  // packets calls f with each packet of a frame.
  packets(data, f) {
    let at = this.headSize + this.players * this.fieldsSize;
    for (let n = data[this.head.packets]; n > 0; n--, at += this.packetSize) {
      f(data[at], data[at + 1] === 1, data[at + 2], data[at + 3], data[at + 4], data[at + 5]);
    }
  }
}

function index(names) { return Object.fromEntries(names.map((name, i) => [name, i])); }
