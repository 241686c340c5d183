"""The first screen of the pages of trace_page_test.sh: what the program computed, the whole graph with
its derivatives, and that nothing moves from step to step. Then two parts in another page."""
from page_checks import browser, check, go, open_quietly

# Whether an element is in the window without scrolling, below another one.
IN_WINDOW = """(() => { const box = (id) => byId(id).getBoundingClientRect();
  return ['told', 'sentence', 'drawing'].every((id, i, ids) => box(id).height > 10 && box(id).bottom <= innerHeight &&
    (i === 0 || box(id).top >= box(ids[i - 1]).bottom)) && box('card').top >= box('drawing').bottom &&
    box('code').top >= box('card').bottom; })()"""
# The boxes and labels that are not wholly in the panel of the graph, and how far it can be scrolled.
OUTSIDE = """(() => { const view = byId('drawing'), to = view.getBoundingClientRect();
  const out = [...view.querySelectorAll('.box, .label')].filter((g) => { const b = g.getBoundingClientRect();
    return b.left < to.left - 1 || b.right > to.right + 1 || b.top < to.top - 1 || b.bottom > to.bottom + 1; });
  return [out.length, view.scrollWidth - view.clientWidth, view.scrollHeight - view.clientHeight].join(); })()"""
LABELS = "[...document.querySelectorAll('#drawing .label.{}')].map((g) => g.textContent).sort().join('; ')"
# Labels that cover each other.
COVERED = """(() => { const all = [...document.querySelectorAll('#drawing .label text')].map((t) => t.getBoundingClientRect());
  return all.filter((a, i) => all.some((b, k) => k < i && a.left < b.right - 2 && b.left < a.right - 2 &&
    a.top < b.bottom - 3 && b.top < a.bottom - 3)).length; })()"""
# Where everything is that has a place of its own.
PLACES = """['.top', '#told', '#bar', '#sentence', '.panel', '#drawing', '.under', '#events_table'].map((s) =>
  [...document.querySelectorAll(s)].filter((e) => e.id !== 'tensor').map((e) => { const b = e.getBoundingClientRect();
    return [b.left, b.top + scrollY, b.width, b.height].map(Math.round).join(' '); }).join()).join('; ')"""
# Colours in which red and blue are both stronger than green, blue much more.
VIOLET = """(() => { const out = new Set();
  for (const e of document.querySelectorAll('body, body *')) { const style = getComputedStyle(e);
    for (const name of ['color', 'backgroundColor', 'borderTopColor', 'fill', 'stroke']) {
      const [r, g, b, a] = (style[name].match(/[0-9.]+/g) ?? []).map(Number);
      if (style[name].startsWith('rgb') && a !== 0 && r > g + 4 && b > g + 40) out.add(style[name]); } }
  return [...out].join(); })()"""
STYLE = "getComputedStyle(document.querySelector('{}')).{}"

open_quietly("value")
text = browser.js("byId('told').textContent")
check("the first sentence says what was computed, and what forward and backward mean",
      text == "The program computed y = x * w + b = 2 and loss = y * y = 4 from x = 3, w = 2 and b = -4. Forward: each operation computes "
      "its value (data) from those of its parents. Backward: from the end to the beginning, how much loss "
      "changes with each number (grad).", text)
check("it is above the graph, the graph above the card, the card above the source, all without a click",
      browser.js(IN_WINDOW))
text = browser.js("byId('card').textContent")
check("a gradient is explained by an example of its own", "grad: its gradient, how much loss changes "
      "with it. 8 of x: if x grew by 0.001, loss would change by about 0.008. It came over the orange arrow to x: "
      "2 × 4 = 8." in text, text)
labels = browser.js(LABELS.format("forward")), browser.js(LABELS.format("backward"))
check("each arrow has its local derivative, and what went back over it",
      labels == ("d 1; d 1; d 2; d 2; d 2; d 3", "1 × 4 = 4; 1 × 4 = 4; 2 × 1 = 2; 2 × 1 = 2; 2 × 4 = 8; 3 × 4 = 12"),
      labels)
boxes = browser.js("[...document.querySelectorAll('#drawing .box')].map((g) => [...g.querySelectorAll('text')]"
                   ".map((t) => t.textContent).join('|')).join('; ')")
check("a box has its number, op and label, its data and its grad", boxes ==
      "#0 leaf x|data 3|grad 8; #1 leaf w|data 2|grad 12; #2 leaf b|data -4|grad 4; #3 x * w|data 6|grad 4; "
      "#4 add y|data 2|grad 4; #5 mul loss|data 4|grad 1", boxes)
for scheme, forward, backward in (("light", "rgb(0, 114, 178)", "rgb(194, 78, 0)"),
                                  ("dark", "rgb(79, 168, 220)", "rgb(224, 138, 74)")):
    open_quietly("value", scheme=scheme)
    strokes = (browser.js(STYLE.format("#drawing .edge.forward", "stroke")),
               browser.js(STYLE.format("#drawing .edge.backward", "stroke")))
    check(f"{scheme}: forward is blue, backward is orange", strokes == (forward, backward), strokes)
    violet = ""
    for step in (0, 5, 9):
        go(step)
        violet += browser.js(VIOLET)
    check(f"{scheme}: nothing is violet", violet == "", violet)
