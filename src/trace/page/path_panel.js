// path_panel.js: the panel of paths: it follows the step until the reader asks for nodes of their own.

const MOST_AT_ONCE = 2000;  // nodes between a leaf and a root
const MOST_PATHS = 8;  // more, and only the largest is written

// Every path of a few, each as [node, edge] from the end on; edges that lead there count each.
function allPaths(log, found, from, to) {
  const paths = [];
  const walk = (node, behind) => {
    if (node === from) return paths.push(behind);
    log.nodes[node].parents.forEach((parent, edge) => {
      if (found.has(parent)) walk(parent, [[node, edge], ...behind]);
    });
  };
  walk(to, []);
  return paths;
}

// "x -> #7 -> y: 6 × 1 = 6"
function pathLine(log, from, path) {
  const names = [from, ...path.map(([node]) => node)].map((node) => log.name(node)).join(" → ");
  const factors = path.map(([node, edge]) => log.local(node, edge));
  if (factors.includes(undefined)) return names;
  const product = factors.reduce((p, x) => p * x, 1);
  const written = factors.map((x) => bracketed(numberText(x))).join(" × ");
  return `${names}: ${written}${factors.length > 1 ? " = " + numberText(product) : ""}`;
}

// The path of which findPaths says that it is the largest or the shortest, a line a node.
function largestPath(log, found, to) {
  const way = [];
  for (let at = to; at !== null; at = found.get(at).by) way.push(at);
  way.reverse();
  const steps = way.map((node, i) => {
    const local = i ? found.get(node).local : undefined;
    return make(
        "li", {}, stepLink(log.nodes[node].madeBy, log.longName(node)),
        i ? ` ${log.nodes[node].op}` : "",
        local === undefined ? "" :
                              make("span", {class: "factor"}, `× ${bracketed(numberText(local))}`));
  });
  const product = way.slice(1).reduce((p, node) => p * found.get(node).local, 1);
  return [make("ol", {class: "path"}, ...steps), product];
}

function pathResult(log, from, to) {
  const found = findPaths(log, from, to), end = found.get(to);
  if (!end || from === to)
    return make("p", {}, `${log.longName(to)} does not depend on ${log.longName(from)}.`);
  const [largest, product] = largestPath(log, found, to), one = end.count === 1;
  const few = !one && end.count <= MOST_PATHS;
  const head = one ? "One path:" : `${numberText(end.count)} paths${
      few ? ":" : end.unknown ? "; a shortest one:" : "; the one with the largest product:"}`;
  const list = few ?
      make("ul", {class: "path"}, ...allPaths(log, found, from, to).map(
          (path) => make("li", {}, pathLine(log, from, path)))) :
      largest;
  const sum = `${one ? "Product of the path" : "Sum over all paths"}, the derivative of ` +
      `${log.name(to)} with respect to ${log.name(from)}: ${numberText(end.sum)}.`;
  return make(
      "div", {}, make("p", {}, head), list,
      end.unknown || one || few ? "" :
                                  make("p", {}, `Product of this path: ${numberText(product)}.`),
      make("p", {}, end.unknown ? "The log has no local derivatives of these operations." : sum));
}

class PathPanel {
  constructor(log) {
    this.log = log;
    this.roots = [...new Set(backwardsOf(log).map((e) => log.node[e]))];
    this.isAsked = false;
    const leaves = log.nodes.flatMap((node, i) => (node.parents.length ? [] : [i]));
    byId("path").hidden = !this.roots.length;
    const option = (i) => make("option", {value: log.longName(i)});
    byId("leaves").append(...leaves.slice(0, 300).map(option));
    byId("roots").append(...this.roots.slice(0, 100).map(option));
    for (const id of ["path_from", "path_to"])
      byId(id).addEventListener("input", () => {
        this.isAsked = true;
      });
    byId("path_form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.answer();
    });
  }

  // The root of this backward, or of the next one; and the leaf that gets something in this step, or
  // the first one that the root depends on. Where it takes no time the answer is there at once.
  show(position) {
    const {log} = this, e = Math.max(0, position - 1);
    if (this.isAsked || !this.roots.length) return;
    const root = rootOf(log, passNear(log, position));
    const got = log.kind[e] === KIND.contribution ? log.parent[e] : -1;
    const leaf = got >= 0 && !log.nodes[got].parents.length ? got : leavesOf(log, root)[0] ?? root;
    if (root === this.root && leaf === this.shownLeaf) return;
    [this.root, this.shownLeaf] = [root, leaf];
    byId("path_to").value = log.longName(root);
    byId("path_from").value = log.longName(leaf);
    byId("path_result").replaceChildren();
    if (root - leaf < MOST_AT_ONCE) this.answer();
  }

  answer() {
    const {log} = this, result = byId("path_result");
    const to = findNode(log, byId("path_to").value, new Set(this.roots));
    const used = to === undefined ? new Set() : findUsed(log, to);
    const from = findNode(log, byId("path_from").value, used);
    const missing = from === undefined ? byId("path_from").value :
        to === undefined               ? byId("path_to").value :
                                         null;
    result.replaceChildren(
        missing === null ? pathResult(log, from, to) :
                           make("p", {}, `No node is called ${missing}.`));
  }
}
