"""Builds the doctest program with a bug of planted.py in it, and says whether its test is red. The
build folder of the working tree is used and left as it is: what the bug changes is compiled beside
it. Bugs of CUDA kernels are judged in the build with the emulator."""
import glob
import os
import re
import subprocess
import sys
import tempfile

from judge import is_cuda, run

SECONDS = 300


class Garden:
    """A build folder with the doctest program in it. on_cuda: that of the emulator."""

    def __init__(self, root, jobs, on_cuda=False):
        self.root = root
        self.build = os.environ.get("HOLO_BUILD", "build/g++")
        self.settings = ["UNITY=0"]
        if on_cuda:
            self.settings += ["CUDA=emu"]
            self.build = re.sub("(-emulator)?$", "-emulator", self.build, count=1)
        self.program = f"{self.build}/bin/tests"
        # CUDA changes few objects: the others are those of the build without it.
        self.folders = [self.build, self.build.removesuffix("-emulator")]
        result = self.make(f"-j{jobs}", self.program)
        if result.returncode != 0:
            sys.exit(f"error: {self.program} does not build\n{result.stdout[-3000:]}")
        self.link = self.command("src/nn/gpt.cpp", self.program, f" -o {self.program} ")
        self.users = {}  # of a header: the objects that are made from it

    def make(self, *arguments):
        return run(["make", "--no-print-directory", *self.settings, *arguments], cwd=self.root)

    def command(self, source, target, part):
        """The command with that part in it which make would run, was the source newer."""
        text = self.make("-n", "V=1", "-W", source, target).stdout.replace("\\\n", " ")
        return next(line for line in text.splitlines() if part in line)

    def users_of(self, file):
        """The sources of the doctest program that see a file."""
        if file.endswith((".cpp", ".cu")) and os.path.exists(f"{self.root}/{self.object(file)}"):
            return [file]  # else it is seen as a header is: mpi.cpp, in a build without MPI
        if not self.users:
            for path in {path for folder in self.folders
                         for path in glob.glob(f"{self.root}/{folder}/obj/**/*.d", recursive=True)}:
                with open(path) as depends:
                    words = depends.read().replace("\\\n", " ").replace(":", "").split()
                source = next((word for word in words if word.endswith((".cpp", ".cu"))), "")
                if source.startswith("src/") or self.object(source) in self.link:
                    for header in set(words):
                        users = self.users.setdefault(header, [])
                        if source not in users:  # of a unit too the first source is the name
                            users.append(source)
        return self.users.get(file, [])

    def object(self, source):
        paths = [f"{folder}/obj/{os.path.splitext(source)[0]}.o" for folder in self.folders]
        return next((p for p in paths if os.path.exists(f"{self.root}/{p}")), paths[0])

    def plant(self, bug, folder):
        """The program with that bug, in `folder`; None when it does not compile."""
        changed = os.path.join(folder, bug.file)
        os.makedirs(os.path.dirname(changed))
        with open(os.path.join(self.root, bug.file)) as file, open(changed, "w") as out:
            out.write(bug.apply(file.read()))
        link = self.link.replace(f" -o {self.program} ", f" -o {folder}/tests ")
        library = f" {self.build}/libhologradient.a "
        users = self.users_of(bug.file)
        if not users:
            sys.exit(f"error: {bug.file}: no object of {self.program} is made from it")
        for source in users:
            target = os.path.join(folder, source.replace("/", "_") + ".o")
            if run(self.compile_command(bug, source, folder, target), cwd=self.root,
                   shell=True).returncode != 0:
                return None
            old = f" {self.object(source)} "
            if old in link:
                link = link.replace(old, f" {target} ")
            else:  # before the library it stands for what is in it
                link = link.replace(library, f" {target}{library}")
        linked = run(link, cwd=self.root, shell=True)
        return f"{folder}/tests" if linked.returncode == 0 else None

    def compile_command(self, bug, source, folder, target):
        """Compiles a source that sees the bug: what is changed is found in `folder` first."""
        command = self.command(source, self.object(source), f" -c {source} ")
        compiler, flags = command[:command.index(" -MMD ")].split(" ", 1)
        if source == bug.file:
            source = os.path.join(folder, source)
        else:  # a header, which what is compiled before may have in it
            flags = re.sub(r" -include \S+", "", flags)
        folders = " ".join(f"-I{folder}/{name}" for name in ("include", "src", "examples", "tests"))
        language = "-x c++ " if is_cuda(source) else ""
        return f"{compiler} {folders} {flags} -w {language}-c {source} -o {target}"

    def is_red(self, program, device, test):
        """Whether one of these test cases fails; on the emulator, in one of two orders of threads."""
        pattern = test.replace(",", "?")  # a comma would end it
        for order in ("forward", "reverse") if device == "cuda" else ("forward",):
            environment = {**os.environ, "HOLO_DEVICE": device, "EMULATOR_ORDER": order}
            try:
                status = run([program, "-aa=1", f"-tc={pattern}"], cwd=self.root, timeout=SECONDS,
                             env=environment).returncode
            except subprocess.TimeoutExpired:
                return True
            if status != 0:
                return True
        return False

    def judge(self, bug):
        """'killed', 'ALIVE', 'no C++', or 'no change' for a bug that no test can see."""
        if bug.nothing:
            return "no change"
        with tempfile.TemporaryDirectory() as folder:
            program = self.plant(bug, folder)
            if program is None:
                return "no C++"
            red = any(self.is_red(program, bug.device, test) for test in bug.tests)
            return "killed" if red else "ALIVE"
