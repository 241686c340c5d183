"""variable.py: makes a variable of lldb look like gdb's, for src/debugger/words.py, and prints it, its fields and its
elements. hologradient.py loads it.

  print *node, print x[0]@2, print $numbers(dy, 3)
"""
import re

import lldb

from words import NotThere


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
