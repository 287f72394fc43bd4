// Hands: keys to what the players hold. W, A, S, D and Space are the first player's, the arrows and Enter the second's; a player
// looks where it walks.

// Which way a key walks, by its place on the keyboard: east and south.
const ways = [
  { KeyW: [0, -1], KeyS: [0, 1], KeyA: [-1, 0], KeyD: [1, 0] },
  { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] },
];
const jumps = ['Space', 'Enter'];

export class Hands {
  // on.hold(player, keys, yaw) is told what a player holds when it changes; commands are what other keys do, by code or character.
  constructor(keys, on, commands) {
    this.keys = keys;
    this.on = on;
    this.down = new Set();
    this.yaw = [16384, 49152];
    this.held = [0, 0];
    addEventListener('keydown', e => {
      if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input:not([type=range]), select, dialog')) return;
      const command = commands[e.code] || commands[e.key];
      if (command && !e.repeat) { e.preventDefault(); return command(); }
      if (!this.knows(e.code)) return;
      if (e.code === 'Enter' && e.target.closest('button, a')) return; // it presses the button
      if (e.target.closest('input[type=range], button') && !e.code.startsWith('Key')) e.target.blur();
      e.preventDefault();
      if (!e.repeat) { this.down.add(e.code); this.changed(); }
    });
    addEventListener('keyup', e => { if (this.down.delete(e.code)) this.changed(); });
    addEventListener('blur', () => { this.down.clear(); this.changed(); });
  }

  knows(code) { return ways.some(w => code in w) || jumps.includes(code); }

  // changed tells what each player holds now, if that is something else.
  changed() {
    ways.forEach((way, player) => {
      let east = 0, south = 0;
      for (const [code, [x, z]] of Object.entries(way)) if (this.down.has(code)) { east += x; south += z; }
      const walks = east !== 0 || south !== 0;
      const keys = (walks ? this.keys.forward : 0) | (this.down.has(jumps[player]) ? this.keys.jump : 0);
      const yaw = walks ? heading(east, south) : this.yaw[player];
      if (keys === this.held[player] && yaw === this.yaw[player]) return;
      this.held[player] = keys;
      this.yaw[player] = yaw;
      this.on.hold(player, keys, yaw);
    });
  }

  // forget takes it that nothing is held: a run has begun.
  forget() {
    this.held = [0, 0];
    this.yaw = [16384, 49152];
  }
}

// heading returns a direction as the game counts it: 65536 a turn, clockwise from north.
export function heading(east, south) {
  return Math.round(Math.atan2(east, -south) / (2 * Math.PI) * 65536) & 65535;
}
