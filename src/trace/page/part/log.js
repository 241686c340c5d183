// log.js: reads the event log that src/trace/file.cpp writes; a State has every value and gradient at one
// position in it; and finds its backward passes.

const KIND = {
  leaf: 0,
  forward: 1,
  backward: 2,
  contribution: 3,
  setData: 4,
  setGrad: 5,
  clearGrad: 6
};

// Escapes the characters with which a name could reverse the text around it.
const tame = (text) => text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g, (c) => "\\u" + c.charCodeAt(0).toString(16));

function nodeOf([number, op, label, isTensor, requiresGrad, shape, parents, madeBy, formula, sends, indices]) {
  return {
    number,
    op: tame(op),
    label: tame(label),
    isTensor: !!isTensor,
    isInner: !!requiresGrad && parents.length > 0,
    shape,
    parents,
    madeBy,
    formula: tame(formula),
    sends: sends.map(tame),
    indices,
    users: [],
    sent: []
  };
}

const LONG_NAME = 22;  // a longer formula is not part of a name

class Log {
  constructor(data) {
    for (const name of ["program", "command", "version", "no_lines", "cut"]) this[name] = tame(data[name]);
    for (const name of ["tokens", "scopes"]) this[name] = data[name].map(tame);
    for (const name of ["files", "places"]) this[name] = data[name];
    for (const name of ["kind", "node", "parent", "edge", "scope", "place", "size"])
      this[name] = Uint32Array.from(data[name]);
    this.count = data.event_count;
    this.nodes = data.nodes.map(nodeOf);
    this.readNumbers(data.numbers);
    this.nodes.forEach((node, i) => {
      for (const p of node.parents)
        if (this.nodes[p].users.at(-1) !== i) this.nodes[p].users.push(i);
    });
    // The first contribution over each edge, which has the local derivative.
    for (let e = 0; e < this.count; ++e) {
      if (this.kind[e] === KIND.contribution) this.nodes[this.node[e]].sent[this.edge[e]] ??= e;
    }
  }

