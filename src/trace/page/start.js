// start.js: reads the log, and shows every panel again when the position changes.

function start() {
  const log = new Log(JSON.parse(byId("data").textContent)), state = new State(log);
  const graph = new Graph(log), tensor = new TensorView(), paths = new PathPanel(log);
  const change = new ChangePanel(log, () => {
    showLosses(log);
    paths.refresh();
    show();
  });
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
  // Columns of about one height: a small graph of Values leaves room for the losses.
  if (!byId("code").hidden) byId("tensor").after(byId("path"));
  if (!byId("code").hidden && log.nodes.length <= ALL_UP_TO && !log.nodes.some((node) => node.isTensor))
    byId("path").after(byId("losses"));
  byId("reach").value = graph.reach;

  const events = eventsTable(log), nodes = nodesTable(log, () => state);
  const filter = new Filter(log, () => listEvents());
  const show = () => {
    const e = state.position - 1;
    byId("sentence").textContent = log.changed + sentence(log, state);
    bar.show(state.position);
    showCard(log, state);
    showGraph(log, state, graph, show, goTo);
    change.show(state);
    tensor.show(log, state);
    showCode(log, state);
    paths.show(state.position);
    events.setCurrent(e);
    const node = e < 0 ? -1 : log.kind[e] === KIND.contribution ? log.parent[e] : log.node[e];
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
  const bar = new Bar(log, goTo);
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
    graph.reach = byId("reach").value;
    show();
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
  goTo(positionInLink() ?? 0);
}

document.addEventListener("DOMContentLoaded", start);
