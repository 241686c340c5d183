"""The pages of trace_page_test.sh in Chromium: the first screen, every step, what hostile names, wide tensors and
long logs do, every width, the keyboard, and axe-core."""
import atexit
import json
import os
import random
import sys

from accessible import axe_script, wrong_with
from chromium import Browser

browser = Browser(sys.argv[1])
atexit.register(browser.close)

TOLD, CARD, SENTENCE = (f"byId('{name}').textContent" for name in ("told", "card", "sentence"))
POSITION = "+byId('slider').value"
SHOWN = "['card', 'sentence', 'drawing', 'graph_table'].map((id) => byId(id).textContent).join('\\n')"
BOXES = ("[...document.querySelectorAll('#drawing .box')].map((g) => [...g.querySelectorAll('text')]"
         ".map((t) => t.textContent).join('|')).join('; ')")
LABELS = "[...document.querySelectorAll('#drawing .label.{}')].map((g) => g.textContent).sort().join('; ')"
STYLE = "getComputedStyle(document.querySelector('{}')).{}"


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:300]}", flush=True)


def open_quietly(name, **how):
    browser.open(name + ".html", **how)
    check(f"{name}, {how}: one request, nothing on the console", len(browser.requests()) == 1 and not browser.messages(),
          browser.requests()[1:] + browser.messages())


def go(step):
    browser.js(f"byId('goto').value = {step}, byId('goto').dispatchEvent(new Event('change'))")


def last():
    return int(browser.js("byId('slider').max"))


# ---- the first screen: one moment, the end of the first backward pass ----

open_quietly("value")
found = [browser.js(text) for text in (POSITION, SENTENCE, "location.hash", "byId('step').innerText")]
check("the page opens at the end of the first backward pass", found == [
    13, "The backward pass has ended: this is how it is after step 13 of 13.", "", "Start →"], found)
text = browser.js(TOLD)
check("its title is the name of the program", browser.js("document.title") == "value, trace", browser.js("document.title"))
check("the first sentence says what was computed, and what forward and backward mean",
      text == "The program computed loss = y * y = 4. Forward: each operation computes "
      "its value (data) from those of its parents. Backward: from the end to the beginning, how much loss "
      "changes with each number (grad).", text)
check("it is above the graph, the graph above the card, the card above the source, all without a click", browser.js(
    """(() => { const box = (id) => byId(id).getBoundingClientRect();
  return ['told', 'sentence', 'drawing'].every((id, i, ids) => box(id).height > 10 && box(id).bottom <= innerHeight &&
    (i === 0 || box(id).top >= box(ids[i - 1]).bottom)) && box('card').top >= box('drawing').bottom &&
    box('code').top >= box('card').bottom; })()"""))
text = browser.js(CARD)
check("the card says how to read it, and explains a gradient by an example", "How to read it" in text and "8 of x: if x grew by "
      "0.001, loss would change by about 0.008." in text, text)
labels = browser.js(LABELS.format("forward")), browser.js(LABELS.format("backward"))
check("each arrow has its local derivative, and what went back over it",
      labels == ("d 1; d 1; d 2; d 2; d 2; d 3", "1 × 4 = 4; 1 × 4 = 4; 2 × 1 = 2; 2 × 1 = 2; 2 × 4 = 8; 3 × 4 = 12"), labels)
boxes = browser.js(BOXES)
check("a box has its number, op and label, its data and its grad: those of the engine", boxes ==
      "#0 leaf x|data 3|grad 8; #1 leaf w|data 2|grad 12; #2 leaf b|data -4|grad 4; #3 x * w|data 6|grad 4; "
      "#4 add y|data 2|grad 4; #5 mul loss|data 4|grad 1", boxes)
browser.press("ArrowRight")
check("Start is the first step", browser.js(POSITION) == 1 and browser.js("byId('step').innerText") == "Step →", browser.js(POSITION))
for scheme, forward, backward in (("light", "rgb(0, 114, 178)", "rgb(194, 78, 0)"),
                                  ("dark", "rgb(79, 168, 220)", "rgb(224, 138, 74)")):
    open_quietly("value", scheme=scheme)
    strokes = tuple(browser.js(STYLE.format("#drawing .edge." + kind, "stroke")) for kind in ("forward", "backward"))
    check(f"{scheme}: forward is blue, backward is orange", strokes == (forward, backward), strokes)

