extension TraceScript {
    /// The frames of a try, and a terminal's screen that shows them.
    static let screens = #"""

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

        // Colours between two, and that of a cell seen from afar.
        const blend = (from, to, weight) => {
          if (from === to) return from;
          const channel = (shift) =>
            (((from >> shift & 255) * (256 - weight) + (to >> shift & 255) * weight + 128) >> 8) << shift;
          return channel(16) | channel(8) | channel(0);
        };
        const towards = ([text, ground, attributes], color, weight) =>
          [blend(text, color, weight), blend(ground, color, weight), attributes];
        const coverage = (char) => {
          const n = char.length === 1 ? char.charCodeAt(0) - 0x2580 : -1;
          if (n >= 1 && n <= 8) return n * 32;
          if (n >= 9 && n <= 15) return (16 - n) * 32;
          return { 0: 128, 16: 128, 22: 64, 23: 64, 24: 64, 25: 192, 26: 128, 27: 192, 28: 192, 29: 64, 30: 128, 31: 192 }[n] || 0;
        };
        const mean = (char, [text, ground]) => blend(ground, text, coverage(char));

        // Wide characters stay whole: one that loses a half becomes blank.
        const split = (cells, x) => {
          const left = cells[x] === null ? x - 1 : x;
          if (!cells[left] || cells[left][2] !== 2) return;
          cells[left + 1] = cells[left] = [" ", cells[left][1], 1];
        };
        const put = (cells, x, cell) => {
          split(cells, x);
          const hasRoom = cell[2] === 1 || x + 1 < cells.length;
          if (cell[2] === 2 && hasRoom) {
            split(cells, x + 1);
            cells[x + 1] = null;
          }
          cells[x] = hasRoom ? cell : [" ", cell[1], 1];
        };
        // A place of the screen before that has moved.
        const move = (rows, [top, start, height, width, down, right]) => {
          const before = rows.slice();
          for (let y = top; y < top + height; y += 1) {
            if (y - down < top || y - down >= top + height) continue;
            const cells = rows[y] = rows[y].slice();
            for (let x = Math.max(start, start + right); x < start + width + Math.min(0, right); x += 1) {
              const cell = before[y - down][x - right];
              if (cell) put(cells, x, cell);
            }
          }
        };

        // The frames of a try. Rows that do not change are shared between them.
        class Film {
          constructor(data) {
            this.styles = [];
            this.numbers = new Map();
            data.styles.forEach((raw) => this.numbers.set(raw.join(), this.styles.push(look(raw)) - 1));
            this.goals = data.goals || [];
            this.fades = new Map();
            this.besides = data.besides;
            this.changes = data.frames;
            this.times = data.frames.map((frame) => frame[0] / 1000);
            this.kept = new Map();
          }
          get count() { return this.changes.length; }
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
            while (from > 0 && !this.kept.has(from) && this.changes[from][2].length !== 3) from -= 1;
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
            const [, beside, beginning, ...parts] = this.changes[index];
            let rows, columns, ground;
            if (beginning && beginning.length === 3) {
              [columns, , ground] = beginning;
              const blank = [" ", ground, 1];
              rows = Array.from({ length: beginning[1] }, () => Array(columns).fill(blank));
            } else {
              ({ columns, ground } = before);
              rows = before.rows.slice();
              if (beginning && beginning.length === 2) this.mix(rows, this.fades.get(beginning[0]), beginning[1]);
              if (beginning && beginning.length === 6) move(rows, beginning);
            }
            this.draw(rows, parts);
            this.goals.forEach(([frame, turns, ...goal], number) => {
              if (frame !== index || this.fades.has(number)) return;
              const to = rows.slice();
              this.draw(to, goal);
              this.fades.set(number, { from: rows, to, turns });
            });
            const [x, y, title, modes] = this.besides[beside];
            return { index, rows, columns, ground, title, modes, cursor: x < 0 ? null : [x, y] };
          }
          draw(rows, parts) {
            for (const [row, start, ...runs] of parts) {
              const cells = rows[row] = rows[row].slice();
              let column = start;
              for (let place = 0; place < runs.length; place += 2) {
                const style = runs[place], text = runs[place + 1];
                if (typeof text === "string") {
                  for (const char of text) cells[column++] = [char, style, 1];
                } else {
                  cells[column++] = [text[0], style, text[1]];
                  if (text[1] === 2) cells[column++] = null;
                }
              }
            }
          }
          // Both screens of a fade, the weight of the second from 0 to 256.
          mix(rows, { from, to, turns }, weight) {
            let pair = 0, used = 0;
            const turn = () => {
              while (pair < turns.length && used >= turns[pair]) [pair, used] = [pair + 2, 0];
              used += 1;
              return pair < turns.length ? turns[pair + 1] : 256;
            };
            to.forEach((after, y) => {
              const before = from[y];
              if (before === after) return;
              const cells = rows[y] = rows[y].slice();
              after.forEach((cell, x) => {
                const old = before[x];
                if (!cell || !old || cell[2] !== 1 || old[2] !== 1) return;
                const [one, other] = [this.styles[old[1]].raw, this.styles[cell[1]].raw];
                if (old[0] === cell[0]) {
                  const attributes = weight < 128 ? one[2] : other[2];
                  const style = [blend(one[0], other[0], weight), blend(one[1], other[1], weight), attributes];
                  put(cells, x, [old[0], this.style(style), 1]);
                } else if (weight >= turn()) {
                  put(cells, x, [cell[0], this.style(towards(other, mean(old[0], one), 256 - weight)), 1]);
                } else {
                  put(cells, x, [old[0], this.style(towards(one, mean(cell[0], other), weight)), 1]);
                }
              });
            });
          }
          style(raw) {
            const key = raw.join();
            if (!this.numbers.has(key)) this.numbers.set(key, this.styles.push(look(raw)) - 1);
            return this.numbers.get(key);
          }
        }

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

        // A terminal's screen.
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

        """#
}
