"""commands.py: checks commands for readers: targets and settings of make, and flags of our programs; and runs the programs."""
import os
import pathlib
import re
import subprocess
import tempfile

from course import ROOT

BUILD = pathlib.Path(os.environ.get("HOLO_BUILD") or ROOT / "build" / os.environ.get("CXX", "g++")).absolute()
# What folders of sources are called in bin/: examples/bench/ops.cpp is bench_ops.
FOLDERS = {"examples": "", "examples/gpt": "", "examples/bench": "bench_", "examples/experiments": "experiment_"}


# ---- which commands there are ----

class Commands:
    """`targets` and `settings` of make; `programs`, each with its source, or with None where only the build knows it."""
    def __init__(self):
        self.settings, self.targets = set(), set()
        for file in ("Makefile", "src/make/tests.mk", "src/make/course.mk"):
            text = (ROOT / file).read_text()
            self.settings |= set(re.findall(r"^\s*([A-Z_]+)\s*[:?+]*=", text, re.M))
            for rule in re.findall(r"^([A-Za-z][^$=%:\n]*):(?: |$)", text, re.M):
                self.targets |= set(rule.split())
        self.programs = {name.name: None for name in (BUILD / "bin").glob("*")}
        for folder, prefix in FOLDERS.items():
            for source in (ROOT / folder).glob("*.cpp"):
                if "\nint main(" in source.read_text(encoding="utf-8"):
                    self.programs[prefix + source.stem] = source
        self.helps = {}

    def help(self, program):
        """What a program says of its flags; of benches and experiments, which run long, their sources."""
        if program not in self.helps:
            source = self.programs[program]
            if source and source.parent.name in ("bench", "experiments"):
                files = [source, *source.parent.glob("*.h"), *(ROOT / "examples/support").glob("*.*")]
                self.helps[program] = "".join(file.read_text(encoding="utf-8") for file in files)
            else:
                self.helps[program] = run(f"{program} --help")[0]
        return self.helps[program]

    def wrong_flags(self, words, program):
        flags = [word.partition("=")[0] for word in words if re.match(r"--[A-Za-z]", word)]
        return [f"{program} has no flag {flag}" for flag in flags if not re.search(re.escape(flag) + r"(?![\w-])", self.help(program))]

    def wrong_make(self, words):
        """The words after `make`: options, settings, targets and programs of the build."""
        problems, arguments, program, is_folder = [], [], "", False
        for word in words:
            was_folder, is_folder = is_folder, word == "-C"
            if was_folder or word.startswith("-"):
                continue
            setting, is_setting, value = word.partition("=")
            if is_setting:
                problems += [f"make has no setting {setting}"] if setting not in self.settings else []
                arguments = value.split() if setting == "ARGS" else arguments
                continue
            runs = word.startswith("run-") and word[4:] in self.programs
            built = re.match(r"build/.*/bin/([^/]*)$", word)
            if not runs and not (built and built[1] in self.programs) and word not in self.targets:
                problems.append(f"make has no target {word}")
            program = word[4:] if runs else {"demo": "train_gpt", "microgpt": "07_microgpt", "exact": "07_microgpt"}.get(word, program)
        return problems + (self.wrong_flags(arguments, program) if program else [])

    def wrong(self, text):
        """The problems of these commands, without those that are not ours."""
        problems, command = [], []
        for word in [*shell_words(text), "\n"]:
            if word != "\n":
                is_prefix = not command and (word in ("sudo", "$") or "=" in word)
                command += [] if is_prefix else [word]
                continue
            if command:
                program = command[0].rpartition("/")[2]
                if command[0] == "make":
                    problems += self.wrong_make(command[1:])
                elif program in self.programs:
                    problems += self.wrong_flags(command[1:], program)
                elif re.search("build/.*/bin/", command[0]):
                    problems.append(f"the build makes no program {program}")
            command = []
        return problems


