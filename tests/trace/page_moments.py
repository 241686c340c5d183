"""The pages of trace_page_test.sh: the first screen is one moment, the head follows the pass, and what is
said of numbers, gradients and arrows is true."""
import json
import re

from page_checks import browser, check, go, open_quietly

TOLD, CARD, SENTENCE = (f"byId('{name}').textContent" for name in ("told", "card", "sentence"))
POSITION = "byId('slider').value"
NUMBERS = ("[...document.querySelectorAll('#nodes_table tbody tr[data-item]')]"
           ".map((row) => [...row.cells].slice(2).map((cell) => cell.textContent).join(' ')).join('; ')")
BOXES = ("[...document.querySelectorAll('#drawing .box')].map((g) => [...g.querySelectorAll('text')]"
         ".map((t) => t.textContent).join(' ')).join('; ')")
LEGEND = "[...byId('legend').children].filter((e) => !e.classList.contains('off')).map((e) => e.textContent).join('; ')"
SENT = "document.querySelectorAll('#drawing .edge.backward').length"

# One moment: the end of the first backward pass, in the graph, the tables and the step.
open_quietly("value")
found = [browser.js(text) for text in (POSITION, SENTENCE, NUMBERS, "location.hash", "byId('step').innerText")]
check("the page opens at the end of the first backward pass", found == [
    "13", "The backward pass has ended: this is how it is after step 13 of 13.", "3 8; 2 12; -4 4; 6 4; 2 4; 4 1", "",
    "Start →"], found)
check("and its card says how to read it", "How to read it" in browser.js(CARD) and "8 of x" in browser.js(CARD) and
      "the number at its head changes with the one at its tail" in browser.js(CARD), browser.js(CARD))
check("the legend names what is drawn", browser.js(LEGEND) == "→ forward, with the local derivative d; "
      "← backward: d × grad of the result, added to the grad of the parent", browser.js(LEGEND))
browser.press("ArrowRight")
check("Start is the first step", browser.js(POSITION) == "1" and browser.js("byId('step').innerText") == "Step →" and
      browser.js("location.hash") == "#step=1", browser.js(POSITION))
browser.press("Home")
boxes, numbers = browser.js(BOXES), browser.js(NUMBERS)
check("before the first step nothing is made, in the graph and in the tables", boxes ==
      "#0 leaf x; #1 leaf w; #2 leaf b; #3 x * w; #4 add y; #5 mul loss" and set(numbers) == set("– ;") and
      browser.js(SENT) == 0 and browser.js(LEGEND) == "not made yet" and "Nothing is computed yet" in browser.js(CARD),
      boxes + numbers)
open_quietly("tensor", step=2)
check("where no derivative is drawn the legend promises none", browser.js(LEGEND) == "→ forward", browser.js(LEGEND))

# The head of the page follows the pass.
open_quietly("twice")
heads = []
for step in (1, 4, 12, 14):
    go(step)
    heads.append(browser.js(TOLD).split(" Forward: ")[0] + " ..." + browser.js(TOLD).split("(grad).")[1])
check("the head says which pass it is, and what it adds to", heads == [
    "Before backward pass 1 of 2: the program computes y = x * x + x = 12 from x = 3. ...",
    "Backward pass 1 of 2: the program computed y = x * x + x = 12 from x = 3. ...",
    "Backward pass 2 of 2: the program computed y = x * x + x = 12 from x = 3. ... It adds to what x has from earlier passes.",
    "After backward pass 2 of 2: the program computed y = x * x + x = 12 from x = 3. ... It adds to what x has from earlier passes."],
      heads)
open_quietly("descent", step=12)
first = browser.js(TOLD)
browser.press("End")
last = browser.js(TOLD)
check("with the numbers of this pass", "of 3: the program computed loss0 = " in first and " from x = 0.5 and w = -1.5." in first and
      "loss2 = " in last and " from x = 0.25 and w = -1.5." in last, first + last)

# Two arrows from one number, several passes, and a gradient that is set to 0.
open_quietly("value", step=9)
card = browser.js(CARD)
check("of two arrows each has its own derivative", "local derivative d of this arrow, one of 2 from y" in card and
      "through this arrow alone. It is one of 2 arrows from y: what they bring is added." in card and "∂loss" not in card, card)
open_quietly("twice")
met = []
for step in range(1, 17):
    go(step)
    if "Accumulated: the gradient of x is from an earlier pass" in browser.js(CARD):
        met.append(step)
