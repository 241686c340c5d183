"""Opens pages of a book in Chromium: they load their own files alone and say nothing on the console, fit the screen,
are found nothing wrong with by axe-core where it is there, find words, and explain terms to the keyboard. With the argument `steps`
it steps through their listings, too."""
import os
import re
import sys
import urllib.parse

from accessible import axe_script, wrong_with
from chromium import Browser

PAGES = ["index", "01_value", "07_microgpt", "12_squared_relu", "14_kernel_view", "functions", "glossary", "playground",
         "source/include/holo/value.h"]
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"

browser = Browser(sys.argv[1])
folder, root = os.path.abspath(sys.argv[2]), os.environ["HOLO_ROOT"]
with_steps = sys.argv[3:] == ["steps"]


def path_of(page):
    return os.path.join(folder, page + ".html")


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:400]}", flush=True)


# axe looks once at each kind of page, for seconds: at both widths, in both colours. Chapter 1 follows below, with its steps open.
LOOKS = {"index": (1280, "light"), "12_squared_relu": (360, "dark"), "functions": (360, "light"), "glossary": (1280, "dark"),
         "source/include/holo/value.h": (360, "light")}
axe = axe_script("the book")
for page in PAGES:
    wide = []
    browser.open(path_of(page))
    for state in ({"width": 1280}, {"width": 1280, "zoom": 2}, {"width": 768}, {"width": 360}):
        browser.look_again(**state)
        wide += [(state, browser.js(WIDE))] if browser.js(WIDE) > 0 else []
    outside = [url for url in browser.requests() if not url.startswith(("file://" + folder + "/", "data:"))]
    said = browser.messages()
    check(f"{page}: no request leaves the folder, nothing is on the console", not outside and not said, outside + said)
    check(f"{page}: no page is wider than its window, also at 200 %", not wide, wide)
    if axe and page in LOOKS:
        width, scheme = LOOKS[page]
        browser.look_again(width=width, scheme=scheme)
        found = wrong_with(browser, axe)
        check(f"{page}, {width} wide, {scheme}: axe finds nothing", not found, found)

# ---- the search of Sphinx, on its own page ----

FOUND = """(async () => {
  for (let i = 0; i < 200 && !/finished|did not match|found/.test(document.querySelector('#search-results')?.textContent ?? ''); ++i)
    await new Promise((then) => setTimeout(then, 50));
  await new Promise((then) => setTimeout(then, 300));
  return [...document.querySelectorAll('#search-results li > a')].map((link) => link.getAttribute('href').replace(/[?]highlight=[^#]*/, ''));
})()"""


def search(words):
    browser.call("Page.navigate", url="about:blank")
    browser.call("Page.navigate", url="file://" + path_of("search") + "?q=" + urllib.parse.quote(words))
    browser.wait("new Promise((then) => setTimeout(then, 500))")
    return browser.wait(FOUND)


found = search("softmax")
check("the search finds softmax where it is explained", "04_bigram_gradients.html" in found[:5], found[:5])
check("each of what it finds is there", len(found) > 5 and all(os.path.isfile(os.path.join(folder, link.split("#")[0])) for link in found), found)
found = search("attention weight")
check("what a term means is found first", found[:1] == ["glossary.html#term-attention-weight"], found[:3])
found = search("x.grad")
check("code is found where a listing has it", any(link.startswith(("01_value", "08_tensor", "02_")) for link in found[:5]), found[:5])
EXCERPTS = "[...document.querySelectorAll('#search-results .context')].map((text) => text.textContent)"
found = browser.js(EXCERPTS)
check("each result has an excerpt", len(found) > 5 and any("x.grad" in text for text in found), found[:5])
found = [search("upstraem gradeint")[:9], browser.js("document.querySelector('#nearest').textContent")]
check("of misspelled words the nearest ones are looked for", len(found[0]) > 5 and found[1].endswith(": upstream gradient"), found)
found = search("<b>[(\\\\")
check("what is hostile is text", not browser.js("document.querySelectorAll('#search-results b').length"))
check("the search: nothing is on the console", not browser.messages(), browser.messages())

browser.open(path_of("01_value"), width=360)
MENU = "(() => { const box = document.querySelector('.sidebar-drawer').getBoundingClientRect(); return box.right > 100 && box.left >= 0; })()"
before = browser.js(MENU)
browser.js("document.querySelector('label[for=__navigation].nav-overlay-icon, .nav-overlay-icon').click()")
browser.wait("new Promise((then) => setTimeout(then, 600))")
check("a narrow page has its menu behind a button", [before, browser.js(MENU)] == [False, True], [before, browser.js(MENU)])

