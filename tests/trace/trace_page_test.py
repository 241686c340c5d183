"""Opens the pages of trace_page_test.sh in Chromium, and compares what they show with what the
engine wrote beside them: NAME.html, and NAME.grads with the last gradients as hexadecimal numbers."""
import json
import math
import os
import re
import struct

from page_checks import browser, check, go, open_quietly

SENTENCE = "document.getElementById('sentence').textContent"
POSITION = "+document.getElementById('slider').value"
# The whole state of the page that is shown, as text.
SHOWN = ("[...document.querySelectorAll('#card, #sentence, #nodes_table tbody, #graph_table')]"
         ".map((e) => e.innerText).join('\\n')")
# The last gradients, by the classes of the page itself, with every bit.
GRADS = """(() => {
  const log = new Log(JSON.parse(byId('data').textContent)), state = new State(log);
  const bits = new DataView(new ArrayBuffer(8)), out = [];
  const all = () => log.nodes.map((_, i) => state.grad(i) === undefined ? '' : Array.from(state.grad(i), (x) => {
    bits.setFloat64(0, x); return bits.getBigUint64(0).toString(16).padStart(16, '0'); }).join(' '));
  state.goTo(log.count);
  const end = all();
  state.goTo(0);
  const none = all().every((x) => x === '');
  state.goTo(log.count);
  return none && all().join() === end.join() ? end.map((x, i) => i + ' ' + x).filter((x) => !x.endsWith(' ')) : [];
})()"""

# The numbers of the log as the page computes them from its leaves, or with the numbers of `leaves` in
# them: how many there are and, by op, how far they are at most from `wanted`, in units of the last place.
# Infinite: one is infinite or NaN and the other is not, or a sign is wrong.
APART = """((wanted, leaves) => {
  const log = new Log(JSON.parse(byId('data').textContent)), bits = new DataView(new ArrayBuffer(8)), worst = {};
  const number = (hex) => (bits.setBigUint64(0, BigInt('0x' + hex)), bits.getFloat64(0));
  const ulp = (x) => (bits.setFloat64(0, Math.abs(x)), bits.setBigUint64(0, bits.getBigUint64(0) + 1n),
                      bits.getFloat64(0) - Math.abs(x));
  const moved = new Map();
  for (let e = 0; leaves && e < log.count; ++e)
    if (log.kind[e] === KIND.leaf) moved.set(e, number(leaves[log.first[e]]));
  const {numbers} = new Recomputation(log, moved);
  for (let e = 0; e < log.count; ++e)
    for (let i = log.first[e]; i < log.first[e] + (log.kind[e] === KIND.contribution ? 4 : 1); ++i) {
      const x = numbers[i], y = number(wanted[i]), {op} = log.nodes[log.node[e]];
      const far = Object.is(x, y) ? 0 : Number.isFinite(x) && Number.isFinite(y) && (x || y) ? Math.min(1e300, Math.abs(x - y) / ulp(y)) : 1e300;
      worst[op] = Math.max(worst[op] ?? 0, far);
    }
  return JSON.stringify([numbers.length, worst]);
})"""
EXACT = {"leaf", "add", "sub", "mul", "div", "neg", "sqrt", "relu", "relu2", "abs", "max", "min", "sum", "dot"}
MOST_APART = 8  # of the others, in units of the last place

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


def numbers_of_the_engine(name):
    with open(name + ".grads", encoding="ascii") as lines:
        return lines.read().splitlines()


def shown():
    return browser.js(SHOWN)


# One step after the other, with keys alone, there and back.
open_quietly("value", step=0)
steps = browser.js("+document.getElementById('slider').max")
states, sentences = [shown()], [browser.js(SENTENCE)]
for _ in range(steps):
    browser.press("ArrowRight")
    states.append(shown())
    sentences.append(browser.js(SENTENCE))
