// The page of a server's operators: it shows what the door for machines answers, and gives commands through it. All that comes from
// players is put into the page as text.
"use strict";

const $ = (id) => document.getElementById(id);
let secret = sessionStorage.getItem("token") || "", may = new Set(), session = null, tab = "overview";

class Refused extends Error {
  constructor(code, text) { super(text); this.code = code; }
}

// ask sends a request with the token, and returns what is answered.
async function ask(path, body) {
  const r = await fetch(path, {
    method: body ? "POST" : "GET", cache: "no-store", signal: session && session.signal,
    headers: { Authorization: "Bearer " + secret, ...(body ? { "Content-Type": "application/json" } : {}) }, body: body ? JSON.stringify(body) : undefined,
  });
  const answer = await r.json().catch(() => ({ error: "the server answers " + r.status }));
  if (answer.error) throw new Refused(r.status, answer.error);
  return answer;
}

function make(name, text, cls) {
  const e = document.createElement(name);
  if (text !== undefined) e.textContent = text;
  if (cls) e.className = cls;
  return e;
}

let toastTimer;
function toast(text) {
  $("toast").textContent = text;
  $("toast").classList.add("on");
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => $("toast").classList.remove("on"), 4500);
}

// run gives a command, and says what came of it.
async function run(line) {
  try {
    const a = await ask("/v1/command", { line });
    toast(a.lines[0] || (a.done ? "done" : a.outcome));
  } catch (e) { toast(e.message); }
  refresh();
}

// sure asks before something is done that players feel, and for a reason.
function sure(text, wantsReason) {
  return new Promise((done) => {
    $("asktext").textContent = text;
    $("askwhy").value = "";
    $("askwhy").hidden = !wantsReason;
    $("ask").onclose = () => done($("ask").returnValue === "yes" ? $("askwhy").value.trim() : null);
    $("ask").returnValue = "no";
    $("ask").showModal();
  });
}

const name = (n) => /\s/.test(n) ? '"' + n + '"' : n;

function action(label, command, text, needs, wantsReason) {
  const b = make("button", label, "small" + (text ? " danger" : ""));
  b.type = "button";
  b.disabled = !may.has(needs);
  b.addEventListener("click", async () => {
    const why = text ? await sure(text, wantsReason) : "";
    if (why !== null) run((command + " " + why).trim());
  });
  return b;
}

function row(body, cells) {
  const tr = make("tr");
  for (const c of cells) {
    if (c instanceof Node) tr.append(c);
    else tr.append(make("td", c && c.text !== undefined ? c.text : c, c && c.cls));
  }
  body.append(tr);
}

function acts(...buttons) {
  const td = make("td", undefined, "acts");
  td.append(...buttons);
  return td;
}

const tiles = [
  ["Players", (s) => s.players + " / " + s.players_max, (s) => s.motd ? s.motd.split("\n")[0] : "in the world"],
  ["Step", (s) => milliseconds(s.step_mean_ms), (s) => "99 of 100 within " + milliseconds(s.step_p99_ms), (s) => s.step_mean_ms > 16],
  ["Late steps", (s) => s.steps_over_time.toLocaleString(), (s) => "longest " + milliseconds(s.step_max_ms)],
  ["Memory", (s) => bytes(s.memory_bytes), (s) => s.sections.toLocaleString() + " sections"],
  ["Disk free", (s) => bytes(s.disk_free_bytes), (s) => "of " + bytes(s.disk_bytes), (s) => s.disk_free_bytes * 10 < s.disk_bytes],
  ["Last good backup", (s) => s.backup_age_seconds ? span(s.backup_age_seconds) : "none", () => "ago"],
  ["Up", (s) => span(s.up_seconds), (s) => s.edits.toLocaleString() + " edits"],
  ["Unexplained", (s) => s.unexplained, () => "corrections", (s) => s.unexplained > 0],
];

async function showOverview() {
  const s = await ask("/v1/status");
  $("world").textContent = s.world;
  document.title = s.world + " - Voxtide server";
  $("version").textContent = s.version + ", protocol " + s.protocol;
  $("count").textContent = s.players;
  const ill = s.frozen || s.health && s.health !== "ok";
  $("health").textContent = ill ? (s.health && s.health !== "ok" ? s.health : "nothing can be changed") : "all is well";
  $("health").className = "pill " + (ill ? "ill" : "good");
  if (!s.health) return;
  $("tiles").replaceChildren(...tiles.map(([title, value, note, bad]) => {
    const t = make("div", undefined, "card tile" + (bad && bad(s) ? " ill" : ""));
    t.append(make("small", title), make("b", value(s)), make("small", note(s)));
    return t;
  }));
  const samples = await ask("/v1/samples");
  if (!graphs.length) {
    for (const g of [
      { title: "Players", get: (v) => v.players, text: (v) => Math.round(v).toString(), least: 4 },
      { title: "Mean step", get: (v) => v.step_ms, text: milliseconds, limit: 16 },
      { title: "Memory", get: (v) => v.memory, text: bytes },
      { title: "Sent to players, a second", get: (v) => v.sent, text: bytes, least: 10240 },
    ]) graphs.push(new Graph($("graphs"), g));
  }
  for (const g of graphs) g.draw(samples);
}
const graphs = [];