# ---- step by step ----

open_quietly("value", step=0)
boxes = browser.js(BOXES)
check("before the first step nothing is made", boxes == "#0 leaf x; #1 leaf w; #2 leaf b; #3 x * w; #4 add y; #5 mul loss" and
      "Nothing is computed yet" in browser.js(CARD), boxes)
states, sentences, cards = [browser.js(SHOWN)], [browser.js(SENTENCE)], [browser.js(CARD)]
for _ in range(13):
    browser.press("ArrowRight")
    states.append(browser.js(SHOWN)), sentences.append(browser.js(SENTENCE)), cards.append(browser.js(CARD))
check("each step is a sentence", sentences[5] == "forward add: y = #3 + b = 6 + (-4) = 2" and
      sentences[9] == "backward mul: grad of y += 2 × 1 = 2; 2 becomes 4" and
      sentences[11] == "backward add: grad of b += 1 × 4 = 4", sentences)
for step, words in ((1, "Leaf: a number that no operation has made"), (4, "#3 would grow by d times as much through this arrow"),
                    (7, "Gradient: if a number grew by a little, loss would grow by so many times as much"),
                    (9, "local derivative d of this arrow, one of 2 from y"), (9, "It is one of 2: what they bring is added."),
                    (9, "in step 6"), (10, "Upstream gradient: the gradient of y"), (10, "#4 y → #3 x * w")):
    check(f"the card of step {step}: {words}", words in cards[step], cards[step])
same = []
for step in reversed(range(13)):
    browser.press("ArrowLeft")
    same.append(browser.js(SHOWN) == states[step])
check("the left arrow restores every state", all(same), same)
browser.press("End")
check("End and Home go to the ends", browser.js(POSITION) == 13 and browser.js(SHOWN) == states[13])
browser.js("byId('step').focus(), byId('step').click()")
check("a button keeps the focus", browser.js("document.activeElement.id") == "step")
open_quietly("value", step=9)
check("a link leads to its step, and the address names it", browser.js(SHOWN) == states[9] and browser.js("location.hash") == "#step=9")
check("the product flows along its arrow", browser.js("document.querySelector('.label.now').textContent") == "2 × 1 = 2" and
      browser.js("document.querySelectorAll('.edge.flow.reverse').length") == 1)
check("y * y has two arrows, one for each contribution", browser.js("document.querySelectorAll('.edge.forward').length") == 6)
check("the source is shown with its line", browser.js("document.querySelector('#code_text [aria-current]').textContent") ==
      "line 3 of the source", browser.js("byId('code').innerText"))
check("a path from a parameter to the loss", "with respect to x: 8." in browser.js("byId('path_result').textContent"))
check("what flows moves", browser.js(STYLE.format(".edge.flow", "animationName")) == "flow")
open_quietly("value", step=9, motion="reduce")
check("with reduced motion it does not", browser.js(STYLE.format(".edge.flow", "animationName")) == "none")

# The last gradients, by the classes of the page itself, with every bit.
GRADS = """(() => {
  const log = new Log(JSON.parse(byId('data').textContent)), state = new State(log);
  const bits = new DataView(new ArrayBuffer(8));
  const all = () => log.nodes.map((_, i) => state.grad(i) === undefined ? '' : Array.from(state.grad(i), (x) => {
    bits.setFloat64(0, x); return bits.getBigUint64(0).toString(16).padStart(16, '0'); }).join(' '));
  state.goTo(log.count);
  const end = all();
  state.goTo(0);
  const none = all().every((x) => x === '');
  state.goTo(log.count);
  return none && all().join() === end.join() ? end.map((x, i) => i + ' ' + x).filter((x) => !x.endsWith(' ')) : [];
})()"""
for name in ("value", "model", "long"):
    open_quietly(name)
    with open(name + ".grads", encoding="ascii") as lines:
        check(f"{name}: forward, back and forward again end with the engine's gradients, bit for bit",
              browser.js(GRADS) == lines.read().splitlines())