check("the right arrow goes one step, to the end", browser.js(POSITION) == steps == 13)
check("each step is a sentence", sentences[5] == "forward add: y = #3 + b = 6 + (-4) = 2" and
      sentences[9] == "backward mul: grad of y += 2 × 1 = 2; 2 becomes 4" and
      sentences[11] == "backward add: grad of b += 1 × 4 = 4", sentences)
gradients = browser.js("[...document.querySelectorAll('#nodes_table tbody tr[data-item]')]"
                       ".map((row) => row.lastChild.textContent).join(' ')")
check("the gradients at the end are those of the engine", gradients == "8 12 4 4 4 1", gradients)
same = []
for step in reversed(range(steps)):
    browser.press("ArrowLeft")
    same.append(shown() == states[step])
check("the left arrow restores every state", all(same), same)
browser.press("End")
check("End and Home go to the ends", browser.js(POSITION) == steps and shown() == states[steps])
browser.press("Home")
check("Home goes to the beginning", browser.js(POSITION) == 0)
browser.press("PageDown")
browser.press("PageDown")
check("Page Down goes by ops", browser.js(POSITION) == 2)
browser.js("document.getElementById('step').focus(), document.getElementById('step').click()")
check("a button keeps the focus", browser.js("document.activeElement.id") == "step")
browser.js("document.querySelector('#events_table tr[data-item=\"8\"] a').click()")
browser.js("0")  # the event of the link comes first
check("a row of the table leads to its step, and the address names it",
      browser.js("location.hash") == "#step=9" and shown() == states[9], browser.js("location.hash"))
check("the current row says so",
      browser.js("document.querySelector('#events_table [aria-current=step]').dataset.item") == "8")
check("the product flows along its arrow",
      browser.js("document.querySelector('.label.now').textContent") == "2 × 1 = 2" and
      browser.js("document.querySelectorAll('.edge.flow.reverse').length") == 1)
card = browser.js("byId('card').innerText")
check("a contribution says in which step its op was made", "in step 6" in card, card)
browser.press("End")
at = browser.js("byId('play').click(), +byId('slider').value")
browser.js("byId('play').click()")
check("Play at the end begins again", at == 0, at)
go_to_9 = "byId('goto').value = 9, byId('goto').dispatchEvent(new Event('change'))"
browser.js(go_to_9)
browser.js("document.getElementById('path_form').requestSubmit()")
check("a path from a parameter to the loss", "with respect to x: 8." in
      browser.js("document.getElementById('path_result').textContent"),
      browser.js("document.getElementById('path_result').textContent"))
open_quietly("value", step=9)
check("a link leads to its step", shown() == states[9])
check("the source is shown with its line",
      browser.js("document.querySelector('#code_text [aria-current]').textContent") ==
      "line 3 of the source", browser.js("document.getElementById('code').innerText"))

for name in ("value", "model", "long"):
    open_quietly(name)
    check(f"{name}: forward, back and forward again end with the engine's gradients, bit for bit",
          browser.js(GRADS) == numbers_of_the_engine(name))

rows = browser.js("document.querySelectorAll('tr').length")
print(f"long: {browser.js('byId(`slider`).max')} steps open in {browser.seconds:.2f} s")
check("long: only rows in sight are in the page", 0 < rows < 400, rows)
browser.press("End")
browser.js("byId('reach').value = 'all', byId('reach').dispatchEvent(new Event('change'))")
boxes = browser.js("document.querySelectorAll('#drawing .box').length")
check("long: the drawing has 200 boxes at most", 0 < boxes <= 200, boxes)

# Numbers that are changed.
def numbers_of(name):
    with open(name + ".numbers", encoding="ascii") as lines:
        return lines.read().split()


def apart(name, wanted, leaves=None):
    open_quietly(name)
    count, worst = json.loads(browser.js(f"{APART}({json.dumps(wanted)}, {json.dumps(leaves)})"))
    found = {op: far for op, far in worst.items() if far > (0 if op in EXACT else MOST_APART)}
    check(f"{name}: the page computes {'other' if leaves else 'the same'} leaves as the engine does",
          count == len(wanted) > 0 and not found, f"{count} of {len(wanted)}, {found}")
    return worst


