// map.js: which boxes the map of the model has, inside of one scope: its scopes and its own ops, in
// the order of the forward pass, and how large their gradients are.

const MOST_MAP_BOXES = 60;

const isInside = (scope, outer) => outer === "" || scope === outer || scope.startsWith(outer + ".");

// What a node of each scope is inside of `outer`: a part of the scope that is named, itself (null), or
// nothing (undefined).
function mapKeysOf(scopes, outer) {
  return scopes.map((scope) => {
    if (!isInside(scope, outer)) return undefined;
    if (scope === outer) return null;
    const rest = scope.slice(outer ? outer.length + 1 : 0).split(".")[0];
    return outer ? `${outer}.${rest}` : rest;
  });
}

class ModelMap {
  constructor(log) {
    this.log = log;
    this.rounds = roundsOf(log);
    this.seen = new Map();
  }

  // Of the round of an event: {boxes, arrows, leftOut}. Parameters have no boxes of their own.
  inside(outer, event) {
    const round = this.rounds[event], key = round + " " + outer;
    if (!this.seen.has(key)) this.seen.set(key, this.find(outer, round));
    return this.seen.get(key);
  }

  find(outer, round) {
    const {log} = this, boxes = new Map(), pairs = new Map(), parameters = [];
    const keys = mapKeysOf(log.scopes, outer);
    const keyOf = (node) => {
      const key = keys[log.scopeOf(node)];
      return key === null ? node : key;
    };
    let leftOut = 0;
    log.nodes.forEach(({parents, madeBy}, node) => {
      const key = keyOf(node);
      if (key === undefined) return;
      if (!parents.length) return void parameters.push(node);
      if (this.rounds[madeBy] !== round) return;
      if (!boxes.has(key) && boxes.size === MOST_MAP_BOXES) return void ++leftOut;
      if (!boxes.has(key)) boxes.set(key, {key, nodes: [], first: node, ops: 0});
      const box = boxes.get(key);
      ++box.ops;
      box.nodes.push(node);
      for (const parent of parents) {
        const from = log.nodes[parent].parents.length ? boxes.get(keyOf(parent)) : undefined;
        if (from && from !== box) pairs.set(`${from.key}>${key}`, {from, to: box});
      }
    });
    for (const node of parameters) boxes.get(keyOf(node))?.nodes.push(node);
    return {boxes: [...boxes.values()], arrows: [...pairs.values()], leftOut};
  }
}

// The largest size of a finite number, and whether one is NaN or infinite.
function extentOf(log, node, numbers) {
  if (!numbers) return {largest: 0, isFinite: true};
  if (numbers.length === 1) {
    const isFinite = Number.isFinite(numbers[0]);
    return {largest: isFinite ? Math.abs(numbers[0]) : 0, isFinite};
  }
  const {min, max, nans, infinities} = log.summary(node, numbers) ?? summaryOf(numbers);
  return {largest: Math.max(Math.abs(min), Math.abs(max)) || 0, isFinite: nans + infinities === 0};
}

// Of all nodes of a box now: the largest gradient, and whether a value or a gradient is not finite.
function gradientSizeOf(log, state, nodes) {
  let largest = 0, isFinite = true;
  for (const node of nodes) {
    const grad = extentOf(log, node, state.grad(node));
    largest = Math.max(largest, grad.largest);
    isFinite &&= grad.isFinite && extentOf(log, node, state.value(node)).isFinite;
  }
  return {largest, isFinite};
}
