// passes.js: the backward passes of a log: which one a position belongs to, what it began at, and
// what was there before it.

// The events with which they begin.
function backwardsOf(log) {
  return log.backwards ??= [...log.kind.keys()].filter((e) => log.kind[e] === KIND.backward);
}

// The place in backwardsOf of the pass that a position lies in, or the one that comes next, or the
// last; -1 when there is none.
function passNear(log, position) {
  const backwards = backwardsOf(log), next = lowerBound(backwards, position);
  const isInside = position > 0 && log.isBackward(position - 1);
  return Math.min(isInside ? next - 1 : next, backwards.length - 1);
}

// What a node depends on, itself too.
function findUsed(log, root) {
  log.usedBy ??= new Map();
  if (!log.usedBy.has(root)) {
    const used = new Set([root]);
    for (const node of used)
      for (const parent of log.nodes[node].parents) used.add(parent);
    log.usedBy.set(root, used);
  }
  return log.usedBy.get(root);
}

// Where a pass begins; without one the newest node that an op has made, or the newest leaf.
function rootOf(log, pass = 0) {
  const backward = backwardsOf(log)[pass];
  if (backward !== undefined) return log.node[backward];
  const forward = log.kind.lastIndexOf(KIND.forward);
  return log.node[forward >= 0 ? forward : log.count - 1];
}

// The leaves that a root depends on, the oldest first.
function leavesOf(log, root) {
  log.leavesOf ??= new Map();
  if (!log.leavesOf.has(root)) {
    const leaves = [...findUsed(log, root)].filter((i) => !log.nodes[i].parents.length);
    log.leavesOf.set(root, leaves.sort((a, b) => a - b));
  }
  return log.leavesOf.get(root);
}

// The event that gave a leaf its number of this position, or will give it the first one.
function giverOf(log, leaf, position) {
  if (!log.givers) {
    log.givers = new Map();
    for (let e = log.kind.indexOf(KIND.setData); e >= 0; e = log.kind.indexOf(KIND.setData, e + 1)) {
      const node = log.node[e];
      if (!log.givers.has(node)) log.givers.set(node, [log.nodes[node].madeBy]);
      log.givers.get(node).push(e);
    }
  }
  const events = log.givers.get(leaf) ?? [log.nodes[leaf].madeBy];
  return events[Math.max(0, lowerBound(events, position) - 1)];
}

// The contributions of a pass that meet a gradient which was there before the pass, by the node
// that has it: leaves keep theirs until the program sets them to 0.
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

// The position at which the first backward pass has ended, or the end of a log that has none.
function overviewAt(log) {
  let [e] = backwardsOf(log);
  if (e === undefined) return log.count;
  while (e < log.count && log.isBackward(e)) ++e;
  return e;
}

// All numbers as they are when the first backward pass has ended, which is when the page opens.
function overviewOf(log) {
  if (!log.overview) {
    log.overview = new State(log);
    log.overview.open();
  }
  return log.overview;
}