apart("value", numbers_of("value"))
apart("model", numbers_of("model"))
worst = apart("every_op", numbers_of("every_op"))
moved = numbers_of("every_op_moved")
for op, far in apart("every_op", moved, moved).items():
    worst[op] = max(worst[op], far)
print("units of the last place: " + ", ".join(f"{op} {far:.3g}" for op, far in worst.items() if far))
check("every op of Values is among them", len(worst) == 25, sorted(worst))

apart("descent", numbers_of("descent_moved"), numbers_of("descent_moved"))
RESULT = "byId('change_result').textContent"
LAST_GRADS = "[...document.querySelectorAll('#nodes_table tbody tr[data-item]')].map((row) => row.lastChild.textContent).join(' ')"
FIELDS = "[...document.querySelectorAll('#change_leaves input')].map((input) => input.value).join(' ')"


def write_into(place, text):
    browser.js(f"(() => {{ const field = document.querySelectorAll('#change_leaves input')[{place}]; field.focus(); "
               f"field.value = '{text}'; field.dispatchEvent(new Event('input')); }})()")


def last_grads(name):
    grads = [line.split()[1] for line in numbers_of_the_engine(name)]
    return " ".join(f"{struct.unpack('>d', bytes.fromhex(x))[0]:.6g}" for x in grads)


check("a field and a slider for each leaf", browser.js(FIELDS) == "0.5 0.5 -1.5 -1.5", browser.js(FIELDS))
own = browser.js(RESULT)
browser.press("End")
as_it_was = browser.js(SHOWN)
check("the program's own gradients", browser.js(LAST_GRADS) == last_grads("descent"), browser.js(LAST_GRADS))
check("after set_data a leaf has its new number there", browser.js(FIELDS) == "0.25 0.25 -1.5 -1.5", browser.js(FIELDS))
write_into(2, "2.25")
check("with another number every gradient is that of the engine's run with it",
      browser.js(LAST_GRADS) == last_grads("descent_moved"), browser.js(LAST_GRADS))
check("the sentence and the panel say so", browser.js(SENTENCE).startswith("With w = 2.25: backward ") and
      "; in the program it is " in browser.js(RESULT), browser.js(SENTENCE) + browser.js(RESULT))
check("what is being written keeps the focus, and its slider follows as far as it reaches",
      browser.js("document.activeElement.type") == "number" and browser.js(FIELDS) == "0.25 0.25 2.25 1.5", browser.js(FIELDS))
write_into(2, "")
check("an empty field changes nothing", browser.js(LAST_GRADS) == last_grads("descent_moved"))
write_into(3, "-1.5")
check("the program's own number is no change", browser.js(SHOWN) == as_it_was)
write_into(1, "0.35")
check("a change of what the program has set leaves its first steps alone",
      browser.js(SENTENCE).startswith("With x = 0.35: ") and not browser.messages(), browser.js(SENTENCE))
browser.js("document.activeElement.blur()")
browser.press("Home")
check("there the field has the first number", browser.js(FIELDS) == "0.5 0.5 -1.5 -1.5" and browser.js(RESULT).startswith(own[:9]))
browser.press("End")
browser.js("byId('change_back').click()")
check("the button goes back to the program's own numbers", browser.js(SHOWN) == as_it_was and
      browser.js("byId('change_back').getAttribute('aria-disabled')") == "true")
check("the panel tells of the loss of this backward", browser.js(RESULT).startswith("loss2 is "), browser.js(RESULT))
open_quietly("descent", step=12)
check("and of the first one in the first", browser.js(RESULT).startswith("loss0 is "), browser.js(RESULT))
open_quietly("value", step=9)
browser.js("byId('path_form').requestSubmit()")
write_into(0, "3.50")
check("a path that is shown has the new numbers, and a field keeps its last zero",
      "with respect to x: 12." in browser.js("byId('path_result').textContent") and browser.js(FIELDS).startswith("3.50 "),
      browser.js("byId('path_result').textContent") + browser.js(FIELDS))
