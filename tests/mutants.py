#!/usr/bin/env python3
"""Are the tests able to fail? Breaks the code in one place after the other and expects a red test.

Formulas: each piece of the backward code of the tensor engine, in a copy. In tests/mutants/
regions.py says which code that is, edits.py how it is broken, judge.py what judges, and known.py
names the few edits that change nothing.

Planted bugs: the lists in tests/mutants/planted/ of what a person does wrong, each with the test
that sees it. planted.py reads the lists, plant.py builds and judges.

    make mutants                          all of them: an hour or two on two cores
    make mutants ARGS='norm'              only in files whose name has `norm` in it
    make mutants ARGS='--planted'         only the planted bugs
    make mutants ARGS='--planted init'    those with `init` in their file name or description
    make mutants ARGS='--list norm'       only says what would be done
    make mutants ARGS='--check'           only looks whether the lists fit the code

Exit code 1 when an edit survives, 2 when the tests fail without one, or a list does not fit.
"""
import concurrent.futures
import os
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "mutants"))
import known  # noqa: E402
from edits import KINDS, edits_of  # noqa: E402
from judge import COPY, Bench, is_cuda  # noqa: E402
from plant import Garden  # noqa: E402
from planted import ListError, check, read_lists  # noqa: E402


def files_to_break(root, words):
    names = ["include/holo/math.h"]
    for room in ("ops", "backend/cpu", "backend/cuda"):
        for folder, _, files in os.walk(os.path.join(root, "src", room)):
            names += [os.path.relpath(os.path.join(folder, f), root) for f in sorted(files)]
    return [n for n in names if not words or any(word in n for word in words)]


def work_in(root, words):
    """(edit, text of the file) for all of them."""
    work = []
    for name in files_to_break(root, words):
        source = open(os.path.join(root, name)).read()
        work += [(edit, source) for edit in edits_of(name, source)]
    return work


def table(rows):
    """How many of each kind for each row: `rows` are (name, kind)."""
    kinds = [kind for kind in KINDS if any(k == kind for _, k in rows)]
    names = list(dict.fromkeys(name for name, _ in rows))
    width = max(len(name) for name in names)
    line = lambda name, values: f"{name:{width}}" + "".join(
        f"{value:>{len(kind) + 2}}" for value, kind in zip(values, kinds + ["all"]))
    counts = lambda some: [sum(k == kind for _, k in some) or "" for kind in kinds] + [len(some)]
    body = [line(name, counts([row for row in rows if row[0] == name])) for name in names]
    return "\n".join([line("", kinds + ["all"])] + body + [line("all", counts(rows))])


def judge_all(bench, work, jobs):
    """Prints each verdict as it comes; returns (edit, verdict) of all."""
    found = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        one = lambda pair: bench.judge(pair[0].file, pair[0].where, pair[0].apply(pair[1]))
        for (edit, source), verdict in zip(work, pool.map(one, work)):
            why = known.reason(edit, source) if verdict == "ALIVE" else ""
            if why:
                verdict = "no change"
            found.append((edit, verdict))
            if verdict != "no C++":
                print(f"{verdict:9} {edit.describe(source)}" + (f": {why}" if why else ""),
                      flush=True)
    return found


def formulas(words, jobs):
    """Breaks the formulas; the exit code."""
    begin = time.time()
    bench = Bench(jobs)
    work = work_in(COPY, words)
    if bench.judge("src/ops/dropout.cpp", "", open(os.path.join(COPY, "src/ops/dropout.cpp")).read()) \
            != "ALIVE":
        print("error: the tests are red without any edit")
        return 2
    found = judge_all(bench, work, jobs)
    for verdict in ("killed", "no change", "ALIVE"):
        rows = [(edit.file, edit.kind) for edit, v in found if v == verdict]
        if rows:
            print(f"\n{verdict}: {len(rows)}\n{table(rows)}")
    count = lambda verdict: sum(v == verdict for _, v in found)
    print(f"\n{count('killed')} killed, {count('no change')} that change nothing, "
          f"{count('ALIVE')} alive, {count('no C++')} do not compile; "
          f"{(time.time() - begin) / 60:.0f} minutes")
    return 1 if count("ALIVE") else 0


def planted_bugs(bugs, jobs):
    """Plants the bugs; the exit code."""
    begin = time.time()
    gardens = {on_cuda: Garden(ROOT, jobs, on_cuda) for on_cuda in {is_cuda(b.file) for b in bugs}}
    tests = {(is_cuda(bug.file), bug.device, test) for bug in bugs for test in bug.tests}
    for on_cuda, device, test in sorted(tests):
        garden = gardens[on_cuda]
        if garden.is_red(garden.program, device, test):
            print(f"error: without any bug a test is red on {device}: {test}")
            return 2
    verdicts = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        judge = lambda bug: gardens[is_cuda(bug.file)].judge(bug)
        for bug, verdict in zip(bugs, pool.map(judge, bugs)):
            verdicts.append(verdict)
            why = f": {bug.nothing}" if bug.nothing else ""
            print(f"{verdict:9} {bug.describe()}{why}", flush=True)
    count = verdicts.count
    print(f"\nplanted: {count('killed')} killed, {count('no change')} that no test can see, "
          f"{count('ALIVE')} alive, {count('no C++')} do not compile; "
          f"{(time.time() - begin) / 60:.0f} minutes")
    return 1 if count("ALIVE") or count("no C++") else 0


def show(words, planted_only, bugs):
    """What would be done."""
    if not planted_only:
        work = work_in(ROOT, words)
        print("\n".join(edit.describe(source) for edit, source in work))
        print("\n" + table([(f"{e.file} {e.where}", e.kind) for e, _ in work]) + "\n")
    print("\n".join(bug.describe() for bug in bugs) + f"\n\nall {len(bugs)} planted")


def main():
    options = [a for a in sys.argv[1:] if a.startswith("--")]
    words = [a for a in sys.argv[1:] if not a.startswith("--")]
    wrong = [option for option in options if option not in ("--planted", "--list", "--check")]
    if wrong:
        print(f"error: {wrong[0]}: unknown option; expected --planted, --list, --check, or words")
        return 2
    jobs = os.cpu_count() or 1
    planted_only = "--planted" in options
    try:
        bugs = read_lists(ROOT, words)
        check(ROOT, bugs)
    except ListError as error:
        print(f"error: {error}")
        return 2
    if "--check" in options:
        print(f"{len(bugs)} planted bugs fit the code")
        return 0
    if "--list" in options:
        show(words, planted_only, bugs)
        return 0
    status = 0 if planted_only else formulas(words, jobs)
    return max(status, planted_bugs(bugs, jobs) if bugs else 0)


if __name__ == "__main__":
    sys.exit(main())
