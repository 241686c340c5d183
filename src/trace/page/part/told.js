// told.js: what the program computed, in one sentence with its own numbers, and what forward and
// backward mean.

const MOST_TOLD = 5;       // leaves with their numbers
const MOST_STEPS_TOLD = 3; // formulas
const LONG_FORMULA = 44;   // is not told

// "a, b and c"
const listed = (texts) =>
    texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

// "grad 8 of x: ...": what one gradient means and where it came from; empty when no leaf has one
// that a sentence can tell.
function gradientTold(log) {
  const root = rootOf(log), state = overviewOf(log), nudge = 0.001;
  const leaf = leavesOf(log, root).find((i) => {
    const [grad] = state.grad(i) ?? [];
    return !log.nodes[i].isTensor && Number.isFinite(grad) && grad !== 0;
  });
  if (leaf === undefined) return "";
  const name = log.name(leaf), [grad] = state.grad(leaf), events = [];
  for (let e = backwardsOf(log)[0]; e < state.position; ++e)
    if (log.kind[e] === KIND.contribution && log.parent[e] === leaf) events.push(e);
  const came = events.length > 3 ?
      `${events.length.toLocaleString("en")} orange arrows` :
      `the orange ${events.length > 1 ? "arrows" : "arrow"} to ${name}: ${
          listed(events.map((e) => productText(log, e, 3)))}`;
  return `${numberText(grad, 3)} of ${name}: if ${name} grew by ${nudge}, ${log.name(root)} would ` +
      `change by about ${numberText(nudge * grad, 3)}. It came over ${came}.`;
}

// With the numbers that they have when the root is made.
function leavesTold(log, root) {
  const {madeBy} = log.nodes[root], leaves = leavesOf(log, root);
  const told = leaves.slice(0, leaves.length > MOST_TOLD ? 2 : MOST_TOLD).map((i) => {
    const {shape} = log.nodes[i], name = log.name(i);
    return shape.length ? `${name} [${shape}]` :
                          `${name} = ${log.shortText(i, log.run(giverOf(log, i, madeBy)))}`;
  });
  if (told.length === leaves.length) return listed(told);
  const kind = leaves.some((i) => log.nodes[i].isTensor) ? "tensors" : "numbers";
  return `${leaves.length.toLocaleString("en")} ${kind} (${told.join(", ")}, ...)`;
}

// "y = x * w + b = 2": the root, after those with a label on the way to it if they are few.
function stepsTold(log, root) {
  const isStep = (i) => log.nodes[i].label && log.nodes[i].parents.length;
  const steps = leavesOf(log, root).length > MOST_TOLD ? [] : [...findUsed(log, root)].filter(isStep);
  const all = [...new Set(steps.sort((a, b) => a - b)).add(root)];
  const told = all.length > MOST_STEPS_TOLD ? [root] : all;
  return listed(told.map((i) => {
    const text = writtenOutIn(log, i, LONG_FORMULA), value = log.shortText(i, log.run(log.nodes[i].madeBy));
    return [log.name(i), text, value].filter(Boolean).join(" = ");
  }));
}

// What is at the head of the page: of the pass that the position belongs to.
function told(log, position) {
  if (!log.count) return "";
  const count = backwardsOf(log).length, pass = passNear(log, position), root = rootOf(log, pass);
  const {madeBy, parents} = log.nodes[root], name = log.name(root);
  const isInside = position > 0 && log.isBackward(position - 1);
  const of = `backward pass ${pass + 1} of ${count.toLocaleString("en")}: `;
  const lead = count < 2                                       ? "" :
      isInside                                                 ? "B" + of.slice(1) :
      position > backwardsOf(log)[pass]                        ? `After ${of}` :
                                                                 `Before ${of}`;
  const from = parents.length ? ` from ${leavesTold(log, root)}` : "";
  const verb = position > madeBy ? "computed" : "computes";
  const back = count ? ` Backward: from the end to the beginning, how much ${
                           name} changes with each number (grad).` :
                       " It has no backward pass.";
  const met = pass < 0 ? [] : [...metBy(log, pass)].map(([leaf]) => log.name(leaf));
  const more = met.length > MOST_TOLD ? `${met.length} leaves` : listed(met);
  const adds = met.length ? ` It adds to what ${more} ${
                                met.length > 1 ? "have" : "has"} from earlier passes.` :
                            "";
  return `${lead}${lead ? "t" : "T"}he program ${verb} ${stepsTold(log, root)}${from}. Forward: each ` +
      `operation computes its value (data) from those of its parents.${back}${adds}`;
}
