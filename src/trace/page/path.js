// path.js: how a parameter reaches the loss. The gradient is the sum over all paths of the products
// of their local derivatives.

// The newest node with this label or number, of those that are preferred if it is one of them;
// undefined when there is none.
function findNode(log, text, preferred) {
  const wanted = text.trim();
  let found;
  for (let i = log.nodes.length; wanted && i-- > 0;) {
    const {label, number} = log.nodes[i];
    if (label !== wanted && "#" + number !== wanted && log.longName(i) !== wanted) continue;
    if (preferred.has(i)) return i;
    found ??= i;
  }
  return found;
}

// Parents come before their users, so one pass from the parameter on finds, for each node, the
// number of paths, their sum, and the path with the largest product; of Tensors the shortest one.
function findPaths(log, from, to) {
  const found = new Map([[from, {count: 1, sum: 1, weight: 1, length: 0, by: null}]]);
  for (let i = from + 1; i <= to; ++i) {
    const node = log.nodes[i];
    node.parents.forEach((parent, edge) => {
      const before = found.get(parent);
      if (!before) return;
      const local = log.local(i, edge), factor = local ?? 1;
      const entry =
          found.get(i) ?? {count: 0, sum: 0, weight: -1, length: Infinity, by: null, first: true};
      const weight = Math.abs(before.weight * factor), length = before.length + 1;
      entry.count += before.count;
      entry.sum += before.sum * factor;
      entry.unknown = entry.unknown || before.unknown || local === undefined;
      if (entry.by === null || weight > entry.weight ||
          (weight === entry.weight && length < entry.length)) {
        Object.assign(entry, {weight, length, by: parent, local});
      }
      found.set(i, entry);
    });
  }
  return found;
}