print(f"long: {last()} steps open in {browser.seconds:.2f} s")
browser.press("End")
boxes = browser.js("document.querySelectorAll('#drawing .box').length")
check("long: the drawing has 200 boxes at most", 0 < boxes <= 200, boxes)

# ---- several passes, scopes, losses ----

open_quietly("twice")
heads, met, sent = {}, [], {}
for step in range(1, 17):
    go(step)
    heads[step] = browser.js(TOLD).split(" Forward: ")[0]
    sent[step] = browser.js("document.querySelectorAll('#drawing .edge.backward').length")
    if "Accumulated: the gradient of x is from an earlier pass" in browser.js(CARD):
        met.append(step)
check("the head says which pass it is", (heads[4], heads[12]) == tuple(
    f"Backward pass {n} of 2: the program computed y = #1 + x = 12." for n in (1, 2)), heads)
check("what an earlier pass has left is explained where it is met", met == [11], met)
check("a gradient that is set to 0 has no arrow to it", sent[13] == 4 and sent[16] == 0, sent)
open_quietly("shapes", step=41)
check("backward clears gradients, not the program",
      browser.js(SENTENCE) == "backward clears the gradient of y, before it begins", browser.js(SENTENCE))
go(72)
check("of many inputs, the one that gets a contribution is in sight in the drawing", browser.js(
    """(() => { const box = (e) => e.getBoundingClientRect(), b = box(byId('drawing'));
  return ['target'].map((name) => box(document.querySelector('#drawing .box.' + name))).every((a) =>
    a.left >= b.left - 1 && a.right <= b.right + 1 && a.top >= b.top - 1 && a.bottom <= b.bottom + 1); })()"""))
browser.press("End")
check("a drawing has one round of a training", browser.js("document.querySelectorAll('#drawing .box').length") == 3)
go(6)
paths = browser.js("[...document.querySelectorAll('.path li')].map((e) => e.textContent).join('; ')")
check("the paths of this step", paths == "x → #1 → y: 3 × 1 = 3; x → #1 → y: 3 × 1 = 3; x → y: 1" and
      browser.js("byId('path_result').textContent").startswith("3 paths:"), paths)
check("losses of unlike functions are no curve", browser.js("document.querySelectorAll('.losses').length") == 0)
open_quietly("model")
scopes = "[...document.querySelectorAll('#drawing .box.scope title')].map((e) => e.textContent.split('\\n')[0])"
go(next(e for e in range(1, last()) if go(e) or browser.js(scopes)))
closed = browser.js(scopes)
browser.js("document.querySelector('#drawing .box.scope').dispatchEvent(new Event('click'))")
check("a scope opens at its first step", closed and closed[0] not in browser.js(scopes) and browser.js(SENTENCE).startswith("forward "),
      (closed, browser.js(scopes), browser.js(SENTENCE)))
words = browser.js("[[2.7234, 0.5], [NaN, NaN], [5, 5, 5]].map((losses) => { const curve = lossCurve({run: (node) => [losses[node]], "
                   "nodes: losses.map((_, i) => ({madeBy: i})), node: [0, 1, 2]}, [...losses.keys()]); "
                   "return curve.lastChild.textContent + curve.querySelector('polyline').getAttribute('points'); }).join('; ')")
check("of losses the range and a curve", words == "2.72 to 0.5 in 2 backward passes, lowest 0.5, highest 2.724,8 296,64; "
      "nan to nan in 2 backward passes, none finite; 5 to 5 in 3 backward passes, lowest 5, highest 54,64 150,64 296,64", words)

# ---- Tensors and tokens ----

open_quietly("ops")
at = browser.js("""(() => { const log = new Log(JSON.parse(byId('data').textContent));
  return 1 + log.kind.findIndex((kind, e) => kind === KIND.contribution && log.nodes[log.node[e]].op === 'matmul' &&
    log.name(log.parent[e]) === 'W'); })()""")
go(at)
check("a backward step of a Tensor has its formula", "grad of W += x^T @ grad y; " in browser.js(SENTENCE) and
      "x^T @ grad y" in browser.js("document.querySelector('#card .equation').textContent"), browser.js(SENTENCE))
