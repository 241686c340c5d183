"""The book in Firefox: a program runs beside what is printed, a sheet of the playground is calculated, a model trains."""
import os
import sys
import time

from firefox import Firefox

browser = Firefox(sys.argv[1])
folder = os.path.abspath(sys.argv[2])


def check(name, holds, found=""):
    print(f"PASS Firefox: {name}" if holds else f"FAIL Firefox: {name}: {str(found)[:400]}", flush=True)


def until(text, holds, patience=60):
    """What the script gives as soon as that is so, or what it gave last."""
    end, found = time.monotonic() + patience, None
    while time.monotonic() < end:
        found = browser.js(text)
        if found is not None and holds(found):
            return found
        time.sleep(0.1)
    return found


def clean(page):
    found = browser.messages()
    check(f"{page}: nothing is on the console", not found, found)


for page in ("01_value", "12_squared_relu"):
    browser.open(os.path.join(folder, page + ".html"))
    until("document.querySelectorAll('figure[data-program] button.run').length", lambda count: count > 0)
    browser.js("document.querySelector('figure[data-program] button.run').click()")
    found = until("[...document.querySelectorAll('figure[data-program]')].find((one) => one.dataset.status)?.dataset.equal ?? null",
                  lambda equal: equal is not None)
    check(f"{page}: what its program prints in the page is what the page shows", found == "true", found)
    clean(page)
browser.open(os.path.join(folder, "01_value.html"))
if browser.js("document.querySelectorAll('figure.step button').length"):
    browser.js("document.querySelector('figure.step button').click()")
    until("document.querySelector('hologradient-trace')?.shadowRoot ? 1 : 0", lambda there: there)
    browser.js("[2, 3, 4].forEach(() => document.querySelector('hologradient-trace').shadowRoot.getElementById('step').click())")
    found = browser.js("[document.querySelector('.row[aria-current]')?.dataset.line, document.querySelector('hologradient-trace').shadowRoot.getElementById('where').textContent]")
    check("a listing is stepped through, its line lit", found == ["25", "step 4 of 13"], found)
    clean("01_value, stepped through")
browser.open(os.path.join(folder, "playground.html"))
found = until("[...document.querySelectorAll('.sheet-bench tbody tr')].map((row) => row.textContent)", lambda rows: len(rows) == 5)
check("the playground calculates", found and len(found) == 5 and all("✓" in row for row in found), found)
clean("playground")
browser.open(os.path.join(folder, "17_tiny_gpt.html"))
until("document.querySelector('.live .run') ? 1 : 0", lambda there: there)
browser.js("document.querySelector('.live .run').click()")
found = until("document.querySelector('.live .state').textContent", lambda state: state.startswith(("Step 50", "Step 60", "Step 70")), 120)
browser.js("document.querySelector('.live .run').click()")
check("a GPT trains in its page", "on names held out" in found, found)
clean("17_tiny_gpt")
browser.close()
