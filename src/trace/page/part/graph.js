// graph.js: chooses the boxes of the drawing and their places. A box is a node, or a closed scope with
// all its nodes. Boxes are in layers, inputs before their users. If an arrow skips a layer, it runs
// through a lane between the boxes there, which it shares with all other arrows from the same box.

const MOST_BOXES = 200;
const MOST_WHOLE = 30;  // boxes in a drawing that is shown as a whole

// The scopes around a scope, and itself: "a", "a.b" and "a.b.c" for "a.b.c".
function pathOf(scope) {
  const parts = scope ? scope.split(".") : [];
  return parts.map((_, i) => parts.slice(0, i + 1).join("."));
}

// The round of each event: a forward pass and the backward passes after it. Parameters connect the
// rounds of a training run, so a drawing shows the users in one round only.
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
    this.closed = new Set();
    this.reach = Infinity;
    if (log.count) this.closeDeepScopes(rootOf(log), overviewAt(log) - 1);
  }

  // Closes scopes, the deepest first, until the graph of a root can be shown as a whole. If it is too large or
  // scopes are closed, the drawing shows only the inputs and users of an op.
  closeDeepScopes(root, event) {
    const depth = Math.max(0, ...this.paths.map((path) => path.length));
    let level = depth + 2, fits;
    do {
      --level;
      this.closed = new Set(this.paths.flat().filter((scope) => scope.split(".").length >= level));
      fits = this.find(root, event, Infinity, new Set()).boxes.length <= MOST_WHOLE;
    } while (level > 1 && !fits);
    this.reach = fits && !this.closed.size ? Infinity : 1;
  }

  // The box of a node: the node's number, or the outermost closed scope around it. The scopes in
  // `open` count as open.
  boxOf(node, open) {
    const {log} = this;
    for (const scope of this.paths[log.scopeOf(node)]) {
      if (this.closed.has(scope) && !open.has(scope)) return scope;
    }
    return node;
  }

  // The first op among the nodes, otherwise the first leaf: parameters may be much older than their users.
  firstOf(nodes) {
    const ops = [...nodes].filter((node) => this.log.nodes[node].parents.length);
    return Math.min(...(ops.length ? ops : nodes));
  }

  // Everything connected with a root, or only what is near it if that is too large.
  overview(root, event) {
    const all = this.find(root, event, Infinity, new Set());
    return all.boxes.length <= MOST_WHOLE ? all : this.find(root, event, 1, new Set());
  }

  // What is visible from a node: boxes in the order of their first ops, and the arrows between them.
  seenFrom(focus, event) {
    return this.find(focus, event, this.reach, new Set(this.paths[this.log.scopeOf(focus)]));
  }

  // Searches from a node, up to `reach` edges away. The search does not continue behind a closed scope, unless
  // `reach` is infinite.
  find(focus, event, reach, open) {
    const {log, rounds} = this;
    const {parents, madeBy} = log.nodes[focus], round = rounds[parents.length ? madeBy : event];
    const view = [reach, round, ...open, ...this.closed].join();
    if (this.whole?.view === view && this.whole.nodes.has(focus)) return this.whole;
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
    if (seen.isWhole) this.whole = seen;  // the same for all its nodes
    return seen;
  }

  // Arrows from boxes of inputs to boxes of users. With a scope at either end, one arrow stands for all
  // edges between the two boxes. Between two nodes each edge has its own arrow: x * x has two. `edges`: the
  // edges of an arrow, as [node, edge].
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

// ---- layers and lanes ----

const LANE = 16, SPACE = 14;  // the width of a lane, and the least distance between neighbours

