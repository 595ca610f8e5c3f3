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
const waiting = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    waiting.unobserve(target);
    new Player(target);
  }
}, { rootMargin: "400px" });
all(document, ".trace").forEach((trace) => waiting.observe(trace));
const open = () => {
  const item = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (item && item.matches("details")) item.open = true;
};
addEventListener("hashchange", open);
open();
document.documentElement.classList.add("scripted");