open_quietly("tensor", step=3)
check("a tensor has its numbers", "2 0 -3 1.5 nan -0.25" in browser.js(SENTENCE), browser.js(SENTENCE))
check("a change has its line where the log has one", browser.js(
    "document.querySelector('#code_text [aria-current]').textContent + byId('card').textContent.match(/source.cpp:3/)") ==
    "line 3 of the sourcesource.cpp:3", browser.js(CARD))
open_quietly("tokens", step=2)
check("an embedding of tokens names them", "Tokensa \" \"" in browser.js(CARD), browser.js(CARD))
go(4)
texts = browser.js(BOXES).replace("\u00a0", " ")
check("a box of a tensor has its shape in brackets", " leaf [3,1]|data 0 1 0" in texts and " linear [2,3]|data 0 to 0.693147" in texts, texts)

# ---- numbers and formulas as text ----

# Numbers with random digits and powers, and halves between two numbers with few digits.
random.seed(2)
numbers = [random.uniform(-10, 10) * 10.0 ** random.randint(-12, 12) for _ in range(2000)]
numbers += [(2 * random.randint(1, 10**6) + 1) * scale for scale in (0.5, 5.0, 0.0009765625, 0.03125) for _ in range(500)]
wrong = browser.js("((lines) => lines.filter(([x, digits, text]) => numberText(x, digits) !== text).slice(0, 5).join('; '))("
                   + json.dumps([(x, digits, f"{x:.{digits}g}") for x in numbers for digits in (3, 6)]) + ")")
check("8,000 numbers are rounded as printf rounds them", wrong == "", wrong)
words = browser.js("[[0, 0], [1, -2, 0.5], Array(20).fill(0), Array.from({length: 20}, (_, i) => i / 7)]"
                   ".map((x) => numbersText(new Float64Array(x), null, 3).replaceAll('\\u00a0', ' ')).join('; ')")
check("few numbers are written, of many the range", words == "all 0; 1 -2 0.5; all 0; 0 to 2.71", words)
# ---- hostile names, and logs with nothing ----

open_quietly("hostile")
go(2)
found = browser.js("byId('card').querySelector('.result').textContent")
check("a NaN is a number too", found.startswith("nan"), found)
check("a source without its text is one line", browser.js("byId('code_text').hidden") and
      "whose text is not in this page" in browser.js("byId('code').textContent"))
for step in range(last() + 1):
    go(step)
check("hostile names stay text", not browser.messages() and len(browser.requests()) == 1 and browser.js("window.was_run") is None and
      browser.js("document.querySelectorAll('img, iframe, object, b:not(.kind b), svg[onload]').length + document.scripts.length") == 2,
      browser.messages())
check("no name can turn the direction of the text around it", "\u202e" not in browser.js("document.body.textContent.replace(byId('data').textContent, '')")
      and "\\u202e." in browser.js("byId('told').textContent + byId('graph_table').textContent"))
for name, text in (("empty", "The log is empty."), ("one", "The program has ended: this is how it is after step 1 of 1.")):
    open_quietly(name)
    check(f"{name}: {text}", browser.js(SENTENCE) == text, browser.js(SENTENCE))
    for key in ("ArrowRight", "Home", "End"):
        browser.press(key)
    check(f"{name}: keys do no harm", not browser.messages(), browser.messages())
open_quietly("value", scripts=False)
check("without scripts the page says so", "does not run here" in browser.js("document.body.innerText"))

# ---- the drawing, and every width ----

# The boxes and labels that are not wholly in the panel of the graph, and how far it can be scrolled.
OUTSIDE = """(() => { const view = byId('drawing'), to = view.getBoundingClientRect();
  const out = [...view.querySelectorAll('.box, .label')].filter((g) => { const b = g.getBoundingClientRect();
    return b.left < to.left - 1 || b.right > to.right + 1 || b.top < to.top - 1 || b.bottom > to.bottom + 1; });
  return [out.length, view.scrollWidth - view.clientWidth, view.scrollHeight - view.clientHeight].join(); })()"""