open_quietly("model")
go(browser.js("""(() => { const log = new Log(JSON.parse(byId('data').textContent));
  for (let e = 0;; ++e) if (log.kind[e] === KIND.contribution && log.name(log.parent[e]) === 'w35') return e + 1; })()"""))
names = browser.js("[...document.querySelectorAll('#change_leaves .name')].map((e) => e.textContent).join(' ')")
check("of many leaves those of the step have fields, and the first others", "It depends on 36 leaves: here are 12" in
      browser.js(RESULT) and len(names.split()) == 24 and names.startswith("#0 w0 #1 w1 ") and
      "#35 w35" in names, names)
open_quietly("tensor", step=1)
check("Tensors have no such panel", browser.js("byId('change').hidden"))

open_quietly("model")
browser.js("byId('filter_op').value = 'relu', byId('filter_op').dispatchEvent(new Event('change'))")
check("the filter leaves one op",
      browser.js("[...new Set([...document.querySelectorAll('#events_table tr[data-item] :nth-child(3)')]"
                 ".map((e) => e.textContent))].join()") == "relu")
browser.js("byId('find_next').click()")
check("the next match is one of them", " relu" in browser.js(SENTENCE), browser.js(SENTENCE))
first = browser.js(POSITION)
browser.js("byId('find_next').click()")
browser.js("byId('find_back').click()")
check("the match before is another one", browser.js(POSITION) == first, browser.js(POSITION))
browser.js("byId('filter_op').value = '', byId('filter_scope').value = 'hidden', "
           "byId('filter_scope').dispatchEvent(new Event('change'))")
found = browser.js("[...new Set([...document.querySelectorAll('#events_table tr[data-item]')]"
                   ".map((row) => row.lastChild.textContent))].join()")
check("the filter leaves one scope, not one that begins with its name", found == "hidden", found)
rows = browser.js("byId('losses_result').textContent")
check("a loss that is divided by a number has its terms", "Terms of #" in rows and "probability" in rows, rows)
chips = "document.querySelectorAll('#scopes [aria-expanded=true]').length"
browser.js("byId('scopes').firstChild.click()")
check("a scope opens", browser.js(chips) == 1 and
      browser.js("document.activeElement.parentElement.id") == "scopes", browser.js(chips))
browser.press("PageDown")
check("Page Down goes by scopes", browser.js(SENTENCE) != "" and not browser.messages())

open_quietly("hostile", step=1)
for _ in range(9):
    browser.press("ArrowRight")
check("hostile names stay text", not browser.messages() and len(browser.requests()) == 1 and
      browser.js("document.querySelectorAll('img, iframe, object, b:not(.kind b), svg[onload]').length + document.scripts.length") == 2
      and browser.js("window.was_run") is None, browser.messages())
turned = browser.js("[byId('nodes_table'), byId('told'), byId('drawing')].map((e) => "
                    "e.textContent.includes('\\u202e') + ' ' + e.textContent.includes('\\\\u202e.')).join()")
check("a label cannot turn the text around it", turned == "false true,false true,false true", turned)
for name, text in (("empty", "The log is empty."), ("one", "The program has ended: this is how it is after step 1 of 1.")):
    open_quietly(name)
    check(f"{name}: {text}", browser.js(SENTENCE) == text, browser.js(SENTENCE))
    browser.press("ArrowRight")
    browser.press("PageUp")
    check(f"{name}: keys do no harm", not browser.messages(), browser.messages())
open_quietly("empty")
check("an empty log says why it is empty", "made no Value" in browser.js("byId('card').textContent"))

