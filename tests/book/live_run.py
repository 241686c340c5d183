"""The GPT of chapter 17 trains in its page, in Chromium. What it does is seen from outside, by its words, tables and drawing."""
import os
import sys

from accessible import axe_script, wrong_with
from chromium import Browser

browser = Browser(sys.argv[1])
folder = os.path.abspath(sys.argv[2])
axe = axe_script()


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:400]}", flush=True)


LIVE = """(async () => {
  const wait = (time) => new Promise((then) => setTimeout(then, time)), live = document.querySelector('.live');
  const until = async (holds) => { for (let i = 0; i < 1200 && !holds(); ++i) await wait(50); };
  const state = () => live.querySelector('.state').textContent, step = () => Number(state().match(/^Step (\\d+)/)?.[1] ?? 0);
  const set = (element, value) => { element.value = value; element.dispatchEvent(new Event('input')); };
  const next = () => [...live.querySelectorAll('.live .table tbody:not(.attention *) tr')].map((row) => row.textContent).join();
  const [word] = [...live.querySelectorAll('label')].filter((one) => one.textContent.startsWith('letters')).map((one) => one.querySelector('input'));
  const button = (name) => [...live.querySelectorAll('button')].find((one) => one.textContent === name), wrong = (field) => document.getElementById(field.getAttribute('aria-describedby'))?.textContent;
  %s
})()"""


def clean(page):
    outside = [url for url in browser.requests() if not url.startswith(("file://" + folder + "/", "blob:", "data:"))]
    check(f"{page}: no request leaves the folder, nothing is on the console", not outside and not browser.messages(),
          outside + browser.messages())


browser.open(os.path.join(folder, "17_tiny_gpt.html"))
found = browser.wait(LIVE % """
  await until(() => document.querySelector('.live .run'));
  const train = document.querySelector('.live .run');
  train.click();
  await until(() => /^Step ([5-9]\\d|\\d{3})/.test(document.querySelector('.live .state').textContent));
  const during = train.textContent;
  train.click();
  await wait(800);
  const at = document.querySelector('.live .state').textContent;
  await wait(400);
  return [during, train.textContent, at === document.querySelector('.live .state').textContent, at];""")
check("a GPT trains in its page until Pause", found[:3] == ["Pause", "Train", True] and "on names held out" in found[3], found)
found = browser.wait(LIVE % """
  const numbers = state().match(/loss ([\\d.]+), on names held out ([\\d.]+)/).slice(1).map(Number);
  return [numbers, live.querySelector('.chart').textContent.includes('guessing: log 27 = 3.30'),
    [...live.querySelectorAll('.chart polyline')].map((one) => one.getAttribute('points').split(' ').length), live.querySelectorAll('.names b').length];""")
check("its loss falls below that of guessing, is drawn beside it, and it writes names",
      all(1.5 < one < 3.2 for one in found[0]) and found[1] and found[2][0] >= 50 and found[2][1] >= 5 and found[3] == 12, found)
found = browser.wait(LIVE % """
  set(word, 'anna');
  await until(() => live.querySelectorAll('.attention').length === 2 && live.querySelector('.attention').rows.length === 6);
  const sums = [...live.querySelectorAll('.attention tbody tr')].map((row) => [...row.querySelectorAll('td')].reduce((sum, cell) => sum + Number(cell.textContent || 0), 0));
  return [sums.every((sum) => Math.abs(sum - 1) < 0.03), next().split('%').length];""")
check("attention is shaded rows of sum 1, beside the eight most probable letters", found == [True, 9], found)
found = browser.wait(LIVE % """
  const said = state();
  set(word, 'Anna');
  await wait(300);
  const refused = [wrong(word), next(), live.querySelectorAll('.attention').length, state() === said];
  set(word, 'anna');
  await until(() => live.querySelectorAll('.attention').length === 2);
  return [...refused, wrong(word), state() === said];""")
check("a word that is none is said beside its field, and nothing of another word stays",
      found == ["only the letters a to z, at most 15", "", 0, True, "", True], found)
found = browser.wait(LIVE % """
  set(live.querySelector('textarea'), 'otto\\n<b>\\notto\\n');
  button('Train on it').click();
  await until(() => live.querySelector('.chart').textContent.includes('log 6'));
  live.querySelector('.run').click();
  await until(() => step() >= 50);
  live.querySelector('.run').click();
  await wait(300);
  return [state().includes('held out'), live.querySelector('.names').querySelectorAll('b b').length, live.querySelectorAll('.names b').length];""")
check("a text of the reader's is trained on, and hostile text is text", found == [False, 0, 12], found)
found = browser.wait(LIVE % """
  set(word, 'x');
  await until(() => wrong(word));
  return wrong(word);""")
check("a letter that the text does not have is one clear line", found == "only the letters of the text, < > b o t, at most 15", found)
clean("17_tiny_gpt")

browser.open(os.path.join(folder, "index.html"))
found = browser.js("[...document.querySelectorAll('#your-own-lines a')].map((one) => one.getAttribute('href'))")
check("the first page leads to it", "17_tiny_gpt.html#train-it-in-the-page" in found, found)

for width, scheme in ((1280, "light"), (1280, "dark"), (360, "light")) if axe else ():
    browser.open(os.path.join(folder, "17_tiny_gpt.html"), width=width, scheme=scheme)
    browser.wait(LIVE % """
      await until(() => document.querySelector('.live .run'));
      document.querySelector('.live .run').click();
      await until(() => Number(document.querySelector('.live .state').textContent.match(/^Step (\\d+)/)?.[1] ?? 0) >= 50);
      document.querySelector('.live .run').click();
      await wait(500);
      set(word, 'Anna');
      await wait(300);""")
    wrong, wide = wrong_with(browser, axe), browser.js("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(f"while a model trains, {width} wide, {scheme}: axe finds nothing, and it fits", not wrong and wide <= 0, (wrong, wide))
browser.close()
