// Links: a run is its tape, and a tape is a text of letters. #tape=...&hash=... plays it again and compares.

export function read() {
  const q = new URLSearchParams(location.hash.slice(1));
  return { tape: q.get('tape') || '', hash: q.get('hash') || '' };
}

export function write(tape, hash) {
  const url = new URL(location.href);
  url.hash = new URLSearchParams({ tape, hash }).toString();
  return url.toString();
}