async function showPlayers() {
  const all = await ask("/v1/players");
  $("count").textContent = all.length;
  $("rows").replaceChildren();
  $("nobody").hidden = all.length > 0;
  for (const p of all) {
    row($("rows"), [
      p.name, p.role || "", { text: p.ping_ms < 0 ? "away" : p.ping_ms + " ms", cls: "num" + (p.ping_ms < 0 ? " away" : "") }, p.mode || "", p.at ? p.at.join(" ") : "",
      { text: p.address || "", cls: "mono" }, { text: (p.key || "").slice(0, 8), cls: "mono" },
      acts(action("Kick", "kick " + name(p.name), "Send " + p.name + " away?", "kick", true), action("Mute 10m", "mute " + name(p.name) + " 10m", "Mute " + p.name + " for ten minutes?", "mute", true),
        action("Ban 2h", "ban " + name(p.name) + " 2h", "Ban " + p.name + " for two hours?", "ban", true)),
    ]);
  }
}

async function showBans() {
  const all = await ask("/v1/bans");
  $("banrows").replaceChildren();
  $("nobans").hidden = all.length > 0;
  for (const b of all) {
    row($("banrows"), [b.kind, b.whom, b.until ? new Date(b.until * 1000).toLocaleString() : "for ever", b.reason || "", b.by || "", acts(action("Lift", "un" + b.kind + " " + name(b.whom), "Lift it?", "un" + b.kind))]);
  }
}

async function showBackups() {
  $("makebackup").disabled = !may.has("backup");
  const all = await ask("/v1/backups");
  $("backuprows").replaceChildren();
  $("nobackups").hidden = all.length > 0;
  for (const b of all) {
    const state = make("td");
    state.append(make("span", b.state + (b.problem ? ": " + b.problem : ""), "pill " + ({ "in order": "good", damaged: "ill" }[b.state] || "warn")));
    row($("backuprows"), [{ text: b.number, cls: "num" }, new Date(b.at * 1000).toLocaleString(), span(Date.now() / 1000 - b.at), { text: bytes(b.bytes), cls: "num" }, { text: b.hash, cls: "mono" }, state,
      acts(action("Read it again", "backup verify " + b.number, "", "backup"))]);
  }
}

const shows = { overview: showOverview, players: showPlayers, bans: showBans, backups: showBackups, console: async () => $("line").focus() };

let refreshing = false;
async function refresh() {
  if (refreshing || !session) return;
  refreshing = true;
  try { await shows[tab](); } catch (e) {
    if (e.code === 401) leave(e.message);
    else if (e.name !== "AbortError") { $("health").textContent = e.message; $("health").className = "pill ill"; if (e.code === 403) toast(e.message); }
  }
  refreshing = false;
}

function show(which) {
  tab = which;
  for (const s of document.querySelectorAll(".tab")) s.hidden = s.id !== which;
  for (const b of $("tabs").children) b.toggleAttribute("aria-current", false), b.dataset.tab === which && b.setAttribute("aria-current", "page");
  location.hash = which;
  refresh();
}

// The console.
const given = [];
let back = 0, draft = "";

function say(text, cls) {
  const near = $("out").scrollHeight - $("out").scrollTop - $("out").clientHeight < 40;
  $("out").append(make("div", text, cls));
  while ($("out").children.length > 2000) $("out").firstChild.remove();
  if (near) $("out").scrollTop = $("out").scrollHeight;
}

$("give").addEventListener("submit", async (e) => {
  e.preventDefault();
  const line = $("line").value.trim();
  if (!line) return;
  $("line").value = "";
  $("options").replaceChildren();
  if (given[given.length - 1] !== line) given.push(line);
  back = given.length;
  say("> " + line, "given");
  try {
    const a = await ask("/v1/command", { line });
    for (const l of a.lines) say(l, a.done ? "" : "refused");
  } catch (e) { say(e.message, "refused"); if (e.code === 401) leave(e.message); }
});

