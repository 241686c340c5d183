// formula.js: what an op computes, in names and in numbers, and a step as a sentence.

const SIGNS = {
  add: " + ",
  sub: " - ",
  mul: " * ",
  div: " / ",
  pow: "^"
};
const MOST_OPERANDS = 8;

// The operands in their order, with the constant at its place.
function operandsOf(node, textOf) {
  const many = node.parents.length > MOST_OPERANDS + 1;
  const out = (many ? node.parents.slice(0, MOST_OPERANDS) : node.parents).map(textOf);
  if (many) out.push(`${node.parents.length - MOST_OPERANDS} more`);
  if (node.constant) out.splice(node.constant[0] === 0 ? 0 : out.length, 0, node.constant[1]);
  return out;
}

function written(node, x) {
  if (node.op === "neg" && x.length === 1) return "-" + bracketed(x[0]);
  const sign = SIGNS[node.op];
  if (sign && x.length === 2)
    return (sign === "^" ? bracketed(x[0]) : x[0]) + sign + bracketed(x[1]);
  return `${node.op}(${x.concat(node.options || []).join(", ")})`;
}

// "x * w"; empty for a leaf.
function formula(log, index) {
  const node = log.nodes[index];
  return node.parents.length ? written(node, operandsOf(node, (p) => log.name(p))) : "";
}

// "3 * 2", with the numbers of a state; empty for a leaf, and for Tensors of more than one number.
function formulaInNumbers(log, state, index) {
  const node = log.nodes[index];
  const single = node.parents.every((p) => state.value(p)?.length === 1);
  return node.parents.length && single ?
      written(node, operandsOf(node, (p) => numberText(state.value(p)[0]))) :
      "";
}

// "2 × 4 = 8": the product that a Value sends.
function productText(log, event, digits = 6) {
  const local = log.run(event, 0)[0], upstream = log.run(event, 1)[0];
  const [a, b, ab] = [local, upstream, local * upstream].map((x) => numberText(x, digits));
  return `${a} × ${bracketed(b)} = ${ab}`;
}

// The step that led to this position.
function sentence(log, state) {
  if (!log.count) return "The log is empty.";
  if (state.position === 0) return `Before the first of ${counted(log.count, "step")}.`;
  const e = state.position - 1, index = log.node[e], node = log.nodes[index],
        name = log.name(index);
  const words = (of, numbers) => log.text(of, numbers, {sentence: true});
  const value = words(index, log.run(e)), between = /^between|^all/.test(value);
  switch (log.kind[e]) {
    case KIND.leaf:
      return `leaf: ${name} is ${value}`;
    case KIND.forward: {
      const numbers = node.parents.length > 3 ? "" : formulaInNumbers(log, state, index);
      return `forward ${node.op}: ${name} = ${formula(log, index)}${numbers && " = " + numbers}${
          between ? ", " : " = "}${value}`;
    }
    case KIND.backward:
      return `backward begins at ${name}: its gradient is ${value}, the inner gradients are 0`;
    case KIND.setData:
      return `the program sets ${name} to ${value.replace(/^between/, "numbers between")}`;
    case KIND.setGrad: {
      const root = log.clearedBy(e);
      return root === undefined ?
          `the program sets the gradient of ${name} to ${value.replace(/^between/, "numbers between")}` :
          `backward clears the gradient of ${name}, before it begins at ${
              log.name(log.node[root])}`;
    }
    default: {
      const to = log.name(log.parent[e]), before = log.before(e),
            after = words(log.parent[e], log.after(e));
      if (node.isTensor)
        return `backward ${node.op}: grad of ${to} changes from ${
            words(log.parent[e], before)} to ${after}`;
      const sum = before[0] === 0 ? "" : `; ${numberText(before[0])} becomes ${after}`;
      return `backward ${node.op}: grad of ${to} += ${productText(log, e)}${sum}`;
    }
  }
}