for name in ("value", "thirty", "shapes", "tokens", "tensor"):
    for width in (1280, 360):
        open_quietly(name, width=width)
        outside = browser.js(OUTSIDE)
        check(f"{name} at {width}: the first graph is whole in its panel", outside == "0,0,0", outside)
    for width in (1280, 768, 360):
        open_quietly(name, width=width)
        covered = browser.js(COVERED)
        check(f"{name} at {width}: no number on an arrow covers another one", covered == 0, covered)
open_quietly("thirty")
counts = browser.js("['.box', '.edge.forward', '.edge.backward', '.label.forward', '.label.backward']"
                    ".map((s) => document.querySelectorAll('#drawing ' + s).length).join()")
check("30 boxes are whole, and each arrow has its numbers", counts == "30,29,29,29,29", counts)
open_quietly("value")
cut = browser.js("byId('code_text').scrollWidth - byId('code_text').clientWidth")
check("a line of the source with 100 letters is not cut", cut == 0, cut)

for name, width in (("value", 1280), ("value", 360), ("model", 1280), ("model", 768), ("shapes", 1280), ("hostile", 1280),
                    ("tensor", 1280), ("tensor", 360), ("tokens", 1280)):
    open_quietly(name, width=width)
    places, moved, last = browser.js(PLACES), [], int(browser.js("byId('slider').max"))
    for step in sorted({round(i * last / 29) for i in range(30)}):
        go(step)
        if browser.js(PLACES) != places:
            moved.append(step)
    check(f"{name} at {width}: nothing moves from step to step", not moved, moved)

open_quietly("value")
for step, words in ((1, ["Leaf: a number that no operation has made"]), (4, ["Local derivative: d on an arrow: if that input grew by a little, #3 would grow by d times as much through this arrow"]),
                    (7, ["Gradient: if a number grew by a little, loss would grow by so many times as much"]), (10, ["Local derivative: ", "Upstream gradient: that of y"])):
    go(step)
    text = browser.js("byId('card').textContent")
    check(f"step {step} explains its words", all(word in text for word in words), text)
family = browser.js(STYLE.format("#card .equation", "fontFamily"))
check("formulas have a font of mathematics", family.startswith('"STIX Two Math", "Latin Modern Math"'), family)

check("all numbers are finite: there is no button for others", browser.js("byId('not_finite').offsetParent === null"))
open_quietly("hostile")
browser.js("byId('not_finite').click()")
found = browser.js("byId('slider').value + ' ' + byId('card').querySelector('.result').textContent")
check("a button leads to the first NaN", found.startswith("2 nan"), found)
first = browser.js("""(() => { const of = (numbers, shape) => Object.assign(Object.create(Log.prototype), {
  count: 1, kind: [1], node: [0], first: [0], size: [numbers.length], numbers: new Float64Array(numbers),
  nodes: [{shape, madeBy: 0}]}).firstNotFinite();
  const summary = [0, 1, 0.5, 0, 0, ...Array(16).fill(0)];
  return [of([1], []), of([Infinity], []), of(summary, [99]), of(summary.with(4, 2), [99]), of(summary.with(3, 2), [99])].join(); })()""")
check("so does an infinity, and what a summary counts", first == ",1,,1,1", first)
open_quietly("tensor", step=3)
check("a change has its line where the log has one", browser.js(
    "document.querySelector('#code_text [aria-current]').textContent + byId('card').textContent.match(/source.cpp:3/)") ==
    "line 3 of the sourcesource.cpp:3", browser.js("byId('card').textContent"))

# Two parts in another page, which has ids and styles of its own.
PART = "document.querySelectorAll('hologradient-trace')[{}].shadowRoot."
open_quietly("host")
check("a part has its graph, whatever the style of the page", browser.js(
    PART.format(0) + "querySelectorAll('.box').length") == 6 and browser.js(
    PART.format(0) + "querySelector('svg').getBoundingClientRect().height") > 100)
browser.js(PART.format(0) + "getElementById('step').focus()")
for _ in range(10):
    browser.press("ArrowRight")
texts = [browser.js(PART.format(i) + "getElementById('sentence').textContent") for i in (0, 1)]
check("a part steps by keys, the other one stays", texts == [
    "backward add: grad of #3 += 1 × 4 = 4", "The backward pass has ended: this is how it is after step 9 of 9."], texts)
card = browser.js(PART.format(0) + "getElementById('card').textContent")
check("a part has the card of its step", "Upstream gradient: that of y" in card, card)
browser.js(PART.format(0) + "querySelector('#card a').click()")
check("a link in a part leads to its step", browser.js(PART.format(0) + "getElementById('where').textContent") ==
      "step 5 of 13" and browser.js("location.hash") == "", browser.js(PART.format(0) + "getElementById('where').textContent"))
own = "['Log', 'State', 'make', 'byId', 'told', 'STYLE', 'TraceElement'].filter((name) => { try { return eval(`typeof ${name}`) !== 'undefined'; } catch { return true; } }).join()"
check("a part leaves no name in the page", browser.js(own) == "" and browser.js(
    "Object.keys(window).filter((name) => /trace|holo/i.test(name)).join()") == "", browser.js(own))
check("a part runs nothing that a label holds", not browser.messages() and browser.js("window.was_run") is None and
      len(browser.requests()) == 1, browser.messages())
