// The view in three dimensions: a canvas over the flat map. It draws only when something has changed.
import { Camera } from './camera.js';
import { painter } from './gl.js';
import { Marks } from './marks.js';
import { Tiles } from './tiles.js';

// open returns the view, null where the browser has no WebGL2. about is world.json; told is called when the camera has moved.
export const open = (host, about, { colourOf, nameOf, mark, told }) => {
  const canvas = document.createElement('canvas'), labels = document.createElement('div');
  canvas.tabIndex = 0;
  canvas.setAttribute('aria-label', 'The world in three dimensions: drag to turn, wheel to zoom, W A S D to move');
  labels.className = 'pins';
  host.append(canvas, labels);
  const paint = painter(canvas);
  if (!paint) {
    host.replaceChildren();
    return null;
  }
  const camera = new Camera(), marks = new Marks(labels, paint, { colourOf, nameOf, spawn: about.spawn });
  let on = false, asked = 0, last = 0, haze = 0, past = false, followed = null, rebuilt = 0, stamp = '', drawn = 0, fitted = true, news = false, people = '';
  let since = 0, slow = 0, later = 0; // when a frame was asked for, and how long one takes to come, in ms
  const touch = () => {
    if (!on || asked) return;
    since = performance.now();
    asked = requestAnimationFrame(frame);
  };
  // soon draws what has come, not more often than this machine draws with ease: what comes next needs the processor, too.
  const soon = () => { later ||= setTimeout(() => { later = 0; touch(); }, Math.min(600, 30 + slow * 2)); };
  // changed draws land that came anew because it was built on at once, other land soon.
  const changed = (fresh) => {
    if (!fresh) return soon();
    news = true;
    touch();
  };
  const tiles = new Tiles({ size: about.relief[0], scales: about.relief[1], reach: about.reach, upload: paint.upload, drop: paint.drop, changed });

  const held = new Set();
  const frame = (now) => {
    asked = 0;
    slow += (performance.now() - since - slow) * .3;
    if (!on) return;
    const took = Math.min((now - last) / 1000 || .016, .1);
    last = now;
    let moving = walk(took);
    const goal = followed ? { x: followed.x, y: followed.y, z: followed.z } : null;
    if (goal) {
      for (const k of ['x', 'z']) camera[k] += (goal[k] - camera[k]) * Math.min(1, took * 5);
      moving ||= Math.hypot(goal.x - camera.x, goal.z - camera.z) > .05;
    }
    const ground = goal?.y ?? tiles.height(camera.x, camera.z, true);
    if (ground !== undefined) { // the camera looks at the ground, whose steps it takes softly
      if (!fitted) camera.y = ground;
      fitted = true;
      const by = ground - camera.y;
      camera.y += by * Math.min(1, took * 4);
      moving ||= Math.abs(by) > .05;
    }
    const ratio = Math.min(devicePixelRatio || 1, 2), wide = host.clientWidth, high = host.clientHeight;
    if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
      canvas.width = Math.round(wide * ratio);
      canvas.height = Math.round(high * ratio);
    }
    const sight = camera.look(wide, high, (x, z) => tiles.height(x, z) ?? -64);
    const radius = Math.min(5500, 1400 + camera.distance * 5);
    const list = tiles.select(sight, radius);
    // The haze ends where the land does.
    if (!haze) haze = radius;
    haze += (radius - haze) * Math.min(1, took * 3);
    if (Math.abs(haze - radius) > 1) moving = true;
    const land = `${marks.areas.length}/${tiles.known.size}/${tiles.waiting}/${past}/${drawn}`;
    if (land !== stamp && now - rebuilt > 900) { // walls of claims follow the ground as it comes
      marks.build((x, z) => tiles.height(x, z, true));
      stamp = land;
      rebuilt = now;
    }
    paint.draw(sight, list.sort((a, b) => a.scale - b.scale), past ? [] : marks.walls, [haze * .45, haze * .96]);
    if (news) mark('relief drawn');
    news = false;
    marks.put(sight, past, haze);
    host.classList.toggle('waiting', tiles.waiting);
    if (moving) touch(); else if (tiles.waiting) soon();
    else if (land !== stamp) setTimeout(touch, 950);
    const here = JSON.stringify(state());
    if (here === lastTold) return;
    lastTold = here;
    clearTimeout(telling);
    telling = setTimeout(() => told(state()), 60);
  };
  let telling = 0, lastTold = '';
  const state = () => ({ x: camera.x, y: camera.y, z: camera.z, turn: camera.turn, tilt: camera.tilt, distance: camera.distance });

  // Keys: W A S D and arrows move, Q and E turn, R and F tilt, plus and minus zoom.
  const walk = (took) => {
    if (!held.size) return false;
    const key = (...names) => names.some((n) => held.has(n)) ? 1 : 0;
    const far = camera.distance * took * (held.has('shift') ? 3 : 1);
    const ahead = key('w', 'arrowup') - key('s', 'arrowdown'), right = key('d', 'arrowright') - key('a', 'arrowleft');
    if (ahead || right) followed = null;
    camera.move(ahead * far, right * far);
    camera.set({
      turn: camera.turn + (key('e') - key('q')) * took * 80, tilt: camera.tilt + (key('r') - key('f')) * took * 45,
      distance: camera.distance * Math.exp((key('-') - key('+', '=')) * took * 1.6),
    });
    return true;
  };
  const ours = new Set(['w', 'a', 's', 'd', 'q', 'e', 'r', 'f', '+', '=', '-', 'shift', 'arrowup', 'arrowdown', 'arrowleft', 'arrowright']);
  addEventListener('keydown', (e) => {
    const k = e.key.toLowerCase();
    if (!on || e.ctrlKey || e.metaKey || e.altKey || e.target.tagName === 'INPUT' || !ours.has(k)) return;
    if (k.startsWith('arrow')) e.preventDefault();
    if (!held.size) last = performance.now();
    held.add(k);
    touch();
  });
  addEventListener('keyup', (e) => { // a key that was pressed between two frames counts in the next one
    const k = e.key.toLowerCase();
    if (asked && held.has(k)) requestAnimationFrame(() => held.delete(k)); else held.delete(k);
  });
  addEventListener('blur', () => held.clear());

  // Pointers: one turns (with the right button, or with Shift, it moves); two fingers move, zoom and turn.
  const pointers = new Map();
  const drag = (dx, dy) => {
    const k = 2 * Math.tan(Math.PI / 6) * camera.distance / host.clientHeight;
    followed = null;
    camera.move(dy * k / Math.max(.35, Math.sin(camera.tilt * Math.PI / 180)), -dx * k);
  };
  canvas.addEventListener('pointerdown', (e) => {
    canvas.setPointerCapture(e.pointerId);
    canvas.focus({ preventScroll: true });
    pointers.set(e.pointerId, { x: e.clientX, y: e.clientY, moves: e.button === 2 || e.button === 1 || e.shiftKey });
  });
  canvas.addEventListener('pointermove', (e) => {
    const p = pointers.get(e.pointerId);
    if (!p) return;
    const dx = e.clientX - p.x, dy = e.clientY - p.y;
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== e.pointerId)[1];
      const before = [p.x - other.x, p.y - other.y], after = [e.clientX - other.x, e.clientY - other.y];
      drag(dx / 2, dy / 2);
      let turn = (Math.atan2(before[1], before[0]) - Math.atan2(after[1], after[0])) * 180 / Math.PI;
      if (Math.abs(turn) > 180) turn -= Math.sign(turn) * 360;
      camera.set({ distance: camera.distance * Math.hypot(...before) / Math.max(20, Math.hypot(...after)), turn: camera.turn + turn });
    } else if (p.moves) drag(dx, dy);
    else camera.set({ turn: camera.turn - dx * .3, tilt: camera.tilt + dy * .25 });
    p.x = e.clientX;
    p.y = e.clientY;
    touch();
  });
  for (const over of ['pointerup', 'pointercancel']) canvas.addEventListener(over, (e) => pointers.delete(e.pointerId));
  canvas.addEventListener('contextmenu', (e) => e.preventDefault());
  canvas.addEventListener('wheel', (e) => {
    e.preventDefault();
    camera.set({ distance: camera.distance * Math.exp(Math.min(Math.max(e.deltaY, -400), 400) * (e.deltaMode ? .03 : .0012)) });
    touch();
  }, { passive: false });
  canvas.addEventListener('webglcontextlost', () => location.reload()); // the graphics card was reset: all meshes are gone
  addEventListener('resize', touch);

  return {
    // show turns the view on, with the camera there; y may lack: then it is put on the ground.
    show(at) {
      on = true;
      camera.set(at);
      fitted = Number.isFinite(at.y);
      if (!fitted) camera.y = 64;
      host.hidden = false;
      haze = 0;
      canvas.focus({ preventScroll: true });
      touch();
    },
    hide() { on = false; host.hidden = true; held.clear(); },
    setTime(time) { past = time !== 0; tiles.setTime(time); },
    renew(list) { drawn++; tiles.renew(list); },
    setPeople(list) { // most of the time nobody has moved, and a frame is much on a slow machine
      const text = JSON.stringify(list);
      if (text === people) return;
      people = text;
      marks.setPeople(list);
      touch();
    },
    setAreas(list) { marks.setAreas(list); touch(); },
    // follow has the camera go along with a player, null with none.
    follow(p) {
      const was = followed;
      followed = p && { x: p.x + .5, y: p.y + 1, z: p.z + .5 };
      if (followed?.x !== was?.x || followed?.y !== was?.y || followed?.z !== was?.z) touch();
    },
    zoom(by) { camera.set({ distance: camera.distance * by }); touch(); },
    go(x, z) { followed = null; camera.x = x; camera.z = z; touch(); },
    state,
    // settled reports whether all tiles that are looked at have come.
    settled: () => !tiles.waiting && !asked,
    counts: () => ({ tiles: tiles.known.size, bytes: tiles.bytes }),
  };
};
