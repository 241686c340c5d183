"""Builds the tests of the tensor engine in a copy, with a file exchanged, and says whether they are
red. The copy, with its objects, stays in build/mutants: a second run builds what is new. The engine
is built in double and without OpenMP, and so are the tests of tensors alone; CUDA kernels are run by
the emulator."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPY = os.path.join(ROOT, "build", "mutants")
MAKE = ["make", "--no-print-directory", "REAL=double", "OMP=0", "UNITY=0", "CUDA=emu",
        "B=objects", "config=all", "more=", "CXXFLAGS=-O1 -w"]
OBJECTS = "objects/all"
# What judges: the golden cases, the registry, and the tests of ops. Values, programs, documents,
# messages and the like see nothing of all this.
TESTS = re.compile(
    r"^(golden|tensor_(gradcheck|edge_values|inplace|backward)|value_tensor|attention|broadcast"
    r"|cross_entropy|dropout|elementwise(_edge)?|embedding|formula_edge|gated|gemm|holo_gate|linear|matmul"
    r"|norm|optim|reduce\w*|shape_ops|slice|softmax|where)_test\.cpp$")
REGISTRY = "tensor grad*,registry*"
# Which samples of the registry see an edit of a file; those of other ops run after them.
OPS_OF = [("norm", "norm"), ("attention", "attention"), ("cross_entropy", "cross"),
          ("softmax", "softmax|logsumexp|cross"), ("matmul", "matmul|linear|attention_comp"),
          ("linear", "linear"), ("embedding", "embedding|gather|^max_x_dim"),
          ("dropout", "dropout"), ("gates", "gated|holo_gate|affine_flow"),
          ("where", "where|masked"), ("reduce", "sum|mean|var|^max|^min"),
          ("broadcast", "broadcast|^add|^mul"),
          ("elementwise_binary", "^(add|sub|mul|div|pow|maximum|minimum|mse)_"),
          ("elementwise", "^(neg|exp|tanh|relu|pow|clamp|add)_"), ("tile", "sum|softmax"),
          ("shape", "reshape|view|squeeze|permute|transpose|broadcast_to|slice|split|chunk|^cat|stack")]
# Compiled once, for what includes them.
HEADERS = ["fmt/format.h", "algorithm", "cmath", "optional", "vector", "backend/cpu/cpu.h",
           "backend/cpu/gemm.h", "backend/cpu/vec_math.h", "backend/scratch.h", "holo/ops.h",
           "tensor/record.h"]
FUNCTIONS = {"Max": "maximum", "Min": "minimum"}  # of math.h, where the op has another name
SECONDS = {"cpu": 60, "plain": 60, "cuda": 900}  # of a run on a machine that does nothing else


def run(command, **options):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          **options)


def copy_tree():
    """Only what changed, so that make has little to do."""
    for folder in ("include", "src", "tests", "examples"):
        source, target = os.path.join(ROOT, folder), os.path.join(COPY, folder)
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
    for folder in ("src", "tests"):
        for path, _, files in os.walk(os.path.join(COPY, folder)):
            whole = folder == "src" or os.path.basename(path) in ("golden", "registry")
            sources += [os.path.relpath(os.path.join(path, f), COPY) for f in files
                        if f.endswith((".cpp", ".cu")) and (whole or TESTS.match(f))]
    for other in ("tests/golden/main.cpp", "src/backend/no_cuda.cpp"):
        sources.remove(other)
    page = [f"{OBJECTS}/embedded_page_{kind}.cpp" for kind in ("css", "html", "js")]
    return [object_of(s) for s in sorted(sources) + page + ["tests/main.cpp"]]


def object_of(source):
    return f"{OBJECTS}/obj/{os.path.splitext(source)[0]}.o"


def device_of(file):
    """Where the tests of a kernel compute."""
    if file.endswith("_plain.cpp"):
        return "plain"
    return "cuda" if is_cuda(file) else "cpu"


def seconds(device):
    """How long a run may take now: with two busy programs a core, twice as long."""
    return SECONDS[device] * max(1, os.getloadavg()[0] / (os.cpu_count() or 1))


def is_cuda(file):
    return file.endswith((".cu", ".cuh"))


def ops_of(file, where):
    """Of which ops the samples come first, as a regular expression; None for all."""
    if file.endswith("math.h"):
        name = where.split("::")[0]
        snake = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
        return f"^{FUNCTIONS.get(name, snake)}_"
    return next((ops for word, ops in OPS_OF if word in os.path.basename(file)), None)


class Bench:
    """The objects of the copy, as they are."""

    def __init__(self, jobs):
        copy_tree()
        self.objects = objects_to_link()
        result = run(MAKE + [f"-j{jobs}"] + self.objects, cwd=COPY)
        if result.returncode != 0:
            sys.exit(f"error: the copy does not build\n{result.stdout[-3000:]}")
        self.compiled_headers = {}  # by the flags that they are compiled with
        for o in (object_of("src/ops/norm.cpp"), object_of("src/ops/norm_cpu.cpp")):
            self.compile_headers(self.compile_command(o)[0])

    def compile_headers(self, command):
        path = os.path.join(COPY, f"headers{len(self.compiled_headers)}.h")
        with open(path, "w") as out:
            out.writelines(f"#include <{name}>\n" for name in HEADERS)
        result = run(f"{command} -x c++-header {path} -o {path}.gch", cwd=COPY, shell=True)
        if result.returncode == 0:
            self.compiled_headers[command] = path

    def judge(self, file, where, text):
        """'killed' when the tests are red with that text as `file`, else 'ALIVE'; 'no C++'."""
        with tempfile.TemporaryDirectory(dir=COPY) as folder:
            path = os.path.join(folder, file)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as out:
                out.write(text)
            program = self.build(folder, file)
            if program is None:
                return "no C++"
            settings = {"HOLO_DEVICE": device_of(file)}
            red = self.is_red(program, settings, ops_of(file, where))
            return "killed" if red else "ALIVE"

    def build(self, folder, file):
        """Compiles what uses the changed file in `folder`, and links; None when it is no C++."""
        exchanged = {}
        for o in self.users_of(file):
            command, source = self.compile_command(o)
            target = os.path.join(folder, o.replace("/", "_"))
            compiler, flags = command.split(" ", 1)
            command = f"{compiler} -I{folder}/include -I{folder}/src {flags}"
            if source == file:  # else the change is in a header
                headers = self.compiled_headers.get(f"{compiler} {flags}")
                command += f" -include {headers}" if headers else ""
                source = os.path.join(folder, file)
            if run(f"{command} -c {source} -o {target}", cwd=COPY, shell=True).returncode != 0:
                return None
            exchanged[o] = target
        program = os.path.join(folder, "tests")
        objects = [exchanged.get(o, o) for o in self.objects]
        result = run(["g++", "-o", program] + objects + ["-lfmt"], cwd=COPY)
        if result.returncode != 0:
            sys.exit(f"error: the copy does not link\n{result.stdout[-3000:]}")
        return program

    def users_of(self, file):
        """Objects of kernels and ops that are made from a file, and of the test of formulas."""
        if file.endswith((".cpp", ".cu")):
            return [object_of(file)]
        rooms = "objects/obj/(src/ops|src/backend/cuda|tests/base/formula)"
        return [o for o in self.objects if re.match(rooms, o)
                and f" {file}" in open(os.path.join(COPY, o[:-2] + ".d")).read()]

    def compile_command(self, o):
        source = o[len("objects/obj/"):-2]
        source += ".cu" if os.path.exists(os.path.join(COPY, source + ".cu")) else ".cpp"
        text = run(MAKE + ["-n", "V=1", "-W", source, o], cwd=COPY).stdout.replace("\\\n", " ")
        line = next(line for line in text.splitlines() if f" -c {source} " in line)
        command = re.sub(r" -include \S+", "", line.split(" -MMD")[0])
        return command + (" -x c++" if is_cuda(source) else ""), source

    def is_red(self, program, settings, ops=None):
        """First the samples of the ops concerned, then the tests of few words, then all."""
        tries = [({"HOLO_OPS": ops}, "-tc=tensor grad*")] if ops else []
        tries += [({}, "-tce=" + REGISTRY), ({}, "-tc=" + REGISTRY)]
        for environment, tests in tries:
            try:
                status = run([program, "-aa=1", "-m", tests], cwd=COPY,
                             timeout=seconds(settings["HOLO_DEVICE"]),
                             env={**os.environ, **settings, **environment}).returncode
            except subprocess.TimeoutExpired:
                return True
            if status != 0:
                return True
        return False
