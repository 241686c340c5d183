"""Runs programs in the pages of a book, in Chromium: what they print is what the page shows, a changed flag changes it,
Stop ends one, and nothing is asked of a network or said on the console."""
import os
import sys

from chromium import Browser

browser = Browser(sys.argv[1])
folder = os.path.abspath(sys.argv[2])


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:400]}", flush=True)


def open_page(page):
    browser.open(os.path.join(folder, page + ".html"))


# A figure's own Run, and what its state says when the program has ended or 60 seconds are over.
RUN = """(async () => {
  const figure = [...document.querySelectorAll('figure[data-program]')].filter((one) => one.querySelector('.run'))[%d];
  figure.querySelector('.run').click();
  for (let i = 0; i < 600 && !figure.dataset.status; ++i) await new Promise((then) => setTimeout(then, 100));
  return [figure.dataset.status, figure.dataset.equal, figure.querySelector('.state').textContent,
    figure.querySelectorAll('.now .same').length, figure.querySelectorAll('.now .changed').length];
})()"""
BUTTONS = "document.querySelectorAll('figure[data-program] button.run').length"
for page, least in (("01_value", 8), ("04_bigram_gradients", 1), ("12_squared_relu", 1), ("14_kernel_view", 1)):
    open_page(page)
    count = browser.js(BUTTONS)
    check(f"{page}: Run is beside what its program prints", count >= least, count)
    found = browser.wait(RUN % 0)
    check(f"{page}: what it prints in the page is what the page shows",
          found[:2] == ["0", "true"] and found[3] > 0 and found[4] == 0, found)
    outside = [url for url in browser.requests() if not url.startswith(("file://" + folder + "/", "blob:"))]
    check(f"{page}: no request leaves the folder, nothing is on the console", not outside and not browser.messages(),
          outside + browser.messages())

open_page("05_mlp")  # the last of its four figures shows the training
found = browser.wait(RUN % 3)
found = browser.wait("""(async () => {
  const figure = [...document.querySelectorAll('figure[data-program]')].filter((one) => one.querySelector('.run'))[3];
  for (let i = 0; i < 100 && !figure.querySelector('.flags input'); ++i) await new Promise((then) => setTimeout(then, 50));
  const typed = figure.querySelector('.flags input[inputmode=decimal]');
  typed.value = '3';
  typed.dispatchEvent(new Event('input'));
  delete figure.dataset.status;
  figure.querySelector('.run').click();
  for (let i = 0; i < 600 && !figure.dataset.status; ++i) await new Promise((then) => setTimeout(then, 100));
  return [figure.dataset.status, figure.dataset.equal, figure.querySelectorAll('.now .changed').length > 0];
})()""")
check("another flag prints other lines, which are marked", found == ["0", "false", True], found)

open_page("06_residual")
found = browser.wait("""(async () => {
  const figure = [...document.querySelectorAll('figure[data-program]')].filter((one) => one.querySelector('.run'))[0];
  const button = figure.querySelector('.run');
  button.click();
  await new Promise((then) => setTimeout(then, 300));
  const during = button.textContent;
  button.click();
  await new Promise((then) => setTimeout(then, 300));
  return [during, button.textContent, figure.dataset.status];
})()""")
check("Stop ends a program", found == ["Stop", "Run", "130"], found)
browser.close()
