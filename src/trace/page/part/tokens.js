// tokens.js: what the indices of an embedding and the targets of a loss stand for, when the log has
// the texts of the tokens.

const MOST_TOKENS = 32;

// A token that would not be seen, as a space or the end of a line, is in quotes.
function tokenText(log, index) {
  if (index < 0) return "ignored";
  const text = log.tokens[index];
  return text === undefined ? String(index) : text.trim() === text ? text : JSON.stringify(text);
}

// True for an embedding with a row for each token, and for a loss with a logit for each.
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

// softmax(logits)[target], computed as the engine does: with the largest logit taken off.
function probabilityOfToken(logits, target) {
  const top = logits.reduce((a, b) => Math.max(a, b));
  return Math.exp(logits[target] - top) / logits.reduce((sum, x) => sum + Math.exp(x - top), 0);
}

// Each position of a loss over tokens: what was read there, what should follow, how probable that
// was, and its part of the loss, -log of the probability. Null for another node.
function tokenTerms(log, node) {
  if (log.nodes[node].op !== "cross_entropy" || !hasTokens(log, node)) return null;
  const {indices, parents} = log.nodes[node], width = log.tokens.length;
  const logits = log.isWhole(parents[0]) ? log.run(log.nodes[parents[0]].madeBy) : null;
  const read = log.nodes.findIndex(
      (other, i) => other.op === "embedding" && other.indices.length === indices.length &&
          hasTokens(log, i));
  const rows = indices.slice(0, MOST_TOKENS).map((target, k) => {
    const p = logits && target >= 0 ?
        probabilityOfToken(logits.subarray(k * width, (k + 1) * width), target) :
        undefined;
    return [
      String(k), read < 0 ? "–" : tokenText(log, log.nodes[read].indices[k]), tokenText(log, target),
      p === undefined ? "–" : numberText(p, 3), p === undefined ? "–" : numberText(-Math.log(p), 3)
    ];
  });
  const more = indices.length > MOST_TOKENS ? `, ${MOST_TOKENS} of ${indices.length}` : "";
  return makeTable(
      `Tokens of ${log.longName(node)}${more}`,
      ["position", "token", "next", "probability", "loss"], rows);
}
