// The form of a relief tile: see relief_encode.go. Heights are in half blocks; down is the bottom of a run without end.
export const down = -32768;

// decode returns the runs of all cells of a tile with its border, row by row.
export const decode = (buffer, row) => {
  const bytes = new Uint8Array(buffer);
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'vxr1') throw new Error('not a relief tile');
  const colours = bytes[6] | bytes[7] << 8, palette = bytes.subarray(8, 8 + colours * 4);
  let at = 8 + colours * 4;
  const number = () => {
    let n = 0, shift = 0, b;
    do { b = bytes[at++]; n |= (b & 127) << shift; shift += 7; } while (b & 128);
    return n >>> 0;
  };
  const first = new Uint32Array(row * row + 1), tops = [], bottoms = [], faces = [], sides = [];
  let before = 0;
  for (let cell = 0; cell < row * row; cell++) {
    first[cell] = tops.length;
    const count = bytes[at++];
    for (let i = 0; i < count; i++) {
      const n = number();
      const top = i === 0 ? before + (n >>> 1 ^ -(n & 1)) : bottoms[bottoms.length - 1] - n;
      if (i === 0) before = top;
      const high = number();
      tops.push(top);
      bottoms.push(high ? top - high : down);
      faces.push(number());
      sides.push(number());
    }
  }
  first[row * row] = tops.length;
  return { row, first, palette, tops: Int16Array.from(tops), bottoms: Int16Array.from(bottoms), faces: Uint16Array.from(faces), sides: Uint16Array.from(sides) };
};

// kinds of runs, as the palette has them.
export const water = 1, thin = 2;
