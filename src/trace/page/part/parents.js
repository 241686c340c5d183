// parents.js: the parents of the op of a step, as a table.

// Each parent with its data, local derivative and gradient as they are now: of many the first, and
// in any case the one that gets a contribution.
function parentsTable(log, state, event) {
  const index = log.node[event], {parents} = log.nodes[index], most = 12;
  const now = log.kind[event] === KIND.contribution ? log.edge[event] : -1;
  const places =
      parents.map((_, k) => k).filter((k) => k < (now < most ? most : most - 1) || k === now);
  const isTensor = log.nodes[index].isTensor;
  const rows = places.map((k) => {
    const p = parents[k], local = log.local(index, k);
    return [
      stepLink(log.nodes[p].madeBy, log.longName(p)), log.text(p, state.value(p)),
      ...(isTensor ? [] : [local === undefined ? "–" : numberText(local)]),
      log.text(p, state.grad(p)) || "–"
    ];
  });
  const table = makeTable(
      "Parents, as they are now",
      ["parent", "data", ...(isTensor ? [] : ["local derivative"]), "grad"], rows);
  table.querySelectorAll("tbody tr").forEach((row, k) => {
    if (places[k] === now) row.setAttribute("aria-current", "true");
  });
  const more =
      parents.length > most ? make("p", {class: "quiet"}, `and ${parents.length - most} more`) : "";
  return make(
      "div", {class: "scroll", tabindex: 0, role: "group", "aria-label": "Parents"}, table, more);
}

// Of many parents the one that gets a contribution is in sight.
function scrollToCurrent(card) {
  const row = card.querySelector("[aria-current]"), view = row?.closest(".scroll");
  if (!view) return;
  const below = row.getBoundingClientRect().bottom - view.getBoundingClientRect().bottom;
  if (below > 0) view.scrollTop += below;
}