  // Gives each event its runs. Of a contribution of a Value the JSON has the local derivative and the parent's gradient
  // before it. The upstream gradient and the parent's gradient after it follow, bit for bit as in the engine.
  readNumbers(numbers) {
    const {count, nodes, kind, node, parent, size} = this, grads = new Float64Array(nodes.length);
    this.first = new Uint32Array(count);
    this.numbers = new Float64Array(2 * numbers.length);  // "NaN" and "Infinity" are strings in the JSON
    for (let e = 0, at = 0, to = 0; e < count; ++e) {
      const sends = kind[e] === KIND.contribution;
      this.first[e] = to;
      if (kind[e] === KIND.backward) grads[node[e]] = numbers[at];
      if (!sends || nodes[node[e]].isTensor) {
        for (const end = at + size[e] * (sends ? 2 : 1); at < end;) this.numbers[to++] = numbers[at++];
        continue;
      }
      const local = this.numbers[to++] = +numbers[at++], upstream = this.numbers[to++] = grads[node[e]];
      const before = this.numbers[to++] = +numbers[at++];
      grads[parent[e]] = this.numbers[to++] = before + local * upstream;
    }
  }
  // Run 0, 1, ... of an event: see TraceEvent::Kind.
  run(event, i = 0) {
    const begin = this.first[event] + i * this.size[event];
    return this.numbers.subarray(begin, begin + this.size[event]);
  }
  // The parent's gradient before and after a contribution. For a Value, the local derivative and the upstream
  // gradient come before these two runs.
  before(event) {
    return this.run(event, this.nodes[this.node[event]].isTensor ? 0 : 2);
  }
  after(event) {
    return this.run(event, this.nodes[this.node[event]].isTensor ? 1 : 3);
  }
  isBackward(event) {
    return this.kind[event] === KIND.backward || this.kind[event] === KIND.contribution;
  }
  // False if the log has only a summary of the node: minimum, maximum, mean, the counts of NaN and infinity, the
  // first 8 numbers and the last 8.
  isWhole(node) {
    const {shape, madeBy} = this.nodes[node];
    return this.size[madeBy] === shape.reduce((product, n) => product * n, 1);
  }
  // Numbers of a node as short text; empty without numbers.
  text(node, numbers, digits, most) {
    return numbers ? numbersText(numbers, this.summary(node, numbers), digits, most) : "";
  }
  // The range of a summary, and how many numbers are not finite; undefined if the log has all numbers of the node.
  summary(node, numbers) {
    if (this.isWhole(node)) return undefined;
    const [min, max, , nans, infinities] = numbers;
    return {min, max, others: nans + infinities};
  }
  // Like text(), but in at most `letters` letters if possible: the numbers if they fit, otherwise their range.
  shortText(node, numbers, letters = 16, digits = 6) {
    const few = 4, list = this.text(node, numbers, digits, few);
    if (!(numbers?.length > 1) || list.length <= letters)
      return numbers?.length <= few ? list.replaceAll(" ", "\u00a0") : list;
    const ranges = [3, 2, 1].map((less) => this.text(node, numbers, less, 1));
    return ranges.find((text) => text.length <= letters) ?? ranges.at(-1);
  }
  // The root of a backward pass and the nodes that it depends on, without leaves.
  innerNodes(root) {
    this.innerOf ??= new Map();
    if (!this.innerOf.has(root)) {
      const inner = new Set(this.nodes[root].isInner ? [root] : []);
      for (const node of inner)
        for (const parent of this.nodes[node].parents)
          if (this.nodes[parent].isInner) inner.add(parent);
      this.innerOf.set(root, inner);
    }
    return this.innerOf.get(root);
  }
  // The index of the scope in which the node was made; its contributions belong to this scope too.
  scopeOf(node) {
    return this.scope[this.nodes[node].madeBy];
  }

  // The local derivative of a node with respect to the parent at this edge; undefined if the log has none.
  local(node, edge) {
    const event = this.nodes[node].sent[edge];
    return event === undefined || this.nodes[node].isTensor ? undefined : this.run(event, 0)[0];
  }
  // "y", or "#3" without a label.
  name(node) {
    return this.nodes[node].label || "#" + this.nodes[node].number;
  }
  // "#3 y". Without a label: "#3 x * w" if that is short and the parents have labels, otherwise "#3 dot".
  longName(node) {
    const {number, label, op, parents} = this.nodes[node];
    if (label || !parents.length) return label ? `#${number} ${label}` : "#" + number;
    const text = parents.every((p) => this.nodes[p].label) ? formula(this, node) : "";
    return `#${number} ${text && text.length <= LONG_NAME ? text : op}`;
  }
}

// ---- the state ----

