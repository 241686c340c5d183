"""hologradient.py: makes lldb step through the engine and print its types, like src/gdb/hologradient.gdb
for gdb. Load it together with the program:
  lldb -o 'command script import src/lldb/hologradient.py' build/g++-debug/bin/08_tensor

  (lldb) print y
  (holo::Tensor) y = Tensor #4 "y" f32[2,3] op=mul grad=yes { data = {...} grad = {...} }
  (lldb) print $numbers(dy, 3)
  {1, 1, 1}
"""
import os
import re
import sys

import lldb

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "debugger"))
from words import STEP_OVER, Debugger, NotThere, Words, text_at

del sys.path[0]


# ---- a variable of lldb that looks like gdb's ----

class Variable:
    def __init__(self, value):
        if not value.IsValid():
            raise NotThere
        self.value = value.GetNonSyntheticValue()

    def formatted(self, field):
        """The SBValue of a field, with the children from lldb's formatters."""
        value = self.value.GetChildMemberWithName(field)
        value.SetPreferSyntheticValue(True)
        return value

    def __getitem__(self, key):
        """A field by its name; an element of an array, or behind a pointer, by its number."""
        if isinstance(key, str):
            return Variable(self.value.GetChildMemberWithName(key))
        if not self.value.GetType().IsPointerType():
            return Variable(self.value.GetChildAtIndex(key))
        kind = self.value.GetType().GetPointeeType()
        address = lldb.SBAddress(int(self) + key * kind.GetByteSize(), self.value.GetTarget())
        return Variable(self.value.GetTarget().CreateValueFromAddress("element", address, kind))

    def dereference(self):
        return self[0]

    def __int__(self):
        error = lldb.SBError()
        signed = self.value.GetType().GetTypeFlags() & lldb.eTypeIsSigned
        number = self.value.GetValueAsSigned(error) if signed else self.value.GetValueAsUnsigned(error)
        if error.Fail():
            raise NotThere
        return number

    def __float__(self):
        kind = self.value.GetType().GetCanonicalType()
        if kind.GetBasicType() not in (lldb.eBasicTypeFloat, lldb.eBasicTypeDouble):
            return float(int(self))
        error, data = lldb.SBError(), self.value.GetData()
        number = data.GetDouble(error, 0) if kind.GetByteSize() == 8 else data.GetFloat(error, 0)
        if error.Fail() or self.value.GetError().Fail():
            raise NotThere
        return number


def path_value(frame, path):
    """The variable at a path like node.grad or x[0]; NotThere for any other expression."""
    for way in (path, "this->" + path):
        value = frame.GetValueForVariablePath(way, lldb.eDynamicDontRunTarget)
        if value.IsValid() and value.GetError().Success():
            return value
    raise NotThere


def shown(words, frame, text):
    """The text of `print` for an expression; NotThere as in the function above."""
    numbers = re.fullmatch(r"\$numbers\((.*), *(\d+)\)", text)
    if numbers:
        return words.numbers(Variable(path_value(frame, numbers.group(1))), int(numbers.group(2)))
    several = re.fullmatch(r"(.*)@(\d+)", text)
    if several:
        return words.numbers(Variable(path_value(frame, several.group(1)).AddressOf()), int(several.group(2)))
    value = path_value(frame, text)
    said = re.sub(r" \{\}$", "", str(value).rstrip("\n"))
    return said.replace(f") {value.GetName()} = ", f") {text} = ", 1)


# ---- the words ----


class Lldb(Debugger):
    errors = (NotThere,)

    def elements(self, array):
        return Variable(array.value.GetChildAtIndex(0))

    def size_of_target(self, pointer):
        return pointer.value.GetType().GetPointeeType().GetCanonicalType().GetByteSize()

    def node_label(self, node):
        """The label, from lldb's formatter for std::unique_ptr."""
        pointer = node.formatted("label").GetChildAtIndex(0)
        if not pointer.IsValid() or pointer.GetValueAsUnsigned() == 0:
            return None
        return letters_of(pointer.Dereference())

    def value_label(self, tape, index):
        """The label, from lldb's formatter for std::map."""
        labels = tape.formatted("labels_")
        for i in range(min(labels.GetNumChildren(), 10_000)):
            pair = labels.GetChildAtIndex(i)
            if pair.GetChildAtIndex(0).GetValueAsUnsigned() == index:
                return letters_of(pair.GetChildAtIndex(1))
        return None

    def op_name(self, number):
        for op in lldb.target.FindFirstType("holo::Op").GetEnumMembers():
            if op.GetValueAsUnsigned() == number:
                return op.GetName()
        raise NotThere

    def tape(self):
        """The current tape. On Linux lldb cannot find thread_local variables, so it calls Tape::newest()
        in the program, which makes no tape."""
        thread = current_thread()
        if not thread.IsValid():
            return None
        variables = lldb.target.FindGlobalVariables("holo::Tape::current_", 1)
        value = variables.GetValueAtIndex(0)
        if value.IsValid() and value.GetError().Success():
            return Variable(value).dereference()
        functions = lldb.target.FindFunctions("holo::Tape::newest")
        kind = lldb.target.FindFirstType("holo::Tape")
        if functions.GetSize() == 0 or not kind.IsValid():
            return None
        function = functions.GetContextAtIndex(0).GetSymbol().GetStartAddress().GetLoadAddress(lldb.target)
        options = lldb.SBExpressionOptions()
        options.SetIgnoreBreakpoints(True)
        options.SetTryAllThreads(False)
        options.SetTrapExceptions(False)
        address = thread.GetFrameAtIndex(0).EvaluateExpression(
            f"((unsigned long (*)()){function})()", options).GetValueAsUnsigned()
        return Variable(lldb.target.CreateValueFromAddress("tape", lldb.SBAddress(
            address, lldb.target), kind)) if address else None


