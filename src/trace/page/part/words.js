// words.js: the words of the trade, each explained where it is used: what a step has to do with it,
// in a sentence or two.

// "Local derivative": of x in x * x there are two arrows, each with its own.
function localWords(log, event) {
  const to = log.parent[event], {parents} = log.nodes[log.node[event]], name = log.name(log.node[event]);
  const count = parents.filter((p) => p === to).length;
  const text = `if ${log.name(to)} grew by a little, ${name} would grow by so many times as much`;
  return [
    "Local derivative",
    count > 1 ? `${text} through this arrow alone. It is one of ${count} arrows from ${
                    log.name(to)}: what they bring is added.` :
                `${text}.`
  ];
}

// A gradient that was there before this pass.
function metWords(log, event) {
  const to = log.parent[event], pass = passNear(log, event + 1);
  if (metBy(log, pass).get(to) !== event) return [];
  return [[
    "Accumulated",
    `the gradient of ${log.name(to)} is from an earlier pass: backward adds to it. For the slope of ` +
        "this pass alone, the program sets it to 0 before (zero_grad)."
  ]];
}

function sentWords(log, event) {
  const name = log.name(log.node[event]), root = log.name(rootOf(log, passNear(log, event + 1)));
  if (log.nodes[log.node[event]].isTensor)
    return [
      ["Upstream gradient", `that of ${name}: how much ${root} changes with each of its numbers.`],
      ...metWords(log, event)
    ];
  return [
    localWords(log, event),
    ["Upstream gradient", `that of ${name}, known by now: how much ${root} changes with ${name}.`],
    ...metWords(log, event)
  ];
}

function wordsOf(log, event) {
  const {node, kind} = log, name = log.name(node[event]);
  switch (kind[event]) {
    case KIND.leaf:
      return [["Leaf", "a number that no operation has made: an input, or a parameter."]];
    case KIND.forward:
      return log.nodes[node[event]].isTensor ?
          [["Parents", `the inputs of ${name}. Backward, each gets its part of the gradient from here.`]] :
          [[
            "Local derivative",
            `d on an arrow: if that input grew by a little, ${name} would grow by d times as much ` +
                "through this arrow."
          ]];
    case KIND.backward:
      return [[
        "Gradient",
        `if a number grew by a little, ${name} would grow by so many times as much: of itself, 1.`
      ]];
    case KIND.contribution:
      return sentWords(log, event);
    case KIND.clearGrad:
      return [[
        "Cleared",
        "by the engine: a backward begins with 0 in every number that an operation has made."
      ]];
    case KIND.setGrad:
      return [[
        "Set",
        log.run(event).some((x) => x !== 0) ? "by the program itself." :
                                              "by the program: what earlier passes have added is gone."
      ]];
    default:
      return [["Set", "no operation has done this, but the program itself, or an optimizer."]];
  }
}