check("what an earlier pass has left is explained where it is met", met == [11], met)
sent = []
for step in (13, 16):
    go(step)
    sent.append(browser.js(SENT))
check("a gradient that is set to 0 has no arrow to it", sent[0] == 4 and sent[1] == 0, sent)
open_quietly("value", step=10)
check("a node without a label has its formula", browser.js("byId('card').querySelector('h2').textContent") ==
      "#4 y → #3 x * w" and "#3 x * w" in browser.js("byId('nodes_table').textContent"), browser.js(CARD))
formulas = browser.js("""(() => { const node = (op, formula, parents, label = '') => nodeOf([0, op, label, 0, 1, [], parents, 0, formula]);
  const log = Object.assign(Object.create(Log.prototype), {nodes: [node('leaf', '', [], 'a'), node('add', '{} + {}', [0, 0]),
    node('mul', '{} * {}', [1, 0]), node('mul', '{} * {}', [2, 1]), node('add', '{} + {}', [2, 0]), node('exp', 'exp({})', [1]),
    node('sub', '{} - {}', [0, 1]), node('mul', '{} * {}', [5, 0])]});
  return log.nodes.map((_, i) => writtenOut(log, i)).join('; '); })()""")
check("its brackets are where they are needed", formulas ==
      "; a + a; (a + a) * a; (a + a) * a * (a + a); (a + a) * a + a; exp(a + a); a - (a + a); exp(a + a) * a", formulas)

# The card is as high as its highest step; of many parents the one that gets something is in sight.
SEEN = """(() => { const row = byId('card').querySelector('tr[aria-current]')?.getBoundingClientRect(), card = byId('card').getBoundingClientRect();
  return !row || (row.top >= card.top && row.bottom <= card.bottom); })()"""
for name, width in (("value", 1280), ("value", 768), ("shapes", 1280), ("descent", 1280)):
    open_quietly(name, width=width)
    hidden = []
    for step in range(0, int(browser.js("byId('slider').max")) + 1):
        go(step)
        if not browser.js(SEEN):
            hidden.append(step)
    check(f"{name} at {width}: the row of a contribution is in sight", not hidden, hidden)
open_quietly("value")
browser.js("byId('card').scrollTop = 0")
check("the card of the first screen is not cut", browser.js("byId('card').scrollHeight - byId('card').clientHeight") <= 1)
open_quietly("hostile")
check("a source without its text is one line", browser.js("byId('code_text').hidden") and
      "whose text is not in this page" in browser.js("byId('code').textContent") and
      browser.js("byId('code').offsetHeight") < 80, browser.js("byId('code').textContent"))
check("its name cannot turn the text around it", "\u202e" not in browser.js("document.body.innerText"))

# Numbers as text.
with open("printed", encoding="ascii") as lines:
    printed = [line.split() for line in lines]
wrong = browser.js("""((lines) => { const bits = new DataView(new ArrayBuffer(8));
  return lines.filter(([hex, digits, text]) => (bits.setBigUint64(0, BigInt('0x' + hex)), numberText(bits.getFloat64(0), +digits)) !== text)
      .slice(0, 5).join('; '); })(""" + json.dumps(printed) + ")")
check("30,000 numbers are rounded as printf rounds them", wrong == "" and len(printed) > 29_000, wrong)
ranges = browser.js("[[0.997, 1.003], [-1.2341, 2.567], [1, 1e9], [99.96, 1000.4], [-0.9996, 0.25]]"
                    ".map((x) => rangeTexts(...x, 3).join(' to ')).join('; ')")
check("a range has both its ends inside", ranges == "0.997 to 1.003; -1.24 to 2.57; 1 to 1e+09; 99.9 to 1.01e+03; -1 to 0.25", ranges)

# What a Tensor sends.
open_quietly("ops")
at = browser.js("""(() => { const log = new Log(JSON.parse(byId('data').textContent));
  return 1 + log.kind.findIndex((kind, e) => kind === KIND.contribution && log.nodes[log.node[e]].op === 'matmul' &&
    log.name(log.parent[e]) === 'W'); })()""")
open_quietly("ops", step=at)
check("a backward step of a Tensor has its formula", "grad of W += x^T @ grad y; changes from" in browser.js(SENTENCE) and
      "x^T @ grad y" in browser.js("document.querySelector('#card .equation').textContent"), browser.js(SENTENCE))
