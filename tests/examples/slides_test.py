"""Opens the slides of a folder in Chromium: they load nothing, fit the screen, and obey the keys."""
import os
import sys

from chromium import Browser

SHOWN = "slides.findIndex((s) => s.classList.contains('shown'))"
# Slides of which a part does not fit.
LARGE = """slides.map((slide, i) => { show(i); const all = [slide, ...slide.querySelectorAll('.body, pre, svg')];
  return all.some((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1) ? i + 1 : 0; })
  .filter((i) => i).join()"""

browser = Browser(sys.argv[1])


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:300]}", flush=True)


for page in sorted(os.listdir(sys.argv[2])):
    browser.open(os.path.join(sys.argv[2], page))
    browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=720, deviceScaleFactor=1, mobile=False)
    large = browser.js(LARGE)
    check(f"{page}: one request, nothing on the console, every slide fits",
          len(browser.requests()) == 1 and not browser.messages() and not large,
          browser.requests()[1:] + browser.messages() + ["slides that do not fit: " + large])

last = browser.js("slides.length - 1")
found = []
for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "PageUp"):
    browser.press(key)
    found.append(browser.js(SHOWN))
check("arrows, Home, End and Page Up lead through the slides", found == [0, 1, 2, 1, last, last, last - 1], found)
browser.open(os.path.join(sys.argv[2], "session_01.html"), scheme="dark")
dark = browser.js("getComputedStyle(document.querySelector('figure svg')).filter")
check("figures are dark in the dark", dark.startswith("invert") and not browser.messages(), dark)
browser.open(os.path.join(sys.argv[2], "session_01.html"), media="print")
check("all slides are printed", browser.js("slides.every((s) => s.offsetHeight > 0)"))
browser.open(os.path.join(sys.argv[2], "session_01.html"), scripts=False)
shown = browser.call("DOM.getDocument") and browser.call("Page.getLayoutMetrics")["cssContentSize"]["height"]
check("without scripts the slides stand one below another", shown > 4000, shown)
browser.close()
