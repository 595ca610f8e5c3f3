// The frames of a try, as TraceFrames.swift describes them.
const hex = (color) => "#" + color.toString(16).padStart(6, "0");
const look = (raw) => {
  const [text, ground, attributes] = raw, turned = attributes & 8;
  return {
    raw, text: hex(turned ? ground : text), ground: hex(turned ? text : ground),
    bold: attributes & 1, italic: attributes & 2, masked: attributes & 128, key: raw.join(),
    lines: [[4, "underline"], [256, "line-through"], [512, "overline"]]
      .filter(([bit]) => attributes & bit).map(([, name]) => name).join(" "),
    faint: attributes & 16, hidden: attributes & 64,
  };
};

// Of the words for all attributes, in the order of their bits, those of a cell.
const attributeNames = ({ raw }, words) => words.split(" ").filter((_, bit) => raw[2] >> bit & 1);

// The parts of packed frames, each of which follows its length.
const unpack = (text) => {
  const bytes = Uint8Array.from(atob(text.trim()), (char) => char.charCodeAt(0));
  const view = new DataView(bytes.buffer), parts = [];
  for (let from = 0; from < bytes.length; from += 4 + view.getUint32(from)) {
    const part = new Blob([bytes.subarray(from + 4, from + 4 + view.getUint32(from))]);
    const stream = part.stream().pipeThrough(new DecompressionStream("deflate"));
    parts.push(new Response(stream).arrayBuffer().then((buffer) => new Uint8Array(buffer)));
  }
  return Promise.all(parts);
};

// Rows that do not change are shared between frames. A cell is [text, style, columns], or null where a wide one goes on.
class Film {
  constructor([head, ...planes]) {
    const data = head ? JSON.parse(new TextDecoder().decode(head)) : { glyphs: [], besides: [], blocks: [] };
    this.glyphs = data.glyphs;
    this.besides = data.besides;
    this.styles = [];
    this.numbers = new Map();
    this.frames = [];
    data.blocks.forEach(([columns, rows, style, frames], number) => {
      const block = { columns, rows, style, ground: this.style(style), planes: planes[number], first: this.count };
      let place = 0;
      for (const [time, beside, prediction, ...changed] of frames) {
        this.frames.push({ block, place, time, beside, prediction, changed });
        place += changed.length * columns;
      }
    });
    this.times = this.frames.map((frame) => frame.time / 1000);
    this.kept = new Map();
  }
  get count() { return this.frames.length; }
  // The last frame that has begun by then.
  index(ms) {
    let low = 0, high = this.count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle] <= ms + 1e-6) low = middle; else high = middle - 1;
    }
    return low;
  }
  at(index) {
    if (this.last && this.last.index === index) return this.last;
    let from = index;
    while (from > this.frames[index].block.first && !this.kept.has(from)) from -= 1;
    let frame = this.kept.get(from);
    if (this.last && this.last.index < index && this.last.index >= from) frame = this.last;
    let next = frame ? frame.index + 1 : from;
    for (; next <= index; next += 1) {
      frame = this.drawn(next, frame);
      if (next % 64 === 0) this.kept.set(next, frame);
    }
    return this.last = frame;
  }
  drawn(index, before) {
    const { block, place, beside, prediction, changed } = this.frames[index];
    const { columns, planes } = block, area = columns * block.rows, length = planes.length / 11;
    const { rows, bytes, earlier } = index === block.first ? this.empty(block) : before;
    const next = { index, columns, ground: block.ground, rows: rows.slice(), bytes: bytes.slice(), earlier: bytes };
    changed.forEach((y, number) => {
      for (let plane = 0; plane < 11; plane += 1) {
        const from = plane * length + place + number * columns, to = plane * area + y * columns;
        const kind = plane < 5 ? 0 : prediction;
        for (let x = 0; x < columns; x += 1) {
          const predicted = kind === 0 ? 0 : kind === 1 ? bytes[to + x] : 2 * bytes[to + x] - earlier[to + x];
          next.bytes[to + x] = planes[from + x] + predicted;
        }
      }
      next.rows[y] = this.row(next.bytes, area, y * columns, columns);
    });
    const [column, row, title, modes] = this.besides[beside];
    return Object.assign(next, { title, modes, cursor: column < 0 ? null : [column, row] });
  }
  empty({ columns, rows, style: [text, ground, attributes], ground: style }) {
    const area = columns * rows, bytes = new Uint8Array(11 * area);
    const cell = [32, 0, 0, attributes, attributes >> 8, text >> 16, text >> 8, text, ground >> 16, ground >> 8, ground];
    cell.forEach((byte, plane) => bytes.fill(byte, plane * area, (plane + 1) * area));
    return { rows: Array(rows).fill(Array(columns).fill([" ", style, 1])), bytes, earlier: bytes };
  }
  row(bytes, area, from, columns) {
    const value = (planes, x) => planes.reduce((sum, plane) => sum << 8 | bytes[plane * area + from + x], 0);
    const cells = [];
    for (let x = 0; x < columns; x += 1) {
      const glyph = value([2, 1, 0], x);
      if (!glyph) { cells.push(null); continue; }
      const text = glyph < 0x110000 ? String.fromCodePoint(glyph) : this.glyphs[glyph - 0x110000];
      const style = this.style([value([5, 6, 7], x), value([8, 9, 10], x), value([4, 3], x)]);
      cells.push([text, style, x + 1 < columns && !value([2, 1, 0], x + 1) ? 2 : 1]);
    }
    return cells;
  }
  style(raw) {
    const key = raw.join();
    if (!this.numbers.has(key)) this.numbers.set(key, this.styles.push(look(raw)) - 1);
    return this.numbers.get(key);
  }
}