// Puts ops after their inputs, and leaves just before their first user.
function findLayers(boxes, arrows) {
  const inputs = new Map(boxes.map((b) => [b, []])), users = new Map(boxes.map((b) => [b, []]));
  const isUser = new Set(arrows.map((arrow) => arrow.to));
  // Closed scopes may lead to each other. Then only the arrow in the order of creation counts. An arrow to
  // a box without inputs, like a leaf, always counts.
  for (const {from, to} of arrows) {
    if (from.first < to.first || !isUser.has(from)) {
      inputs.get(to).push(from);
      users.get(from).push(to);
    }
  }
  const inOrder = [...boxes].sort((a, b) => isUser.has(a) - isUser.has(b) || a.first - b.first);
  for (const box of inOrder)
    box.layer = Math.max(-1, ...inputs.get(box).map((b) => b.layer)) + 1;
  for (const box of boxes) {
    if (!inputs.get(box).length && users.get(box).length)
      box.layer = Math.min(...users.get(box).map((b) => b.layer)) - 1;
  }
  const layers = [], lowest = Math.min(0, ...boxes.map((b) => b.layer));
  for (const box of boxes) (layers[box.layer - lowest] ??= []).push(box);
  const filled = layers.filter(Boolean);
  filled.forEach((layer, i) => layer.forEach((box) => {
    box.layer = i;
  }));
  return filled;
}

// Gives each arrow its lanes, and links each box and lane with its neighbours in the adjacent layers.
function addLanes(layers, arrows) {
  const ofBox = new Map();
  const join = (left, right) => {
    left.after.push(right);
    right.before.push(left);
  };
  for (const arrow of arrows) {
    const backwards = arrow.from.layer > arrow.to.layer;
    const [low, high] = backwards ? [arrow.to, arrow.from] : [arrow.from, arrow.to];
    const own = ofBox.get(low) ?? [];
    ofBox.set(low, own);
    while (own.length < high.layer - low.layer - 1) {
      const lane = {layer: low.layer + own.length + 1, size: LANE, before: [], after: []};
      join(own.at(-1) ?? low, lane);
      own.push(lane);
      layers[lane.layer].push(lane);
    }
    Object.assign(arrow, {low, high, backwards});
    arrow.lanes = own.slice(0, Math.max(0, high.layer - low.layer - 1));
    if (low.layer < high.layer) join(arrow.lanes.at(-1) ?? low, high);
  }
}

// Moves the items of a layer as close to their wishes as their order and sizes allow.
function settle(layer) {
  const apart = (i) => (layer[i - 1].size + layer[i].size) / 2 + SPACE;
  const low = [], high = [];
  for (let i = 0; i < layer.length; ++i)
    low[i] = i ? Math.max(layer[i].wish, low[i - 1] + apart(i)) : layer[i].wish;
  for (let i = layer.length; i-- > 0;)
    high[i] = i + 1 < layer.length ? Math.min(layer[i].wish, high[i + 1] - apart(i + 1)) :
                                     layer[i].wish;
  layer.forEach((item, i) => {
    item.at = (low[i] + high[i]) / 2;
  });
}

// Sets the layer of each box and lane, and `at`, its middle across the layers. `size`: the width of a box
// across the layers.
function layOut(boxes, arrows, size) {
  for (const box of boxes) Object.assign(box, {size, before: [], after: [], wish: 0});
  const layers = findLayers(boxes, arrows);
  addLanes(layers, arrows);
  const middle = (list, otherwise) =>
      list.length ? list.reduce((sum, item) => sum + item.at, 0) / list.length : otherwise;
  for (const layer of layers) {
    for (const item of layer) item.wish = 0;
    settle(layer);
  }
  // Each sweep moves items to the middle of their neighbours on one side; the last sweep uses both sides.
  for (const side of ["before", "after", "before", "after", ""]) {
    for (const layer of side === "after" ? [...layers].reverse() : layers) {
      for (const item of layer)
        item.wish = middle(side ? item[side] : item.before.concat(item.after), item.at);
      if (side) layer.sort((a, b) => a.wish - b.wish || a.at - b.at);
      settle(layer);
    }
  }
  return {size, layers, items: layers.flat()};
}
