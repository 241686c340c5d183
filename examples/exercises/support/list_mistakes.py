#!/usr/bin/env python3
"""list_mistakes.py FOLDER...: measures the mistakes of an exercise and writes their numbers.

The end of FOLDER/check.cpp lists mistakes as edits of the solution. Each of them, each two of them, and small
slips that are made up here (another operator, another index) go into a copy of the solution, each in
a namespace of its own; one program runs the check for all, and what it prints goes into the list.
--check only says whether the list has the numbers of the mistakes that are listed by hand, and whether
each of them, and some of the pairs, is told its sentence. If so, it writes a mark behind the list: a hash
of all that was measured. --marks measures nothing: it says which lists have another mark.
In the environment, if another compiler is wanted: HOLO_COMPILE and HOLO_LIBS, how to compile and link.
"""
import hashlib
import itertools
import math
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
EXERCISES = os.path.dirname(HERE)
TOKEN = re.compile(r'"[^"]*"|[A-Za-z_]\w*|\d[\d.]*(?:e-?\d+)?|->|\+\+|--|[-+*/%<>=!&|]=|&&|\|\||::|<<|\s+|.')
HEADERS = ['algorithm', 'cmath', 'cstdlib', 'functional', 'limits', 'numeric', 'string', 'tuple', 'utility', 'vector']


ROOT = os.path.dirname(os.path.dirname(EXERCISES))
COMPILE = os.environ.get('HOLO_COMPILE') or f'c++ -std=c++20 -I{ROOT}/include -I{ROOT}/examples -I{ROOT}/src -D_GLIBCXX_ASSERTIONS'
SOURCES = [f'{ROOT}/{part}.cpp' for part in [f'examples/exercises/support/{name}' for name in ('check', 'judge')] +
           ['examples/exercises/project/given'] + [f'src/base/{name}' for name in ('check', 'random', 'utf8', 'version', 'words')]]
LIBS = os.environ.get('HOLO_LIBS') or ' '.join(SOURCES) + ' -lfmt -fopenmp'


def solution_of(folder):
    """The solution without comments, includes and ends of lines, and where the part that is asked for
    begins: a stage of the project begins after those before it."""
    name = os.path.basename(folder)
    if not name.startswith('stage_'):
        return plain(open(os.path.join(EXERCISES, 'solutions', name + '.h')).read()), 0
    stage = int(name[6:8])
    engine = open(os.path.join(ROOT, 'tests', 'exercises', 'project', 'my_engine.h')).read()
    before = engine.split(f'// ---- stage {stage}: ')[0]
    return plain(engine.split(f'// ---- stage {stage + 1}: ')[0]), len(plain(before))


def plain(text):
    text = re.sub(r'//.*', '', text)
    text = re.sub(r'^\s*#.*', '', text, flags=re.M)
    return re.sub(r'\s+', ' ', text).strip()


class Mistake:
    def __init__(self, sentence):
        self.sentence = sentence
        self.edits = []
        self.again = False  # other edits of the mistake before it
        self.lines = []  # of the edits, as they are in the list
        self.codes = ''


def read_list(path):
    """What comes before the list, the mistakes listed by hand, and what comes after the list."""
    text = open(path).read()
    begin, end = text.index('R"~(') + 5, text.index(')~"')
    mistakes = []
    for line in text[begin:end].split('\n'):
        if line.startswith('  '):
            mistakes[-1].lines.append(line)
            if ' => ' in line or line.endswith(' =>'):
                old, new = re.split(r' =>(?: |$)', line.strip(), maxsplit=1)
                mistakes[-1].edits.append([old, new])
            else:
                mistakes[-1].edits[-1][1] += ' ' + line.strip()
        elif line == 'or':
            mistakes.append(Mistake(mistakes[-1].sentence))
            mistakes[-1].again = True
        elif line and not re.match(r'right |[ =&~]', line):
            mistakes.append(Mistake(line))
    return text[:begin], mistakes, text[end:]


def places(solution, mistake):
    """Where its edits are: [(begin, end, new)], or what does not fit."""
    found = []
    for old, new in mistake.edits:
        if solution.count(old) != 1:
            sys.exit(f'{mistake.sentence}: the solution has this {solution.count(old)} times: {old}')
        # What both begin and end with stays, so that two mistakes fit beside each other.
        a, b = TOKEN.findall(old), TOKEN.findall(new)
        same = 0
        while same < min(len(a), len(b)) and a[same] == b[same]:
            same += 1
        last = 0
        while last < min(len(a), len(b)) - same and a[-1 - last] == b[-1 - last]:
            last += 1
        begin = solution.index(old) + len(''.join(a[:same]))
        found.append((begin, begin + len(''.join(a[same:len(a) - last])), ''.join(b[same:len(b) - last])))
    return sorted(found)


