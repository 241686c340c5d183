// recompute.js: the Values of a log once more, forward by the formulas of math.h and backward by
// the chain rule, with other numbers where the user has changed some.

// x[0] y[0] + ... in eight partial sums, in the order of src/scalar/value.cpp.
function dotOf(x) {
  const n = x.length / 2, whole = n - n % 8, s = new Float64Array(8);
  for (let i = 0; i < whole; ++i) s[i % 8] += x[i] * x[n + i];
  let sum = s[0] + s[4] + (s[2] + s[6]) + (s[1] + s[5] + (s[3] + s[7]));
  for (let i = whole; i < n; ++i) sum += x[i] * x[n + i];
  return sum;
}

// The formulas of an op of one number, or of two: "exp" is math.Exp.
function formulasOf(op) {
  const name = op[0].toUpperCase() + op.slice(1);
  return Object.hasOwn(math, name) ? math[name] : undefined;
}

// y = op(x), and its derivative for each x.
function valueOp(op, x) {
  if (op === "sum") return {y: x.reduce((sum, each) => sum + each, 0), locals: x.map(() => 1)};
  if (op === "dot") {
    const n = x.length / 2;
    return {y: dotOf(x), locals: [...x.slice(n), ...x.slice(0, n)]};
  }
  const {f, df, da, db} = formulasOf(op), y = f(...x);
  return {y, locals: df ? [df(x[0], y)] : [da(...x), db(...x, y)]};
}

// Parents and the constant, in the order in which the op takes them.
function operandsOf({parents, constant}, value) {
  const x = parents.map((p) => value[p]);
  if (constant) constant.first ? x.unshift(constant.value) : x.push(constant.value);
  return x;
}

// True when the log has Values, and each op of theirs is one that the page can compute.
function canRecompute(log) {
  const count = new Map();  // of operands, by op; of sum and dot any
  const fits = ({op, parents, constant}) => {
    if (op === "sum" || op === "dot") return op === "sum" || parents.length % 2 === 0;
    if (!count.has(op)) count.set(op, formulasOf(op)?.f.length);
    return count.get(op) === parents.length + (constant ? 1 : 0);
  };
  const values = log.nodes.filter((node) => !node.isTensor);
  return values.length > 0 && values.every((node) => !node.parents.length || fits(node));
}

class Recomputation {
  // changes: the number that an event gives to its leaf, by event.
  constructor(log, changes) {
    this.log = log;
    this.changes = changes;
    this.numbers = log.logged.slice();
    this.value = new Float64Array(log.nodes.length);
    this.grad = new Float64Array(log.nodes.length);
    this.locals = [];
    for (let e = 0; e < log.count; ++e)
      if (!log.nodes[log.node[e]].isTensor) this.step(e);
  }

  step(e) {
    const {log, numbers, value, grad} = this, node = log.node[e], at = log.first[e];
    switch (log.kind[e]) {
      case KIND.leaf:
      case KIND.setData:
        value[node] = numbers[at] = this.changes.get(e) ?? numbers[at];
        break;
      case KIND.forward: {
        const of = log.nodes[node], {y, locals} = valueOp(of.op, operandsOf(of, value));
        value[node] = numbers[at] = y;
        this.locals[node] = of.constant?.first ? locals.slice(1) : locals;
        break;
      }
      case KIND.setGrad:
      case KIND.clearGrad:
        grad[node] = numbers[at];
        break;
      case KIND.backward:
        for (const inner of log.innerNodes(node)) grad[inner] = 0;
        numbers[at] = grad[node] += 1;
        break;
      default:
        this.send(node, log.parent[e], log.edge[e], at);
    }
  }

  // Local derivative, upstream, before and after. Of a node older than the log only the first is
  // known.
  send(node, parent, edge, at) {
    const {numbers, grad} = this, local = this.locals[node]?.[edge] ?? numbers[at];
    const before = grad[parent];
    grad[parent] += local * grad[node];
    numbers.set([local, grad[node], before, grad[parent]], at);
  }
}