browser.open(path_of("02_neuron"))
browser.js("document.querySelector('article p a').focus()")
for _ in range(40):
    browser.press("Tab")
    if browser.js("document.activeElement.matches('a.term')"):
        break
TERM = """(() => { const box = document.querySelector('.meaning'), term = document.activeElement, at = box.getBoundingClientRect();
  return [term.textContent, !box.hidden && at.height > 20 && at.left >= 0 && at.right <= innerWidth && at.bottom <= innerHeight,
    box.textContent === document.getElementById(term.getAttribute('aria-describedby')).textContent]; })()"""
found = browser.js(TERM)
check("a term that has the focus shows what it means, on the screen", found[1:] == [True, True], found)
browser.press("Escape")
check("Escape takes it away", browser.js("document.querySelector('.meaning').hidden"))
browser.open(path_of("02_neuron"), width=360)
browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
x, y = browser.js("(() => { const term = document.querySelector('article p a.term'); term.scrollIntoView({block: 'center', behavior: 'instant'});"
                  " const box = term.getClientRects()[0]; return [box.left + 5, box.top + 5]; })()")
for kind, points in (("touchStart", [{"x": x, "y": y}]), ("touchEnd", [])):
    browser.call("Input.dispatchTouchEvent", type=kind, touchPoints=points)
found = browser.wait("new Promise((then) => setTimeout(() => then([document.querySelector('.meaning').hidden,"
                     " location.pathname.endsWith('02_neuron.html')]), 400))")
check("a first touch shows it and leads nowhere", found == [False, True], found)

browser.open(path_of("19_files"))
found = browser.js("(location.hash = 'the-best-step-and-old-weights', document.querySelectorAll('details[open]').length)")
found = browser.wait("new Promise((then) => setTimeout(() => then(document.querySelectorAll('article details[open]').length), 200))")
check("an address in what is folded away opens it", found == 1, found)
browser.open(path_of("12_squared_relu"), media="print")
found = browser.js("['.sidebar-drawer', '.toc-drawer', '.mobile-header', '.related-pages'].every((name) => !document.querySelector(name)?.checkVisibility())")
check("in print the page is alone", found is True, found)
browser.js("dispatchEvent(new Event('beforeprint'))")
check("in print what is folded away is open", browser.js("document.querySelectorAll('article details:not([open])').length") == 0)
browser.look_again(scheme="dark")
found = browser.js("getComputedStyle(document.body).backgroundColor")
check("dark in the dark", sum(map(int, found[4:-1].split(", "))) < 100, found)
browser.open(path_of("01_value"), scripts=False)
height = browser.call("Page.getLayoutMetrics")["cssContentSize"]["height"]
check("without scripts the text is there", height > 5000, height)
if with_steps:
    top = browser.call("DOM.getDocument")["root"]["nodeId"]
    log = browser.call("DOM.querySelector", nodeId=top, selector=".step .log")["nodeId"]
    height = browser.call("DOM.getBoxModel", nodeId=log)["model"]["height"]
    check("and so are the steps, as a text", height > 150, height)

# ---- every listing that can be stepped through: the line that is lit is that of the event, forward, back and by keys; as a text on
# paper and without scripts ----

if not with_steps:
    browser.close()
    sys.exit()
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

step_pages = sorted(name[:-5] for name in os.listdir(folder) if name.endswith(".html") and 'class="step"' in open(path_of(name[:-5]), encoding="utf-8").read())
check("the chapters that walk through a graph can be stepped through", len(step_pages) >= 7 and {"01_value", "02_neuron", "08_tensor"} <= set(step_pages), step_pages)
for page in step_pages:
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
browser.look_again(media="print")
check("in print it is one", browser.js(TEXT) == ["block", "none"], browser.js(TEXT))
for width, scheme in ((1280, "dark"), (360, "light")):
    browser.open(path_of("01_value"), width=width, scheme=scheme)  # of one that was scrolled up, Furo shows a button
    browser.wait(STEPS % 0)
    wide = browser.js(WIDE)
    found = wrong_with(browser, axe) if axe else []
    check(f"01_value, {width} wide, {scheme}, with its steps open: axe finds nothing, and it fits", not found and wide <= 0, (found, wide))
browser.close()