def edited(solution, edits):
    """None when two of the edits are at one place."""
    text, at = '', 0
    for begin, end, new in sorted(edits):
        if begin < at:
            return None
        text += solution[at:begin] + new
        at = end
    return text + solution[at:]


# --- small slips ---

OPERATORS = {
    '+': ['-'], '-': ['+'], '*': ['+', '/'], '/': ['*'], '+=': ['=', '-='], '-=': ['+=', '='], '*=': ['=', '/='], '/=': ['=', '*='],
    '<': ['<='], '>': ['>=', '<'], '<=': ['<', '>='], '>=': ['>', '<='], '==': ['!='], '&&': ['||'], '||': ['&&'],
}


def shown(text, begin, end):
    """The statement around a slip, or the part of it that is short enough to be shown."""
    while begin > 0 and text[begin - 1] not in ';{}':
        begin -= 1
    end = max(end, begin + 1)
    while end < len(text) and text[end] not in ';{}':
        end += 1
    # Not the end of the head of a loop.
    part = re.sub(r'^\s*(\+\+\w+|\w+--)\) ', '', text[begin:end]).strip()
    return re.sub(r' +(?=[),;])', '', part)


def functions(text):
    """(name, parameters, where it begins, where its body begins and ends) of each function."""
    for match in re.finditer(r'\b(\w+)\(([^(){}]*(?:\([^()]*\)[^(){}]*)*)\)(?: const)? \{', text):
        if match.group(1) not in ('for', 'if', 'while', 'switch'):
            yield *match.groups(), match.start(), match.end(), closing(text, match.end() - 1) + 1


def function_at(text, place):
    """The name of the function that this place is in, or ''."""
    return next((name for name, _, begin, _, end in reversed(list(functions(text))) if begin <= place < end), '')


