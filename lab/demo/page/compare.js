// The same play under another method: the tape of the run, with another method for the first player, played beside it on a second
// copy of the game. Every key and the fate of every packet are the same.
import { Run } from './run.js';
import { el, screen } from './panel.js';

export class Compare {
  constructor(dialog, page) {
    this.dialog = dialog;
    this.page = page;
    this.active = null; // the second run's frames, while two are shown
  }

  // ask asks for the method and plays.
  ask() {
    const { page, dialog } = this;
    if (page.run.length < 30) return page.say('Play something first: then it can be played again under another method.');
    page.pause(true);
    const select = el('select', {}, ...page.about.Methods.map(m => el('option', { value: m.Name }, `${m.Name}: ${m.About}`)));
    const player = page.plot.player, present = `${(page.settings.methods[player] || page.about.Methods[0].Name).replace(/,hits=\w+/, '')},hits=present`;
    select.prepend(el('option', { value: present }, `${present}: the same, but hits are judged where bodies are now`));
    if (!page.run.events.some(e => e.kind === 'strike')) select.selectedIndex = 1;
    dialog.replaceChildren(
      el('h3', {}, 'The same play, under another method'),
      el('p', {}, `Client ${player + 1} played with ${page.settings.methods[player] || page.about.Methods[0].Name}. The same keys at the same moments, and the same fate of every packet, with:`),
      el('p', {}, select),
      el('form', { method: 'dialog', class: 'row' }, el('button', { class: 'main', value: 'go' }, 'Play'), ' ', el('button', {}, 'Cancel')));
    select.style.maxWidth = '100%';
    dialog.onclose = () => { if (dialog.returnValue === 'go') this.begin(player, select.value); dialog.returnValue = ''; };
    dialog.showModal();
  }

  async begin(player, method) {
    const { page } = this, core = page.core, tape = core.tape(), length = page.run.length;
    const second = new Run(core);
    try {
      page.busy = (async () => {
        core.choose(1);
        core.other(tape, player, method);
        await second.fill(length, p => page.progress(`Playing it with ${method}`, p));
      })();
      await page.busy;
    } catch (error) {
      page.say(error.message);
    }
    core.choose(0);
    page.busy = null;
    page.progress();
    if (second.length < length) return;
    page.run.cursor = 1;
    this.active = { frames: second.frames, length, player, method };
    page.pause(false);
  }

  // frame returns the second run's frame at a cursor, null while only one run is shown.
  frame(cursor) { return this.active?.frames[cursor - 1] || null; }

  // show draws the second run's screen of the player in the place of the server.
  show(panel, layout, frame) {
    const { player, method } = this.active;
    panel.head(`Client ${player + 1} with ${method}`, 'the same play');
    panel.iso.draw(frame.cells[player], screen(layout, frame.data, player));
    const of = name => layout.of(frame.data, player, name);
    panel.unacked.box.hidden = true;
    panel.second(`${of('wait') < 0 ? '–' : Math.round(of('wait')) + ' ms'} until a step shows, ${of('off').toFixed(1)} cm from the truth, ${of('corrections')} corrections`);
  }

  leave() {
    if (!this.active) return;
    this.active = null;
    this.page.server.head('Server', 'what is true');
    this.page.server.second('');
    this.page.server.unacked.box.hidden = false;
  }
}
