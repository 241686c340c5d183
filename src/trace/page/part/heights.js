// heights.js: how high what changes from step to step is: as high as it is at its highest step, so
// that nothing moves.

const MOST_SAMPLES = 80;

// Positions of which one has the tallest card or the longest sentence: all of few, else those after
// the first event of each kind and op, and after that with most inputs.
function samplesOf(log) {
  if (log.count <= MOST_SAMPLES) return [...Array(log.count + 1).keys()];
  const found = new Map(), most = new Map();
  for (let e = 0; e < Math.min(log.count, 20_000) && found.size < MOST_SAMPLES; ++e) {
    const {op, parents, label} = log.nodes[log.node[e]], key = log.kind[e] + op;
    const size = parents.length + label.length / 100;
    if ((most.get(key) ?? -1) < size) found.set(key, e), most.set(key, size);
  }
  return [...found.values()].map((e) => e + 1).sort((a, b) => a - b);
}

// Sets the height of an element of this width: fill(copy, state) fills it for a step.
function fixHeight(element, log, fill) {
  const state = new State(log);
  const height = tallest(element, [
    ...samplesOf(log).map((position) => (copy) => {
      state.goTo(position);
      fill(copy, state);
    }),
    (copy) => fill(copy, overviewOf(log))
  ]);
  element.style.height = height + "px";
}