# Labels that cover each other.
COVERED = """(() => { const all = [...document.querySelectorAll('#drawing .label text')].map((t) => t.getBoundingClientRect());
  return all.filter((a, i) => all.some((b, k) => k < i && a.left < b.right - 2 && b.left < a.right - 2 &&
    a.top < b.bottom - 3 && b.top < a.bottom - 3)).length; })()"""
# Arrows and labels that lie on a box.
ON_BOXES = """(() => {
  const boxOf = (g, by) => {
    const {e, f} = g.transform.baseVal[0].matrix, {x, y, width, height} = g.querySelector('rect');
    const [left, top] = [e + x.baseVal.value, f + y.baseVal.value];
    return [left + by, top + by, left + width.baseVal.value - by, top + height.baseVal.value - by]; };
  const all = (what, by) => [...document.querySelectorAll('#drawing ' + what)].map((g) => boxOf(g, by));
  const boxes = all('.box', 2), out = [];
  for (const edge of document.querySelectorAll('#drawing .edge')) {
    for (let at = 0; at < edge.getTotalLength(); at += 8) {
      const {x, y} = edge.getPointAtLength(at);
      if (boxes.some((b) => x > b[0] && x < b[2] && y > b[1] && y < b[3])) { out.push(edge.getAttribute('d')); break; } } }
  for (const p of all('.label', 0))
    if (boxes.some((b) => p[0] < b[2] && p[2] > b[0] && p[1] < b[3] && p[3] > b[1])) out.push(String(p));
  return out; })()"""
# Where everything is that has a place of its own, and how far the page is cut on the right.
PLACES = """['.top', '#told', '#bar', '#sentence', '.panel', '#drawing', '.under'].map((s) =>
  [...document.querySelectorAll(s)].map((e) => { const b = e.getBoundingClientRect();
    return [b.left, b.top + scrollY, b.width, b.height].map(Math.round).join(' '); }).join()).join('; ')"""
CUT_OFF = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# What cannot be seen or pressed, of the controls.
UNSEEN = """['first', 'back', 'step', 'last', 'goto', 'slider']
  .filter((id) => { const {left, right, top, bottom} = byId(id).getBoundingClientRect();
    return left < 0 || right > innerWidth || bottom > innerHeight || right - left < 20 ||
      document.elementFromPoint((left + right) / 2, (top + bottom) / 2)?.closest('#' + id)?.id !== id; }).join()"""
for name in ("value", "shapes", "tokens", "model"):
    for width in (1280, 360):
        open_quietly(name, width=width)
        outside, covered = browser.js(OUTSIDE), browser.js(COVERED)
        check(f"{name} at {width}: the first graph is whole in its panel", name == "model" or width == 360 or outside == "0,0,0", outside)
        check(f"{name} at {width}: no number on an arrow covers another one", name == "model" or covered == 0, covered)
        check(f"{name} at {width}: nothing is cut, every control is there", browser.js(CUT_OFF) == 0 and browser.js(UNSEEN) == "",
              browser.js(UNSEEN))
        places, moved, on_boxes = browser.js(PLACES), [], []
        for i, step in enumerate(sorted({round(i * last() / 11) for i in range(12)})):
            go(step)
            moved += [step] if browser.js(PLACES) != places else []
            on_boxes += browser.js(ON_BOXES) if name in ("value", "shapes") and i % 2 else []
        check(f"{name} at {width}: nothing moves from step to step", not moved, moved)
        check(f"{name} at {width}: no arrow and no product lies on a box", not on_boxes, on_boxes)
open_quietly("thirty")
counts = browser.js("['.box', '.edge.forward', '.edge.backward', '.label.forward', '.label.backward']"
                    ".map((s) => document.querySelectorAll('#drawing ' + s).length).join()")
check("30 boxes are whole, and each arrow has its numbers", counts == "30,29,29,29,29", counts)

# ---- two parts in another page, which has ids and styles of its own ----

PART = "document.querySelectorAll('hologradient-trace')[{}].shadowRoot."
open_quietly("host")
check("a part has its graph, whatever the style of the page", browser.js(PART.format(0) + "querySelectorAll('.box').length") == 6 and
      browser.js(PART.format(0) + "querySelector('svg').getBoundingClientRect().height") > 100)
