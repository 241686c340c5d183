// told.js: what the program computed, in one sentence with its own numbers, and what forward and
// backward mean; and the words of the trade, each explained where it is used.

const MOST_TOLD = 5;  // leaves with their numbers

// "a, b and c"
const listed = (texts) =>
    texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

// What a node depends on, itself too.
function findUsed(log, root) {
  const used = new Set([root]);
  for (const node of used)
    for (const parent of log.nodes[node].parents) used.add(parent);
  return used;
}

// Where the first backward begins, or the newest node that an op has made, or the newest leaf.
function rootOf(log) {
  const isRoot = (kind) => log.kind.indexOf(kind);
  const backward = isRoot(KIND.backward);
  if (backward >= 0) return log.node[backward];
  const forward = log.kind.lastIndexOf(KIND.forward);
  return log.node[forward >= 0 ? forward : log.count - 1];
}

// The position at which the first backward pass has ended, or the end of a log that has none.
function overviewAt(log) {
  let e = log.kind.indexOf(KIND.backward);
  if (e < 0) return log.count;
  while (e < log.count && log.isBackward(e)) ++e;
  return e;
}

// All numbers as they are when the first backward pass has ended.
function overviewOf(log) {
  if (!log.overview) {
    log.overview = new State(log);
    log.overview.goTo(overviewAt(log));
  }
  return log.overview;
}

// "grad 8 of x: ...": what one gradient means and where it came from; empty when no leaf has one
// that a sentence can tell.
function gradientTold(log) {
  const root = rootOf(log), state = overviewOf(log), nudge = 0.001;
  const leaf = [...findUsed(log, root)].sort((a, b) => a - b).find((i) => {
    const {isTensor, parents} = log.nodes[i], [grad] = state.grad(i) ?? [];
    return !isTensor && !parents.length && Number.isFinite(grad) && grad !== 0;
  });
  if (leaf === undefined) return "";
  const name = log.name(leaf), [grad] = state.grad(leaf), products = [];
  for (let e = log.kind.indexOf(KIND.backward); e < state.position; ++e)
    if (log.kind[e] === KIND.contribution && log.parent[e] === leaf) products.push(productText(log, e, 3));
  const came = products.length > 3 ? `${products.length} orange arrows` : `the orange ${
      products.length > 1 ? "arrows" : "arrow"} to ${name}: ${listed(products)}`;
  return `${numberText(grad, 3)} of ${name}: if ${name} grew by ${nudge}, ${log.name(root)} would ` +
      `change by about ${numberText(nudge * grad, 3)}. It came over ${came}.`;
}

function leavesTold(log, leaves) {
  const told = leaves.slice(0, leaves.length > MOST_TOLD ? 2 : MOST_TOLD).map((i) => {
    const {shape, madeBy} = log.nodes[i], name = log.name(i);
    return shape.length ? `${name} [${shape}]` : `${name} = ${log.shortText(i, log.run(madeBy))}`;
  });
  if (told.length === leaves.length) return listed(told);
  const kind = leaves.some((i) => log.nodes[i].isTensor) ? "Tensors" : "numbers";
  return `${leaves.length.toLocaleString("en")} ${kind} (${told.join(", ")}, ...)`;
}

function told(log) {
  if (!log.count) return "";
  const root = rootOf(log), {madeBy, parents, op, label} = log.nodes[root];
  const name = label || `${op} ${log.name(root)}`;
  const passes = log.kind.reduce((n, kind) => n + (kind === KIND.backward), 0);
  const leaves =
      [...findUsed(log, root)].filter((i) => !log.nodes[i].parents.length).sort((a, b) => a - b);
  const from = parents.length ? ` from ${leavesTold(log, leaves)}` : "";
  const meaning = "Forward: each operation computes its value (data) from those of its parents.";
  const back = passes ? ` Backward: from the end to the beginning, how much ${
                            name} changes with each number (grad).` :
                        " It has no backward pass.";
  const first = passes > 1 ?
      ` This is the first of ${passes.toLocaleString("en")} backward passes; later ones have ` +
          "numbers of their own." :
      "";
  return `The program computed ${name} = ${log.shortText(root, log.run(madeBy))}${from}. ${
      meaning}${back}${first}`;
}

// Explained where they are met: what this step has to do with it, in a sentence or two.
function wordsOf(log, event) {
  const {node, kind} = log, name = log.name(node[event]);
  const pass = log.passAt(event + 1),
        root = pass === undefined ? "the result" : log.name(node[pass]);
  switch (kind[event]) {
    case KIND.leaf:
      return [["Leaf", "a number that no operation has made: an input, or a parameter."]];
    case KIND.forward:
      return log.nodes[node[event]].isTensor ?
          [[
            "Parents",
            `the inputs of ${name}. Backward, each gets its part of the gradient from here.`
          ]] :
          [[
            "Local derivative",
            `d on an arrow: if that input alone grew by a little, ${name} would grow by d times as much.`
          ]];
    case KIND.backward:
      return [[
        "Gradient",
        `if a number grew by a little, ${name} would grow by so many times as much: of itself, 1.`
      ]];
    case KIND.contribution:
      return log.nodes[node[event]].isTensor ?
          [[
            "Upstream gradient",
            `that of ${name}: how much ${root} changes with each of its numbers.`
          ]] :
          [
            [
              "Local derivative",
              `if ${log.name(log.parent[event])} grew by a little, ${name} would grow by so many times ` +
                  "as much over this arrow."
            ],
            [
              "Upstream gradient",
              `that of ${name}, known by now: how much ${root} changes with ${name}.`
            ]
          ];
    case KIND.clearGrad:
      return [[
        "Cleared",
        "by the engine: a backward begins with 0 in every number that an operation has made."
      ]];
    default:
      return [["Set", "no operation has done this, but the program itself, or an optimizer."]];
  }
}
