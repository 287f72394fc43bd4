'use strict';
// Choosing a column or a network shows its table.
for (const list of document.querySelectorAll('select[data-for]')) {
  const what = list.dataset.for;
  const show = () => {
    for (const pane of document.querySelectorAll(`.pane[data-${what}]`)) pane.hidden = pane.dataset[what] !== list.value;
  };
  list.addEventListener('change', show);
  show();
}

// A click on a name of a legend hides its line, in that picture alone.
for (const key of document.querySelectorAll('.key')) {
  key.addEventListener('click', () => {
    key.classList.toggle('off');
    const hidden = key.classList.contains('off');
    for (const line of key.closest('figure').querySelectorAll('.line')) {
      if (line.dataset.name === key.dataset.name) line.style.display = hidden ? 'none' : '';
    }
  });
}

// Hovering over positions shows their values at that time. Points are read back from the paths.
const tip = document.getElementById('tip');
const numbers = (s) => s.split(' ').map(Number);
const digits = (span) => Math.max(0, Math.min(3, 2 - Math.floor(Math.log10(span))));

function points(path) {
  if (!path.points) {
    const n = (path.getAttribute('d').match(/-?\d+(\.\d+)?/g) || []).map(Number);
    path.points = [];
    for (let i = 0; i + 1 < n.length; i += 2) path.points.push([n[i], n[i + 1]]);
  }
  return path.points;
}

// valueAt returns the pixel height of a line at a pixel, between its two nearest points.
function valueAt(path, x) {
  const p = points(path);
  if (p.length === 0 || x < p[0][0] || x > p[p.length - 1][0]) return null;
  let lo = 0, hi = p.length - 1;
  while (hi - lo > 1) {
    const mid = (lo + hi) >> 1;
    if (p[mid][0] <= x) lo = mid; else hi = mid;
  }
  const [ax, ay] = p[lo], [bx, by] = p[hi];
  return bx === ax ? by : ay + (by - ay) * (x - ax) / (bx - ax);
}

for (const chart of document.querySelectorAll('svg.lines')) {
  const [x0, x1] = numbers(chart.dataset.x), [y0, y1] = numbers(chart.dataset.y);
  const [left, right, low, top] = numbers(chart.dataset.box);
  const cross = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  cross.setAttribute('class', 'cross');
  chart.append(cross);
  const leave = () => { tip.hidden = true; cross.removeAttribute('d'); };
  chart.addEventListener('pointerleave', leave);
  chart.addEventListener('pointermove', (e) => {
    const box = chart.getBoundingClientRect();
    const x = (e.clientX - box.left) * chart.viewBox.baseVal.width / box.width;
    if (x < left || x > right) { leave(); return; }
    cross.setAttribute('d', `M${x} ${top}V${low}`);
    const rows = [`${Math.round(x0 + (x - left) / (right - left) * (x1 - x0))} ms`];
    for (const line of chart.querySelectorAll('.line')) {
      const y = line.style.display === 'none' ? null : valueAt(line, x);
      if (y === null) continue;
      const value = y0 + (y - low) / (top - low) * (y1 - y0);
      rows.push(`${line.dataset.name.padEnd(15)} ${value.toFixed(digits(y1 - y0))} ${chart.dataset.unit}`);
    }
    tip.textContent = rows.join('\n');
    tip.hidden = false;
    tip.style.left = Math.min(e.clientX + 16, innerWidth - tip.offsetWidth - 8) + 'px';
    tip.style.top = Math.min(e.clientY + 16, innerHeight - tip.offsetHeight - 8) + 'px';
  });
}
