// formula.js: what an op computes, in names and in numbers, and a step as a sentence.

// The formula of a node, in which {} and {-} are the places of its parents: at {-} a negative number
// is in brackets.
function filled(node, textOf) {
  let next = 0;
  return node.formula.replace(/\{-?\}/g, (place) => {
    if (next === node.parents.length) return place;
    const text = textOf(node.parents[next++]);
    return place === "{-}" ? bracketed(text) : text;
  });
}

const LONG_NAME = 22;   // a formula that is longer names no node
const MOST_DEEP = 4;    // formulas inside of each other

// The formula of a node in which those of nodes without a label are written out as well; empty for a
// leaf.
function writtenOut(log, index, depth = MOST_DEEP) {
  const {op: outer, formula, parents: [first]} = log.nodes[index], isCall = /^\w+\(/.test(formula);
  return filled(log.nodes[index], (p) => {
    const {label, parents, op} = log.nodes[p];
    if (label || !parents.length || depth === 1) return log.name(p);
    const text = writtenOut(log, p, depth - 1), isOne = /^[\w.]+(\(.*\))?$/.test(text);
    const binds = outer === "add" ? op === "mul" || op === "div" : outer === "mul" && op === "mul" && p === first;
    return isOne || isCall || binds ? text : `(${text})`;
  });
}

// The same with as many formulas inside of each other as fit into so many letters; empty when none
// does.
function writtenOutIn(log, index, letters) {
  for (let depth = MOST_DEEP; depth > 0; --depth) {
    const text = writtenOut(log, index, depth);
    if (text.length <= letters) return text;
  }
  return "";
}

// "x * w"; empty for a leaf.
const formula = (log, index) => filled(log.nodes[index], (p) => log.name(p));

// "3 * 2", with the numbers of a state; empty for a leaf, and for Tensors of more than one number.
function formulaInNumbers(log, state, index) {
  const node = log.nodes[index], single = node.parents.every((p) => state.value(p)?.length === 1);
  return single ? filled(node, (p) => numberText(state.value(p)[0])) : "";
}

// "2 × 4 = 8": the product that a Value sends.
function productText(log, event, digits = 6) {
  const local = log.run(event, 0)[0], upstream = log.run(event, 1)[0];
  const [a, b, ab] = [local, upstream, local * upstream].map((x) => numberText(x, digits));
  return `${a} × ${bracketed(b)} = ${ab}`;
}

// "x^T @ grad y": what a Tensor's op sends to a parent, for each place that it has there; none when
// it is not known.
function formulasSent(log, index, parent) {
  const {recipe, parents} = log.nodes[index];
  const nameOf = (name) => name === "dy" ? "grad " + log.name(index) :
                                           log.name(name === "y" ? index : parents[+name]);
  const patterns = parents.map((p, k) => (p === parent && recipe?.[0][k]) || "").filter(Boolean);
  return patterns.map((pattern) => pattern.replace(/\{(\w+)\}/g, (_, name) => nameOf(name)));
}

// The step that led to this position.
function sentence(log, state) {
  if (!log.count) return "The log is empty.";
  if (state.position === 0) return `Before the first of ${counted(log.count, "step")}.`;
  if (state.isOpening) {
    const count = backwardsOf(log).length;
    const what = count > 1 ? "The first backward pass has ended" :
        count              ? "The backward pass has ended" :
                             "The program has ended";
    return `${what}: this is how it is after step ${state.position} of ${log.count}.`;
  }
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
    case KIND.setGrad:
      return `the program sets the gradient of ${name} to ${
          value.replace(/^between/, "numbers between")}`;
    case KIND.clearGrad:
      return `backward clears the gradient of ${name}, before it begins at ${
          log.name(log.nextRoot(e))}`;
    default: {
      const to = log.name(log.parent[e]), before = log.before(e),
            after = words(log.parent[e], log.after(e));
      if (node.isTensor) {
        const sent = formulasSent(log, index, log.parent[e]).map((text) => ` += ${text};`).join("");
        const [from, now] = [before, log.after(e)].map(
            (numbers) => log.text(log.parent[e], numbers, {sentence: true, most: 4}));
        return `backward ${node.op}: grad of ${to}${sent} changes from ${from} to ${now}`;
      }
      const sum = before[0] === 0 ? "" : `; ${numberText(before[0])} becomes ${after}`;
      return `backward ${node.op}: grad of ${to} += ${productText(log, e)}${sum}`;
    }
  }
}
