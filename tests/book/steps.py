"""Steps through every listing of a book that can be stepped through, in Chromium: the line that is lit is that of the event,
forward, back and by keys; as a text on paper and without scripts."""
import os
import re
import sys

from accessible import axe_script, wrong_with
from chromium import Browser

browser = Browser(sys.argv[1])
folder, root = os.path.abspath(sys.argv[2]), os.environ["HOLO_ROOT"]


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:400]}", flush=True)


def path_of(page):
    return os.path.join(folder, page + ".html")


# What the log of figure i says: the file and the line of each event, without those that are not known.
PLACES = """((figure) => {
  const log = JSON.parse(figure.querySelector('script').textContent);
  return log.place.map((place) => { const [file, line] = log.places[place]; return [log.files[file][0], line]; });
})(document.querySelectorAll('figure.step')[%d])"""
# Opens figure i, which begins with its first step, and gives what is lit at each: the line of each row, its text, and the line that is not there.
STEPS = """(async () => {
  const figure = document.querySelectorAll('figure.step')[%d], button = figure.querySelector('button');
  button.click();
  for (let i = 0; i < 200 && !figure.querySelector('hologradient-trace'); ++i) await new Promise((then) => setTimeout(then, 20));
  const root = figure.querySelector('hologradient-trace').shadowRoot, lit = () => [
    [...new Set([...document.querySelectorAll('.row[aria-current]')].map((row) => [+row.dataset.line, row.textContent.trim()].join(' ')))],
    figure.querySelector('.at').textContent.trim()];
  const before = root.getElementById('where').textContent, steps = [lit()];
  while (root.getElementById('step').getAttribute('aria-disabled') !== 'true') {
    root.getElementById('step').click();
    steps.push(lit());
  }
  root.getElementById('back').click();
  return {before, steps, back: lit(), sentence: root.getElementById('sentence').textContent};
})()"""

pages = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".html") and 'class="step"' in open(path_of(name[:-5]), encoding="utf-8").read())
check("the chapters that walk through a graph can be stepped through", len(pages) >= 7 and {"01_value", "02_neuron", "08_tensor"} <= set(pages), pages)
axe = axe_script()
for page in pages:
    browser.open(path_of(page))
    for i in range(browser.js("document.querySelectorAll('figure.step').length")):
        places, found = browser.js(PLACES % i), browser.wait(STEPS % i)
        shown = {int(line) for line in re.findall(r'class="row" data-line="([1-9]\d*)"', open(path_of(page), encoding="utf-8").read())}
        wrong = [] if found["before"].startswith("step 1 of ") else [found["before"]]
        for (file, line), (rows, other) in zip(places, found["steps"]):
            text = open(os.path.join(root, file), encoding="utf-8").read().split("\n")[line - 1].strip() if line else ""
            want = [f"{line} {text}"] if line in shown else []
            there = other in ("", f"Line {line} {text}") if line else other == ""
            # Numbers that are knobs are fields where an engine is.
            if rows != want or not there or (line and not rows and not other):
                wrong.append((file, line, rows, other))
        check(f"{page}, {i + 1}: the line that is lit is that of the event, of {len(places)}", not wrong and len(places) == len(found["steps"]), wrong)
        check(f"{page}, {i + 1}: back", found["back"] == found["steps"][-2], found["back"])
        outside = [url for url in browser.requests() if not url.startswith(("file://" + folder + "/", "data:"))]
        check(f"{page}, {i + 1}: no request leaves the folder, nothing is on the console", not outside and not browser.messages(), outside + browser.messages())

CLOSED = "document.querySelectorAll('hologradient-trace').length + document.querySelectorAll('.row[aria-current]').length"
browser.open(path_of("01_value"))
browser.js("document.querySelector('article p a').focus()")
for _ in range(150):
    browser.press("Tab")
    if browser.js("document.activeElement.matches('figure.step button')"):
        break
browser.press("Enter")
browser.js("document.activeElement.matches('figure.step button') && document.activeElement.click()")
browser.wait("new Promise((then) => setTimeout(then, 500))")
browser.press("ArrowRight")
found = browser.js("[document.querySelector('hologradient-trace')?.shadowRoot.getElementById('where').textContent,"
                   " document.querySelector('.row[aria-current]')?.dataset.line]")
check("with the keys alone: opened, and stepped with the arrows", found == ["step 2 of 13", "24"], found)
browser.press("ArrowLeft")
found = browser.js("[document.querySelector('hologradient-trace').shadowRoot.getElementById('where').textContent,"
                   " document.querySelector('figure.step button').getAttribute('aria-expanded')]")
check("and back", found == ["step 1 of 13", "true"], found)
browser.js("document.querySelector('figure.step button').click()")
check("closed, nothing is lit any more", browser.js(CLOSED) == 0)
TEXT = "['.log', '.bar-of-step'].map((name) => getComputedStyle(document.querySelector('.step ' + name)).display)"
check("on the screen the log is no text", browser.js(TEXT) == ["none", "flex"], browser.js(TEXT))
browser.open(path_of("01_value"), media="print")
check("in print it is one", browser.js(TEXT) == ["block", "none"], browser.js(TEXT))
browser.open(path_of("01_value"), scripts=False)
top = browser.call("DOM.getDocument")["root"]["nodeId"]
log = browser.call("DOM.querySelector", nodeId=top, selector=".step .log")["nodeId"]
height = browser.call("DOM.getBoxModel", nodeId=log)["model"]["height"]
check("without scripts too", height > 150, height)
for page, width, scheme in [(page, width, scheme) for page in ("01_value", "02_neuron") for width in (1280, 360) for scheme in ("light", "dark")]:
    browser.open(path_of(page), width=width, scheme=scheme)
    browser.wait(STEPS % 0)
    wide = browser.js("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    found = wrong_with(browser, axe) if axe else []
    check(f"{page}, {width} wide, {scheme}, with its steps open: axe finds nothing, and it fits", not found and wide <= 0, (found, wide))
browser.close()
