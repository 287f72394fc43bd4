// Colours, from the style sheet, so that light and dark are decided in one place.

const names = ['ink', 'soft', 'line', 'panel', 'one', 'two', 'server', 'received', 'predicted', 'drawn', 'truth', 'other', 'grass', 'grass-dark', 'bad'];

export const colour = {};

// readColours reads them again, after the page has become light or dark.
export function readColours() {
  const style = getComputedStyle(document.documentElement);
  for (const name of names) colour[name] = style.getPropertyValue('--' + name).trim();
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', readColours);

// Blocks by name, as red, green and blue.
const blocks = {
  stone: [128, 128, 132], stone_bricks: [118, 120, 126], planks: [178, 140, 92], bricks: [160, 88, 72], sandstone: [214, 196, 150],
  red_wool: [228, 87, 46], blue_wool: [47, 111, 223], grass: [96, 150, 70], bedrock: [70, 70, 74],
};

// blockColour returns the colour of a block by its name.
export function blockColour(name) { return blocks[name] || [150, 150, 150]; }

// shade makes a colour lighter or darker and returns it as text.
export function shade([r, g, b], light, alpha = 1) {
  return `rgba(${Math.round(r * light)},${Math.round(g * light)},${Math.round(b * light)},${alpha})`;
}

// rgb reads a colour of the form #rrggbb.
export function rgb(hex) { return [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16)); }

// fit gives a canvas the pixels of its place on the page, and returns its context and size in CSS pixels.
export function fit(canvas) {
  const ratio = Math.min(devicePixelRatio || 1, 2);
  const wide = canvas.clientWidth, high = canvas.clientHeight;
  const w = Math.round(wide * ratio), h = Math.round(high * ratio);
  if (canvas.width !== w || canvas.height !== h) { canvas.width = w; canvas.height = h; }
  const c = canvas.getContext('2d');
  c.setTransform(ratio, 0, 0, ratio, 0, 0);
  return { c, wide, high, ratio };
}
