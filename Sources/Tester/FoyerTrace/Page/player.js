// Where times stand on the axis: long stretches in which nothing happens are folded, so that the rest has room.
class Scale {
  constructor(moments, end) {
    const points = [...new Set([0, ...moments.filter((ms) => ms > 0 && ms < end), end])].sort((a, b) => a - b);
    const gaps = points.slice(1).map((ms, index) => ms - points[index]);
    const busy = gaps.filter((gap) => gap <= 2000).reduce((sum, gap) => sum + gap, 0);
    const cap = Math.max(busy / 3, 300);
    this.parts = [];
    let at = 0;
    gaps.forEach((gap, index) => {
      const isFolded = gap > 2000 && gap > cap * 2;
      const width = isFolded ? cap : gap;
      this.parts.push({ from: points[index], gap, at, width, isFolded });
      at += width;
    });
    this.width = at || 1;
  }
  share(ms) {
    const part = this.parts.findLast((each) => each.from <= ms) || this.parts[0];
    const inside = part.gap ? clamp((ms - part.from) / part.gap, 0, 1) * part.width : 0;
    return (part.at + inside) / this.width * 100;
  }
  time(share) {
    const at = share / 100 * this.width;
    const part = this.parts.findLast((each) => each.at <= at) || this.parts[0];
    return part.from + (part.width ? (at - part.at) / part.width * part.gap : 0);
  }
}

// A step in a page's address, all from 0: "#step-3" is the third; "#2-step-3-try-2" is in the second trace, in its second try.
const stepLink = ({ trace, step, number }) =>
  `#${trace ? `${trace + 1}-` : ""}step-${step + 1}${number ? `-try-${number + 1}` : ""}`;
const linkedStep = (hash) => {
  const parts = /^#(?:([1-9]\d*)-)?step-([1-9]\d*)(?:-try-([1-9]\d*))?$/.exec(hash);
  return parts && { trace: (parts[1] ?? 1) - 1, step: parts[2] - 1, number: (parts[3] ?? 1) - 1 };
};

// One trace: its tries, the chosen step, the chosen frame.
class Player {
  constructor(root, trace) {
    this.root = root;
    this.trace = trace;
    this.tries = all(root, ".try").map((node) => ({
      node, film: null, took: Number(node.dataset.took),
      steps: all(node, ".step").map((step) => ({
        node: step, from: Number(step.dataset.from), to: Number(step.dataset.to), state: step.dataset.state,
        title: step.querySelector(".what").textContent,
      })),
      marks: all(node, "[data-at]").map((mark) => ({
        node: mark, at: Number(mark.dataset.at), kind: mark.dataset.kind, bad: mark.dataset.bad !== undefined,
        text: mark.querySelector(".what").textContent,
      })),
      spans: all(node, "[data-span]").map((span) => ({
        from: Number(span.dataset.from), to: Number(span.dataset.to), bad: span.dataset.bad !== undefined,
        text: span.querySelector(".what").textContent,
      })),
    }));
    // Until the frames are unpacked, the player has its place; without any, the steps have all of it.
    this.begin().catch(() => {}).then(() => this.root.classList.toggle("bare", !this.root.classList.contains("alive")));
  }
  async begin() {
    const stage = document.getElementById("stage").content.cloneNode(true);
    this.root.querySelector(".player").append(stage);
    const part = (name) => this.root.querySelector(".stage " + name);
    this.words = part(".axis").dataset;
    Object.assign(this, { axis: part(".axis"), lanes: part(".lanes"), slider: part(".slider"), clock: part(".clock"),
      news: part(".news"), play: part(".play"), search: part(".search input"), found: part(".found"),
      marksChanges: part(".changes"), views: part(".views"), beside: part(".beside"),
      own: part(".own"), ownSize: part(".own-size") });
    this.marksChanges.checked = this.root.dataset.unmarked === undefined;
    this.screens = all(this.root, ".stage .screen").map((node) => new Screen(node, () => this.fitted()));
    await Promise.all(this.tries.map(async (attempt) => {
      const agreed = all(attempt.node, ".expected");
      const films = await Promise.all([attempt.node.querySelector(".frames"), ...agreed].map((packed) => unpack(packed.textContent)));
      attempt.film = new Film(films[0]);
      attempt.expected = new Map(agreed.map((node, index) => [
        Number(node.dataset.step ?? -1), { film: new Film(films[index + 1]), frame: node.dataset.frame }]));
    }));
    this.tries = this.tries.filter((attempt) => attempt.film.count > 0);
    if (!this.tries.length) return;
    this.root.classList.add("alive");
    // A single screen, as a review of golden ones has it: there is nothing to play or to choose.
    this.isStill = this.tries.every(({ film, steps, marks, spans }) =>
      film.count === 1 && !steps.length && !marks.length && !spans.length);
    this.root.classList.toggle("still", this.isStill);
    if (this.tries.length < 2) part('.views [value=tries]')?.remove();
    const isGolden = this.tries.some((attempt) => attempt.expected.size);
    if (!isGolden) part('.views [value=expected]')?.remove();
    this.number = 0;
    this.view = this.tries.length > 1 ? "tries" : isGolden ? "expected" : this.hasRoomForTwo && !this.isStill ? "step" : "after";
    this.listen();
    if (!this.follow()) this.choose(0, Number(this.tries[0].node.dataset.open ?? this.firstFailure(0)));
  }
  // Chooses the step that the page's address names, if it is one of this trace.
  follow() {
    const link = linkedStep(location.hash);
    const step = link?.trace === this.trace && this.tries?.[link.number]?.steps[link.step];
    if (!step || step.state === "unplayed" || !this.view) return false;
    this.choose(link.number, link.step);
    return true;
  }
  get attempt() { return this.tries[this.number]; }
  get film() { return this.attempt.film; }
  // Side by side, each as large as it can be read; one beneath the other, what came of the step would be out of sight.
  get hasRoomForTwo() {
    const room = this.screens[0].root.parentElement.clientWidth;
    return room >= 2 * Math.max(480, this.film.at(0).columns * 11 * Screen.ratio + 26);
  }
  firstFailure(number) {
    const { steps } = this.tries[number];
    const failed = steps.findIndex((step) => step.state === "failed");
    return failed < 0 ? steps.findLastIndex((step) => step.state !== "unplayed") : failed;
  }

