// start.js: the page reads its log, and updates every panel when the position changes. Also the controls, keys and
// links that move through the log.

// ---- the controls that only the page has ----

function positionInLink() {
  const step = new URLSearchParams(location.hash.slice(1)).get("step");
  return step === null ? undefined : Math.trunc(+step) || 0;
}

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "step",
  Home: "first",
  End: "last"
};

function listen(log, reader) {
  byId("count").textContent = log.count.toLocaleString("en");
  for (const id of ["slider", "goto"]) byId(id).max = log.count;
  byId("slider").addEventListener("input", () => reader.goTo(+byId("slider").value));
  byId("goto").addEventListener("change", () => reader.goTo(Math.trunc(+byId("goto").value) || 0));
  addEventListener("hashchange", () => reader.goTo(positionInLink() ?? reader.state.position));
  document.addEventListener("keydown", (event) => {
    const id = KEYS[event.key];
    if (!id || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey ||
        /INPUT|SELECT|TEXTAREA/.test(event.target.tagName))
      return;
    event.preventDefault();
    byId(id).click();
  });
}

function showPosition(log, {position, isOpening}) {
  byId("slider").value = byId("goto").value = position;
  byId("slider").setAttribute("aria-valuetext", `${position} of ${log.count}`);
  if (!isOpening) history.replaceState(null, "", "#step=" + position);
}

// ---- the page ----

function start() {
  const log = new Log(JSON.parse(byId("data").textContent));
  byId("program").textContent = log.program || "trace";
  document.title = log.program ? log.program + ", trace" : "trace";
  byId("facts").textContent = [
    log.command, log.version, counted(log.count, "step"), counted(log.nodes.length, "node")
  ].filter(Boolean).join(" · ");
  const notices = [
    log.cut && `The log ends early: ${log.cut}.`,
    log.no_lines && `No source lines: ${log.no_lines}.`
  ];
  byId("cut").textContent = notices.filter(Boolean).join(" ");
  byId("cut").hidden = !byId("cut").textContent;
  byId("main").hidden = false;
  byId("code").hidden = log.places.every(([, line]) => !line);
  byId("code_text").hidden = !hasCode(log);

  const reader = new Reader(log, byId, (state) => {
    byId("main").classList.toggle("in_backward", state.position > 0 && log.isBackward(state.position - 1));
    showPosition(log, state);
    showCode(log, state);
    showPaths(log, state.position);
  });
  listen(log, reader);
  addEventListener("resize", () => reader.show());
  showLosses(log);
  reader.begin(positionInLink());
}

document.addEventListener("DOMContentLoaded", start);
