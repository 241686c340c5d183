"""Opens the slides of a folder in Chromium: they load nothing, fit the screen, and obey the keys."""
import os
import sys
import time

from chromium import Browser

SHOWN = "slides.findIndex((s) => s.classList.contains('shown'))"
# The slides of which a part does not fit, and those with a broken line in a listing, an output or a table of one. A line of more
# than 120 letters may be.
SEEN = """(() => {
  const large = [], broken = [];
  slides.forEach((slide, i) => {
    if (!telephone.matches) {  // where all slides are there
      slides.forEach((one) => one.classList.toggle('shown', one === slide));
      fit(slide);
    }
    const all = [slide, ...slide.querySelectorAll('.body, pre, svg')];
    if (all.some((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1)) large.push(i + 1);
    for (const block of slide.querySelectorAll('pre')) {
      const style = getComputedStyle(block), lines = block.textContent.replace(/\\n$/, '').split('\\n').length;
      const height = block.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
      if (!/.{121}/.test(block.textContent) && height > (lines + 0.5) * parseFloat(style.lineHeight)) broken.push(i + 1);
    }
  });
  return [large.join(), broken.join()];
})()"""
SMALLEST = "Math.min(16, ...[...document.querySelectorAll('pre, td, p.note, p.question')].map((e) => parseFloat(getComputedStyle(e).fontSize)))"

browser = Browser(sys.argv[1])


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:300]}", flush=True)


def screen(width):
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=720, deviceScaleFactor=1, mobile=width < 700)
    browser.wait_for_frames()


found = []
for page in sorted(os.listdir(sys.argv[2])):
    browser.open(os.path.join(sys.argv[2], page))
    screen(1280)
    large, broken = browser.js(SEEN)
    check(f"{page}: one request, nothing on the console, every slide fits",
          len(browser.requests()) == 1 and not browser.messages() and not large,
          browser.requests()[1:] + browser.messages() + ["slides that do not fit: " + large])
    screen(390)
    found += [f"{page}: {one}" for one in (broken, browser.js(SEEN)[1]) if one]
    wide, small = browser.js("document.documentElement.scrollWidth"), browser.js(SMALLEST)
    found += [f"{page}: {wide} wide, letters of {small}"] if wide > 390 or small < 10 else []
    screen(1280)
check("no line of a listing, an output or a table of one is broken, and on a telephone letters have 10 pixels", not found, found)

last = browser.js("slides.length - 1")
found = []
for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "PageUp"):
    browser.press(key)
    found.append(browser.js(SHOWN))
check("arrows, Home, End and Page Up lead through the slides", found == [0, 1, 2, 1, last, last, last - 1], found)

# A click and a tap: the right half goes on, the left half back; a swipe; a click on a link turns nothing.
def click(x, y=300):
    for kind in ("mousePressed", "mouseReleased"):
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
    return browser.js(SHOWN)


# The browser may answer before the page has heard of the finger: `wanted` has two seconds to come.
def swipe(first, last, wanted, y=60):
    browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": first, "y": y}])
    browser.call("Input.dispatchTouchEvent", type="touchMove", touchPoints=[{"x": last, "y": y}])
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    end = time.monotonic() + 2
    while browser.js(SHOWN) != wanted and time.monotonic() < end:
        time.sleep(0.02)
    return browser.js(SHOWN)


browser.call("Emulation.setTouchEmulationEnabled", enabled=True)
browser.press("Home")
found = [click(1200), click(1200), click(60), swipe(900, 300, 2), swipe(300, 900, 1), swipe(300, 320, 1)]
check("a click on the right half goes on, on the left half back; so does a swipe", found == [1, 2, 1, 2, 1, 1], found)
NOTE = "getComputedStyle(slides[shown].querySelector('.note')).display"
found = [browser.js(NOTE)]
browser.press("n")
found.append(browser.js(NOTE))
browser.call("Emulation.setEmulatedMedia", media="print")
found.append(browser.js("[...document.querySelectorAll('.note')].every((n) => n.offsetHeight > 0)"))
browser.call("Emulation.setEmulatedMedia", media="screen")
browser.press("n")
found.append(browser.js(NOTE))
check("the key n shows the notes, in print too, and hides them", found == ["none", "block", True, "none"], found)

browser.open(os.path.join(sys.argv[2], "session_01.html"), width=390)
size = browser.js("[document.documentElement.scrollWidth <= 390, slides.every((s) => s.offsetHeight > 0)]")
check("on a telephone the slides are one below another, as wide as it is", size == [True, True], size)
browser.look_again(scheme="dark")
dark = browser.js("getComputedStyle(document.querySelector('figure svg')).filter")
check("figures are dark in the dark", dark.startswith("invert") and not browser.messages(), dark)
browser.look_again(media="print")
check("all slides are printed", browser.js("slides.every((s) => s.offsetHeight > 0)"))
browser.open(os.path.join(sys.argv[2], "session_01.html"), scripts=False)
shown = browser.call("Page.getLayoutMetrics")["cssContentSize"]["height"]
check("without scripts the slides are one below another", shown > 4000, shown)
browser.close()