$("line").addEventListener("keydown", async (e) => {
  const field = $("line");
  if (e.key === "ArrowUp" || e.key === "ArrowDown") {
    e.preventDefault();
    if (back === given.length) draft = field.value;
    back = Math.max(0, Math.min(given.length, back + (e.key === "ArrowUp" ? -1 : 1)));
    field.value = back === given.length ? draft : given[back];
  } else if (e.key === "Tab" && !e.shiftKey && field.value) {
    e.preventDefault();
    try {
      const before = field.value, a = await ask("/v1/complete?line=" + encodeURIComponent(before));
      if (field.value !== before || !a.options.length) return;
      let same = a.options[0];
      for (const o of a.options) while (!o.startsWith(same)) same = same.slice(0, -1);
      field.value = new TextDecoder().decode(new TextEncoder().encode(before).slice(0, a.from)) + same + (a.options.length === 1 ? " " : "");
      $("options").replaceChildren(...(a.options.length > 1 ? a.options.map((o) => make("span", o)) : []));
    } catch (e) { /* the line stays as it is */ }
  } else $("options").replaceChildren();
});

// What happens, as it happens.
function tell(e) {
  const li = make("li", undefined, e.kind), at = make("time", new Date(e.at).toLocaleTimeString());
  const text = { join: e.player + " has come" + (e.address ? " from " + e.address : ""), leave: e.player + " has left", chat: e.player + ": " + e.text, death: e.player + " " + e.text,
    refused: e.player + " was not let in: " + e.text, ended: e.player + ": " + e.text, command: e.player + ": " + e.text + (e.done ? "" : " (not done)") }[e.kind] || [e.player, e.text].filter(Boolean).join(": ");
  li.append(at, make("i", e.kind), make("span", text));
  $("feed").prepend(li);
  while ($("feed").children.length > 200) $("feed").lastChild.remove();
}

async function follow() {
  const mine = session;
  let after = 0;
  while (mine === session) {
    try {
      const r = await fetch("/v1/events?after=" + after, { headers: { Authorization: "Bearer " + secret }, signal: mine.signal });
      if (!r.ok) throw new Refused(r.status, "");
      $("stream").classList.add("on");
      const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ""; ;) {
        const { value, done } = await reader.read();
        if (done) break;
        const parts = (rest + value).split("\n\n");
        rest = parts.pop();
        for (const p of parts) {
          const data = p.split("\n").find((l) => l.startsWith("data: "));
          if (!data) continue;
          const e = JSON.parse(data.slice(6));
          after = e.number;
          tell(e);
          if (["join", "leave", "ended"].includes(e.kind) && tab === "players") refresh();
        }
      }
    } catch (e) {
      if (mine !== session) return;
      if (e.code === 403) return;
    }
    $("stream").classList.remove("on");
    await new Promise((f) => setTimeout(f, 3000));
  }
}

// Coming and going.
async function enter() {
  session = new AbortController();
  try {
    const who = await ask("/v1/token");
    may = new Set(who.may);
    $("who").textContent = "token " + who.name + (who.role ? ", " + who.role : "");
  } catch (e) { leave(e.message); return; }
  $("login").hidden = true;
  $("app").hidden = false;
  $("feed").replaceChildren();
  const wanted = location.hash.slice(1);
  show(shows[wanted] ? wanted : "overview");
  follow();
}

function leave(why) {
  if (session) session.abort();
  session = null;
  secret = "";
  sessionStorage.removeItem("token");
  $("app").hidden = true;
  $("login").hidden = false;
  $("why").textContent = why || "";
  $("secret").value = "";
  $("secret").focus();
}

$("enter").addEventListener("submit", (e) => {
  e.preventDefault();
  secret = $("secret").value.trim();
  if ($("keep").checked) sessionStorage.setItem("token", secret);
  enter();
});
$("leave").addEventListener("click", () => leave(""));
$("tabs").addEventListener("click", (e) => { const b = e.target.closest("button"); if (b) show(b.dataset.tab); });
$("makebackup").addEventListener("click", () => run("backup"));
$("ban").addEventListener("submit", (e) => {
  e.preventDefault();
  run([$("bankind").value, name($("banwhom").value.trim()), $("banfor").value.trim(), $("banwhy").value.trim()].filter(Boolean).join(" "));
  $("banwhom").value = $("banfor").value = $("banwhy").value = "";
});
setInterval(() => { if (!document.hidden && tab !== "console") refresh(); }, 2000);
if (secret) enter(); else leave("");
