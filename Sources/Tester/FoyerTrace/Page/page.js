// The list of a report: what is looked for, by words and by verdict.
const list = document.querySelector(".index");
const filter = () => {
  const text = list.querySelector("input").value.toLowerCase();
  const wanted = all(list, "[name=verdict]:checked").map((box) => box.value);
  let shown = 0;
  for (const group of all(document, ".group")) {
    let isShown = false;
    for (const item of all(group, ".item")) {
      const fits = (!wanted.length || wanted.includes(item.dataset.verdict))
        && item.textContent.toLowerCase().includes(text);
      item.hidden = !fits;
      isShown = isShown || fits;
      shown += fits;
    }
    group.hidden = !isShown;
  }
  list.querySelector("output").textContent = fill(list.dataset.shown, { count: shown });
};
if (list) {
  list.addEventListener("input", filter);
  filter();
}

// Players begin when they are seen: a report has dozens.
Screen.measure();
const traces = all(document, ".trace"), players = new Map();
const waiting = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    waiting.unobserve(target);
    players.set(target, new Player(target, traces.indexOf(target)));
  }
}, { rootMargin: "400px" });
traces.forEach((trace) => waiting.observe(trace));
const open = () => {
  const item = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (item && item.matches("details")) item.open = true;
  const trace = traces[linkedStep(location.hash)?.trace];
  if (!trace) return;
  for (let node = trace; node; node = node.parentElement) if (node.matches("details")) node.open = true;
  // The first is where a page opens anyway.
  if (trace !== traces[0]) trace.scrollIntoView();
  players.get(trace)?.follow();
};
addEventListener("hashchange", open);
open();
document.documentElement.classList.add("scripted");