# The drawing. Both are lists of what lies on a box: arrows, and the product.
ON_BOXES = """(() => {
  const boxOf = (g, by) => {
    const {e, f} = g.transform.baseVal[0].matrix, {x, y, width, height} = g.querySelector('rect');
    const [left, top] = [e + x.baseVal.value, f + y.baseVal.value];
    return [left + by, top + by, left + width.baseVal.value - by, top + height.baseVal.value - by]; };
  const all = (what, by) => [...document.querySelectorAll('#drawing ' + what)].map((g) => boxOf(g, by));
  const boxes = all('.box', 2), out = [];
  for (const edge of document.querySelectorAll('#drawing .edge')) {
    for (let at = 0; at < edge.getTotalLength(); at += 3) {
      const {x, y} = edge.getPointAtLength(at);
      if (boxes.some((b) => x > b[0] && x < b[2] && y > b[1] && y < b[3])) { out.push(edge.getAttribute('d')); break; } } }
  for (const p of all('.label', 0))
    if (boxes.some((b) => p[0] < b[2] && p[2] > b[0] && p[1] < b[3] && p[3] > b[1])) out.push(String(p));
  return out; })()"""
BOXES = ("[...document.querySelectorAll('#drawing .box')].map((g) => [...g.querySelectorAll('text')]"
         ".map((t) => t.textContent).join('|')).join('; ')")
# Whether the box with this class is in the part of the drawing that is in sight.
IN_SIGHT = """(() => { const box = document.querySelector('#drawing .CLASS').getBoundingClientRect();
  const view = byId('drawing').getBoundingClientRect();
  return box.left >= view.left - 1 && box.right <= view.right + 1 && box.top >= view.top - 1 && box.bottom <= view.bottom + 1; })()"""
ALL = "byId('reach').value = 'all', byId('reach').dispatchEvent(new Event('change'))"
FLOW = "[...document.querySelectorAll('.edge.flow')].map((e) => e.getAttribute('d')).join()"

for width in (1280, 320):
    for name, last in (("value", 13), ("shapes", 12), ("model", 90)):
        open_quietly(name, width=width)
        browser.js(ALL)
        found = []
        for step in range(2, last, 1 if last < 20 else 9):
            go(step)
            found += browser.js(ON_BOXES)
        check(f"{name} at {width}: no arrow and no product lies on a box", not found, found)
open_quietly("tokens", step=3)
browser.js(ALL)
texts = browser.js(BOXES).replace("\u00a0", " ")
check("a box of a tensor has its shape in brackets, and its numbers as its value",
      "#0 leaf [3,1]|data all 0;" in texts and "#2 linear [2,3]|data 0 to 0.694;" in texts, texts)
open_quietly("value", step=8)
first = browser.js(FLOW)
go(9)
check("y * y has two arrows, one for each contribution",
      browser.js("document.querySelectorAll('.edge.forward').length") == 6 and first != browser.js(FLOW), first)
height = lambda path: float(path.split("C")[0].split()[1])
check("the arrow of the first place lies above", height(first) < height(browser.js(FLOW)), first)
open_quietly("shapes", step=41)
check("backward clears gradients, not the program",
      browser.js(SENTENCE) == "backward clears the gradient of y, before it begins at #33", browser.js(SENTENCE))
go(72)
check("of many inputs, the one that gets a contribution is listed",
      browser.js("document.querySelector('#card [aria-current]').textContent").startswith("#32 v29"),
      browser.js("byId('card').textContent"))
check("and it is in sight, with the op", browser.js(IN_SIGHT.replace("CLASS", "target")) and
      browser.js(IN_SIGHT.replace("CLASS", "now")))