browser.js(PART.format(0) + "getElementById('step').focus()")
for _ in range(10):
    browser.press("ArrowRight")
texts = [browser.js(PART.format(i) + "getElementById('sentence').textContent") for i in (0, 1)]
check("a part steps by keys, the other one stays", texts == [
    "backward add: grad of #3 += 1 × 4 = 4", "The backward pass has ended: this is how it is after step 9 of 9."], texts)
card = browser.js(PART.format(0) + "getElementById('card').textContent")
check("a part has the card of its step", "Upstream gradient: the gradient of y" in card, card)
browser.js(PART.format(0) + "querySelector('#card a').click()")
where = browser.js(PART.format(0) + "getElementById('where').textContent")
check("a link in a part leads to its step", where == "step 5 of 13" and browser.js("location.hash") == "", where)
own = browser.js("['Log', 'State', 'make', 'byId', 'told', 'STYLE', 'TraceElement'].filter((name) => { try { return eval(`typeof ${name}`) "
                 "!== 'undefined'; } catch { return true; } }).join() + Object.keys(window).filter((name) => /trace|holo/i.test(name)).join()")
check("a part leaves no name in the page", own == "", own)
check("a part runs nothing that a label holds", not browser.messages() and browser.js("window.was_run") is None and
      len(browser.requests()) == 1, browser.messages())

# ---- for everyone ----

# What the keyboard should reach; and of the element with the focus its number, whether a ring is around it, and
# whether it is in sight below the bar.
CONTROLS = """[...document.querySelectorAll('a[href], button:not(:disabled), input, select, summary, [tabindex="0"]')]
  .filter((e) => e.checkVisibility({visibilityProperty: true}))
  .map((e, i) => (e.dataset.reach = String(i)) + ' ' + (e.id || e.outerHTML.slice(0, 60)))"""
FOCUS = """(() => { const e = document.activeElement, box = e.getBoundingClientRect(), bar = byId('bar').getBoundingClientRect();
  const style = getComputedStyle(e), ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const free = byId('bar').contains(e) || box.height > innerHeight / 2 || box.top >= bar.bottom - 1 || box.bottom <= bar.top + 1;
  const seen = box.bottom > 0 && box.top < innerHeight && free;
  return [e.dataset.reach ?? '', ring, seen, e.id || e.textContent.slice(0, 20)].join('|'); })()"""
names = ["value", "ops", "model"] + [name for name in ("01_value", "08_tensor", "gpt") if os.path.exists(name + ".html")]
names = names[-3:]
for name, width in ((names[0], 1280), (names[-1], 360)):
    open_quietly(name, width=width)
    wanted = dict(text.split(" ", 1) for text in browser.js(CONTROLS))
    reached, unseen = set(), []
    for _ in range(400):
        browser.press("Tab")
        number, ring, seen, text = browser.js(FOCUS).split("|", 3)
        if browser.js("document.activeElement === document.body"):
            break
        reached.add(number)
        unseen += [(text, ring, seen)] if ring != "true" or seen != "true" else []
    missing = [wanted[number] for number in wanted if number not in reached]
    check(f"{name} at {width}: the Tab key reaches every control", not missing and len(wanted) > 12, missing)
    check(f"{name} at {width}: the one with the focus has a ring and is in sight", not unseen, unseen[:6])

axe = axe_script("trace pages")
if axe is None:
    sys.exit()
looks = [{"width": width, "scheme": scheme} for width in (1280, 768, 360) for scheme in ("light", "dark")]
looks += [{"width": 1280, "colours": "active"}, {"width": 360, "colours": "active", "scheme": "dark"}, {"width": 1280, "zoom": 2}]
# Each look at one of the pages, and each page at three steps: all of them have the same styles.
for i, name in enumerate(names):
    open_quietly(name)
    for step, look in zip((None, last() // 2, last()), looks[i::3]):
        browser.look_again(**look)
        if step is not None:
            go(step)
        found = wrong_with(browser, axe)
        check(f"{name}, {look}, step {browser.js(POSITION)}: axe finds nothing", not found, found)