  // MARK: choosing
  choose(number, step, isFocused) {
    this.stop();
    const isNew = this.drawn !== number;
    this.number = number;
    if (isNew) this.drawAxis();
    const { steps } = this.attempt;
    const at = step < 0 || !steps[step] ? this.film.times.at(-1) : steps[step].to;
    const isFirst = this.step === undefined;
    this.step = step;
    this.go(at, true);
    if (isFocused && steps[step]) steps[step].node.focus();
    if (steps[step]) this.news.textContent = `${steps[step].title}: ${this.words[steps[step].state]}, ${seconds(at)}`;
    // A frame of another page may be denied this.
    if (!isFirst && steps[step]) try { history.replaceState(null, "", stepLink(this)); } catch {}
  }
  stepAt(ms) {
    const { steps } = this.attempt;
    const found = steps.findLastIndex((step) => step.from <= ms && step.state !== "unplayed");
    return found;
  }
  go(ms, isStep) {
    this.now = clamp(ms, 0, this.end);
    this.index = this.film.index(this.now);
    if (!isStep) this.step = this.stepAt(this.now);
    // The next step's change may have the same instant.
    const { frame } = isStep && this.attempt.expected.get(this.step) || {};
    if (frame !== undefined) this.index = clamp(Number(frame), 0, this.film.count - 1);
    this.render();
  }
  frame(by) {
    this.stop();
    const index = clamp(this.index + by, 0, this.film.count - 1);
    this.go(this.film.times[index]);
  }
  move(by) {
    const { steps } = this.attempt;
    const last = steps.findLastIndex((step) => step.state !== "unplayed");
    this.choose(this.number, clamp(this.step + by, 0, last), true);
  }
  get end() { return Math.max(this.attempt.took, this.film.times.at(-1), 1); }

  // MARK: playing
  toggle() { if (this.timer) this.stop(); else this.start(); }
  start() {
    if (this.index >= this.film.count - 1) this.go(0);
    this.play.setAttribute("aria-pressed", "true");
    const began = performance.now() - this.now;
    const tick = () => {
      const ms = performance.now() - began;
      this.go(ms);
      if (ms >= this.end) return this.stop();
      this.timer = requestAnimationFrame(tick);
    };
    this.timer = requestAnimationFrame(tick);
  }
  stop() {
    cancelAnimationFrame(this.timer);
    this.timer = 0;
    this.play.setAttribute("aria-pressed", "false");
  }