def current_thread():
    return lldb.target.GetProcess().GetSelectedThread()


def letters_of(string):
    """The letters of a std::string: lldb formats libc++'s, but not every string of libstdc++."""
    letters = string.GetNonSyntheticValue().GetChildMemberWithName("_M_dataplus").GetChildMemberWithName("_M_p")
    if letters.IsValid():
        return text_at(Variable(letters), 100)
    return (string.GetSummary() or "")[1:-1]


words = Words(Lldb())
KINDS = re.compile(r"(?:\w+::)*(%s)(?: ?[*&])*$" % "|".join(words.kinds))


def kind_of(value):
    return KINDS.search(value.GetType().GetUnqualifiedType().GetName()).group(1)


def variable_of(value):
    """A variable without our formatters; for a pointer or a reference its target."""
    value = value.GetNonSyntheticValue()
    kind = value.GetType()
    return Variable(value.Dereference() if kind.IsPointerType() or kind.IsReferenceType() else value)


def summary(value, _):
    lldb.target = value.GetTarget()
    return words.text(kind_of(value), variable_of(value))


class Fields:
    """The children of a value: texts."""

    def __init__(self, value, _):
        self.value = value
        self.fields = []

    def update(self):
        lldb.target = self.value.GetTarget()
        self.fields = words.fields(kind_of(self.value), variable_of(self.value))

    def num_children(self):
        return len(self.fields)

    def get_child_index(self, name):
        return next((i for i, field in enumerate(self.fields) if field[0] == name), None)

    def get_child_at_index(self, index):
        """A text that lldb shows without quotes: an array of `signed char`, which our programs do not use."""
        name, text = self.fields[index]
        target = self.value.GetTarget()
        data = lldb.SBData.CreateDataFromCString(target.GetByteOrder(), target.GetAddressByteSize(), text)
        kind = target.GetBasicType(lldb.eBasicTypeSignedChar).GetArrayType(len(text.encode()))
        return self.value.CreateValueFromData(name, data, kind)


def text_summary(value, _):
    return bytes(value.GetNonSyntheticValue().GetData().uint8s).decode(errors="replace")


class NoFields:
    def __init__(self, *_):
        pass

    def num_children(self):
        return 0


def formatters(debugger):
    category = debugger.CreateCategory("hologradient")
    name = "^(const )?holo::(real_[a-z]+::)?(%s)( ?[*&])?$"
    text = lldb.SBTypeNameSpecifier(r"^signed char ?\[[0-9]+\]$", True)
    plain, alone = lldb.eTypeOptionCascade, lldb.eTypeOptionHideChildren | lldb.eTypeOptionCascade
    for kind, (_, fields) in words.kinds.items():
        specifier = lldb.SBTypeNameSpecifier(name % kind, True)
        category.AddTypeSummary(specifier, lldb.SBTypeSummary.CreateWithFunctionName(
            __name__ + ".summary", plain if fields else alone))
        if fields:
            category.AddTypeSynthetic(specifier, lldb.SBTypeSynthetic.CreateWithClassName(__name__ + ".Fields", plain))
    category.AddTypeSummary(text, lldb.SBTypeSummary.CreateWithFunctionName(
        __name__ + ".text_summary", lldb.eTypeOptionHideChildren))
    category.AddTypeSynthetic(text, lldb.SBTypeSynthetic.CreateWithClassName(__name__ + ".NoFields", 0))
    category.SetEnabled(True)


def step_over(debugger):
    """The functions that `step` skips: lldb wants their names, some without arguments."""
    patterns = ["^(std|__gnu_cxx|fmt|__gnu_debug)::"] + [function.replace("[(]", "([(]|$)") for function in STEP_OVER]
    debugger.HandleCommand("settings set target.process.thread.step-avoid-regexp " + "|".join(patterns))


def print_command(debugger, text, result, _):
    """print without compiling: reads memory, and leaves other expressions to lldb's print."""
    lldb.target = debugger.GetSelectedTarget()
    frame = current_thread().GetSelectedFrame()
    try:
        if frame.IsValid():
            result.PutCString(shown(words, frame, text.strip()))
            return
    except NotThere:
        pass
    answer = lldb.SBCommandReturnObject()
    debugger.GetCommandInterpreter().HandleCommand("expression -- " + text, answer)
    result.PutCString((answer.GetOutput() or "").rstrip("\n"))
    if not answer.Succeeded():
        result.SetError((answer.GetError() or "").rstrip("\n"))


def first_stop(debugger, *_):
    """first-stop: the first stop of an editor: in program(), or in main() if there is none."""
    target = debugger.GetSelectedTarget()
    name = "program" if target.FindFunctions("program").GetSize() else "main"
    target.BreakpointCreateByName(name, target.GetExecutable().GetFilename()).SetOneShot(True)


def __lldb_init_module(debugger, _):
    lldb.target = debugger.GetSelectedTarget()
    formatters(debugger)
    step_over(debugger)
    debugger.HandleCommand(f"command script add -f {__name__}.first_stop first-stop")
    for name in ("print", "p"):
        debugger.HandleCommand("command unalias " + name)
        debugger.HandleCommand(f"command script add -f {__name__}.print_command {name}")
