// Graphs of the last hour, drawn as SVG: a curve with its area, a few lines, and the value under the pointer.
"use strict";

const svgNS = "http://www.w3.org/2000/svg";

function svg(name, attributes, parent) {
  const e = document.createElementNS(svgNS, name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  if (parent) parent.append(e);
  return e;
}

// A Graph shows one figure of samples. spec: title, get(sample), text(value), limit (a line), least (the least top).
class Graph {
  constructor(parent, spec) {
    this.spec = spec;
    const box = document.createElement("div");
    box.className = "card graph";
    const head = document.createElement("h3");
    head.textContent = spec.title;
    this.value = document.createElement("b");
    head.append(this.value);
    this.svg = svg("svg", { viewBox: "0 0 360 100", preserveAspectRatio: "none", role: "img", "aria-label": spec.title });
    const axis = document.createElement("div");
    axis.className = "axis";
    this.from = document.createElement("span");
    this.top = document.createElement("span");
    this.to = document.createElement("span");
    this.to.textContent = "now";
    axis.append(this.from, this.top, this.to);
    box.append(head, this.svg, axis);
    parent.append(box);
    this.samples = [];
    this.svg.addEventListener("pointermove", (e) => this.point(e));
    this.svg.addEventListener("pointerleave", () => { this.at = -1; this.draw(this.samples); });
    this.at = -1;
  }

  point(e) {
    const r = this.svg.getBoundingClientRect();
    this.at = Math.round((e.clientX - r.left) / r.width * (this.samples.length - 1));
    this.draw(this.samples);
  }

  draw(samples) {
    this.samples = samples;
    const s = this.spec, values = samples.map(s.get);
    const top = Math.max(s.least || 0, s.limit || 0, ...values) * 1.08 || 1;
    this.svg.replaceChildren();
    for (const y of [0, 50, 100]) svg("line", { class: "grid", x1: 0, x2: 360, y1: y, y2: y }, this.svg);
    if (s.limit) svg("line", { class: "limit", x1: 0, x2: 360, y1: 100 - s.limit / top * 100, y2: 100 - s.limit / top * 100 }, this.svg);
    const x = (i) => values.length < 2 ? 360 : i / (values.length - 1) * 360;
    const points = values.map((v, i) => x(i).toFixed(1) + "," + (100 - v / top * 100).toFixed(1));
    if (points.length > 1) {
      svg("polygon", { class: "area", points: "0,100 " + points.join(" ") + " 360,100" }, this.svg);
      svg("polyline", { class: "curve", points: points.join(" ") }, this.svg);
    }
    const i = this.at >= 0 && this.at < values.length ? this.at : values.length - 1;
    if (this.at >= 0) svg("line", { class: "hover", x1: x(i), x2: x(i), y1: 0, y2: 100 }, this.svg);
    this.value.textContent = values.length ? s.text(values[i]) : "-";
    this.from.textContent = samples.length > 1 ? span(samples[samples.length - 1].at - samples[0].at) + " ago" : "";
    this.top.textContent = this.at >= 0 && samples[i] ? new Date(samples[i].at * 1000).toLocaleTimeString() : "top " + s.text(top / 1.08);
  }
}

// span writes seconds as people do.
function span(s) {
  if (s < 90) return Math.round(s) + " s";
  if (s < 5400) return Math.round(s / 60) + " min";
  if (s < 172800) return Math.round(s / 3600) + " h";
  return Math.round(s / 86400) + " days";
}

function bytes(n) {
  if (n >= 1 << 30) return (n / (1 << 30)).toFixed(1) + " GB";
  if (n >= 1 << 20) return (n / (1 << 20)).toFixed(n >= 100 << 20 ? 0 : 1) + " MB";
  return (n / 1024).toFixed(0) + " kB";
}

function milliseconds(v) { return v >= 10 ? v.toFixed(1) + " ms" : v.toFixed(2) + " ms"; }