browser.press("End")
browser.js(ALL)
boxes = browser.js("document.querySelectorAll('#drawing .box').length")
check("a drawing has one round of a training", boxes == 3, boxes)
check("losses of unlike functions are no curve", browser.js("document.querySelectorAll('.losses').length") == 0)
go(6)
browser.js("byId('path_form').requestSubmit()")
paths = browser.js("[...document.querySelectorAll('.path li')].map((e) => e.textContent).join('; ')")
check("the paths of this step, all of a few",
      paths == "x → #1 → y: 3 × 1 = 3; x → #1 → y: 3 × 1 = 3; x → y: 1" and
      browser.js("byId('path_result').textContent").startswith("3 paths:"), paths)
words = browser.js("[[0, 0], [1, -2, 0.5], Array(20).fill(0), Array.from({length: 20}, (_, i) => i / 7)]"
                   ".map((x) => numbersText(new Float64Array(x), null, {sentence: true})).join('; ')")
check("few numbers are written, of many the range", words == "all 0; 1 -2 0.5; all 0; between 0 and 2.72", words)

words = browser.js("[1e5, 1e6, 123456, 1e-4, 1e-5].map((x) => numberText(x)).join(' ')")
check("numbers are written as %.6g does", words == "100000 1e+06 123456 0.0001 1e-05", words)
check("a mean is that of the finite numbers", browser.js("summaryOf([1, NaN, 3, Infinity]).mean") == 2)
words = browser.js("productText({run: (event, i) => [i ? -3 : 2]}, 0)")
check("a negative factor is in brackets", words == "2 × (-3) = -6", words)
words = browser.js("lossCurve({run: () => [5], nodes: [{}], node: [0, 0, 0]}, [0, 1, 2])"
                   ".querySelector('polyline').getAttribute('points')")
check("a loss that stays the same is a straight line", words == "4,64 150,64 296,64", words)
words = browser.js("[[2.7234, 0.5], [NaN, NaN], [1, Infinity, 2]].map((losses) => lossCurve({run: (node) => [losses[node]], "
                   "nodes: losses.map((_, i) => ({madeBy: i})), node: [0, 1, 2]}, [...losses.keys()]).lastChild.textContent).join('; ')")
check("of losses the range, in which all of them lie", words == "2.72 to 0.5 in 2 backward passes, between 0.5 and 2.73; "
      "nan to nan in 2 backward passes, none finite; "
      "1 to 2 in 3 backward passes, between 1 and 2, 1 not finite", words)
check("what asks for no gradient is no inner node",
      not browser.js("nodeOf([1, 'relu', '', 1, 0, [2], [0], 1, '']).isInner"))
check("the first item that is not smaller is found", browser.js("lowerBound([1, 3, 5], 3)") == 1)
rounds = browser.js("roundsOf({count: 6, kind: [0, 1, 2, 3, 1, 1], isBackward: (e) => e === 2 || e === 3}).join()")
check("a round is all of a forward pass and its backward", rounds == "0,0,0,0,1,1", rounds)
side = browser.js("""(() => { const places = {down: false, gap: 124}, labels = new Labels(places, [], [300, 300]);
  labels.add('2 × 1 = 2', {bends: [[100, 150, 224, 150]], crowd: 0}, -1, 'forward', true);
  labels.add('d 2', {bends: [[100, 150, 224, 150]], crowd: 0}, 1, 'backward', true);
  return labels.settle().map((g) => Math.sign(+g.getAttribute('transform').match(/ (.*)\\)/)[1] - 150)).join(); })()""")
check("forward stands above its line, backward below it", side == "-1,1", side)
ends = browser.js("""(() => { const view = new TensorView(), at = (row) => {
  view.corner = [row, 0]; return view.moves(48, 3, () => {}).lastChild.disabled; };
  return [at(0), at(24)].join(); })()""")
check("of two windows of rows the second is the last", ends == "false,true", ends)
open_quietly("tokens", step=2)
check("an embedding of tokens names them", "Tokensa \" \"" in browser.js("byId('card').textContent"),
      browser.js("byId('card').textContent"))
rows = browser.js("[...document.querySelectorAll('#losses_result tr')].map((row) => "
                  "[...row.cells].map((cell) => cell.textContent).join(' ')).join('; ')")
