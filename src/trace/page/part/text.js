// text.js: a step in words and formulas: numbers as the engine prints them, the formula of an op, the sentence
// of a step, the terms that it explains, tokens, and a sentence about the whole program.

// ---- numbers ----

// Like C's %g with this many significant digits. If a number lies exactly halfway between two texts, C
// chooses the even last digit, and JavaScript the larger number.
function writtenAs(x, digits) {
  const half = x.toExponential(100).match(`^-?(\\d\\.\\d{${digits - 1}})50*e`);
  const near = half && half[1].replace(".", "") % 2 === 0 ? x * (1 - Number.EPSILON) : x;
  const [mantissa, power] = near.toExponential(digits - 1).split("e");
  const short = (text) => (text.includes(".") ? text.replace(/\.?0*$/, "") : text);
  if (power >= -4 && power < digits) return short(near.toFixed(digits - 1 - power));
  return `${short(mantissa)}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

// A number with at most this many significant digits.
function numberText(x, digits = 6) {
  if (Number.isNaN(x)) return "nan";
  if (!Number.isFinite(x)) return x > 0 ? "inf" : "-inf";
  return Object.is(x, -0) ? "-0" : writtenAs(x, digits);
}

// A number as written after a sign: (-2).
const bracketed = (text) => (text.startsWith("-") ? `(${text})` : text);

const MOST_NUMBERS = 12;  // of more numbers, only the range is shown

// Minimum and maximum of the finite numbers, and how many others there are.
function summaryOf(numbers) {
  const finite = numbers.filter(Number.isFinite), least = (a, b) => Math.min(a, b), most = (a, b) => Math.max(a, b);
  return {min: finite.reduce(least, Infinity), max: finite.reduce(most, -Infinity), others: numbers.length - finite.length};
}

// "0", "1 2 3", "all 0", or for many numbers their range: "-1 to 2". `summary`: the range of numbers that the log
// does not have.
function numbersText(numbers, summary, digits = 6, most = MOST_NUMBERS) {
  if (!summary && numbers.length === 1) return numberText(numbers[0], digits);
  const {min, max, others} = summary ?? summaryOf(numbers);
  if (numbers.length > 1 && !others && min === max) return "all " + numberText(min, digits);
  if (!summary && numbers.length <= most)
    return Array.from(numbers, (x) => numberText(x, digits)).join(" ");
  if (!(min <= max)) return "none finite";
  const not = others ? `, ${others.toLocaleString("en")} not finite` : "";
  return `${numberText(min, digits)}\u00a0to ${numberText(max, digits)}${not}`;
}

const counted = (n, noun) => `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;

// ---- formulas and sentences ----

// Fills in the formula of a node, where {0} stands for its first parent. After a sign, and as the base of a
// power, a negative number gets brackets.
function filled({formula, parents}, textOf) {
  return formula.replace(/\{(\d+)\}/g, (place, k, at) => {
    if (k >= parents.length) return place;
    const isAlone = /(^|\(|, )$/.test(formula.slice(0, at)) && formula[at + place.length] !== "^";
    return isAlone ? textOf(parents[k]) : bracketed(textOf(parents[k]));
  });
}

// "x * w"; empty for a leaf.
const formula = (log, index) => filled(log.nodes[index], (p) => log.name(p));

// "3 * 2": the formula in the numbers of a state. Empty for a leaf, and for Tensors with several numbers.
function formulaInNumbers(log, state, index) {
  const node = log.nodes[index], single = node.parents.every((p) => state.value(p)?.length === 1);
  return single ? filled(node, (p) => numberText(state.value(p)[0])) : "";
}

// "2 × 4 = 8": local derivative times upstream gradient.
function productText(log, event, digits = 6) {
  const local = log.run(event, 0)[0], upstream = log.run(event, 1)[0];
  const [a, b, ab] = [local, upstream, local * upstream].map((x) => numberText(x, digits));
  return `${a} × ${bracketed(b)} = ${ab}`;
}

// "x^T @ grad y": the gradients that a Tensor sends to a parent, one for each time that the parent is an
// operand. Empty if not known.
function formulasSent(log, index, parent) {
  const {parents, sends} = log.nodes[index];
  return sends.filter((text, k) => text && parents[k] === parent);
}

// For each kind of event, the title of its card. For kinds with one number also the meaning of this number, the
// sentence of the step, and the terms to explain.
const KINDS = [
  {
    title: "leaf",
    result: (name) => `data of ${name}`,
    sentence: (name, value) => `leaf: ${name} is ${value}`,
    terms: () => [["Leaf", "a number that no operation has made: an input, or a parameter."]]
  },
  {title: "forward"},
  {
    title: "backward begins",
    result: (name) => `gradient of ${name} with respect to itself`,
    sentence: (name, value) => `backward begins at ${name}: its gradient is ${value}, the inner gradients are 0`,
    terms: (name) => [["Gradient", `if a number grew by a little, ${name} would grow by so many times as much: of itself, 1.`]]
  },
  {title: "backward"},
  {
    title: "set data",
    result: (name) => `data of ${name}, set by the program`,
    sentence: (name, value) => `the program sets ${name}: data ${value}`,
    terms: () => [["Set", "no operation has done this, but the program itself, or an optimizer."]]
  },
  {
    title: "set grad",
    result: (name) => `gradient of ${name}, set by the program`,
    sentence: (name, value) => `the program sets ${name}: grad ${value}`,
    terms: () => [["Set", "by the program itself; with 0, what earlier passes have added is gone."]]
  },
  {
    title: "backward clears",
    result: (name) => `gradient of ${name}, cleared by backward`,
    sentence: (name) => `backward clears the gradient of ${name}, before it begins`,
    terms: () => [["Cleared", "by the engine: a backward begins with 0 in every number that an operation has made."]]
  }
];

// The last step as a sentence.
function sentence(log, state) {
  if (!log.count) return "The log is empty.";
  if (state.position === 0) return `Before the first of ${counted(log.count, "step")}.`;
  if (state.isOpening) {
    const what = ["The program", "The backward pass", "The first backward pass"][Math.min(2, backwardsOf(log).length)];
    return `${what} has ended: this is how it is after step ${state.position} of ${log.count}.`;
  }
  const e = state.position - 1, index = log.node[e], {op, isTensor, parents} = log.nodes[index];
  const name = log.name(index), value = log.text(index, log.run(e)), to = log.parent[e], kind = KINDS[log.kind[e]];
  if (kind.sentence) return kind.sentence(name, value);
  if (log.kind[e] === KIND.forward) {
    const numbers = parents.length > 3 ? "" : formulaInNumbers(log, state, index);
    return [`forward ${op}: ${name}`, formula(log, index), numbers, value].filter(Boolean).join(" = ");
  }
  const [before, after] = [log.before(e), log.after(e)].map((numbers) => log.text(to, numbers, 6, 4));
  const sent = isTensor ? formulasSent(log, index, to).join(", += ") : productText(log, e);
  const change = isTensor ? `; ${before} → ${after}` : +before === 0 ? "" : `; ${before} becomes ${after}`;
  return `backward ${op}: grad of ${log.name(to)}${sent && ` += ${sent}`}${change}`;
}

// ---- terms, explained where they are used ----

function sentWords(log, event) {
  const index = log.node[event], to = log.parent[event], name = log.name(index);
  const {parents, isTensor} = log.nodes[index], pass = passNear(log, event + 1);
  const arrows = parents.filter((p) => p === to).length;
  const words = isTensor ? [] : [[
    "Local derivative", `if ${log.name(to)} grew by a little, ${name} would grow by so many times as much` +
        (arrows > 1 ? ` through this arrow alone. It is one of ${arrows}: what they bring is added.` : ".")
  ]];
  words.push([
    "Upstream gradient", index === rootOf(log, pass) ?
        `the gradient of ${name} with respect to itself. The backward pass begins with it.` :
        `the gradient of ${name}, known by now: how much ${log.name(rootOf(log, pass))} changes with ${
            isTensor ? "each of its numbers" : name}.`
  ]);
  if (metBy(log, pass).get(to) === event)
    words.push([
      "Accumulated",
      `the gradient of ${log.name(to)} is from an earlier pass: backward adds to it. For the slope of ` +
          "this pass alone, the program sets it to 0 before (zero_grad)."
    ]);
  return words;
}

function wordsOf(log, event) {
  const kind = log.kind[event], index = log.node[event], name = log.name(index);
  if (kind === KIND.contribution) return sentWords(log, event);
  if (kind !== KIND.forward) return KINDS[kind].terms(name);
  return log.nodes[index].isTensor ?
      [["Parents", `the inputs of ${name}. Backward, each gets its part of the gradient from here.`]] :
      [[
        "Local derivative",
        `d on an arrow: if that input grew by a little, ${name} would grow by d times as much through this arrow.`
      ]];
}

// ---- tokens: the indices of an embedding and the targets of a loss as text ----

const MOST_TOKENS = 32;

// A token that would be invisible, like a space or a newline, gets quotes.
function tokenText(log, index) {
  if (index < 0) return "ignored";
  const text = log.tokens[index];
  return text === undefined ? String(index) : text.trim() === text ? text : JSON.stringify(text);
}

// True for an embedding with a row for each token, and for a loss with a logit for each token.
function hasTokens(log, node) {
  const {op, indices, parents} = log.nodes[node], {shape} = log.nodes[parents[0]] ?? {};
  const choices = op === "embedding" ? shape?.[0] : op === "cross_entropy" ? shape?.at(-1) : 0;
  return indices.length > 0 && log.tokens.length > 0 && choices === log.tokens.length;
}

function tokensText(log, node) {
  const {indices} = log.nodes[node], texts = indices.slice(0, MOST_TOKENS);
  return texts.map((index) => tokenText(log, index)).join(" ") +
      (indices.length > MOST_TOKENS ? ` and ${indices.length - MOST_TOKENS} more` : "");
}

// ---- the program in a sentence ----

const LONG_FORMULA = 44;  // a longer formula is left out

// "8 of x: if x grew ...": the meaning of one gradient. Empty if no leaf has a suitable gradient.
function gradientTold(log) {
  const root = rootOf(log), state = overviewOf(log), nudge = 0.001;
  const leaf = leavesOf(log, root).find((i) => {
    const [grad] = state.grad(i) ?? [];
    return !log.nodes[i].isTensor && Number.isFinite(grad) && grad !== 0;
  });
  if (leaf === undefined) return "";
  const name = log.name(leaf), [grad] = state.grad(leaf);
  return `For example, ${numberText(grad, 3)} of ${name}: if ${name} grew by ${nudge}, ${log.name(root)} would ` +
      `change by about ${numberText(nudge * grad, 3)}.`;
}

// The text at the head of the page, about the pass that this position belongs to.
function told(log, position) {
  if (!log.count) return "";
  const count = backwardsOf(log).length, pass = passNear(log, position), root = rootOf(log, pass);
  const {madeBy} = log.nodes[root], text = formula(log, root);
  const lead = count > 1 ? `Backward pass ${pass + 1} of ${count.toLocaleString("en")}: the` : "The";
  const made = [log.name(root), text.length > LONG_FORMULA ? "" : text, log.shortText(root, log.run(madeBy))];
  const back = count ? ` Backward: from the end to the beginning, how much ${
                           log.name(root)} changes with each number (grad).` :
                       " It has no backward pass.";
  return `${lead} program ${position > madeBy ? "computed" : "computes"} ${made.filter(Boolean).join(" = ")}. ` +
      `Forward: each operation computes its value (data) from those of its parents.${back}`;
}
