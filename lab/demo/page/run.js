// A run with its past: what was shown in every frame, so that looking back costs nothing. Playing on from the past, or steering
// there, plays the tape again up to that frame: the same inputs give the same frames.

// Run owns a core and the frames that it made.
export class Run {
  constructor(core) {
    this.core = core;
    this.layout = core.layout;
    this.frames = []; // {data, cells: an array for each view}
    this.events = []; // {frame, player, kind}: what the hands did, for marks on the time lines
    this.cursor = 0;  // the frame that is shown, counted from 1; 0: none yet
  }

  // begin begins a run: begins(core) does it.
  begin(begins) {
    begins(this.core);
    this.frames = [];
    this.events = [];
    this.cursor = 0;
  }

  get length() { return this.frames.length; }

  // end is how long the run's tape is, in frames.
  get end() { return Math.max(this.frames.length, this.length ? this.frames[this.length - 1].data[this.layout.head.end] : 0); }

  // shown returns the frame under the cursor, null before the first.
  get shown() { return this.frames[this.cursor - 1] || null; }

  // atEnd reports whether the cursor is at the newest frame.
  get atEnd() { return this.cursor >= this.frames.length; }

  // play moves the cursor by some frames, and makes those that do not exist yet.
  play(frames) {
    for (; frames > 0; frames--) {
      if (this.atEnd) this.make();
      this.cursor++;
    }
  }

  // make makes one frame.
  make() {
    const data = this.core.step();
    const last = this.frames[this.length - 1];
    const head = this.layout.head;
    const cells = [head.cells0, head.cells1, head.cellsServer].map((at, view) =>
      last && last.data[at] === data[at] ? last.cells[view] : this.core.cells(view));
    this.frames.push({ data, cells });
  }

  // steer does something at the cursor: where that is in the past, what came after it is played no more.
  async steer(kind, player, act, progress) {
    if (!this.atEnd) await this.rewind(this.cursor, progress);
    this.events.push({ frame: this.length, player, kind });
    return act(this.core);
  }

  // rewind plays the tape again up to a frame and forgets what came later.
  async rewind(frame, progress) {
    const tape = this.core.tape(), events = this.events.filter(e => e.frame < frame);
    this.core.begin(tape);
    this.frames.length = 0;
    this.cursor = 0;
    await this.fill(frame, progress);
    this.events = events;
    this.cursor = frame;
  }

  // fill makes frames up to a number, a little at a time, so that the page goes on.
  async fill(frames, progress) {
    while (this.length < frames) {
      for (const until = performance.now() + 25; this.length < frames && performance.now() < until;) this.make();
      progress?.(this.length / frames);
      await new Promise(requestAnimationFrame);
    }
  }
}
