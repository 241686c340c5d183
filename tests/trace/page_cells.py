"""A number of a Tensor on the pages of trace_page_test.sh: written out, what it says is true; and pressed, it says
what made it."""
import json
import math
import re

from page_checks import POSITION, SENTENCE, browser, check, open_quietly

# Every number of every Tensor written out, and every one that a contribution sends.
EQUATIONS = """(() => {
  const log = new Log(JSON.parse(byId('data').textContent)), state = new State(log), out = [];
  const tell = (what, terms, result, k) => out.push([what, terms.length ? equationText(terms, result) : '']);
  for (let e = 0; e < log.count; ++e) {
    state.goTo(e + 1);
    const node = log.node[e], {op, parents} = log.nodes[node];
    if (log.kind[e] === KIND.forward)
      log.run(e).forEach((y, at) => tell('made ' + op, new Terms(log, node).made(state, at), y));
    if (log.kind[e] === KIND.contribution)
      log.after(e).forEach((after, at) => tell(`sent ${op} ${parents.indexOf(log.parent[e])}`,
          new Terms(log, node).sent(state, log.parent[e], at), after - log.before(e)[at]));
  }
  return JSON.stringify(out);
})()"""
FUNCTIONS = {"exp": math.exp, "log": math.log, "tanh": math.tanh, "sigmoid": lambda x: 1 / (1 + math.exp(-x)),
             "relu": lambda x: max(x, 0), "square": lambda x: x * x, "maximum": max, "reshape": lambda x: x}


def value_of(text, **names):
    condition = re.fullmatch(r"(.*?) where (.*?)(, half where equal)?, else 0", text)
    if condition:
        return value_of(condition[1]) if eval(condition[2]) else 0
    return eval(text.replace("^", "**"), FUNCTIONS, names)


# "a * b = 2 * 3 = 6, s = ...": whether the numbers are what they say.
def holds(equation):
    equation, *row = equation.split(", s = ")
    numbers, result = equation.split(" = ")[1:]
    s = value_of(row[0].split(" = ")[1]) if row else None
    return abs(value_of(numbers, s=s) - float(result)) < 2e-4 * (1 + abs(float(result)))

open_quietly("ops")
places = browser.js("""(() => { const n = 2 ** 20, terms = Object.create(Terms.prototype);
  Object.assign(terms, {loops: [n, n, n], places: [[0, [n, 1, 0]], [5, [0, -1, 1]]], indexEvery: 0});
  return String(terms.points('{dy}', 0, 3 * n + 7)); })()""")
check("the place of a number is found without a walk through all points", places == f"{3 * 2**20 + 7},-2", places)

equations = json.loads(browser.js(EQUATIONS))
wrong = [what + ": " + text for what, text in equations if text and " more)" not in text and not holds(text)]
check("a number written out is what its numbers say", not wrong, wrong[:3])
signs = [what + ": " + text for what, text in equations if re.search(r"[-+*/] -", text)]
check("a negative number behind a sign, and a term that begins with one, are in brackets", not signs, signs[:3])
check("and a negative base is", any(what == "made pow" and re.search(r"= \(-[\d.]+\)\^2 =", text) for what, text in equations),
      [text for what, text in equations if what == "made pow"])
written = {what for what, text in equations if text}
missing = {f"sent {op} {place}" for op, places in {
    "matmul": 2, "linear": 3, "add": 2, "sub": 2, "mul": 2, "div": 2, "maximum": 2, "sum": 1, "mean": 1, "logsumexp": 1,
    "softmax": 1, "log_softmax": 1, "embedding": 1, "gather": 1, "slice": 1, "permute": 1, "reshape": 1, "tanh": 1,
    "relu": 1, "self_attention": 1}.items() for place in range(places)} | {"sent attention 2", "made attention"}
check("and most are written out", not missing - written, missing - written)
FORMULAS = """(() => {
  const log = new Log(JSON.parse(byId('data').textContent));
  return [...new Set(log.nodes.flatMap(({op, parents}, i) =>
      parents.flatMap((p) => formulasSent(log, i, p).map((text) => op + ': ' + log.name(p) + ' += ' + text))))]
      .filter((text) => !/#/.test(text)).join('; ');
})()"""
formulas = browser.js(FORMULAS)
check("the formulas are in the names of the log", formulas ==
      "matmul: x += grad y @ W^T; matmul: W += x^T @ grad y", formulas)

# A number that is pressed.
CELL = "document.querySelector('#tensor .cell')?.textContent ?? ''"
PRESS = "document.querySelector('#tensor td[data-at=\"AT\"]').click()"
at = browser.js("""(() => { const log = new Log(JSON.parse(byId('data').textContent));
  for (let e = 0;; ++e)
    if (log.kind[e] === KIND.contribution && log.nodes[log.node[e]].op === 'matmul' && log.name(log.parent[e]) === 'W')
      return e + 1; })()""")
open_quietly("ops", step=at)
check("a backward step of a Tensor has its formula", "grad of W += x^T @ grad y; changes from" in browser.js(SENTENCE) and
      "x^T @ grad y" in browser.js("document.querySelector('#card .equation').textContent"), browser.js(SENTENCE))
browser.js(PRESS.replace("AT", "5"))
cell = browser.js(CELL)
caption = browser.js("document.querySelector('#tensor caption').textContent")
check("the caption of a whole matrix counts no rows", caption == "gradient", caption)
check("a number that is pressed says what made its gradient", "grad W += x^T @ grad y" in cell and
      "x[0][1] * grad y[0][1] + x[1][1] * grad y[1][1] = " in cell and "What y sends to W[1][1]" in cell, cell)
check("the cell keeps the focus", browser.js("document.activeElement.dataset.at") == "5")
browser.press("ArrowRight")
check("arrow keys go to the next cell, not to the next step", browser.js("document.activeElement.dataset.at") == "6" and
      browser.js(POSITION) == at)
browser.press("Enter")
check("Enter presses it", "to W[1][2]" in browser.js(CELL) and browser.js("document.activeElement.dataset.at") == "6", browser.js(CELL))
browser.press("Enter")
check("and again lets it go", browser.js(CELL) == "")
browser.js("(() => { const select = byId('tensor_what'); select.value = 'data'; select.dispatchEvent(new Event('change')); })()")
browser.js(PRESS.replace("AT", "0"))
check("a leaf is made of nothing", re.fullmatch(r"W\[0\]\[0\] = [-0-9.]+", browser.js(CELL)), browser.js(CELL))
at = browser.js("""(() => { const log = new Log(JSON.parse(byId('data').textContent));
  return log.nodes.find(({op}) => op === 'attention').madeBy + 1; })()""")
open_quietly("ops", step=at)
browser.js(PRESS.replace("AT", "10"))
cell = browser.js(CELL)
browser.js(PRESS.replace("AT", "0"))
check("of attention, without the keys that the query does not see", browser.js(CELL).count("weight[0][0][0]") == 1 and
      "+" not in browser.js(CELL).split("=")[1], browser.js(CELL))
check("a number of attention is its weights times the values",
      re.search(r"weight\[0\]\[1\]\[2\]\[0\] \* v\[0\]\[0\]\[0\] \+ weight.* = 0\.\d+ \* ", cell), cell)
check("pressing says nothing to the console", not browser.messages())
