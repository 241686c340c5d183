"""Models train in the pages of a book, in Chromium: the GPT of chapter 17 and the layers of chapter 13. What they do is
seen from outside, by their words, tables and drawings."""
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
  const set = (element, value, event = 'input') => { element.value = value; element.dispatchEvent(new Event(event)); };
  const next = () => [...live.querySelectorAll('.live .table tbody:not(.attention *) tr')].map((row) => row.textContent).join();
  const [word] = [...live.querySelectorAll('label')].filter((one) => one.textContent.startsWith('letters')).map((one) => one.querySelector('input'));
  const button = (name) => [...live.querySelectorAll('button')].find((one) => one.textContent === name), letter = live.querySelector('select');
  const slider = [...live.querySelectorAll('input[type=range]')].at(-1), number = [...live.querySelectorAll('output')].at(-1), same = () => Number(slider.value) === Number(number.textContent);
  const choose = async (token) => { set(letter, token, 'change'); await wait(300); return number.textContent; }, wrong = (field) => document.getElementById(field.getAttribute('aria-describedby'))?.textContent;
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
  const before = next();
  await choose('a');
  set(slider, 4);
  await until(() => next() !== before);
  const changed = next();
  button('As trained').click();
  await until(() => next().replace(/[+−][\\d.]*/g, '') === before);
  return [sums.every((sum) => Math.abs(sum - 1) < 0.03), changed !== before, /[+−]\\d/.test(changed), next() === before];""")
check("attention is shaded rows of sum 1; one weight changes what follows, and goes back", found == [True, True, True, True], found)
found = browser.wait(LIVE % """
  const n = await choose('n'), a = await choose('a');
  set(slider, 4);
  await wait(300);
  const chosen = [await choose('n'), same(), button('As trained').hidden];
  return [n !== a, chosen[0] === n, chosen[1], chosen[2], await choose('a') === a, /[+−]\\d/.test(next())];""")
check("a moved weight goes back when another is chosen, whose own number is shown", found == [True, True, True, True, True, False], found)
found = browser.wait(LIVE % """
  set(slider, 4);
  await wait(300);
  const moved = [next(), live.querySelectorAll('.attention small').length > 0];
  set(word, 'nana');
  await until(() => live.querySelector('.attention').rows[1].cells.length === 6 && live.querySelector('.attention').rows[2].textContent.startsWith('n'));
  const kept = /[+−]\\d/.test(next()), before = step();
  set(word, 'anna');
  button('Train').click();
  await until(() => step() > before);
  button('Pause').click();
  await wait(800);
  return [/[+−]\\d/.test(moved[0]), moved[1], kept, same(), Math.abs(Number(number.textContent)) < 3, button('As trained').hidden, slider.disabled];""")
check("a moved weight is compared with the trained model, in another word too; Train puts it back, slider and number", found == [True, True, True, True, True, True, False], found)
found = browser.wait(LIVE % """
  const said = state(), channel = live.querySelector('input[type=number]');
  set(word, 'Anna');
  set(channel, 99);
  await wait(300);
  const refused = [wrong(word), wrong(channel), next(), live.querySelectorAll('.attention').length, state() === said];
  set(word, 'anna');
  set(channel, 3);
  await until(() => live.querySelectorAll('.attention').length === 2);
  await wait(300);
  return [...refused, wrong(word), wrong(channel), state() === said, slider.disabled];""")
check("a word or a channel that is none is said beside its field, and nothing of another word stays",
      found == ["only the letters a to z, at most 15", "a whole number from 0 to 31", "", 0, True, "", "", True, False], found)
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

browser.open(os.path.join(folder, "13_gated_mlp.html"))
found = browser.wait(LIVE.replace("live.querySelector('.state')", "document.querySelector('.live .state')") % """
  await until(() => document.querySelector('.live .run'));
  const bench = document.querySelector('.live'), train = bench.querySelector('.run');
  train.click();
  await until(() => Number(bench.querySelector('.state').textContent.match(/^Step (\\d+)/)?.[1] ?? 0) >= 400);
  train.click();
  await wait(500);
  const captions = [...bench.querySelectorAll('figcaption')].map((one) => one.textContent);
  const pixels = [...bench.querySelectorAll('canvas')].map((one) => [...one.getContext('2d').getImageData(2, 2, 1, 1).data].join());
  return [captions, pixels, bench.querySelectorAll('.chart polyline').length];""")
check("four layers train side by side, and the bilinear one becomes x1 x2",
      len(found[0]) == 6 and "1.00 x1 x2" in found[0][3] and "explains 100.0 %" in found[0][3] and "eigenvalues 0.50, −0.50" in found[0][3], found[0])
# At the upper left x1 is -1 and x2 is 1: both surfaces are blue there.
check("its surface is drawn as the product's is", found[1][0] == found[1][3] and found[2] == 5, found)
clean("13_gated_mlp")
for page, layer, count, wanted in (("14_kernel_view", "bilinear", 1, "5 parameters"), ("15_holo_gate_flow", "squared ReLU", 4, "12 parameters")):
    browser.open(os.path.join(folder, page + ".html"))
    found = browser.wait(LIVE.replace("live.querySelector('.state')", "document.querySelector('.live .state')") % """
      await until(() => document.querySelector('.live .run'));
      const bench = document.querySelector('.live'), kind = [...bench.querySelectorAll('select')].at(-1), units = bench.querySelector('input[type=number]');
      kind.value = %r;
      units.value = %d;
      units.dispatchEvent(new Event('change'));
      await until(() => bench.querySelectorAll('figcaption')[5].textContent.includes('eigenvalues'));
      bench.querySelector('.run').click();
      await until(() => Number(bench.querySelector('.state').textContent.match(/^Step (\\d+)/)?.[1] ?? 0) >= 200);
      bench.querySelector('.run').click();
      await wait(500);
      return bench.querySelectorAll('figcaption')[5].textContent;""" % (layer, count))
    check(f"{page}: a layer of the reader's own trains with the others", found.startswith("one of your own" + wanted + "error ") and "explains" in found, found)
    clean(page)
for page in ("17_tiny_gpt", "13_gated_mlp"):
    for width, scheme in ((1280, "light"), (1280, "dark"), (360, "light")) if axe else ():
        browser.open(os.path.join(folder, page + ".html"), width=width, scheme=scheme)
        browser.wait(LIVE % """
          await until(() => document.querySelector('.live .run'));
          document.querySelector('.live .run').click();
          await until(() => Number(document.querySelector('.live .state').textContent.match(/^Step (\\d+)/)?.[1] ?? 0) >= 50);
          document.querySelector('.live .run').click();
          await wait(500);
          if (word) set(slider, 4), set(live.querySelector('input[type=number]'), 99);
          await wait(300);""")
        wrong, wide = wrong_with(browser, axe), browser.js("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(f"{page} while a model trains, {width} wide, {scheme}: axe finds nothing, and it fits", not wrong and wide <= 0, (wrong, wide))
browser.close()