  // MARK: drawing
  render() {
    const { steps } = this.attempt;
    const step = steps[this.step];
    const frame = this.film.at(this.index);
    const [left, right] = this.screens;
    const number = this.step + 1;
    const at = { step: number, time: seconds(this.now), frame: this.index + 1, of: this.film.count };
    const isEnd = step && this.now === step.to;
    right.root.hidden = this.view === "before";
    left.root.hidden = this.view === "after" || this.view === "step" && !step;
    left.root.classList.remove("twin");
    if (this.view === "tries" && this.tries.length > 1) {
      const other = this.tries[this.number ? 0 : 1];
      const twin = other.steps[this.step];
      const ms = isEnd && twin && twin.state !== "unplayed" ? twin.to : this.now;
      const seen = other.film.at(other.film.index(ms));
      this.pair(right, left, other.film, this.film, seen, frame);
      left.caption.textContent = this.tryTitle(this.number) + " · " + seconds(this.now);
      right.caption.textContent = this.tryTitle(this.number ? 0 : 1) + " · " + seconds(ms);
    } else if (this.view === "expected" && this.attempt.expected.has(this.isStill ? -1 : this.step)) {
      const { film } = this.attempt.expected.get(this.isStill ? -1 : this.step);
      this.pair(right, left, this.film, film, frame, film.at(0));
      left.caption.textContent = this.isStill ? this.words.old : this.words.expected;
      right.caption.textContent = this.isStill ? this.words.new : fill(this.words.got, at);
    } else {
      const before = this.film.at(step ? this.film.index(Math.max(0, step.from - 0.001)) : 0);
      left.otherStyles = right.otherStyles = null;
      left.show(this.film, before);
      right.show(this.film, frame, this.marksChanges.checked ? before : null);
      // Nothing has changed: one screen says so.
      const isSame = Boolean(step) && sameScreen(before, frame);
      left.root.classList.toggle("twin", isSame);
      if (isSame && this.view === "step") left.root.hidden = true;
      left.caption.textContent = step ? fill(this.words.before, at) : "";
      right.caption.textContent = this.isStill ? this.words.new : fill(isEnd ? this.words.after : this.words.during, at);
    }
    this.clock.textContent = fill(this.words.clock, at);
    this.slider.value = this.scale.share(this.now);
    this.slider.setAttribute("aria-valuetext", this.clock.textContent + (step ? ", " + step.title : ""));
    this.describe(frame);
    this.nameCell();
    this.tries.forEach((attempt, index) => {
      attempt.node.hidden = index !== this.number;
      attempt.steps.forEach((each, place) => {
        const isChosen = index === this.number && place === this.step;
        if (isChosen) each.node.setAttribute("aria-current", "step"); else each.node.removeAttribute("aria-current");
        each.node.tabIndex = isChosen || this.step < 0 && place === 0 ? 0 : -1;
        if (isChosen && this.shown !== each) {
          this.shown = each;
          const list = each.node.closest("ol"), box = each.node.getBoundingClientRect(), room = list.getBoundingClientRect();
          if (box.top < room.top) list.scrollTop -= room.top - box.top;
          if (box.bottom > room.bottom) list.scrollTop += box.bottom - room.bottom;
        }
      });
      for (const mark of attempt.marks) mark.node.classList.toggle("past", mark.at > this.now);
    });
    all(this.views, "button").forEach((button) => button.setAttribute("aria-pressed", button.value === this.view));
    all(this.root, ".tries button").forEach((button, index) =>
      button.setAttribute("aria-pressed", index === this.number));
    this.highlight();
  }
  pair(right, left, otherFilm, film, other, frame) {
    left.otherStyles = otherFilm.styles;
    right.otherStyles = film.styles;
    const marks = this.marksChanges.checked && other.columns === frame.columns;
    left.show(film, frame, marks ? other : null);
    right.show(otherFilm, other, marks ? frame : null);
  }
  // Whoever cannot read a screen that was made to fit may have it larger, in a box that scrolls.
  fitted() { this.own.hidden = !this.screens.some((screen) => screen.isSmall && !screen.root.hidden); }
  tryTitle(index) { return this.tries[index].node.dataset.title; }
  describe(frame) {
    const [cursor, title, modes] = all(this.beside, "dd");
    cursor.textContent = frame.cursor
      ? fill(this.words.place, { row: frame.cursor[1] + 1, column: frame.cursor[0] + 1 }) : this.words.hidden;
    title.textContent = frame.title || "–";
    modes.replaceChildren(...(frame.modes.length ? frame.modes.map((mode) => make("span", "chip", mode)) : ["–"]));
  }
  // The colours and attributes of the cell that was clicked.
  nameCell() {
    const { screen, row, column } = this.cell || {};
    const cells = screen && !screen.root.hidden && screen.frame.rows[row];
    const cell = cells && (cells[column] || cells[column - 1]);
    const look = cell && screen.film.styles[cell[1]];
    all(this.beside, "dd")[3].replaceChildren(...(look ? [
      fill(this.words.place, { row: row + 1, column: column + 1 }) + ": "
        + fill(this.words.colors, { text: look.text, ground: look.ground }) + " ",
      ...attributeNames(look, this.words.attributes).map((name) => make("span", "chip", name))] : ["–"]));
  }
  drawAxis() {
    this.drawn = this.number;
    const { steps, marks, spans } = this.attempt;
    this.scale = new Scale([...this.film.times, ...marks.map((mark) => mark.at),
      ...steps.flatMap((step) => [step.from, step.to]), ...spans.flatMap((span) => [span.from, span.to])], this.end);
    const share = (ms) => clamp(this.scale.share(ms), 0, 100);
    const place = (node, from, to) => {
      node.style.left = share(from) + "%";
      if (to !== undefined) node.style.width = Math.max(share(to) - share(from), 0) + "%";
      return node;
    };
    const lane = (name, className, nodes) => {
      if (!nodes.length) return [];
      const node = make("div", "lane " + className);
      const track = make("div", "track");
      track.append(...nodes);
      node.append(make("span", "name", this.words[name]), track);
      return [node];
    };
    const played = steps.filter((step) => step.state !== "unplayed");
    const ticks = (kind) => marks.filter((mark) => mark.kind === kind)
      .map((mark) => place(make("i", mark.bad ? "tick bad" : "tick"), mark.at));
    const bars = spans.map((span, index) => {
      const bar = place(make("i", span.bad ? "bar bad" : "bar"), span.from, span.to);
      bar.style.top = `calc(${index % 4} * .34rem)`;
      return bar;
    });
    this.lanes.replaceChildren(
      ...lane("steps", "ofSteps", played.map((step) =>
        place(make("i", "bar " + step.state), step.from, Math.max(step.to, step.from)))),
      ...lane("input", "ofInput", ticks("input")),
      ...lane("launch", "ofLaunch", bars),
      ...lane("request", "ofRequests", ticks("request")),
      ...lane("event", "ofEvents", ticks("event")),
      ...lane("frames", "ofFrames", this.film.times.map((ms) => place(make("i", "tick"), ms))));
    const found = make("div", "lane ofFound");
    found.append(make("span", "name", ""), make("div", "track"));
    this.lanes.append(found);
    this.slider.max = 100;
    this.rule();
    this.find();
  }
  // Round times beneath the lanes.
  rule() {
    const rule = this.axis.querySelector(".rule");
    const room = rule.clientWidth;
    const wanted = this.scale.width / clamp(room / 90, 3, 12);
    const power = 10 ** Math.floor(Math.log10(wanted));
    const stride = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= wanted) || wanted;
    const marks = [], taken = [];
    const mark = (share, className, text, width, before = 0) => {
      const from = share / 100 * room - before, to = from + width;
      if (to > room || taken.some((other) => from < other.to && other.from < to)) return;
      taken.push({ from, to });
      const node = make("span", className, text);
      node.style.left = share + "%";
      marks.push(node);
    };
    // Folded parts are marked before round times take their places.
    for (const part of this.scale.parts.filter((each) => each.isFolded)) {
      const share = (part.at + part.width / 2) / this.scale.width * 100;
      mark(share, "fold", "⋯ " + (part.gap / 1000).toFixed(1) + " s ⋯", 80, 40);
    }
    for (const part of this.scale.parts.filter((each) => !each.isFolded)) {
      for (let ms = Math.ceil(part.from / stride) * stride; ms <= part.from + part.gap; ms += stride) {
        mark(this.scale.share(ms), "", +(ms / 1000).toFixed(3) + " s", 60);
      }
    }
    rule.replaceChildren(...marks);
  }

  // MARK: searching
  find() {
    const text = this.search.value.toLowerCase();
    this.hits = [];
    if (text) {
      for (let index = 0; index < this.film.count; index += 1) {
        if (this.film.at(index).rows.some((row) => rowText(row).toLowerCase().includes(text))) this.hits.push(index);
      }
    }
    this.found.textContent = text ? fill(this.words.found, { count: this.hits.length }) : "";
    const track = this.lanes.querySelector(".ofFound .track");
    track.replaceChildren(...this.hits.map((index) => {
      const bar = make("i", "bar");
      const next = index + 1 < this.film.count ? this.film.times[index + 1] : this.end;
      const left = this.scale.share(this.film.times[index]);
      bar.style.left = left + "%";
      bar.style.width = this.scale.share(next) - left + "%";
      return bar;
    }));
    this.highlight();
  }
  next(by) {
    if (!this.hits.length) return;
    const later = by > 0 ? this.hits.find((index) => index > this.index)
      : this.hits.findLast((index) => index < this.index);
    this.go(this.film.times[later ?? this.hits.at(by > 0 ? 0 : -1)]);
  }
  highlight() {
    if (!window.Highlight) return;
    const text = this.search.value.toLowerCase();
    const ranges = [];
    for (const row of text ? all(this.root, ".stage .row") : []) {
      const nodes = [], line = [];
      for (const span of row.children) for (const char of span.textContent) { nodes.push(span); line.push(char); }
      const whole = line.join("").toLowerCase();
      for (let from = whole.indexOf(text); from >= 0; from = whole.indexOf(text, from + 1)) {
        const range = new Range(), to = from + text.length - 1;
        if (!nodes[from] || !nodes[to]) break;
        range.setStart(nodes[from].firstChild, from - nodes.indexOf(nodes[from]));
        range.setEnd(nodes[to].firstChild, to - nodes.indexOf(nodes[to]) + 1);
        ranges.push(range);
      }
    }
    CSS.highlights.set("found", new Highlight(...ranges));
  }

  // MARK: hands
  listen() {
    const { root } = this;
    const click = (selector, act) => all(root, selector).forEach((node, index) =>
      node.addEventListener("click", () => act(node, index)));
    this.tries.forEach((attempt, number) => attempt.steps.forEach((step, index) =>
      step.node.addEventListener("click", () => {
        if (step.state !== "unplayed") this.choose(number, index);
      })));
    this.tries.forEach((attempt) => attempt.marks.forEach((mark) =>
      mark.node.querySelector("button")?.addEventListener("click", () => { this.stop(); this.go(mark.at); })));
    click(".tries button", (_, index) => this.choose(index, this.tries[index].steps[this.step]?.state
      && this.tries[index].steps[this.step].state !== "unplayed" ? this.step : this.firstFailure(index)));
    click(".views button", (button) => { this.view = button.value; this.render(); });
    click(".earlier", () => this.frame(-1));
    click(".later", () => this.frame(1));
    click(".play", () => this.toggle());
    click(".tofailure", () => this.choose(0, this.firstFailure(0), true));
    this.screens.forEach((screen) => screen.cells.addEventListener("click", (event) => {
      // Whoever has selected text wants that.
      if (!getSelection().isCollapsed) return;
      this.cell = { screen, ...screen.place(event) };
      this.nameCell();
    }));
    this.marksChanges.addEventListener("change", () => this.render());
    this.ownSize.addEventListener("change", () => this.screens.forEach((screen) => {
      screen.isOwn = this.ownSize.checked;
      screen.fit();
    }));
    this.slider.addEventListener("input", () => { this.stop(); this.go(this.scale.time(Number(this.slider.value))); });
    this.slider.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      this.frame(by);
    });
    this.search.addEventListener("input", () => this.find());
    this.search.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.next(event.shiftKey ? -1 : 1);
      if (event.key !== "Escape") event.stopPropagation();
    });
    // Letters count only while something in this trace has the focus, so that nobody's own keys are taken.
    root.addEventListener("keydown", (event) => this.press(event));
    let width = 0;
    new ResizeObserver(() => {
      if (this.axis.clientWidth === width) return;
      width = this.axis.clientWidth;
      this.rule();
    }).observe(this.axis);
  }
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches("input, textarea, summary")) return;
    const isButton = event.target.matches("button");
    const acts = {
      ArrowLeft: () => this.frame(-1), ArrowRight: () => this.frame(1),
      ArrowUp: () => this.move(-1), ArrowDown: () => this.move(1), k: () => this.move(-1), j: () => this.move(1),
      Home: () => this.choose(this.number, 0, true),
      End: () => this.choose(this.number, this.attempt.steps.findLastIndex((step) => step.state !== "unplayed"), true),
      f: () => this.choose(0, this.firstFailure(0), true),
      p: () => this.toggle(), "/": () => this.search.focus(),
      t: () => this.tries.length > 1 && this.choose((this.number + 1) % this.tries.length, this.step, true),
      c: () => { this.marksChanges.checked = !this.marksChanges.checked; this.render(); },
    };
    if (event.target.closest(".cells") && event.key.startsWith("Arrow")) return;
    if (!isButton) acts[" "] = acts.p;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
