// start.js: reads the log, and shows every panel again when the position changes; the buttons, keys and
// links that move through the log.

// ---- the bar ----

const PLAYING = 800;  // milliseconds of a step

class Bar {
  constructor(log, goTo) {
    this.log = log;
    this.goTo = goTo;
    this.position = 0;
    this.isOpening = false;
    this.timer = 0;
    const unit = log.hasScopes ? "scope" : "op";
    for (const span of document.querySelectorAll(".unit")) span.textContent = unit;
    byId("scope_back").setAttribute("aria-label", "Previous " + unit);
    byId("scope_step").setAttribute("aria-label", "Next " + unit);
    byId("count").textContent = log.count.toLocaleString("en");
    for (const id of ["slider", "goto"]) byId(id).max = log.count;
    this.notFinite = log.firstNotFinite();
    byId("not_finite").hidden = this.notFinite === undefined;
    this.listen();
    this.drawPhases();
  }

  moves() {
    const by = (n) => () => this.goTo(this.position + n);
    return {
      first: () => this.goTo(0),
      last: () => this.goTo(this.log.count),
      back: by(-1),
      step: () => this.goTo(this.isOpening ? 1 : this.position + 1),
      not_finite: () => this.goTo(this.notFinite),
      scope_back: () => this.goTo(this.otherUnit(-1)),
      scope_step: () => this.goTo(this.otherUnit(1))
    };
  }

  listen() {
    const moves = this.moves();
    for (const [id, move] of Object.entries(moves))
      byId(id).addEventListener("click", () => {
        this.pause();
        move();
      });
    byId("play").addEventListener("click", () => (this.timer ? this.pause() : this.play()));
    byId("slider").addEventListener("input", () => {
      this.pause();
      this.goTo(+byId("slider").value);
    });
    byId("goto").addEventListener("change", () => {
      this.pause();
      this.goTo(Math.trunc(+byId("goto").value) || 0);
    });
    addEventListener("hashchange", () => {
      this.pause();
      this.goTo(positionInLink() ?? this.position);
    });
    const keys = {
      ArrowLeft: "back",
      ArrowRight: "step",
      PageUp: "scope_back",
      PageDown: "scope_step",
      Home: "first",
      End: "last"
    };
    document.addEventListener("keydown", (event) => {
      const move = moves[keys[event.key]];
      if (!move || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey ||
          /INPUT|SELECT|TEXTAREA/.test(event.target.tagName))
        return;
      event.preventDefault();
      this.pause();
      move();
    });
  }

  // The scope of an event, or its node where the log has no scopes.
  unitOf(event) {
    const {log} = this, node = log.node[event];
    return log.hasScopes ? `${log.isBackward(event)} ${log.scopeOf(node)}` :
                           `${log.kind[event]} ${node}`;
  }

  // The position after the last event of the next unit, or of the one before.
  otherUnit(direction) {
    let at = this.position + direction;
    if (at <= 0) return 0;
    while (at > 0 && at < this.log.count && this.unitOf(at - 1) === this.unitOf(at))
      at += direction;
    return at;
  }

  play() {
    if (this.isOpening || this.position === this.log.count) this.goTo(0);
    byId("play").textContent = "Pause";
    byId("sentence").setAttribute("aria-live", "off");
    const next = () => {
      this.goTo(this.position + 1);
      if (this.position === this.log.count)
        this.pause();
      else
        this.timer = setTimeout(next, PLAYING);
    };
    this.timer = setTimeout(next, 60);
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    byId("play").textContent = "Play";
    byId("sentence").setAttribute("aria-live", "polite");
  }

  show({position, isOpening}) {
    Object.assign(this, {position, isOpening});
    byId("step_word").textContent = isOpening ? "Start" : "Step";
    byId("slider").value = position;
    byId("slider").setAttribute("aria-valuetext", `${position} of ${this.log.count}`);
    if (document.activeElement !== byId("goto") || !this.timer) byId("goto").value = position;
    // A button that is off would lose the focus: these say so and stay.
    for (const id of ["first", "back", "scope_back"])
      byId(id).setAttribute("aria-disabled", position === 0);
    for (const id of ["last", "step", "scope_step"])
      byId(id).setAttribute("aria-disabled", position === this.log.count && !isOpening);
    if (!isOpening) history.replaceState(null, "", "#step=" + position);
  }

  // Under the slider: where the log goes backward.
  drawPhases() {
    const {log} = this, parts = Math.min(400, log.count), stops = [];
    for (let i = 0; i < parts; ++i) {
      const back = log.isBackward(Math.floor((i + 0.5) * log.count / parts));
      const colour = `var(--${back ? "backward" : "forward"})`;
      stops.push(`${colour} ${i * 100 / parts}% ${(i + 1) * 100 / parts}%`);
    }
    if (parts) byId("phases").style.background = `linear-gradient(to right, ${stops.join(", ")})`;
  }
}

function positionInLink() {
  const step = new URLSearchParams(location.hash.slice(1)).get("step");
  return step === null ? undefined : Math.trunc(+step) || 0;
}

// ---- the page ----

function start() {
  const log = new Log(JSON.parse(byId("data").textContent)), state = new State(log);
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

  const show = () => {
    const e = state.position - 1;
    byId("main").classList.toggle("in_backward", e >= 0 && log.isBackward(e));
    byId("told").textContent = told(log, state.position);
    byId("sentence").textContent = sentence(log, state);
    bar.show(state);
    showCard(byId("card"), log, state);
    panel.show(state);
    showTensor(log, state);
    showCode(log, state);
    showPaths(log, state.position);
  };
  const goTo = (position) => {
    state.goTo(Math.max(0, Math.min(log.count, position)));
    show();
  };
  const bar = new Bar(log, goTo);
  const places = {
    drawing: byId("drawing"),
    scopes: byId("scopes"),
    table: byId("graph_table"),
    note: byId("note"),
    legend: byId("legend"),
    enlarge: byId("enlarge")
  };
  const panel = new GraphPanel(log, places, goTo);
  let narrow = innerWidth;
  addEventListener("resize", () => {
    if (narrow !== innerWidth) {
      narrow = innerWidth;
      show();
    }
  });

  showLosses(log);
  if (positionInLink() === undefined) {
    state.open();
    show();
  } else
    goTo(positionInLink());
}

document.addEventListener("DOMContentLoaded", start);