// A position in the log, with every value and gradient there. Both directions restore every bit, because a step
// only selects which numbers of the log are current.
class State {
  constructor(log) {
    this.log = log;
    this.position = 0;
    this.isOpening = false;  // true for the opening view, which is not about a step
    this.values = new Int32Array(log.nodes.length).fill(-1);
    this.grads = new Int32Array(log.nodes.length).fill(-1);
    this.changes = [];  // position, array, node, before; in this order
  }
  value(node) {
    return this.current(this.values, node);
  }
  grad(node) {
    return this.current(this.grads, node);
  }
  current(array, node) {
    if (array[node] < 0) return undefined;
    return this.log.numbers.subarray(
        array[node], array[node] + this.log.size[this.log.nodes[node].madeBy]);
  }
  set(array, node, first) {
    this.changes.push(this.position, array, node, array[node]);
    array[node] = first;
  }
  // At the beginning of a backward pass: clears the gradients of the inner nodes that the root depends on.
  forgetInnerGrads(root) {
    for (const node of this.log.innerNodes(root))
      if (this.grads[node] >= 0) this.set(this.grads, node, -1);
  }
  step() {
    const {log, position: e} = this;
    if (e === log.count) return false;
    const node = log.node[e], first = log.first[e];
    switch (log.kind[e]) {
      case KIND.backward:
        this.forgetInnerGrads(node);
        this.set(this.grads, node, first);
        break;
      case KIND.setGrad:
      case KIND.clearGrad:
        this.set(this.grads, node, first);
        break;
      case KIND.contribution:
        this.set(this.grads, log.parent[e], log.after(e).byteOffset / 8);
        break;
      default:
        this.set(this.values, node, first);
    }
    ++this.position;
    return true;
  }
  back() {
    if (this.position === 0) return false;
    --this.position;
    const {changes} = this;
    while (changes.length && changes[changes.length - 4] === this.position) {
      const [, array, node, before] = changes.splice(-4);
      array[node] = before;
    }
    return true;
  }
  open() {
    this.goTo(overviewAt(this.log));
    this.isOpening = this.log.count > 0;
  }
  goTo(position) {
    this.isOpening = false;
    while (this.position > position) this.back();
    while (this.position < position && this.step())
      ;
  }
}

// ---- backward passes ----

// The events with which backward passes begin.
function backwardsOf(log) {
  if (!log.backwards) {
    log.backwards = [];
    for (let e = log.kind.indexOf(KIND.backward); e >= 0; e = log.kind.indexOf(KIND.backward, e + 1)) log.backwards.push(e);
  }
  return log.backwards;
}

// The index in backwardsOf() of the pass around a position, otherwise of the next pass, otherwise of the last one;
// -1 if there is none.
function passNear(log, position) {
  const backwards = backwardsOf(log), next = backwards.filter((e) => e < position).length;
  const isInside = position > 0 && log.isBackward(position - 1);
  return Math.min(isInside ? next - 1 : next, backwards.length - 1);
}

// The root of a pass. Without a pass, the newest result of an op, or the newest leaf.
function rootOf(log, pass = 0) {
  const backward = backwardsOf(log)[pass];
  if (backward !== undefined) return log.node[backward];
  const forward = log.kind.lastIndexOf(KIND.forward);
  return log.node[forward >= 0 ? forward : log.count - 1];
}

// The leaves that a root depends on, oldest first.
function leavesOf(log, root) {
  log.leavesOf ??= new Map();
  if (!log.leavesOf.has(root)) {
    const used = new Set([root]);
    for (const node of used)
      for (const parent of log.nodes[node].parents) used.add(parent);
    const leaves = [...used].filter((i) => !log.nodes[i].parents.length);
    log.leavesOf.set(root, leaves.sort((a, b) => a - b));
  }
  return log.leavesOf.get(root);
}

// The first contribution of a pass to each leaf that still has a gradient from before the pass: leaves keep their
// gradients until the program sets them to 0.
function metBy(log, pass) {
  log.met ??= new Map();
  if (log.met.has(pass)) return log.met.get(pass);
  const met = new Map(), seen = new Set();
  for (let e = backwardsOf(log)[pass]; e < log.count && log.isBackward(e); ++e) {
    const to = log.parent[e];
    if (log.kind[e] !== KIND.contribution || seen.has(to)) continue;
    seen.add(to);
    if (!log.nodes[to].isInner && log.before(e).some((x) => x !== 0)) met.set(to, e);
  }
  log.met.set(pass, met);
  return met;
}

// The position at the end of the first backward pass, or the end of the log if there is no pass.
function overviewAt(log) {
  let [e] = backwardsOf(log);
  if (e === undefined) return log.count;
  while (e < log.count && log.isBackward(e)) ++e;
  return e;
}

// The state at the end of the first backward pass, where the page opens.
function overviewOf(log) {
  if (!log.overview) {
    log.overview = new State(log);
    log.overview.open();
  }
  return log.overview;
}
