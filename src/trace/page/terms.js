// terms.js: a number of a Tensor, written out as the sum of the terms that made it, and its
// gradient. The patterns and the loops are those of src/trace/gradient.h and src/trace/terms.h.

const MOST_TERMS_SHOWN = 16, MOST_IN_ROW = 8;
const PLACE = /\{(\w+)\}/g;

// "[1][0]": the indices of the number at this place.
function indicesText(shape, at) {
  let text = "";
  for (const size of shape.toReversed()) {
    text = `[${at % size}]${text}`;
    at = Math.floor(at / size);
  }
  return text;
}

const numberName = (log, node, at) => log.name(node) + indicesText(log.nodes[node].shape, at);

class Terms {
  // Of a node; without loops there are no terms.
  constructor(log, node) {
    const [, term, row, forward, forwardRow, loops] = log.nodes[node].recipe ?? [];
    Object.assign(this, {log, node, term, row, forward, forwardRow, isPossible: !!loops});
    if (!loops) return;
    [this.loops, this.places, this.rowLoop, this.indexEvery] = loops;
    [this.indexStep, this.weightsShape] = loops.slice(4);
  }

  placeOf(name) {
    if (name === "w") return this.places.length - 1;
    return name === "y" || name === "dy" ? 0 : +name + 1;
  }

  // Where the tensor at place t is at the point with the indices i.
  at(t, i) {
    const [first, steps] = this.places[t];
    const at = steps.reduce((sum, step, d) => sum + step * i[d], first);
    if (t !== 1 || !this.indexEvery) return at;
    const {indices} = this.log.nodes[this.node];
    return at + this.indexStep * indices[Math.floor(this.at(0, i) / this.indexEvery)];
  }

  // The place of each tensor, for each point of the loops at which `target` is at `at`. A loop that
  // moves none of the tensors of the pattern runs once. The loop with the largest step of the target
  // comes first; where the ones behind it cannot reach the place any more, they are left out.
  points(pattern, target, at) {
    const {places, loops} = this, i = loops.map(() => 0), found = [];
    const names = [...pattern.matchAll(PLACE)].map(([, name]) => name);
    const used = names.filter((name) => name !== "s").map((name) => this.placeOf(name));
    used.push(target);
    const sizes = loops.map((n, d) => (used.some((t) => places[t][1][d]) ? n : 1));
    // Where the indices move the target, its steps do not say where it can be.
    const byIndex = this.indexEvery > 0 && target === 1;
    const [first, steps] = byIndex ? [at, loops.map(() => 0)] : places[target];
    const order = [...loops.keys()].sort((a, b) => Math.abs(steps[b]) - Math.abs(steps[a]));
    const back = [0], forth = [0];  // how far the last loops of `order` move the target
    for (const d of order.toReversed()) {
      const end = (sizes[d] - 1) * steps[d];
      back.unshift(back[0] + Math.min(end, 0));
      forth.unshift(forth[0] + Math.max(end, 0));
    }
    const walk = (n, left) => {
      if (left < back[n] || left > forth[n]) return;
      if (n === order.length) {
        if (this.at(target, i) === at) found.push(places.map((_, t) => this.at(t, i)));
        return;
      }
      const d = order[n];
      for (i[d] = 0; i[d] < sizes[d]; ++i[d]) walk(n + 1, left - steps[d] * i[d]);
    };
    walk(0, at - first);
    return found;
  }

  // The points of the row of the result's number at `at`, over which a softmax sums.
  pointsOfRow(at) {
    const size = this.loops[this.rowLoop], step = this.places[0][1][this.rowLoop];
    const first = at - Math.floor(at / step) % size * step;
    return Array.from(
        {length: size}, (_, k) => this.places.map(([, steps]) => first + k * steps[this.rowLoop]));
  }

  numberAt(state, name, places) {
    const at = places[this.placeOf(name)], {parents, weights} = this.log.nodes[this.node];
    if (name === "w") return Number(weights[at]);
    if (name === "dy") return state.grad(this.node)?.[at] ?? 0;
    return state.value(name === "y" ? this.node : parents[+name])[at];
  }

  nameAt(name, places) {
    const {log, node} = this, at = places[this.placeOf(name)];
    if (name === "w") return "weight" + indicesText(this.weightsShape, at);
    if (name === "dy") return "grad " + numberName(log, node, at);
    return numberName(log, name === "y" ? node : log.nodes[node].parents[+name], at);
  }

  // One term in names and in numbers, and its factors one by one.
  termAt(state, pattern, places) {
    const filled = (textOf) => pattern.replace(PLACE, (place, name, begin) => {
      const isAlone = !begin || pattern[begin - 1] === "(", isBase = pattern[begin + place.length] === "^";
      return name === "s" ? name : textOf(name, !isAlone || isBase);
    });
    const factors = [];
    const names = filled((name) => {
      factors.push([this.nameAt(name, places), this.numberAt(state, name, places)]);
      return factors.at(-1)[0];
    });
    const numbers = filled((name, inBrackets) => {
      const text = numberText(this.numberAt(state, name, places));
      return inBrackets ? bracketed(text) : text;
    });
    return {names, numbers, factors};
  }

  // All terms of a pattern in which `target` is at `at`; of a pattern with {s} what it stands for.
  sum(state, pattern, row, target, at) {
    if (!pattern || !this.isPossible) return [];
    // Of attention, not the keys that a query does not see.
    const points = this.points(pattern, target, at).filter(
        (places) => !pattern.startsWith("{w}") || this.numberAt(state, "w", places) !== 0);
    const terms = points.map((places) => this.termAt(state, pattern, places));
    if (pattern.includes("{s}") && points.length) {
      const others = this.pointsOfRow(points[0][0]);
      terms[0].row = others.map((places) => this.termAt(state, row, places));
    }
    return terms;
  }

  // What made the number of the node at `at`.
  made(state, at) {
    return (this.forward ?? []).flatMap(
        (pattern) => this.sum(state, pattern, this.forwardRow, 0, at));
  }

  // What the node sends to the number of a parent at `at`.
  sent(state, parent, at) {
    return this.log.nodes[this.node].parents.flatMap(
        (p, k) => (p === parent ? this.sum(state, this.term?.[k], this.row, k + 1, at) : []));
  }
}

// "a * b + c * d = 1 * 2 + (-3 * 4)", of many terms the first ones.
function termsText(terms, most) {
  const shown = terms.slice(0, most), more = terms.length - shown.length;
  const joined = (of) => shown.map((term, i) => (i ? bracketed(of(term)) : of(term))).join(" + ") +
      (more ? ` + (${more} more)` : "");
  return `${joined((term) => term.names)} = ${joined((term) => term.numbers)}`;
}

// The same as the whole equation of a number.
function equationText(terms, result) {
  const row = terms[0].row ? `, s = ${termsText(terms[0].row, MOST_IN_ROW)}` : "";
  return `${termsText(terms, MOST_TERMS_SHOWN)} = ${numberText(result)}${row}`;
}
