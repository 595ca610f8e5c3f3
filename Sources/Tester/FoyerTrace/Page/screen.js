// A terminal's screen.
const make = (tag, className, text) => {
  const node = document.createElement(tag);
  if (className) node.className = className;
  if (text !== undefined) node.textContent = text;
  return node;
};
const all = (root, selector) => [...root.querySelectorAll(selector)];
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const seconds = (ms) => (ms / 1000).toFixed(3) + " s";
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const sameScreen = (one, two) => one === two || one.columns === two.columns && one.rows.length === two.rows.length
  && one.rows.every((row, y) => row === two.rows[y] || row.every((cell, x) => {
    const other = two.rows[y][x];
    return cell === other || Boolean(cell && other) && cell[0] === other[0] && cell[1] === other[1];
  }));
const isDark = (color) => {
  const parts = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return parts[0] * 0.3 + parts[1] * 0.59 + parts[2] * 0.11 < 128;
};
const rowText = (row) => row.map((cell) => cell ? cell[0] : "").join("");

// Shapes that a font may draw with gaps, in eighths of a cell: left, top, width, height.
const blocks = (() => {
  const shapes = { "\u2580": [[0, 0, 8, 4]], "\u2588": [[0, 0, 8, 8]], "\u2590": [[4, 0, 4, 8]],
    "\u2594": [[0, 0, 8, 1]], "\u2595": [[7, 0, 1, 8]] };
  for (let n = 1; n < 8; n += 1) {
    shapes[String.fromCharCode(0x2580 + n)] = [[0, 8 - n, 8, n]];
    shapes[String.fromCharCode(0x2590 - n)] = [[0, 0, n, 8]];
  }
  const corners = [[0, 0, 4, 4], [4, 0, 4, 4], [0, 4, 4, 4], [4, 4, 4, 4]];
  [4, 8, 1, 13, 9, 7, 11, 2, 6, 14].forEach((bits, n) => {
    shapes[String.fromCharCode(0x2596 + n)] = corners.filter((_, corner) => bits >> corner & 1);
  });
  return shapes;
})();
const layer = ([x, y, w, h], color) => {
  const size = `${w * 12.5}% ${h * 12.5}%`;
  const place = `${w === 8 ? 0 : x / (8 - w) * 100}% ${h === 8 ? 0 : y / (8 - h) * 100}%`;
  return `linear-gradient(${color}, ${color}) ${place} / ${size} no-repeat`;
};

class Screen {
  constructor(root, fitted) {
    this.root = root;
    this.fitted = fitted;
    this.cells = root.querySelector(".cells");
    this.caption = root.querySelector("figcaption");
    this.cursor = make("span", "cursor");
    this.cursor.setAttribute("aria-hidden", "true");
    new ResizeObserver(() => this.fit()).observe(root);
  }
  show(film, frame, other) {
    const isNew = this.film !== film || !this.frame || this.frame.columns !== frame.columns
      || this.frame.rows.length !== frame.rows.length || this.frame.ground !== frame.ground;
    if (isNew) {
      this.film = film;
      this.cells.replaceChildren(...frame.rows.map(() => make("span", "row")), this.cursor);
      const ground = film.styles[frame.ground];
      this.cells.style.setProperty("--columns", frame.columns);
      this.cells.style.background = ground.ground;
      this.cells.classList.toggle("dark", isDark(ground.ground));
      this.cells.style.color = ground.text;
    }
    const before = isNew ? null : this.frame;
    const old = isNew ? null : this.other;
    this.frame = frame;
    this.other = other;
    frame.rows.forEach((row, y) => {
      const was = other && other.rows[y];
      if (before && before.rows[y] === row && (old && old.rows[y]) === was) return;
      this.cells.children[y].replaceChildren(...this.runs(row, was, frame.ground));
    });
    this.cursor.hidden = !frame.cursor;
    if (frame.cursor) {
      this.cursor.style.left = frame.cursor[0] + "ch";
      this.cursor.style.top = `calc(${frame.cursor[1]} * var(--row))`;
      this.cursor.style.borderColor = film.styles[frame.ground].text;
    }
    if (isNew) this.fit();
  }
  // A run for cells of one style; wide, marked and drawn cells are alone, so that nothing drifts in any font.
  runs(row, was, ground) {
    const styles = this.film.styles;
    const differs = (x) => Boolean(was) && row !== was && !this.same(row[x], was[x]);
    let end = row.length;
    while (end > 0 && row[end - 1] && row[end - 1][0] === " " && row[end - 1][1] === ground && !differs(end - 1)) {
      end -= 1;
    }
    const spans = [];
    for (let x = 0; x < end;) {
      const [char, style, width] = row[x];
      const changed = differs(x);
      const alone = (cell) => cell[2] !== 1 || cell[0].length > 1 || cell[0] > "\u02ff";
      let text = char, columns = width;
      if (!alone(row[x])) {
        while (x + columns < end && row[x + columns] && row[x + columns][1] === style && !alone(row[x + columns])
          && differs(x + columns) === changed) text += row[x + columns++][0];
      }
      const span = make("span", "", text);
      const look = styles[style];
      const shape = blocks[char];
      span.style.width = columns + "ch";
      span.style.color = shape ? "transparent" : look.text;
      if (style !== ground) span.style.background = look.ground;
      if (shape) {
        span.style.background = shape.map((part) => layer(part, look.text)).join(", ")
          + (style === ground ? "" : `, linear-gradient(${look.ground}, ${look.ground})`);
      }
      if (look.bold) span.classList.add("bold");
      if (look.italic) span.classList.add("italic");
      if (look.lines) span.style.textDecoration = look.lines;
      if (look.faint) span.classList.add("faint");
      if (look.hidden) span.classList.add("hidden");
      if (changed) span.classList.add("changed");
      spans.push(span);
      x += columns;
    }
    return spans;
  }
  same(one, two) {
    if (one === two) return true;
    if (!one || !two) return false;
    const [here, there] = [this.film.styles[one[1]], (this.otherStyles || this.film.styles)[two[1]]];
    return here.masked || there.masked || one[0] === two[0] && here.key === there.key;
  }
  // The row and the column from 0 at which somebody has clicked.
  place({ clientX, clientY }) {
    const rows = all(this.cells, ".row"), boxes = rows.map((row) => row.getBoundingClientRect());
    const row = boxes.findIndex((box) => clientY >= box.top && clientY < box.bottom);
    if (row < 0) return {};
    return { row, column: Math.floor((clientX - boxes[row].left) / boxes[row].width * this.frame.columns) };
  }
  // At its own size if there is room, and as small as it must be if not.
  fit() {
    const columns = this.frame ? this.frame.columns : 80;
    const room = this.root.clientWidth - 26;
    if (room <= 0) return;
    // A whole screen fits into a low window beneath its reasons.
    const isTall = this.frame && this.frame.rows.length >= 20 && innerHeight < 1000;
    const most = Math.floor(room / columns / Screen.ratio * 4) / 4;
    this.isSmall = most < 8.5;
    const size = this.isSmall && this.isOwn ? 12 : clamp(most, 2, isTall ? 13 : 15);
    const row = size < 8.5 ? size * 1.19 : Math.round(size * 1.19);
    this.fitted();
    this.cells.style.fontSize = size + "px";
    this.cells.style.setProperty("--row", row + "px");
  }
  static measure() {
    const probe = make("span", "cells probe", "0".repeat(100));
    document.body.append(probe);
    Screen.ratio = probe.getBoundingClientRect().width / 100 / 15 || 0.602;
    probe.remove();
  }
}