def slips(solution, first):
    """(begin, end, new, kind) of each change of a token or of a few; judge.cpp has a sentence for each kind."""
    tokens = [(m.start(), m.group()) for m in TOKEN.finditer(solution) if m.start() >= first and not m.group().isspace()]
    words = [t for _, t in tokens]
    types = {'double', 'int', 'float', 'Matrix', 'Vector', 'auto', 'size_t', 'Number', 'Tensor', 'Function'}
    for i, (at, word) in enumerate(tokens):
        end = at + len(word)
        before = words[i - 1] if i else ''
        after = words[i + 1] if i + 1 < len(words) else ''
        unary = before in '(,=?:{;<>+-*/' or before in ('return', '+=', '-=', '*=', '/=') or before.endswith('=')
        if word in OPERATORS and (word not in '<>' or solution[at - 1] == solution[end] == ' '):
            if unary and word == '-':
                yield at, end, '', 'missing'
                continue
            if unary and word == '*':
                continue
            for other in OPERATORS[word]:
                yield at, end, other, 'loop' if word in '<><=>=' and 'for (' in solution[max(0, at - 40):at] else 'operator'
        if re.fullmatch(r'\d[\d.]*', word):
            for other in {'0': ['1'], '1': ['0', '2'], '2': ['1', '3']}.get(word, []):
                if before not in ('.', '[') or word == '0':
                    yield at, end, other, 'loop' if 'for (' in solution[max(0, at - 18):at] else 'number'
        if word == 'std' and after == '::' and words[i + 3] == '(':
            close = closing(solution, tokens[i + 3][0])
            inner = solution[tokens[i + 3][0] + 1:close]
            if ',' not in inner and '<' not in inner:
                yield at, close + 1, '(' + inner + ')', 'missing'
            called = words[i + 2]
            for other in {'exp': ['log'], 'log': ['exp', 'log2', 'log10'], 'sqrt': ['abs'], 'max': ['min'], 'min': ['max'],
                          'tanh': ['sin', 'atan'], 'abs': ['']}.get(called, []):
                if other:
                    yield tokens[i + 2][0], tokens[i + 2][0] + len(called), other, 'name'
        # A factor, a term or an operand that is left out.
        if word in ('*', '/', '+', '-') and not unary:
            right = operand_end(solution, tokens, i + 1)
            if right:
                yield at, right, '', 'missing'
            left = operand_begin(tokens, i - 1)
            if left is not None and word in ('*', '+'):
                yield left, tokens[i + 1][0], '', 'missing'
        # Two arguments or indices in the other order.
        if word in '([' and re.fullmatch(r'\w+', before or ' ') and before not in ('for', 'if', 'while', 'return'):
            close = closing(solution, at)
            parts = split_arguments(solution[at + 1:close])
            if len(parts) == 2 and parts[0] != parts[1] and not any(t in types for t in re.findall(r'\w+', parts[0])):
                yield at + 1, close, parts[1] + ', ' + parts[0], 'order'
        # A whole statement that is left out.
        if word in (';', '{', '}') and after and after not in ('}', '{', ';', 'return', 'for', 'struct', 'using', 'if', 'else', 'const') and after not in types:
            begin = tokens[i + 1][0]
            stop = solution.find(';', begin)
            statement = solution[begin:stop + 1]
            if stop > 0 and statement.count('(') == statement.count(')') and '{' not in statement and re.match(r'[\w(]', statement) and not re.match(r'(static|inline|std::vector|std::function) ', statement) and function_at(solution, begin):
                yield begin, stop + 1, ';', 'missing'
        if word in ('double',) and re.fullmatch(r'[A-Za-z_]\w*', after) and words[i + 2] in ('=', ','):
            yield at, end, 'int', 'whole'
        # The end of a loop.
        if word == '<' and 'for (' in solution[max(0, at - 30):at]:
            stop = solution.find(';', at)
            bound = solution[at + 2:stop]
            if re.fullmatch(r'[\w.()+ ]+', bound):
                yield at + 2, stop, bound + ' - 1', 'loop'
    # Another name of the same function and the same type.
    for begin, end, names in scopes(solution):
        if begin < first:
            continue
        for match in re.finditer(r'(?<![\w.:>])([a-z_]\w*)(?![\w(]| ?::)', solution[begin:end]):
            at = begin + match.start(1)
            kind = names.get(match.group(1))
            if not kind or re.search(r'(double|int|size_t|Matrix&?|Vector&?|auto) $', solution[max(0, at - 10):at]):
                continue
            for other, its in names.items():
                if its == kind and other != match.group(1):
                    yield at, at + len(match.group(1)), other, 'name'


def scopes(text):
    """The functions: where their bodies are, and the variables in them with their types."""
    for _, parameters, _, begin, end in functions(text):
        body = parameters + ' ; ' + text[begin:end]
        names = {}
        for kind, list_ in re.findall(r'\b(?:const )?(double|int|size_t|Matrix&?|Vector&?|Number|Tensor|Neuron) ([a-z_]\w*(?: = [^;,]*)?(?:, [a-z_]\w*(?: = [^;,(]*)?)*)', body):
            for name in re.findall(r'(?:^|, )([a-z_]\w*)', list_):
                names[name] = kind.strip('&')
        yield begin, end, names


def closing(text, at):
    """Where the bracket at this place is closed."""
    depth = 0
    for i in range(at, len(text)):
        depth += DEPTH.get(text[i], 0)
        if depth == 0:
            return i
    return len(text)


def split_arguments(text):
    parts, depth, begin = [], 0, 0
    for i, c in enumerate(text):
        depth += DEPTH.get(c, 0)
        if c == ',' and depth == 0:
            parts.append(text[begin:i].strip())
            begin = i + 1
    return parts + [text[begin:].strip()]


def operand_end(text, tokens, i):
    """The end of the operand that begins with token i: a name, a call, an index, parentheses."""
    if i >= len(tokens):
        return 0
    at, word = tokens[i]
    if word == '(':
        return closing(text, at) + 1
    if not re.match(r'\w', word):
        return 0
    end = at + len(word)
    while end < len(text) and (text[end] in '([.' or text.startswith('::', end)):
        if text[end] in '([':
            end = closing(text, end) + 1
        else:
            end += len(re.match(r'(?:\.|::)\w*', text[end:]).group())
    return end


def operand_begin(tokens, i):
    """The beginning of the operand that ends with token i, unless that is hard to say."""
    depth = 0
    while i >= 0:
        word = tokens[i][1]
        depth += {')': 1, ']': 1, '(': -1, '[': -1}.get(word, 0)
        if depth == 0 and re.match(r'[\w(\[]', word):
            before = tokens[i - 1][1]
            if word not in '([' and before not in ('.', '::') or word == '(' and not re.match(r'\w', before):
                return tokens[i][0]
        if depth < 0:
            return None
        i -= 1
    return None