WORD = re.compile(r"""(?P<word>(?:[^\s'"\#;&|\\]|'[^']*'|"[^"]*"|\\.)(?:[^\s'";&|\\]|'[^']*'|"[^"]*"|\\.)*)|\#[^\n]*|(?P<end>[\n;&|])""", re.S)


def shell_words(text):
    """The words without their quotes; what ends a command is "\\n"."""
    unquoted = lambda word: re.sub(r"'([^']*)'|\"([^\"]*)\"|\\(.)", lambda m: m[1] or m[2] or m[3] or "", word)  # noqa: E731
    return [unquoted(found["word"]) if found["word"] else "\n" for found in WORD.finditer(text.replace("\\\n", " ")) if found["word"] or found["end"]]


# ---- programs and what they print, as (text, what went wrong) ----

done = {}


def shell(command, stdin=""):
    """The pages show the output of floats; a build for doubles prints f64 instead."""
    ended = subprocess.run(["sh", "-c", command], cwd=ROOT, input=stdin, capture_output=True, text=True, errors="replace",
                           env={**os.environ, "HOLO_DEVICE": "cpu"})
    return ended.stdout.replace(" f64,", " f32,"), ended.stderr if ended.returncode else "", ended.returncode


def run(command, stdin=""):
    """A program of the build in the root; each command runs once."""
    program = command.split(" ")[0]
    if (command, stdin) not in done:
        if not (BUILD / "bin" / program).exists():
            return "", f"is not in {BUILD}/bin; try: make"
        if not re.fullmatch(r"[\w +,./=-]+", command):
            return "", "is no plain command"
        text, _, status = shell(f"'{BUILD}/bin/'{command}", stdin)
        done[command, stdin] = text, f"ended with status {status}" if status else ""
    return done[command, stdin]


def step(command, stdin):
    """A session with the stepper, without the source lines of steps, which depend on the compiler."""
    text, problem = run(command + " --step", stdin)
    return re.sub(r"\nno source lines: [^\n]+\n", "\n", re.sub(r"  at [^ \n]+:\d+\n", "\n", text)), problem


def compiled_programs(programs):
    """The programs of all pages as one, each in a namespace of its own, since a compiler reads the headers only once then: a function
    that runs program i. `programs`: (path, line, lines). What does not compile has its place on the page."""
    includes, bodies = [], []
    for i, (path, line, lines) in enumerate(programs):
        begins = [bool(re.match(r"\s*#\s*include", one)) for one in lines]
        includes += [one for one, is_include in zip(lines, begins) if is_include]
        body = ["" if is_include else one for one, is_include in zip(lines, begins)]
        last = max(number for number, one in enumerate(body) if one.strip())
        body[last] = re.sub(r"}$", "return 0; }", body[last])  # main() alone may end without one
        bodies.append(f'namespace program_{i} {{\n#line {line + 1} "{path}"\n' + "\n".join(body) + "\n}\n")
    calls = "".join(f"    case {i}: return program_{i}::main();\n" for i in range(len(programs)))
    main = '#include <cstdlib>\nint main(int, char** argv) {\n  switch (std::atoi(argv[1])) {\n' + calls + "  }\n}\n"
    folder = tempfile.TemporaryDirectory()
    (pathlib.Path(folder.name) / "program.cpp").write_text("\n".join([*dict.fromkeys(includes), *bodies, main]))
    # make says how this build was made; by hand the program has to guess.
    by_hand = f"{os.environ.get('CXX', 'g++')} -std=c++20 -fopenmp -I'{ROOT}/include'"
    compiler = os.environ.get("HOLO_COMPILE_QUICK") or os.environ.get("HOLO_COMPILE") or by_hand
    libraries = os.environ.get("HOLO_LIBS") or f"'{BUILD}/libhologradient.a' -lfmt -fopenmp"
    _, problem, status = shell(f"cd '{folder.name}' && {compiler} program.cpp -o program {libraries}")

    def run_program(i, keep=folder):
        if status:
            return "", "does not compile: " + problem
        text, _, failed = shell(f"'{keep.name}/program' {i} < /dev/null")
        return text, f"ended with status {failed}" if failed else ""
    return run_program
