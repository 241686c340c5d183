// log.js: the event log, as src/trace/page/data.cpp writes it.

const KIND = {
  leaf: 0,
  forward: 1,
  backward: 2,
  contribution: 3,
  setData: 4,
  setGrad: 5,
  clearGrad: 6
};

function bytesOf(base64) {
  const text = atob(base64), bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i) bytes[i] = text.charCodeAt(i);
  return bytes;
}

// A name that cannot turn the direction of the text around it.
const tame = (text) => text.replace(
    /[\u202a-\u202e\u2066-\u2069]/g, (c) => "\\u" + c.charCodeAt(0).toString(16));

function columnOf({bytes, data}) {
  const buffer = bytesOf(data).buffer;
  return bytes === 1 ? new Uint8Array(buffer) :
      bytes === 2    ? new Uint16Array(buffer) :
                       new Uint32Array(buffer);
}

function nodeOf([
  number, op, label, isTensor, requiresGrad, shape, parents, madeBy, formula, options, indices
]) {
  return {
    number,
    op: tame(op),
    label: tame(label),
    isTensor: !!isTensor,
    isInner: !!requiresGrad && parents.length > 0,
    shape,
    parents,
    madeBy,
    formula,
    options: options ?? "",
    indices: indices ?? [],
    users: [],
    sent: []
  };
}

class Log {
  constructor(data) {
    for (const name of ["program", "command", "version", "cut"]) this[name] = tame(data[name]);
    for (const name of ["tokens", "scopes"]) this[name] = data[name].map(tame);
    for (const name of ["files", "places"]) this[name] = data[name];
    this.noLines = data.no_lines;
    for (const name of ["kind", "node", "parent", "edge", "scope", "place", "first", "size"])
      this[name] = columnOf(data[name]);
    this.numbers = new Float64Array(bytesOf(data.numbers).buffer);
    this.count = data.event_count;
    this.nodes = data.nodes.map(nodeOf);
    this.nodes.forEach((node, i) => {
      for (const p of new Set(node.parents)) this.nodes[p].users.push(i);
    });
    // How a Tensor is made and sends: src/trace/page/recipes.cpp.
    for (const [node, recipe, weights] of data.recipe_of)
      Object.assign(this.nodes[node], {recipe: data.recipes[recipe], weights});
    // The first contribution of each edge: it has the local derivative.
    for (let e = 0; e < this.count; ++e) {
      if (this.kind[e] === KIND.contribution) this.nodes[this.node[e]].sent[this.edge[e]] ??= e;
    }
    this.hasScopes = this.scopes.length > 1;
  }

  // Run 0, 1, ... of an event.
  run(event, i = 0) {
    const begin = this.first[event] + i * this.size[event];
    return this.numbers.subarray(begin, begin + this.size[event]);
  }
  // Before and after are the last two runs of a contribution; of a Value the local derivative and
  // the gradient of the node come before them.
  before(event) {
    return this.run(event, this.nodes[this.node[event]].isTensor ? 0 : 2);
  }
  after(event) {
    return this.run(event, this.nodes[this.node[event]].isTensor ? 1 : 3);
  }
  isBackward(event) {
    return this.kind[event] === KIND.backward || this.kind[event] === KIND.contribution;
  }
  // False when the numbers of a node are a summary: minimum, maximum, mean, how many are NaN and
  // infinite, the first 8 and the last 8.
  isWhole(node) {
    const {shape, madeBy} = this.nodes[node];
    return this.size[madeBy] === shape.reduce((product, n) => product * n, 1);
  }
  // Numbers of a node in a few words; empty without numbers.
  text(node, numbers, how) {
    return numbers ? numbersText(numbers, this.summary(node, numbers), how) : "";
  }
  // What numbers of the node say that are a summary; undefined of others.
  summary(node, numbers) {
    if (this.isWhole(node)) return undefined;
    const [min, max, mean, nans, infinities] = numbers;
    return {min, max, mean, nans, infinities};
  }
  // The same where there is room for so many letters: the numbers if they fit, else their range.
  shortText(node, numbers, letters = 16, digits = 6) {
    const few = 4, list = this.text(node, numbers, {digits, most: few});
    if (numbers?.length > 1 && list.length > letters) {
      const ranges = [undefined, 1, 0].map((more) => this.text(node, numbers, {digits: 2, most: 1, more}));
      return ranges.find((text) => text.length <= letters) ?? ranges.at(-1);
    }
    return numbers?.length <= few ? list.replaceAll(" ", "\u00a0") : list;
  }
  // The root of the backward that begins next: it clears a gradient with this event.
  nextRoot(event) {
    while (event + 1 < this.count && this.kind[event] !== KIND.backward) ++event;
    return this.node[event];
  }
  // The root of a backward and what it depends on, but for leaves.
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
  // The first step after which a number is NaN or infinite; undefined when all are finite.
  firstNotFinite() {
    for (let e = 0; e < this.count; ++e) {
      const sent = this.kind[e] === KIND.contribution, node = sent ? this.parent[e] : this.node[e];
      const numbers = sent ? this.after(e) : this.run(e), summary = this.summary(node, numbers);
      if (summary ? summary.nans + summary.infinities : !numbers.every(Number.isFinite))
        return e + 1;
    }
    return undefined;
  }
  // The index of the scope in which the node was made: its contributions belong there too.
  scopeOf(node) {
    return this.scope[this.nodes[node].madeBy];
  }

  // The local derivative of a node for the parent at this place; undefined when no backward tells.
  local(node, edge) {
    const event = this.nodes[node].sent[edge];
    return event === undefined || this.nodes[node].isTensor ? undefined : this.run(event, 0)[0];
  }
  // "y", "#3" without a label.
  name(node) {
    return this.nodes[node].label || "#" + this.nodes[node].number;
  }
  // "#3 y"; without a label "#3 x * w", or "#3 dot" of a long formula.
  longName(node) {
    const {number, label, op, parents} = this.nodes[node];
    if (label || !parents.length) return label ? `#${number} ${label}` : "#" + number;
    return `#${number} ${writtenOutIn(this, node, LONG_NAME) || op}`;
  }
}
