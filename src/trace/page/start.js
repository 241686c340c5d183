// start.js: reads the log, and shows every panel again when the position changes.

function start() {
  const log = new Log(JSON.parse(byId("data").textContent)), state = new State(log);
  const tensor = new TensorView(), paths = new PathPanel(log);
  byId("program").textContent = log.program || "trace";
  byId("facts").textContent = [
    log.command, log.version, counted(log.count, "step"), counted(log.nodes.length, "node")
  ].filter(Boolean).join(" · ");
  const notices = [
    log.cut && `The log ends early: ${log.cut}.`,
    log.noLines && `No source lines: ${log.noLines}.`
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

  const events = eventsTable(log), nodes = nodesTable(log, () => state);
  const filter = new Filter(log, () => listEvents());
  const show = () => {
    const e = state.position - 1;
    byId("main").classList.toggle("in_backward", e >= 0 && log.isBackward(e));
    setHeights(log);
    byId("told").textContent = told(log, state.position);
    byId("sentence").textContent = sentence(log, state);
    bar.show(state);
    showCard(byId("card"), log, state);
    panel.show(state);
    map.show(state);
    tensor.show(log, state);
    showCode(log, state);
    paths.show(state.position);
    events.setCurrent(e);
    const node = e < 0 || state.isOpening ? -1 : log.kind[e] === KIND.contribution ? log.parent[e] : log.node[e];
    nodes.setCurrent(node);
  };
  const goTo = (position) => {
    state.goTo(Math.max(0, Math.min(log.count, position)));
    show();
  };
  const listEvents = () => {
    const found = filter.events();
    events.setItems(found);
    byId("found").textContent = found.length === log.count ?
        counted(log.count, "step") :
        `${found.length.toLocaleString("en")} of ${counted(log.count, "step")}`;
  };
  const listNodes = () => {
    const all = log.nodes.map((_, i) => i);
    nodes.setItems(
        byId("leaves_only").checked ? all.filter((i) => !log.nodes[i].parents.length) : all);
  };
  const bar = new Bar(log, goTo), map = new MapPanel(log, goTo);
  const places = {
    drawing: byId("drawing"),
    scopes: byId("scopes"),
    table: byId("graph_table"),
    note: byId("note"),
    legend: byId("legend"),
    enlarge: byId("enlarge")
  };
  const panel = new GraphPanel(log, places, goTo);
  byId("reach").value = panel.graph.reach;
  // The matches beside this step, in the list as it is filtered.
  byId("find_next").addEventListener("click", () => {
    const next = events.items[lowerBound(events.items, state.position)];
    if (next !== undefined) goTo(next + 1);
  });
  byId("find_back").addEventListener("click", () => {
    const before = events.items[lowerBound(events.items, state.position - 1) - 1];
    if (before !== undefined) goTo(before + 1);
  });
  byId("reach").addEventListener("change", () => {
    panel.graph.reach = byId("reach").value;
    panel.show(state);
  });
  byId("leaves_only").addEventListener("change", () => {
    listNodes();
    show();
  });
  let narrow = innerWidth;
  addEventListener("resize", () => {
    if (narrow !== innerWidth) {
      narrow = innerWidth;
      show();
    }
  });

  showLosses(log);
  listEvents();
  listNodes();
  if (positionInLink() === undefined) {
    state.open();
    show();
  } else
    goTo(positionInLink());
}

// For the width that the page has now.
function setHeights(log) {
  const width = document.documentElement.clientWidth;
  if (log.width === width || !log.count) return;
  log.width = width;
  fixHeight(byId("told"), log, (copy, {position}) => copy.append(told(log, position)));
  fixHeight(byId("sentence"), log, (copy, state) => copy.append(sentence(log, state)));
  fixHeight(byId("card"), log, (copy, state) => showCard(copy, log, state));
}

document.addEventListener("DOMContentLoaded", start);
