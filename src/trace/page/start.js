// start.js: the page reads its log, and updates every panel when the position changes. Also the controls, keys and
// links that move through the log.

// ---- the controls that only the page has ----

// The end of the next unit, or of the previous one. A unit is the run of a scope, or of a node if the log has no
// scopes.
function otherUnit(log, position, direction) {
  const unitOf = (event) => log.hasScopes ? `${log.isBackward(event)} ${log.scopeOf(log.node[event])}` :
                                            `${log.kind[event]} ${log.node[event]}`;
  let at = position + direction;
  if (at <= 0) return 0;
  while (at > 0 && at < log.count && unitOf(at - 1) === unitOf(at)) at += direction;
  return at;
}

// The line above the slider: blue where the log goes forward, orange where it goes backward.
function drawPhases(log) {
  const parts = Math.min(400, log.count), stops = [];
  for (let i = 0; i < parts; ++i) {
    const back = log.isBackward(Math.floor((i + 0.5) * log.count / parts));
    stops.push(`var(--${back ? "backward" : "forward"}) ${i * 100 / parts}% ${(i + 1) * 100 / parts}%`);
  }
  if (parts) byId("phases").style.background = `linear-gradient(to right, ${stops.join(", ")})`;
}

function positionInLink() {
  const step = new URLSearchParams(location.hash.slice(1)).get("step");
  return step === null ? undefined : Math.trunc(+step) || 0;
}

const KEYS = {
  ArrowLeft: "back",
  ArrowRight: "step",
  PageUp: "scope_back",
  PageDown: "scope_step",
  Home: "first",
  End: "last"
};

function listen(log, reader) {
  const unit = log.hasScopes ? "scope" : "op", notFinite = log.firstNotFinite();
  for (const span of document.querySelectorAll(".unit")) span.textContent = unit;
  for (const [id, name, direction] of [["scope_back", "Previous ", -1], ["scope_step", "Next ", 1]]) {
    byId(id).setAttribute("aria-label", name + unit);
    byId(id).addEventListener("click", () => reader.goTo(otherUnit(log, reader.state.position, direction)));
  }
  byId("not_finite").hidden = notFinite === undefined;
  byId("not_finite").addEventListener("click", () => reader.goTo(notFinite));
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
  drawPhases(log);
}

function showPosition(log, {position, isOpening}) {
  byId("slider").value = byId("goto").value = position;
  byId("slider").setAttribute("aria-valuetext", `${position} of ${log.count}`);
  byId("scope_back").setAttribute("aria-disabled", position === 0);
  byId("scope_step").setAttribute("aria-disabled", position === log.count && !isOpening);
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
  const firstTensor = log.size.findIndex((size) => size > 1), place = byId("tensor_place");
  place.hidden = firstTensor < 0;
  place.dataset.empty = "The numbers of a Tensor are shown here, at a step that has one. " +
      `Step ${firstTensor + 1} is the first.`;

  const reader = new Reader(log, byId, (state) => {
    byId("main").classList.toggle("in_backward", state.position > 0 && log.isBackward(state.position - 1));
    showPosition(log, state);
    showTensor(log, state);
    showCode(log, state);
    showPaths(log, state.position);
  });
  listen(log, reader);
  let width = innerWidth;
  addEventListener("resize", () => {
    if (width !== innerWidth) reader.show();
    width = innerWidth;
  });
  showLosses(log);
  reader.begin(positionInLink());
}

document.addEventListener("DOMContentLoaded", start);
