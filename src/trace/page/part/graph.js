// graph.js: which boxes the drawing has. A box is a node, or a closed scope with all nodes in it.

const MOST_BOXES = 200;
const MOST_WHOLE = 30;   // boxes of a drawing that is shown whole
const MOST_LAYERS = 10;  // of one that is easy to read

// "a.b.c": "a", "a.b", "a.b.c"
function pathOf(scope) {
  const parts = scope ? scope.split(".") : [];
  return parts.map((_, i) => parts.slice(0, i + 1).join("."));
}

// The round of each event: a forward pass and the backward passes after it. Parameters join the
// rounds of a training, so a drawing has the users of one round only.
function roundsOf(log) {
  const rounds = new Uint32Array(log.count);
  let round = 0, wasBackward = false;
  for (let e = 0; e < log.count; ++e) {
    if (log.kind[e] === KIND.forward && wasBackward) ++round;
    if (log.kind[e] === KIND.forward) wasBackward = false;
    if (log.isBackward(e)) wasBackward = true;
    rounds[e] = round;
  }
  return rounds;
}

class Graph {
  constructor(log) {
    this.log = log;
    this.paths = log.scopes.map(pathOf);
    this.rounds = roundsOf(log);
    this.allScopes = [...new Set(this.paths.flat())].sort();
    this.closed = new Set();
    this.reach = "all";
    if (log.count) this.closeDeepScopes(rootOf(log), overviewAt(log) - 1);
  }

  // Closes scopes from the deepest on until the graph of a root can be drawn whole and is not too
  // long to be read. With closed scopes, or too large, it begins with the inputs and users of an
  // op.
  closeDeepScopes(root, event) {
    const depth = Math.max(0, ...this.paths.map((path) => path.length));
    const closedFrom = (level) =>
        new Set(this.allScopes.filter((scope) => scope.split(".").length >= level));
    const fits = (level, mostLayers) => {
      this.closed = closedFrom(level);
      const {boxes, arrows} = this.find(root, event, "all", new Set());
      return boxes.length <= MOST_WHOLE && layOut(boxes, arrows, 1).layers.length <= mostLayers;
    };
    const levels = Array.from({length: depth + 1}, (_, i) => depth + 1 - i);
    const level =
        levels.find((l) => fits(l, MOST_LAYERS)) ?? levels.find((l) => fits(l, MOST_WHOLE));
    this.closed = closedFrom(level ?? 1);
    this.reach = level > depth ? "all" : "1";
  }

  toggle(scope) {
    if (!this.closed.delete(scope)) this.closed.add(scope);
  }

  // The box of a node: its number, or the outermost of its scopes that is closed. Scopes around the
  // node in focus are open.
  boxOf(node, open) {
    const {log} = this;
    for (const scope of this.paths[log.scopeOf(node)]) {
      if (this.closed.has(scope) && !open.has(scope)) return scope;
    }
    return node;
  }

  // The first op among the nodes, else the first leaf: parameters may be much older than their use.
  firstOf(nodes) {
    const ops = [...nodes].filter((node) => this.log.nodes[node].parents.length);
    return Math.min(...(ops.length ? ops : nodes));
  }

  // All that is connected with a root; of a graph that is too large, what is near it.
  overview(root, event) {
    const all = this.find(root, event, "all", new Set());
    return all.boxes.length <= MOST_WHOLE ? all : this.find(root, event, "1", new Set());
  }

  // What can be seen from a node: boxes in the order of their first ops, with the arrows between.
  seenFrom(focus, event) {
    return this.find(focus, event, this.reach, new Set(this.paths[this.log.scopeOf(focus)]));
  }

  // Scopes are as far as the reader goes: behind a closed one the search ends, unless all is shown.
  find(focus, event, reachText, open) {
    const {log, rounds} = this;
    const {parents, madeBy} = log.nodes[focus], round = rounds[parents.length ? madeBy : event];
    const view = [reachText, round, ...open, ...this.closed].join();
    if (reachText === "all" && this.whole?.view === view && this.whole.nodes.has(focus))
      return this.whole;
    const reach = reachText === "all" ? Infinity : +reachText;
    const boxes = new Map(), waiting = [[focus, 0]];
    let leftOut = 0;
    for (let at = 0; at < waiting.length; ++at) {
      const [node, distance] = waiting[at], key = this.boxOf(node, open);
      let box = boxes.get(key);
      if (!box) {
        if (boxes.size === MOST_BOXES) {
          ++leftOut;
          continue;
        }
        boxes.set(key, box = {key, nodes: new Set()});
      }
      if (box.nodes.has(node)) continue;
      box.nodes.add(node);
      if (distance >= reach || (typeof key === "string" && reach !== Infinity)) continue;
      const near = log.nodes[node];
      for (const next of near.parents) waiting.push([next, distance + 1]);
      for (const next of near.users)
        if (rounds[log.nodes[next].madeBy] === round) waiting.push([next, distance + 1]);
    }
    for (const box of boxes.values()) box.first = this.firstOf(box.nodes);
    const nodes = new Set([...boxes.values()].flatMap((box) => [...box.nodes]));
    const seen = {
      view,
      nodes,
      boxes: [...boxes.values()].sort((a, b) => a.first - b.first),
      arrows: this.arrows(boxes, open),
      leftOut,
      isWhole: reach === Infinity && !leftOut
    };
    if (seen.isWhole) this.whole = seen;  // the same from each of its nodes
    return seen;
  }

  // From a box of inputs to a box of users: once for each pair, but of two nodes once for each
  // place among the inputs, so that x * x has two. `edges`: those that an arrow stands for, as
  // [node, edge].
  arrows(boxes, open) {
    const pairs = new Map();
    for (const [key, box] of boxes) {
      for (const node of box.nodes) {
        this.log.nodes[node].parents.forEach((parent, edge) => {
          const from = this.boxOf(parent, open), source = boxes.get(from);
          if (from === key || !source?.nodes.has(parent)) return;
          const pair = from + ">" + key, same = pairs.get(pair) ?? [];
          pairs.set(pair, same);
          if (same.length && (typeof from === "string" || typeof key === "string"))
            same[0].edges.push([node, edge]);
          else
            same.push({from: source, to: box, edges: [[node, edge]], place: same.length});
        });
      }
    }
    for (const same of pairs.values())
      for (const arrow of same) arrow.of = same.length;
    return [...pairs.values()].flat();
  }
}