def made_up(solution, first):
    seen = set()
    for begin, end, new, kind in slips(solution, first):
        text = edited(solution, [(begin, end, new)])
        if text in seen or text == solution:
            continue
        seen.add(text)
        part = shown(text, begin, begin + len(new))
        if re.match(r'(return \w+|Matrix \w+\([\w., ]*\))$|; \+\+', part):
            continue
        if len(part) > 90:
            part = text[max(0, begin - 35):begin + len(new) + 35].strip()
            part = '...' + part + '...'
        name = function_at(text, begin)
        mistake = Mistake(f'{kind} {name}: {part}')
        mistake.text = text
        yield mistake


# --- measuring ---

DEPTH = {'(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1}


def program(folder, solution, answers, scratch):
    """The source that measures these answers: the check once more for each, in a namespace of its own."""
    check = open(os.path.join(folder, 'check.cpp')).read()
    path = os.path.join(scratch, 'check.cpp')
    check, its_list = re.sub(r'R"~\(.*?\)~"', 'its_list', check, flags=re.S), re.search(r'R"~\(.*?\)~"', check, re.S).group()
    check = re.sub(r'^(void check\(Checks& checks\) \{\n.*?^\}\n).*?^HOLO_REWARD\(reward\)\n', r'\1', check, flags=re.M | re.S)
    with open(path, 'w') as file:
        file.write(check)
    lines = ['#include <%s>' % header for header in HEADERS]
    lines += sorted(set(re.findall(r'^#include ["<].*', check, re.M)))
    # The stages before the one that is asked are compiled once, where nothing in them is changed.
    before = solution[:solution_of(folder)[1]]
    lines += [f'static const char its_list[] = {its_list};', '#define HOLO_ANSWER "none.h"', before]
    for number, answer in answers:
        own = answer[len(before):] if answer.startswith(before) else answer
        lines += [f'namespace answer_{number} {{', f'#line 1 "answer_{number}"', own, f'#include "{path}"', '}']
    return '\n'.join(lines)


def measure(folder, solution, answers, drop):
    """{number: (groups, lines)} of [(number, answer)]: what each answer gives, and what the check says of it. With drop those that
    do not compile are left out."""
    measured = {}
    for begin in range(0, len(answers), 100):
        measured.update(measure_some(folder, solution, answers[begin:begin + 100], drop))
    return measured


def measure_some(folder, solution, answers, drop):
    with tempfile.TemporaryDirectory() as scratch:
        open(scratch + '/none.h', 'w').close()
        limit = '-ferror-limit=0' if 'clang' in COMPILE else '-fmax-errors=0'
        compile_ = f'{COMPILE} -O0 -w {limit} -I{scratch} {scratch}/all.cpp'
        while True:
            with open(scratch + '/all.cpp', 'w') as file:
                file.write(program(folder, solution, answers, scratch))
            done = subprocess.run(f'{compile_} {LIBS} -o {scratch}/all', shell=True, capture_output=True, text=True)
            if done.returncode == 0:
                break
            bad = {int(n) for n in re.findall(r'answer_(\d+):\d+:\d+: (?:fatal )?error', done.stderr)} | \
                {int(n) for n in re.findall(r'^In file included from answer_(\d+):', done.stderr, re.M)}
            if not bad or not drop:
                sys.exit(f'{folder}: {bad}: ' + '\n'.join(l for l in done.stderr.split('\n') if 'error' in l or 'undefined' in l or 'multiple' in l)[:3000])
            answers = [(n, a) for n, a in answers if n not in bad]
        return {number: said for (number, _), said in zip(answers, run(scratch + '/all'))}


def run(program_path):
    """[(groups, lines)] of the answers in a program, in their order."""
    done = subprocess.run([program_path], capture_output=True, text=True, errors='replace', env={**os.environ, 'HOLO_MEASURE': '1'}, stdin=subprocess.DEVNULL,
                          cwd=os.environ.get('HOLO_ROOT'))  # a check reads the names of examples/data
    for part in re.split(r'^answer .*\n', done.stdout, flags=re.M)[1:]:
        lines, groups = part.split('\n'), []
        while lines[0].startswith('group ') and len(lines) > 5:
            groups.append({'name': lines[0][6:], 'numbers': [float(x) for x in lines[1].split()], 'codes': lines[2].split(), 'all': lines[3], 'thrown': lines[4]})
            lines = lines[5:]
        yield groups, [line.strip() for line in lines] + ['', '']


def near(a, b):
    if math.isnan(b) or math.isinf(b):
        return a == b or math.isnan(a) and math.isnan(b)
    return a == b or abs(a - b) <= 1e-11 * max(1, abs(b))


def code(group, right):
    """How the list writes the numbers of a group: '' where all are right."""
    if group['thrown'] or len(group['numbers']) != len(right['numbers']):
        return group['all']
    codes = ['.' if near(a, b) else c for a, b, c in zip(group['numbers'], right['numbers'], group['codes'])]
    return '' if all(c == '.' for c in codes) else ''.join(codes)


LETTERS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_'


def short_code(all_codes):
    """One code for the codes of all numbers; judge.cpp has the same function."""
    def mixed(number, more):
        number = (number ^ more) * 0x9E3779B97F4A7C15 & (1 << 64) - 1
        return number ^ number >> 29
    number = len(all_codes)
    for letter in all_codes:
        number = mixed(number, ord(letter))
    number = mixed(number, 0xD1B54A32D192ED03)
    return '#' + ''.join(LETTERS[number >> 58 - 6 * i & 63] for i in range(5))


def codes(groups, right):
    """None for an answer that crashed or never ended."""
    return [code(g, r) for g, r in zip(groups, right)] if len(groups) == len(right) else None


def packed(mark, words, separator=' '):
    """Several to a line: nobody reads them."""
    lines, line = [], ''
    for word in words:
        if len(line) + len(word) > 400:
            lines.append(line)
            line = ''
        line += (separator if line else mark) + word
    return lines + [line] if line else lines


def shortest(number):
    return re.sub(r'\.0$', '', repr(number))


def list_of(folder):
    path = os.path.join(folder, 'check.cpp')
    head, mistakes, tail = read_list(path)
    solution, first = solution_of(folder)
    edits = [places(solution, m) for m in mistakes]
    measured = measure(folder, solution, answers_of(solution, mistakes, edits), False)
    right = measured[0][0]
    for number, mistake in enumerate(mistakes, 1):
        mistake.codes = codes(measured[number][0], right)
        if not mistake.codes or not any(mistake.codes):
            sys.exit(f'{folder}: {mistake.sentence}: ' + ('gives the right numbers' if mistake.codes else 'crashes or never ends'))
    both = pairs(folder, solution, mistakes, edits, right)
    others = slips_of(folder, solution, first, mistakes, right)
    lines = lines_by_hand(mistakes) + measured_lines(right, mistakes)
    lines += packed('& ', (f'{g},{i},{j},{c}' for g, i, j, c in both))
    lines += packed('~ ', (f'{m.sentence} = {"/".join(m.codes)}' for m in others), '\t')
    with open(path, 'w') as file:
        file.write(head + '\n'.join(lines) + '\n' + tail)
    write_mark(folder)
    print(f'{os.path.basename(folder)}: {len(mistakes)} mistakes, {len(both)} pairs, {len(others)} slips')


def answers_of(solution, mistakes, edits):
    answers = [(0, solution)] + [(i + 1, edited(solution, e)) for i, e in enumerate(edits)]
    for number, text in answers:
        if text is None:
            sys.exit(f'{mistakes[number - 1].sentence}: two edits of one place')
    return answers


def measured_lines(right, mistakes):
    lines = []
    for group in right:
        lines += ['right ' + group['name']] + packed(' ', map(shortest, group['numbers']))
    return lines + packed('= ', ('/'.join(m.codes) for m in mistakes))


def complaints(folder):
    """What is wrong with the list: numbers that have changed, a mistake that is not told its sentence."""
    _, mistakes, _ = read_list(os.path.join(folder, 'check.cpp'))
    solution, _ = solution_of(folder)
    edits = [places(solution, m) for m in mistakes]
    answers = answers_of(solution, mistakes, edits)
    some = list(itertools.combinations(range(len(mistakes)), 2))[::29]
    both = {}
    for i, j in some:
        text = edited(solution, edits[i] + edits[j])
        if text:
            both[len(answers)] = (mistakes[i].sentence, mistakes[j].sentence)
            answers.append((len(answers), text))
    said = measure(folder, solution, answers, True)
    right = said[0][0]
    if ': done' not in said[0][1][0]:
        yield 'the solution is not done: ' + ' '.join(said[0][1])
    for number, mistake in enumerate(mistakes, 1):
        mistake.codes = codes(said[number][0], right) or ['']
        if said[number][1][1] != mistake.sentence:
            yield f'{mistake.sentence}: is told: {said[number][1][1]}'
    for number, (one, other) in both.items():
        if number in said and ': done' not in said[number][1][0] and not any(
                re.sub('^two mistakes. ', '', said[number][1][1]).startswith(s) for s in (one, other)):
            yield f'{one}; and {other}: is told: {said[number][1][1]}'
    text = open(os.path.join(folder, 'check.cpp')).read()
    for line in measured_lines(right, mistakes):
        if f'\n{line}\n' not in text:
            yield f'the list has no line {line!r}: write it anew'


MARK = re.compile(r'(?<=\)~"\))  // measured: \w+')


def mark_of(folder):
    """Another one when the solution, the check, its list or the judge has changed."""
    head, _, _ = read_list(os.path.join(folder, 'check.cpp'))
    text = MARK.sub('', open(os.path.join(folder, 'check.cpp')).read())
    read = [plain(open(f'{EXERCISES}/{name}').read()) for name in ('support/judge.cpp', 'support/diagnosis.h', 'project/measure.h')]
    parts = [solution_of(folder)[0], plain(head), text[len(head):], *read]
    return '  // measured: ' + hashlib.sha256('\n'.join(parts).encode()).hexdigest()[:12]


def write_mark(folder):
    path = os.path.join(folder, 'check.cpp')
    text = open(path).read()
    marked = MARK.sub('', text).replace(')~")', ')~")' + mark_of(folder))
    if marked != text:
        with open(path, 'w') as file:
            file.write(marked)


def lines_by_hand(mistakes):
    lines = []
    for mistake in mistakes:
        lines += ['or' if mistake.again else mistake.sentence] + mistake.lines
    return lines


def pairs(folder, solution, mistakes, edits, right):
    """[(group, i, j, code)]: where two mistakes together give what neither gives alone."""
    wanted, texts = [], []
    for i, j in itertools.combinations(range(len(mistakes)), 2):
        a, b = mistakes[i], mistakes[j]
        if a.sentence == b.sentence or not any(x and y for x, y in zip(a.codes, b.codes)):
            continue
        text = edited(solution, edits[i] + edits[j])
        if text:
            wanted.append((i, j))
            texts.append((len(wanted) - 1, text))
    measured = measure(folder, solution, texts, True)
    both, seen = [], set()
    for number, (groups, _) in sorted(measured.items()):
        i, j = wanted[number]
        given = codes(groups, right) or []
        news = [g for g, one in enumerate(given) if one and one not in (mistakes[i].codes[g], mistakes[j].codes[g])]
        key = tuple((g, groups[g]['all']) for g in news)
        if key not in seen:
            seen.add(key)
            both += [(g, i, j, groups[g]['all'][1:]) for g in news]
    return both


def slips_of(folder, solution, first, mistakes, right):
    candidates = list(made_up(solution, first))
    known = {tuple(m.codes) for m in mistakes}
    measured = measure(folder, solution, [(i, m.text) for i, m in enumerate(candidates)], True)
    others = []
    for i, mistake in enumerate(candidates):
        mistake.codes = codes(measured[i][0] if i in measured else [], right)
        if not mistake.codes or not any(mistake.codes) or tuple(mistake.codes) in known:
            continue
        # Of several slips with the same numbers the first is told.
        known.add(tuple(mistake.codes))
        mistake.codes = [c if c[:1] in ('', '!') else short_code(c) for c in mistake.codes]
        others.append(mistake)
    return others


if __name__ == '__main__':
    only_check, only_marks = '--check' in sys.argv, '--marks' in sys.argv
    bad = 0
    for folder in [os.path.abspath(f) for f in sys.argv[1:] if not f.startswith('--')]:
        if only_marks:
            marked = mark_of(folder) in open(os.path.join(folder, 'check.cpp')).read()
            found = [] if marked else ['its list was measured with something else: list_mistakes.py --check ' + os.path.relpath(folder)]
        elif only_check:
            found = list(complaints(folder))
            if not found:
                write_mark(folder)
        else:
            list_of(folder)
            continue
        bad += len(found)
        print('\n'.join(f'{os.path.basename(folder)}: {line}' for line in found) or f'{os.path.basename(folder)}: as it should be')
    sys.exit(1 if bad else 0)
