"""The pages of trace_page_test.sh for everyone: axe-core finds nothing at any size, in any colours, and the
keyboard alone reaches every control. axe-core is a script, axe.min.js: the file that AXE names, or that of the
package axe-core of npm or axe_core_python of PyPI; without one its checks are skipped."""
import json
import os
import site
import sys

from page_checks import browser, check, go, open_quietly

PLACES = [os.environ.get("AXE", ""), os.path.join(os.environ.get("HOLO_ROOT", "."), "node_modules/axe-core/axe.min.js")]
PLACES += [folder + "/axe_core_python/axe.min.js" for folder in sys.path + site.getsitepackages()]
PLACES += ["/usr/lib/node_modules/axe-core/axe.min.js", "/usr/local/lib/node_modules/axe-core/axe.min.js"]
# What the keyboard should reach. The rows of long tables are made anew where they are read: they do not count.
CONTROLS = """[...document.querySelectorAll('a[href], button:not(:disabled), input, select, summary, [tabindex="0"]')]
  .filter((e) => e.checkVisibility({visibilityProperty: true}) && !e.matches('.long a'))
  .map((e, i) => (e.dataset.reach = String(i)) + ' ' + (e.id || e.outerHTML.slice(0, 60)))"""
# Of the element with the focus: its number, whether a ring is around it, and whether it is in sight below the bar.
FOCUS = """(() => { const e = document.activeElement, box = e.getBoundingClientRect(), bar = byId('bar').getBoundingClientRect();
  const style = getComputedStyle(e), rect = e.matches('.box') && getComputedStyle(e.querySelector('rect'));
  const ring = rect ? parseFloat(rect.strokeWidth) >= 3 : style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
  const free = byId('bar').contains(e) || box.height > innerHeight / 2 || box.top >= bar.bottom - 1 || box.bottom <= bar.top + 1;
  const seen = box.bottom > 0 && box.top < innerHeight && free;
  return [e.dataset.reach ?? '', ring, seen, e.id || e.textContent.slice(0, 20)].join('|'); })()"""

names = ["value", "ops", "scopes"] + [name for name in ("01_value", "08_tensor", "gpt") if os.path.exists(name + ".html")]
names = names[-3:]
states = [{"width": width, "scheme": scheme} for width in (1280, 768, 360) for scheme in ("light", "dark")]
states += [{"width": 1280, "colours": "active"}, {"width": 360, "colours": "active", "scheme": "dark"},
           {"width": 1280, "zoom": 2}, {"width": 1280, "motion": "reduce"}]
axe = next((place for place in PLACES if place and os.path.isfile(place)), None)
if axe is None:
    print("SKIP axe on trace pages: there is no axe-core; AXE=FILE names its axe.min.js")
else:
    with open(axe, encoding="utf-8") as file:
        script = file.read()
for name in names if axe else []:
    for i, state in enumerate(states):
        open_quietly(name, **state)
        last = int(browser.js("byId('slider').max"))
        step = [None, last // 2, last][i % 3]
        if step is not None:
            go(step)
        browser.js(script + "\n;0")
        # A preference would be for a label that a longer word has: only what axe is sure of.
        found = browser.wait("axe.run({resultTypes: ['violations']}).then(({violations}) => JSON.stringify(violations.map("
                             "({id, nodes}) => [id, nodes.length, nodes[0].html.slice(0, 80), nodes[0].any[0]?.message ?? ''])))")
        check(f"{name}, {state}, step {step}: axe finds nothing", json.loads(found) == [], found)
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
        if ring != "true" or seen != "true":
            unseen.append((text, ring, seen))
    missing = [wanted[number] for number in wanted if number not in reached]
    check(f"{name} at {width}: the Tab key reaches every control", not missing and len(wanted) > 30, missing)
    check(f"{name} at {width}: the one with the focus has a ring and is in sight", not unseen, unseen[:6])