check("a loss over tokens is told position by position",
      rows.endswith('position token next probability loss; 0 a " " 0.333 1.1; 1 " " b 0.5 0.693'), rows)
open_quietly("names")
rows = browser.js("[...document.querySelectorAll('#losses_result tr')].map((row) => "
                  "[...row.cells].map((cell) => cell.textContent).join(' ')).join('; ')")
check("of as many logits as those of train_gpt too", "; 0 t0 t0 0.037 3.3; 1 t1 t1 0.037 3.3; " in rows, rows)

places = browser.js("""(() => { const n = 2 ** 20, terms = Object.create(Terms.prototype);
  Object.assign(terms, {loops: [n, n, n], places: [[0, [n, 1, 0]], [5, [0, -1, 1]]], indexEvery: 0});
  return String(terms.points('{dy}', 0, 3 * n + 7)); })()""")
check("the place of a number is found without a walk through all points", places == f"{3 * 2**20 + 7},-2", places)

open_quietly("ops")
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

LAYERS = """(() => {
  const log = new Log(JSON.parse(byId('data').textContent)), graph = new Graph(log);
  graph.reach = 'all';
  graph.closed = new Set(graph.allScopes);
  const loss = log.nodes.findLastIndex(({label}) => label === 'loss');
  const {boxes, arrows} = graph.seenFrom(loss, log.nodes[loss].madeBy);
  layOut(boxes, arrows, 50);
  return boxes.map(({key, layer}) => `${layer} ${log.nodes[key]?.label ?? key}`).join(', ');
})()"""
open_quietly("scopes")
layers = browser.js(LAYERS)
check("scopes stand in the order of the forward pass, in the second step of a training too",
      layers == "0 blocks, 1 twice, 2 final_norm, 3 head, 4 loss", layers)

# The map: its boxes from left to right.
MAP = """[...document.querySelectorAll('#map_drawing .box')]
  .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
  .map((box) => box.getAttribute('aria-label')).join('; ')"""
SHARES = "[...document.querySelectorAll('#map_drawing rect')].map((e) => e.style.getPropertyValue('--share')).join(' ')"
browser.press("Home")
boxes = browser.js(MAP)
check("before a backward no box has a gradient", boxes == "blocks, 4 operations, no grad yet: enter; twice, add, no grad yet: go to its step; "
      "final_norm, 1 operation, no grad yet: enter; head, 1 operation, no grad yet: enter; loss, mean, no grad yet: go to its step", boxes)
browser.press("End")
boxes = browser.js(MAP)
check("the map has the model in the order of the forward pass, with its largest gradients",
      re.fullmatch(r"blocks, .* grad to [\d.]+: enter; twice, .*; final_norm, .*; head, .*; loss, mean, grad to 1: go to its step", boxes), boxes)
shares = [int(share[:-1]) for share in browser.js(SHARES).split()]
check("a box is tinted by its gradient", max(shares) == 60 and 0 < min(shares) < 60, shares)
browser.js("document.querySelector('#map_drawing [data-key=blocks]').focus()")
browser.press("ArrowLeft")
check("a step leaves the focus on the map", browser.js("document.activeElement.dataset.key") == "blocks")
browser.press("ArrowRight")
browser.press("Enter")
check("Enter enters a scope", re.fullmatch(r"a, 1 operation.*; b, 3 operations.*", browser.js(MAP)) and
      browser.js("document.activeElement.dataset.key") == "blocks.a", browser.js(MAP))
browser.press("Escape")
check("Escape leaves it", browser.js(MAP) == boxes and browser.js("document.activeElement.dataset.key") == "blocks")
browser.js("document.activeElement.dispatchEvent(new MouseEvent('click')), document.querySelector('#map_drawing .box').dispatchEvent(new MouseEvent('click'))")
check("a click enters too, down to an op", browser.js(MAP).startswith("matmul, #") and
      browser.js("byId('map_scopes').textContent") == "modelblocksa", browser.js(MAP))
