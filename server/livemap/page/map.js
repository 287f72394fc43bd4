// The page of the map. One block is one unit: x to the east, z to the south, so a point of the map is [-z, x].
// What is shown stands behind the # of the address: x,z,zoom and, for an earlier time, its ms since 1970; in three dimensions
// 3d,x,y,z, the direction and how far down the camera looks in degrees, its distance, and the time.
'use strict';

(async () => {
  const $ = (id) => document.getElementById(id);
  const json = async (url) => {
    const r = await fetch(url, { cache: 'no-store' });
    if (!r.ok) throw new Error(`${url}: ${r.status}`);
    return r.json();
  };

  // mark notes when something happened, for those who measure: the first times of each.
  const mark = (what) => { if (performance.getEntriesByName(what).length < 16) performance.mark(what); };

  let about;
  for (;;) {
    try { about = await json('world.json'); break; } catch { await new Promise((f) => setTimeout(f, 2000)); }
  }
  document.title = `${about.title} · map`;
  $('title').textContent = about.title;
  for (const w of about.worlds) { // the maps of the server's other worlds
    const a = document.createElement(w.link ? 'a' : 'b');
    if (w.link) a.href = w.link;
    a.textContent = w.name;
    $('worlds').append(a, ' ');
  }
  $('worlds').hidden = about.worlds.length === 0;
  $('people').hidden = !about.players;

  // The view.
  const leastZoom = 1 - about.scales, mostZoom = 3;
  const place = (x, z) => L.latLng(-z, x);
  const map = L.map('map', {
    crs: L.CRS.Simple, minZoom: leastZoom, maxZoom: mostZoom, zoomControl: false, attributionControl: false, zoomSnap: 1,
    maxBounds: [[-about.reach, -about.reach], [about.reach, about.reach]], wheelPxPerZoomLevel: 90,
  });
  L.control.attribution({ prefix: false }).addAttribution('<a href="leaflet/LICENSE">Leaflet</a>').addTo(map);

  const readHash = (hash = location.hash) => {
    if (hash.startsWith('#3d,')) {
      const v = hash.slice(4).split(',').map(Number);
      if (v.slice(0, 6).every(Number.isFinite) && v.length >= 6) {
        return { x: v[0], z: v[2], zoom: 0, at: v[6] || 0, solid: { x: v[0], y: v[1], z: v[2], turn: v[3], tilt: v[4], distance: v[5] } };
      }
    }
    const n = hash.slice(1).split(',').map(Number);
    const ok = (i) => Number.isFinite(n[i]);
    return {
      x: ok(0) && hash.length > 1 ? n[0] : about.spawn[0], z: ok(1) ? n[1] : about.spawn[2],
      zoom: ok(2) ? Math.min(mostZoom, Math.max(leastZoom, Math.round(n[2]))) : 0, at: ok(3) ? n[3] : 0,
    };
  };
  let solid = null; // the view in three dimensions, while it is shown
  let at = 0; // the time that is shown; 0 is the present
  const writeHash = () => {
    if (solid) {
      const v = solid.state(), parts = [v.x, v.y, v.z, v.turn, v.tilt, v.distance].map((n) => Math.round(n * 10) / 10);
      if (at) parts.push(at);
      history.replaceState(null, '', '#3d,' + parts.join(','));
      return;
    }
    const c = map.getCenter();
    const parts = [Math.round(c.lng), Math.round(-c.lat), map.getZoom()];
    if (at) parts.push(at);
    history.replaceState(null, '', '#' + parts.join(','));
  };

  // Tiles. Each knows the version of its last change, so that a changed one is another address.
  const versions = new Map();
  let epoch = 0;
  const Land = L.TileLayer.extend({
    initialize(time) {
      this.time = time;
      L.TileLayer.prototype.initialize.call(this, '', {
        tileSize: about.tile, minZoom: leastZoom, maxZoom: mostZoom, minNativeZoom: leastZoom, maxNativeZoom: 0, keepBuffer: 3,
        updateWhenZooming: false, noWrap: true,
      });
      this.on('tileerror', (e) => setTimeout(() => { // busy: once more, if it is still wanted
        if (e.tile.isConnected) e.tile.src = this.getTileUrl(e.coords) + '&again=' + Date.now();
      }, 2500));
    },
    getTileUrl(c) {
      const key = `${-this._getZoomForUrl(c)}/${c.x}/${c.y}`;
      const v = versions.get(key) ?? epoch;
      return `tiles/${key}.png?` + (this.time ? `t=${this.time}` : `v=${v}`);
    },
    _getZoomForUrl(c) { return c && c.z !== undefined && c.z < 0 ? c.z : 0; },
    // renew fetches the tiles that match anew, and shows each when it has come.
    renew(match) {
      for (const t of Object.values(this._tiles)) {
        const zoom = this._clampZoom(t.coords.z);
        if (!t.current || !match(-zoom, t.coords.x, t.coords.y)) continue;
        const src = this.getTileUrl(t.coords), next = new Image();
        next.onload = () => { if (t.el.isConnected) t.el.src = src; };
        next.src = src;
      }
    },
  });
  let land = new Land(0), coming = null;

  const busy = () => document.body.classList.toggle('busy', land.isLoading() || coming !== null);
  const watch = (layer) => layer.on('loading load', () => setTimeout(busy));

  // show changes the time: the tiles of the new one replace those of the old when they have come.
  const show = (time) => {
    if (time === at) return;
    at = time;
    document.body.classList.toggle('past', at !== 0);
    $('now').disabled = at === 0;
    view?.setTime(at);
    if (solid) writeHash(); else if (!opening) showFlat();
  };
  const showFlat = () => {
    if (coming) map.removeLayer(coming);
    const next = watch(new Land(at));
    coming = next;
    next.once('load', () => {
      if (coming !== next) return;
      map.removeLayer(land);
      land = next;
      coming = null;
      changed.clear();
      busy();
    });
    next.addTo(map);
    busy();
    writeHash();
  };

  // Time. The slider runs from the beginning to now, and the last hour is as long on it as all the rest is.
  const slider = $('slider'), steps = Number(slider.max), bend = 6;
  let skew = about.now - Date.now();
  const now = () => Date.now() + skew;
  const age = () => Math.max(now() - about.began, 60000);
  const agoOf = (value) => age() * (Math.expm1(bend * (1 - value / steps)) / Math.expm1(bend));
  const valueOf = (ago) => steps * (1 - Math.log1p(Math.min(ago / age(), 1) * Math.expm1(bend)) / bend);
  const spans = [[1, 's'], [60, 'min'], [3600, 'h'], [86400, 'd'], [86400 * 30.44, 'mo'], [86400 * 365.25, 'y']];
  const short = (ms) => {
    const s = ms / 1000;
    const [unit, name] = spans.findLast(([u]) => s >= u * .95) ?? spans[0];
    return `${Math.max(1, Math.round(s / unit))} ${name}`;
  };
  const tell = () => {
    const out = $('when');
    if (!at) { out.textContent = 'now'; return; }
    const d = new Date(at), days = now() - at > 20 * 3600e3;
    out.textContent = days ? d.toLocaleString([], { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' }) :
      d.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
    const small = document.createElement('small');
    small.textContent = `${short(now() - at)} ago`;
    out.append(small);
  };
  const ticks = () => {
    const box = $('ticks'), marks = [[age(), short(age())]];
    for (const s of [10, 60, 600, 3600, 6 * 3600, 86400, 7 * 86400, 30.44 * 86400, 365.25 * 86400]) {
      if (s * 1000 < age() * .7) marks.push([s * 1000, short(s * 1000)]);
    }
    marks.sort((a, b) => b[0] - a[0]);
    marks.push([0, 'now']);
    let last = -1;
    const room = 46 / Math.max(box.clientWidth, 100) * 100;
    const kept = marks.map(([ago, text]) => [valueOf(ago) / steps * 100, text])
      .filter(([p, text]) => { const ok = last < 0 || text === 'now' || p - last > room && p < 100 - room; if (ok) last = p; return ok; });
    box.replaceChildren(...kept.map(([p, text]) => {
      const s = document.createElement('span');
      s.textContent = text;
      s.style.left = `${p}%`;
      return s;
    }));
  };
  const pick = (value) => {
    const time = value >= steps ? 0 : Math.max(about.began, Math.floor((now() - agoOf(value)) / 1000) * 1000);
    show(time);
    tell();
  };
  let settle = 0;
  slider.addEventListener('input', () => { stop(); clearTimeout(settle); settle = setTimeout(() => pick(Number(slider.value)), 80); });
  $('now').addEventListener('click', () => { stop(); slider.value = steps; pick(steps); });
  let playing = 0;
  const stop = () => { clearInterval(playing); playing = 0; $('play').setAttribute('aria-pressed', 'false'); };
  $('play').addEventListener('click', () => {
    if (playing) return stop();
    if (Number(slider.value) >= steps) slider.value = 0;
    $('play').setAttribute('aria-pressed', 'true');
    playing = setInterval(() => {
      if (solid ? !solid.settled() : coming) return; // what was asked for is not all there
      slider.value = Math.min(steps, Number(slider.value) + steps / 60);
      pick(Number(slider.value));
      if (Number(slider.value) >= steps) stop();
    }, 250);
  });

  // Players.
  const colours = ['#e5484d', '#f0a020', '#2f9e5f', '#1f7fe0', '#8a55d7', '#d6409f', '#12a5b5', '#9a6b3a'];
  const colourOf = (name) => {
    let h = 0;
    for (const c of name) h = (h * 31 + c.codePointAt(0)) >>> 0;
    return colours[h % colours.length];
  };
  const people = new Map(); // by name
  let followed = null;
  const arrow = (colour) => {
    const ns = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(ns, 'svg'), path = document.createElementNS(ns, 'path');
    svg.setAttribute('viewBox', '-9 -9 18 18');
    path.setAttribute('d', 'M0-8 6 6 0 3-6 6z');
    path.setAttribute('fill', colour);
    svg.append(path);
    return svg;
  };
  const person = (p) => {
    const colour = colourOf(p.name);
    const icon = document.createElement('div'), turn = document.createElement('div'), label = document.createElement('div');
    turn.className = 'arrow';
    turn.append(arrow(colour));
    label.className = 'label';
    label.textContent = p.name;
    icon.append(turn, label);
    const marker = L.marker(place(p.x + .5, p.z + .5), {
      icon: L.divIcon({ className: 'who', html: icon, iconSize: null }), interactive: false, keyboard: false,
    }).addTo(map);
    const row = document.createElement('li'), button = document.createElement('button');
    row.className = 'player';
    button.type = 'button';
    button.title = `Follow ${p.name}`;
    for (const c of ['dot', 'name', 'at']) {
      const s = document.createElement('span');
      s.className = c;
      button.append(s);
    }
    button.children[0].style.background = colour;
    button.children[1].textContent = p.name;
    button.addEventListener('click', () => follow(followed === p.name ? null : p.name));
    row.append(button);
    $('players').append(row);
    return { marker, row, where: button.children[2], turn: turn.firstChild, p };
  };
  const follow = (name) => {
    followed = name;
    for (const [n, q] of people) q.row.classList.toggle('followed', n === name);
    const q = people.get(name);
    if (q) map.panTo(place(q.p.x, q.p.z));
    solid?.follow(q?.p ?? null);
  };
  map.on('dragstart', () => follow(null));
  const showPeople = (list, hidden) => {
    const here = new Set(list.map((p) => p.name));
    for (const [name, q] of people) {
      if (here.has(name)) continue;
      q.marker.remove();
      q.row.remove();
      people.delete(name);
      if (followed === name) followed = null;
    }
    for (const p of list) {
      if (!people.has(p.name)) people.set(p.name, person(p));
      const q = people.get(p.name);
      q.p = p;
      q.marker.setLatLng(place(p.x + .5, p.z + .5));
      q.turn.style.transform = `rotate(${p.yaw}deg)`;
      q.where.textContent = `${p.x}, ${p.z}`;
      if (followed === p.name && !solid) map.panTo(place(p.x, p.z), { animate: true, duration: .45, easeLinearity: 1 });
    }
    view?.setPeople(list);
    if (followed) solid?.follow(people.get(followed).p);
    $('count').textContent = list.length + hidden;
    $('nobody').hidden = list.length + hidden > 0;
    $('hidden').hidden = hidden === 0;
    $('hidden').textContent = `${hidden} under the ground`;
  };

  // Claims and regions.
  const regions = L.layerGroup().addTo(map);
  let drawn = '', areas = [];
  const nameOf = (a) => (a.claim ? `land of ${a.name}` : a.name) + (a.heights ? `, y ${a.heights[0]} to ${a.heights[1]}` : '');
  // landAt names the smallest land at a place, and all that has heights of its own there, which lies above or below others.
  const landAt = (x, z) => {
    const here = at ? [] : areas.filter((a) => x >= a.low[0] && x <= a.high[0] && z >= a.low[1] && z <= a.high[1]);
    const last = here.findLast((a) => !a.heights);
    return here.filter((a) => a.heights || a === last).map(nameOf);
  };
  // Names that do not fit into their land are left out, until it is shown larger.
  const fitNames = () => regions.eachLayer((box) => {
    const tip = box.getTooltip().getElement(), b = box.getBounds();
    const wide = map.latLngToContainerPoint(b.getNorthEast()).x - map.latLngToContainerPoint(b.getSouthWest()).x;
    if (tip) tip.classList.toggle('narrow', tip.offsetWidth > wide - 6);
  });
  const drawRegions = (list) => {
    regions.clearLayers();
    const size = (a) => (a.high[0] - a.low[0]) * (a.high[1] - a.low[1]);
    areas = list.sort((a, b) => size(b) - size(a));
    for (const a of areas) { // what lies within another one is drawn over it
      const box = L.rectangle([place(a.low[0], a.low[1]), place(a.high[0] + 1, a.high[1] + 1)],
        { color: a.claim ? colourOf(a.name) : '#ffc53d', weight: 2, dashArray: a.claim ? null : '6 4', fillOpacity: .16, interactive: false });
      const text = document.createElement('span');
      text.textContent = nameOf(a);
      // A name stands at the upper edge, so that those of land within other land do not lie over each other.
      box.bindTooltip(text, { permanent: true, direction: 'bottom', className: 'area', offset: [0, 3], opacity: 1 });
      regions.addLayer(box);
      box.openTooltip(place((a.low[0] + a.high[0] + 1) / 2, a.low[1]));
    }
    fitNames();
    view?.setAreas(areas);
  };
  const showRegions = async () => {
    let wait = 30000;
    try {
      if (!document.hidden) {
        const list = await json('regions.json'), text = JSON.stringify(list);
        if (text !== drawn) drawRegions(list);
        drawn = text;
      }
    } catch { wait = 5000; }
    setTimeout(showRegions, wait);
  };
  map.on('zoomend', fitNames);
  if (about.regions) showRegions();

  // News, as they happen while the page is seen: the server lets a question wait for some.
  let version = '', renewed = 0, later = 0;
  const changed = new Set(); // tiles to be fetched anew, at most once a second
  const renew = () => {
    if (at || solid || !changed.size || later) return;
    const wait = renewed + 1000 - Date.now();
    if (wait > 0) {
      later = setTimeout(() => { later = 0; renew(); }, wait);
      return;
    }
    renewed = Date.now();
    const keys = new Set(changed);
    changed.clear();
    land.renew((far, x, z) => keys.has(`${far}/${x}/${z}`));
  };
  const ask = async () => {
    let wait = 500;
    try {
      if (!document.hidden) {
        const u = await json('live.json' + (version && `?wait&since=${version}`));
        wait = u.again;
        skew = u.now - Date.now();
        $('state').classList.remove('lost');
        $('state').title = 'connected';
        if (u.all && version) {
          versions.clear();
          epoch = u.version;
          if (!at) land.renew(() => true);
          view?.renew(null);
        }
        if (u.all && !version) epoch = u.version;
        version = u.version;
        for (const t of u.tiles ?? []) {
          versions.set(t.join('/'), version);
          changed.add(t.join('/'));
        }
        renew();
        if (u.relief) {
          mark('relief told');
          view?.renew(u.relief);
        }
        if (about.players) showPeople(u.players, u.hidden);
      }
    } catch {
      $('state').classList.add('lost');
      $('state').title = 'no connection to the server';
      wait = 3000;
    }
    setTimeout(ask, wait);
  };

  // Where the pointer is.
  let hover = 0, asked = '';
  const point = (e) => {
    const x = Math.floor(e.latlng.lng), z = Math.floor(-e.latlng.lat);
    $('xz').textContent = `x ${x}  z ${z}`;
    clearTimeout(hover);
    if (`${x},${z},${at}` === asked) return;
    hover = setTimeout(async () => {
      asked = `${x},${z},${at}`;
      try {
        const s = await json(`at.json?x=${x}&z=${z}` + (at ? `&t=${at}` : ''));
        if (asked !== `${x},${z},${at}`) return;
        $('what').textContent = [`y ${s.y}`, s.block.replaceAll('_', ' ') + (s.depth ? `, ${s.depth} deep` : ''), s.biome, ...landAt(x, z)].join(' · ');
      } catch { $('what').textContent = ''; }
    }, 120);
  };
  map.on('mousemove', point);
  map.on('mouseout', () => { clearTimeout(hover); asked = ''; centre(); });
  const centre = () => {
    const c = map.getCenter();
    $('xz').textContent = `x ${Math.round(c.lng)}  z ${Math.round(-c.lat)}`;
    $('what').textContent = 'middle of the view';
  };

  // Where players begin.
  const start = document.createElement('div');
  start.append($('home').firstElementChild.cloneNode(true));
  L.marker(place(about.spawn[0] + .5, about.spawn[2] + .5), {
    icon: L.divIcon({ className: 'spawn', html: start, iconSize: null }), interactive: false, keyboard: false, zIndexOffset: -1000,
  }).addTo(map);

  // Scale and buttons.
  const scale = () => {
    const most = 120 / 2 ** map.getZoom(), tens = 10 ** Math.floor(Math.log10(most));
    const length = [5, 2, 1].map((k) => k * tens).find((n) => n <= most);
    $('bar').style.width = `${length * 2 ** map.getZoom()}px`;
    $('length').textContent = `${length} block${length === 1 ? '' : 's'}`;
    $('in').disabled = map.getZoom() >= mostZoom;
    $('out').disabled = map.getZoom() <= leastZoom;
  };

  // Three dimensions, whose programs come when they are asked for.
  let view = null, opening = false, wanted = null;
  const enter = async (camera) => {
    if (opening) wanted = camera;
    if (solid || opening) return;
    opening = true;
    try {
      const { open } = await import('./view3d/view.js');
      view ??= open($('solid'), about, { colourOf, nameOf, mark, told: (v) => { writeHash(); middle(v); } });
    } catch { /* an old browser, or no connection */ }
    opening = false;
    camera = wanted ?? camera;
    wanted = null;
    if (!view) {
      if (!map.hasLayer(land)) land.addTo(map);
      $('notice').textContent = 'This browser draws no WebGL 2, so the map stays flat.';
      $('notice').hidden = false;
      setTimeout(() => { $('notice').hidden = true; }, 8000);
      return;
    }
    if (coming) map.removeLayer(coming);
    coming = null;
    map.removeLayer(land); // nobody waits for its tiles now
    busy();
    document.body.classList.add('threed');
    $('three').setAttribute('aria-pressed', 'true');
    const c = map.getCenter();
    view.setTime(at);
    view.setAreas(areas);
    view.setPeople([...people.values()].map((q) => q.p));
    view.show(camera ?? { x: c.lng, y: NaN, z: -c.lat, turn: 0, tilt: 42, distance: .7 * innerHeight / 2 ** map.getZoom() });
    solid = view;
    solid.follow(people.get(followed)?.p ?? null);
    $('in').disabled = $('out').disabled = false;
  };
  const leave = () => {
    if (!solid) return;
    const v = solid.state();
    solid.hide();
    solid = null;
    document.body.classList.remove('threed');
    $('three').setAttribute('aria-pressed', 'false');
    const zoom = Math.round(Math.log2(.7 * innerHeight / v.distance));
    map.setView(place(v.x, v.z), Math.min(mostZoom, Math.max(leastZoom, zoom)), { animate: false });
    land.addTo(map);
    if (land.time !== at) showFlat();
    changed.clear();
    writeHash();
    scale();
    centre();
  };
  $('three').addEventListener('click', () => solid ? leave() : enter());
  addEventListener('keydown', (e) => { if (e.key === '3' && !e.ctrlKey && !e.metaKey && e.target.tagName !== 'INPUT') $('three').click(); });
  let told = 0;
  const middle = (v) => { // what stands in the middle of the view
    const x = Math.floor(v.x), z = Math.floor(v.z);
    $('xz').textContent = `x ${x}  z ${z}`;
    clearTimeout(told);
    told = setTimeout(async () => {
      try {
        const s = await json(`at.json?x=${x}&z=${z}` + (at ? `&t=${at}` : ''));
        if (solid) $('what').textContent = [`y ${s.y}`, s.block.replaceAll('_', ' '), s.biome, ...landAt(x, z)].join(' · ');
      } catch { /* the next time */ }
    }, 250);
  };

  $('in').addEventListener('click', () => solid ? solid.zoom(.7) : map.zoomIn());
  $('out').addEventListener('click', () => solid ? solid.zoom(1.43) : map.zoomOut());
  const home = () => {
    follow(null);
    if (solid) return solid.go(about.spawn[0], about.spawn[2]);
    map.setView(place(about.spawn[0], about.spawn[2]), Math.max(map.getZoom(), 0));
  };
  $('home').addEventListener('click', home);
  addEventListener('keydown', (e) => { if (e.key === 'h' && !e.ctrlKey && !e.metaKey && e.target.tagName !== 'INPUT') home(); });
  map.on('zoomstart', () => $('map').classList.add('still'));
  map.on('zoomend', () => { $('map').classList.remove('still'); scale(); });
  map.on('moveend', () => { if (!solid && !opening) { writeHash(); centre(); } });
  addEventListener('hashchange', (e) => {
    const h = readHash(new URL(e.newURL).hash); // the address may have been written meanwhile
    if (h.solid) {
      if (solid) solid.show(h.solid); else enter(h.solid);
    } else leave();
    map.setView(place(h.x, h.z), h.zoom);
    slider.value = h.at ? valueOf(now() - h.at) : steps;
    show(h.at);
    tell();
  });

  const first = readHash();
  map.setView(place(first.x, first.z), first.zoom, { animate: false });
  slider.value = first.at ? valueOf(now() - first.at) : steps;
  $('now').disabled = true;
  watch(land);
  if (first.solid) { land.time = first.at; enter(first.solid); } else land.addTo(map);
  show(first.at);
  tell();
  scale();
  centre();
  ticks();
  setInterval(() => { ticks(); tell(); }, 5000);
  addEventListener('resize', ticks);
  ask();
})();
