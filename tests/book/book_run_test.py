"""Runs programs in the pages of a book, in Chromium: what they print is what the page shows, a changed flag changes it,
Stop ends one, numbers are changed, the playground calculates, a GPT trains, and nothing is asked of a network or said on the console."""
import os
import sys

from accessible import axe_script, wrong_with
from chromium import Browser

browser = Browser(sys.argv[1])
folder = os.path.abspath(sys.argv[2])


def check(name, holds, found=""):
    print(f"PASS {name}" if holds else f"FAIL {name}: {str(found)[:400]}", flush=True)


def open_page(page):
    browser.open(os.path.join(folder, page + ".html"))


def clean(page):
    outside = [url for url in browser.requests() if not url.startswith(("file://" + folder + "/", "blob:", "data:"))]
    check(f"{page}: no request leaves the folder, nothing is on the console", not outside and not browser.messages(),
          outside + browser.messages())


axe = axe_script("the book")


def seen(name, *looks):
    """The page that is open, in these widths and colours."""
    for width, scheme in looks if axe else ():
        browser.look_again(width=width, scheme=scheme)
        found, wide = wrong_with(browser, axe), browser.js("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(f"{name}, {width} wide, {scheme}: axe finds nothing, and it fits", not found and wide <= 0, (found, wide))


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
    clean(page)

open_page("05_mlp")  # the first of its outputs shows the training
found = browser.wait(RUN % 0)
found = browser.wait("""(async () => {
  const figure = [...document.querySelectorAll('figure[data-program]')].filter((one) => one.querySelector('.run'))[0];
  const typed = figure.querySelector('.bench input');
  typed.value = '--steps 3';
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

check("below the commands is what to do without them", browser.js("document.querySelector('.commands + .no-make')?.textContent.includes('press Run')"))

# ---- knobs: numbers of a listing ----

open_page("01_value")
KNOBS = """(async () => {
  const fields = [...document.querySelectorAll('input.knob')], figures = [...document.querySelectorAll('figure[data-program="01_value"]')]
    .filter((figure) => figure.querySelector('.run'));
  const until = async (holds) => { for (let i = 0; i < 400 && !holds(); ++i) await new Promise((then) => setTimeout(then, 50)); };
  %s
})()"""
found = browser.wait(KNOBS % """
  await until(() => document.querySelectorAll('input.knob').length === 13);
  return [...document.querySelectorAll('input.knob')].map((field) => [field.getAttribute('aria-label'), field.value]);""")
check("the numbers of a listing that are declared can be changed", found == [["x in 01_engine", "3"], ["w in 01_engine", "2"], ["b in 01_engine", "-1"], ["h in 01_engine", "0.001"],
      ["x in 01_value", "3"], ["w in 01_value", "2"], ["b in 01_value", "-1"],
      ["x in 01_engine", "3"], ["w in 01_engine", "2"], ["b in 01_engine", "-1"], ["x in 01_value", "3"], ["w in 01_value", "2"], ["b in 01_value", "-1"]], found)
check("the first of them is told to be a field that can be changed", browser.js("document.querySelectorAll('.knob-about').length") == 1)
seen("chapter 1 with its knobs", (360, "light"), (1280, "light"))
# Of each figure: its state, how many of its lines have which mark, whether it is open, and whether "As printed" is there.
SHOWN = """const shown = (i) => [figures[i].querySelector('.state').textContent.replace(/^[0-9.]+ s/, 'T'), ['same', 'changed'].map((name) => figures[i].querySelectorAll('.now .' + name).length),
    !figures[i].querySelector('.now').hidden, !figures[i].querySelector('.reset').hidden];
  const type = (i, value) => { fields[i].value = value; fields[i].dispatchEvent(new Event('input', {bubbles: true})); };
  const ended = async (i) => { await until(() => figures[i].dataset.status === '0' && figures[i].querySelector('.run').textContent === 'Run'); };
  const again = async (i) => { delete figures[i].dataset.status; figures[i].querySelector('.run').click(); await ended(i); };
"""
found = browser.wait(KNOBS % (SHOWN + """
  type(10, 5);
  await ended(1);
  await new Promise((then) => setTimeout(then, 500));
  const now = figures[1].querySelector('.now').textContent;
  return [now.includes('loss 81: dx 36, dw 90, db 18'), figures[1].dataset.equal, figures.map((_, i) => shown(i)),
    [...figures[1].querySelectorAll('.now .changed')].map((line) => line.textContent.slice(1, 12))];"""))
check("the program runs anew with the number, and the output of its listing follows", found[:2] == [True, "false"], found)
closed = ["", [0, 0], False, False]
check("that of its listing alone, which can be made as printed", found[2] == [closed, ["T, with your x = 5: 7 of 8 printed lines have changed", [1, 7], True, True]] + 2 * [closed], found[2])
check("only the lines are marked that the number has changed", len(found[3]) == 7 and found[3][0] == "loss 81: dx", found[3])
found = browser.wait(KNOBS % (SHOWN + """
  figures[0].querySelector('.run').click();
  await ended(0);
  const other = shown(0);
  figures[1].querySelector('.reset').click();
  await ended(1);
  await until(() => shown(1)[1][1] === 0);
  return [other, shown(1), fields[10].value];"""))
check("of another listing's number the output says that nothing has changed",
      found[0] == ["T, with your numbers of another listing: no printed line has changed", [2, 0], True, True], found[0])
check("as printed, the numbers are those of the page",
      found[1:] == [["T: each printed line is as on the page", [8, 0], True, False], "3"], found[1:])
open_page("01_value")
found = browser.wait(KNOBS % (SHOWN + """
  await until(() => document.querySelectorAll('input.knob').length === 13);
  fields.splice(0, fields.length, ...document.querySelectorAll('input.knob'));
  type(5, 5);
  await ended(0);
  await again(0);
  const hand = shown(0);
  await again(1);
  return [hand, shown(1)];"""))
check("a line of another section is not the line of the page",
      found == [["T, with your w = 5: 1 of 2 printed lines has changed", [1, 1], True, True],
                ["T, with your numbers of another listing: no printed line has changed", [8, 0], True, True]], found)
open_page("01_value")
found = browser.wait(KNOBS % (SHOWN + """
  await until(() => document.querySelectorAll('input.knob').length === 13);
  fields.splice(0, fields.length, ...document.querySelectorAll('input.knob'));
  const all = [];
  for (const value of ['', '1e300', '-7']) {
    type(5, value);
    await new Promise((then) => setTimeout(then, 400));
    const problem = document.getElementById(fields[5].getAttribute('aria-describedby'));
    all.push([fields[5].getAttribute('aria-invalid'), problem?.textContent, problem?.checkVisibility(), shown(0)]);
  }
  figures[0].querySelector('.run').click();
  await new Promise((then) => setTimeout(then, 400));
  all.push(figures[0].dataset.status ?? 'none');
  figures[0].querySelector('.reset').click();
  await ended(0);
  return [...all, shown(0), fields[5].getAttribute('aria-invalid'), document.querySelector('.knob-problem').hidden];"""))
refused = ["true", "w: a number from -6 to 6", True, ["not run: w: a number from -6 to 6", [0, 0], False, True]]
check("an empty field or another number than allowed is marked, and nothing runs", found[:4] == 3 * [refused] + ["none"], found)
check("and as printed all is well", found[4:] == [["T: each printed line is as on the page", [2, 0], True, False], "false", True], found[4:])
# A listing that is stepped through has the numbers that the reader gives it.
open_page("01_value")
stepped = browser.js("document.querySelectorAll('figure.step').length")
if stepped:
    found = browser.wait(KNOBS % """
  await until(() => document.querySelectorAll('input.knob').length === 13 && document.querySelector('figure.step button'));
  const figure = document.querySelector('figure.step'), root = () => figure.querySelector('hologradient-trace')?.shadowRoot;
  figure.querySelector('button').click();
  await until(() => root());
  const begin = [root().getElementById('where').textContent, root().getElementById('step').textContent];
  for (let i = 0; i < 11; ++i) root().getElementById('step').click();
  const before = root().getElementById('sentence').textContent, all = document.querySelectorAll('input.knob');
  all[5].value = 5;
  all[5].dispatchEvent(new Event('input', {bubbles: true}));
  await new Promise((then) => setTimeout(then, 1500));
  const elsewhere = figure.querySelector('.quiet').textContent;
  all[10].value = 5;
  all[10].dispatchEvent(new Event('input', {bubbles: true}));
  await until(() => figure.querySelector('.quiet').textContent.includes('your numbers'));
  return [before, root().getElementById('sentence').textContent, root().getElementById('where').textContent, begin, elsewhere];""")
    check("the steps begin with the first", found[3] == ["step 1 of 13", "Step →"], found[3])
    check("a number of another listing is none of theirs", found[4] == "13 steps, forward and back", found[4])
    check("the steps follow the numbers of the reader", found[:3] == ["backward mul: grad of x += 2 × 10 = 20", "backward mul: grad of x += 2 × 18 = 36", "step 12 of 13"], found)
    open_page("02_neuron")
    found = browser.wait(KNOBS % """
  await until(() => document.querySelectorAll('input.knob').length === 3 && document.querySelector('figure.step button'));
  const figure = document.querySelector('figure.step'), all = document.querySelectorAll('input.knob');
  all[2].value = 1;
  all[2].dispatchEvent(new Event('input', {bubbles: true}));
  figure.querySelector('button').click();
  await until(() => figure.querySelector('.quiet').textContent.includes('your numbers'));
  const root = figure.querySelector('hologradient-trace').shadowRoot;
  root.getElementById('first').click();
  for (let i = 0; i < 5; ++i) root.getElementById('step').click();
  return root.getElementById('sentence').textContent;""")
    check("and so do constants in them", found.startswith("forward mul: ") and "-0.14409 * (-0.0541151) = " in found, found)
# Of other chapters: how many numbers there are, the name of one, its new number, and a line that the program prints then.
for page, count, index, name, number, line in (
        ("02_neuron", 3, 0, "learning_rate in 02_neuron", 0.2, None),
        ("05_mlp", 2, 0, "learning_rate in 05_mlp", 0.1, None),
        ("08_tensor", 12, 11, "x, number 3 in 08_tensor", 5, "once  tensor([ 2.,  4., 10.]"),
        ("09_broadcasting", 8, 0, "y, number 1 in 09_broadcasting", 5, "db = tensor([15., 22., 33.]"),
        ("11_mlp", 14, 12, "x, number 1 in 11_mlp", 3, "their sum tensor([30., 10.]"),
        ("12_squared_relu", 12, 8, "layer.fc2.weight, number 1 in 12_squared_relu", 0.5, "   3 *    5 =    31"),
        ("13_gated_mlp", 5, 4, "w2, number 1 in 13_gated_mlp", 2, "   3 *    5 =    30"),
        ("15_holo_gate_flow", 2, 1, "closed in 15_holo_gate_flow", 0, "with flow   : 1e+00 of it")):
    open_page(page)
    found = browser.wait("""(async () => {
      const until = async (holds) => { for (let i = 0; i < 1200 && !holds(); ++i) await new Promise((then) => setTimeout(then, 50)); };
      await until(() => document.querySelector('input.knob'));
      const fields = [...document.querySelectorAll('input.knob')], field = fields[%d], ran = () => [...document.querySelectorAll('figure[data-status]')];
      field.value = %s;
      field.dispatchEvent(new Event('input'));
      await until(() => ran().length && [...document.querySelectorAll('.run')].every((run) => run.textContent !== 'Stop'));
      return [fields.length, field.getAttribute('aria-label'), ran().every((figure) => figure.dataset.status === '0'),
        ran().some((figure) => figure.dataset.equal === 'false'), ran().map((figure) => figure.querySelector('.now').textContent).join('')];
    })()""" % (index, number))
    check(f"{page}: a number of its listings is changed, and its outputs follow", found[:3] == [count, name, True] and (line in found[4] if line else found[3]),
          found[:4] + [line])
    check(f"{page}: nothing is on the console", not browser.messages(), browser.messages())
clean("knobs")

# ---- the playground ----

open_page("playground")
SHEET = """(async () => {
  const wait = (time) => new Promise((then) => setTimeout(then, time)), field = document.querySelector('.sheet-bench textarea');
  const cells = () => [...document.querySelectorAll('.sheet-bench tbody tr')].map((row) => [...row.cells].filter((_, i) => i !== 1 && i < 6).map((cell) => cell.textContent));
  const until = async (holds) => { for (let i = 0; i < 200 && !holds(); ++i) await wait(50); };
  %s
})()"""
found = browser.wait(SHEET % "await until(() => cells().length === 5); return cells();")
check("the playground begins with the chain rule", found == [["x = 3", "3", "20", "20", "✓"], ["w = 2", "2", "30", "30", "✓"],
      ["b = -1", "−1", "10", "10", "✓"], ["y = x * w + b", "5", "10", "10", "✓"], ["loss = y^2", "25", "1", "1", "✓"]], found)
found = browser.wait(SHEET % """
  field.value = 'x = 4\\ny = x * x';
  field.dispatchEvent(new Event('input'));
  await until(() => cells().length === 2);
  return [cells(), location.hash];""")
check("what is typed is calculated, and is in the address", found == [[["x = 4", "4", "8", "8", "✓"], ["y = x * x", "16", "1", "1", "✓"]],
      "#sheet=x%20%3D%204%0Ay%20%3D%20x%20*%20x"], found)
found = browser.wait(SHEET % """
  document.querySelector('.ask').click();
  await until(() => !document.querySelector('.why').hidden);
  const slider = document.querySelector('.sheet-bench input[type=range]');
  slider.value = 6;
  slider.dispatchEvent(new Event('input'));
  await until(() => cells()[0][1] === '6' && document.querySelector('.why').textContent.includes('12'));
  return [field.value, cells()[1][1], document.querySelector('.why').textContent.split('\\n')[0]];""")
check("a slider changes a line, its result, and where its gradient comes from",
      found == ["x = 6\ny = x * x", "36", "grad of #0 x is 12: how #1 y changes with it"], found)
found = browser.wait(SHEET % """
  await wait(600);
  const trace = document.querySelector('hologradient-trace'), root = trace.shadowRoot;
  root.querySelector('#step').click();
  root.querySelector('#step').click();
  const lit = [...document.querySelectorAll('.sheet-bench tr[data-now] code')].map((code) => code.textContent);
  return [root.querySelector('#where').textContent, lit, root.querySelectorAll('svg .box').length];""")
check("its graph can be stepped through, and the line is lit", found == ["step 2 of 5", ["y = x * x"], 2], found)
found = browser.wait(SHEET % """
  field.value = 'x = 4\\ny = <img src=x> * 2';
  field.dispatchEvent(new Event('input'));
  await until(() => !document.querySelector('.problem').hidden);
  return [document.querySelector('.problem').textContent, document.querySelectorAll('.sheet-bench img').length, field.getAttribute('aria-invalid')];""")
check("an error has its column, and hostile text is text", found[0].startswith("line 2, column 5: '<'; expected a number")
      and found[0].endswith("\n    ^") and found[1:] == [0, "true"], found)
found = browser.wait(SHEET % """
  const parts = ['.table', '.why', '.drawing'].map((name) => document.querySelector('.sheet-bench ' + name));
  const state = () => [parts.map((part) => part.inert && part.classList.contains('old')), document.querySelector('.sheet-bench .state').textContent];
  const broken = state();
  field.value = 'x = 4\\ny = x * 2';
  field.dispatchEvent(new Event('input'));
  await until(() => document.querySelector('.problem').hidden);
  return [broken, state(), cells()[1].slice(0, 2)];""")
check("what was there before an error is grey and still, until all is well", found == [[[True] * 3, "The table and the graph are those before the error."],
      [[False] * 3, ""], ["y = x * 2", "8"]], found)
clean("the playground")
for address, want in (("#sheet=a%20%3D%202%3B%20a%5E3", [["a = 2", "2", "12", "12", "✓"], ["a^3", "8", "1", "1", "✓"]]), ("#sheet=%E0%A4%A", None)):
    browser.call("Page.navigate", url="about:blank")
    browser.call("Page.navigate", url="file://" + os.path.join(folder, "playground.html") + address)
    found = browser.wait("new Promise((then) => setTimeout(then, 1500))")
    if want:
        found = browser.wait(SHEET % "await until(() => cells().length === 2); return cells();")
        check("an address brings its lines back", found == want, found)
    else:
        found = browser.wait(SHEET % "await until(() => !document.querySelector('.problem').hidden); return [field.value, document.querySelector('.problem').textContent];")
        check("an address that is none is no sheet, and no exception", found[0] == "" and "expected a formula" in found[1] and not browser.messages(), (found, browser.messages()))
found = browser.wait(SHEET % """
  const choice = document.querySelector('.sheet-bench select');
  const before = choice.options.length;
  choice.value = 'nan';
  choice.dispatchEvent(new Event('change'));
  await until(() => cells().length === 6);
  return [before, cells()[4].slice(0, 3), choice.value];""")
check("the ten examples of the page can be chosen", found == [11, ["unit = d / norm", "NaN", "NaN"], "nan"], found)
if axe:
    open_page("playground")
    browser.wait(SHEET % """
      await until(() => document.querySelector('hologradient-trace'));
      document.querySelector('.ask').click();
      await until(() => !document.querySelector('.why').hidden);
      document.querySelector('hologradient-trace').shadowRoot.querySelector('#step').click();
      await wait(500);""")
seen("the playground", (1280, "dark"), (768, "light"), (360, "light"))

# ---- the GPT of chapter 17 trains in its page: seen from outside, by its words, tables and drawing ----

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
  set(word, 'an2a');
  await wait(300);
  const refused = [wrong(word), next(), live.querySelectorAll('.attention').length, state() === said];
  set(word, 'Anna');
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
seen("a model that has trained", (1280, "dark"), (360, "light"))

browser.open(os.path.join(folder, "index.html"))
found = browser.js("[...document.querySelectorAll('#your-own-lines a')].map((one) => one.getAttribute('href'))")
check("the first page leads to it", "17_tiny_gpt.html#train-it-in-the-page" in found, found)
browser.close()