browser.js("document.querySelector('#map_drawing .box').dispatchEvent(new MouseEvent('click'))")
check("a click on an op goes to its step", browser.js(SENTENCE).startswith("forward matmul: "), browser.js(SENTENCE))
browser.js("byId('map_scopes').firstChild.click()")
check("a scope around it is a button", browser.js(MAP).startswith("blocks, ") and not browser.messages())
open_quietly("hostile", step=9)
check("what is not finite is marked", "not finite: enter" in browser.js(MAP) and
      browser.js("document.querySelectorAll('#map_drawing .broken').length") > 0, browser.js(MAP))
open_quietly("value")
check("without scopes there is no map", browser.js("byId('map').hidden"))
if os.path.exists("gpt.html"):
    open_quietly("gpt", step=999)
    boxes = [label.split(",")[0] for label in browser.js(MAP).split("; ")]
    check("the map of a GPT ends with its final norm, its head and its loss", boxes[-4:] == ["blocks", "final_norm", "head", "loss"], boxes)

FITS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
for name in ("value", "model", "tensor"):
    for width in (320, 640, 768):  # 640: half of a screen of 1280, as with 200 % zoom
        open_quietly(name, step=10, width=width, scheme="dark")
        check(f"{name}: nothing is cut at a width of {width}", browser.js(FITS) == 0, browser.js(FITS))
# What cannot be seen or pressed, of the controls.
CONTROLS = """['first', 'scope_back', 'back', 'play', 'step', 'scope_step', 'last', 'goto', 'slider', 'speed', 'link']
  .filter((id) => { const {left, right, top, bottom} = byId(id).getBoundingClientRect();
    return left < 0 || right > innerWidth || bottom > innerHeight || right - left < 20 ||
      document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('#' + id)?.id !== id; }).join()"""
CUT = """['#events_table .scroll', '#nodes_table .scroll'].map((s) => document.querySelector(s))
  .map((e) => e.scrollWidth - e.clientWidth).join()"""
for name, width in (("value", 320), ("shapes", 320), ("value", 640)):
    open_quietly(name, step=10, width=width)
    check(f"{name}: every control is there at a width of {width}", browser.js(CONTROLS) == "", browser.js(CONTROLS))
    check(f"{name}: no column is cut at a width of {width}", browser.js(CUT) == "0,0" and browser.js(FITS) == 0,
          browser.js(CUT) + f" {browser.js(FITS)}")
open_quietly("tensor", step=3)
check("a tensor is a table of numbers with signs",
      browser.js("[...document.querySelectorAll('.heat td:not(:empty)')].map((e) => e.textContent).join(' ')") ==
      "+2 0 −3 +1.5 nan −0.25", browser.js("byId('tensor').innerText"))
motion = "getComputedStyle(document.querySelector('.edge.flow')).animationName"
open_quietly("value", step=9)
check("what flows moves", browser.js(motion) == "flow", browser.js(motion))
open_quietly("value", step=9, motion="reduce")
check("with reduced motion it does not", browser.js(motion) == "none", browser.js(motion))
open_quietly("value", step=9, media="print")
check("print has no buttons", browser.js("byId('step').offsetParent === null && byId('card').offsetParent !== null"))
browser.js("dispatchEvent(new Event('beforeprint'))")
check("print has every row, and no control",
      browser.js("document.querySelectorAll('#events_table tbody tr:not(.space)').length") == 13 and
      browser.js("document.querySelectorAll('#events_table .space').length") == 0 and
      not browser.js("[...document.querySelectorAll('button, select, input')].some((e) => e.offsetParent)"))
open_quietly("value", scripts=False)
check("without scripts there is a summary", "#0x38" in browser.js(
    "document.querySelector('noscript').textContent.replace(/\\s/g, '')"),
    browser.js("document.body.innerText"))
browser.close()
