#!/usr/bin/env python3
"""Are the tests able to fail? Breaks the backward code of the tensor engine in one place after the
other, in a copy, builds what changed, and expects a red test. tests/mutants/edits.py says what is
broken and how; tests/mutants/known.py names the few edits that change nothing.

    make mutants                      all of them: more than an hour on two cores
    make mutants ARGS='norm'          only in files whose name has `norm` in it
    make mutants ARGS='--list norm'   only says what would be done

The copy, with its objects, stays in build/mutants: a second run builds what is new. The engine is
built in double and without OpenMP, and so are the tests of tensors alone. Exit code 1 when an edit
survives, 2 when the tests fail without one.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "mutants"))
import edits as mutations  # noqa: E402
import known  # noqa: E402

COPY = os.path.join(ROOT, "build", "mutants")
MAKE = ["make", "--no-print-directory", "REAL=double", "OMP=0", "B=objects", "CXXFLAGS=-O1 -w"]
# What judges: the golden cases, the registry, and the tests of ops. Values, programs, documents,
# messages and the like see nothing of all this.
TESTS = re.compile(r"^(golden|tensor_(gradcheck|edge_values|inplace|backward)|value_tensor|attention"
                   r"|broadcasting|cross_entropy|dropout|elementwise|embedding|linear|matmul|norm"
                   r"|optim|reduce\w*|shape_ops|slice|softmax|where)_test\.cpp$")
# Which samples of the registry see an edit; those of other ops run after them.
OPS_OF = [("norm", "norm"), ("attention", "attention"), ("softmax", "softmax|logsumexp|cross"),
          ("cross_entropy", "cross"), ("matmul", "matmul|linear|attention_comp"), ("linear", "linear"),
          ("embedding", "embedding|gather|max_x_dim"), ("dropout", "dropout"), ("where", "where|masked"),
          ("reduce", "sum|mean|var|max|min"), ("slice", "slice|split|chunk"), ("cat", "cat|stack"),
          ("permute", "permute|transpose"), ("broadcast", "broadcast|add|mul|div")]
SECONDS = 120


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)


def files_to_break(words):
    names = ["include/holo/math.h"]
    for folder, _, files in os.walk(os.path.join(ROOT, "src", "ops")):
        names += [os.path.relpath(os.path.join(folder, f), ROOT) for f in sorted(files)]
    return [n for n in names if not words or any(word in n for word in words)]


def copy_tree():
    """Only what changed, so that make has little to do."""
    for folder in ("include", "src", "tests", "examples"):
        source, target = os.path.join(ROOT, folder), os.path.join(COPY, folder)
        run(["mkdir", "-p", target])
        for path, folders, files in os.walk(source):
            folders[:] = [f for f in folders if f != "__pycache__"]
            to = os.path.join(target, os.path.relpath(path, source))
            os.makedirs(to, exist_ok=True)
            for name in set(os.listdir(to)) - set(files) - set(folders):
                gone = os.path.join(to, name)
                shutil.rmtree(gone) if os.path.isdir(gone) else os.remove(gone)
            for name in files:
                a, b = os.path.join(path, name), os.path.join(to, name)
                if not os.path.exists(b) or open(a, "rb").read() != open(b, "rb").read():
                    shutil.copyfile(a, b)
    shutil.copyfile(os.path.join(ROOT, "Makefile"), os.path.join(COPY, "Makefile"))


def objects_to_link():
    sources = []
    for folder in ("src", "tests/golden", "tests/registry"):
        for path, _, files in os.walk(os.path.join(COPY, folder)):
            sources += [os.path.relpath(os.path.join(path, f), COPY) for f in files]
    sources += [f"tests/{f}" for f in os.listdir(os.path.join(COPY, "tests")) if TESTS.match(f)]
    sources = [s for s in sources if s.endswith(".cpp") and s != "tests/golden/main.cpp"]
    return [f"objects/obj/{s[:-4]}.o" for s in sorted(sources) + ["tests/main.cpp"]]


class Bench:
    """Builds and runs the tests with some objects exchanged."""

    def __init__(self, jobs):
        self.objects = objects_to_link()
        result = run(MAKE + [f"-j{jobs}"] + self.objects, cwd=COPY)
        if result.returncode != 0:
            sys.exit(f"error: the copy does not build\n{result.stdout[-3000:]}")
        self.libraries = ["-lfmt"]

    def users_of(self, file):
        """Objects of kernels and ops that are made from a file."""
        if file.endswith(".cpp"):
            return [f"objects/obj/{file[:-4]}.o"]
        users = []
        for o in self.objects:
            if o.startswith("objects/obj/src/ops/"):
                if f" {file}" in open(os.path.join(COPY, o[:-2] + ".d")).read():
                    users.append(o)
        return users

    def compile_command(self, o):
        source = o[len("objects/obj/"):-2] + ".cpp"
        lines = run(MAKE + ["-n", "V=1", "-W", source, o], cwd=COPY).stdout.splitlines()
        return next(line for line in lines if f" -c {source} " in line), source

    def build(self, folder, file):
        """Compiles what uses the changed file in `folder`; false when the change is no C++."""
        exchanged = {}
        for o in self.users_of(file):
            command, source = self.compile_command(o)
            target = os.path.join(folder, o.replace("/", "_"))
            command = command.split(" -MMD")[0] + f" -c {source} -o {target}"
            if source == file:
                command = command.replace(f" -c {source}", f" -c {os.path.join(folder, file)}")
            words = command.split(" ", 1)
            command = f"{words[0]} -I{folder}/include -I{folder}/src {words[1]}"
            if run(command, cwd=COPY, shell=True).returncode != 0:
                return None
            exchanged[o] = target
        program = os.path.join(folder, "tests")
        result = run(["g++", "-o", program] + [exchanged.get(o, o) for o in self.objects]
                     + self.libraries, cwd=COPY)
        return program if result.returncode == 0 else None

    def is_red(self, program, file):
        """First the tests of few words, then the samples of the ops concerned, then all."""
        only = next((ops for word, ops in OPS_OF if word in os.path.basename(file)), None)
        registry = "tensor grad*,registry*"
        tries = [({}, ["-tce=" + registry])]
        if only:
            tries.append(({"HOLO_OPS": only}, ["-tc=tensor grad*"]))
        tries.append(({}, ["-tc=" + registry]))
        for environment, arguments in tries:
            try:
                status = run([program, "-aa=1", "-m"] + arguments, cwd=COPY, timeout=SECONDS,
                             env={**os.environ, **environment}).returncode
            except subprocess.TimeoutExpired:
                return True
            if status != 0:
                return True
        return False


def judge(bench, edit, source):
    folder = os.path.join(COPY, f"worker{threading.get_ident()}")
    path = os.path.join(folder, edit.file)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(edit.apply(source))
    try:
        program = bench.build(folder, edit.file)
        if program is None:
            return "no C++"
        return "killed" if bench.is_red(program, edit.file) else "ALIVE"
    finally:
        os.remove(path)


def main():
    arguments = sys.argv[1:]
    words = [a for a in arguments if not a.startswith("--")]
    work = []
    for name in files_to_break(words):
        source = open(os.path.join(ROOT, name)).read()
        work += [(edit, source) for edit in mutations.edits_of(name, source)]
    if "--list" in arguments:
        print("\n".join(edit.describe(source) for edit, source in work), f"\n{len(work)} edits")
        return 0
    jobs = os.cpu_count() or 1
    copy_tree()
    bench = Bench(jobs)
    whole = os.path.join(COPY, "whole")
    result = run(["g++", "-o", whole] + bench.objects + bench.libraries, cwd=COPY)
    if result.returncode != 0 or bench.is_red(whole, ""):
        print(result.stdout, "error: the tests are red without any edit")
        return 2
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        verdicts = pool.map(lambda one: judge(bench, *one), work)
        for (edit, source), verdict in zip(work, verdicts):
            if verdict == "ALIVE" and known.reason(edit, source):
                verdict = "no change"
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict != "no C++":
                print(f"{verdict:9} {edit.describe(source)}", flush=True)
    print(", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())))
    return 1 if counts.get("ALIVE") else 0


if __name__ == "__main__":
    sys.exit(main())
