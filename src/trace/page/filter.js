// filter.js: which events are listed: by name, op, scope and pass.

class Filter {
  constructor(log, change) {
    this.log = log;
    const counts = (items) => [...items]
                                  .sort((a, b) => (a < b ? -1 : 1))
                                  .map((text) => make("option", {value: text}, text));
    byId("filter_op").append(...counts(new Set(log.nodes.map((node) => node.op))));
    byId("filter_scope").append(...counts(new Set(log.scopes.flatMap(pathOf))));
    byId("filter_scope_label").hidden = !log.hasScopes;
    for (const id of ["filter_op", "filter_scope", "filter_pass"])
      byId(id).addEventListener("change", change);
    byId("filter_name").addEventListener("input", change);
  }

  // The numbers of the events that fit.
  events() {
    const {log} = this, out = [];
    const name = byId("filter_name").value.trim().toLowerCase(), op = byId("filter_op").value;
    const scope = byId("filter_scope").value, pass = byId("filter_pass").value;
    const scopeFits = log.scopes.map((s) => !scope || s === scope || s.startsWith(scope + "."));
    const nodeFits = log.nodes.map((node, i) => (!op || node.op === op) && this.fits(i, name));
    const nameFits = name && !op ? nodeFits : null;
    for (let e = 0; e < log.count; ++e) {
      const fits = nodeFits[log.node[e]] ||
          (nameFits && log.kind[e] === KIND.contribution && nameFits[log.parent[e]]);
      if (fits && scopeFits[log.scopeOf(log.node[e])] &&
          (!pass || log.isBackward(e) === (pass === "backward")))
        out.push(e);
    }
    return out;
  }

  // "#12" is the node with this number, all else a part of the name.
  fits(node, name) {
    if (!name) return true;
    const {number, label} = this.log.nodes[node];
    return /^#\d+$/.test(name) ? name === "#" + number : label.toLowerCase().includes(name);
  }
}
