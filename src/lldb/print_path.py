"""print_path.py: what `print` says in lldb of a variable, of its fields and elements. hologradient.py loads it.

  print *node, print grad_[parent_[e]], print parent_[e]@2, print $numbers(dy, 3)
"""
import re

import lldb

from variable import Variable
from words import NotThere


def numbered(frame, path):
    """grad_[4] of grad_[parent_[e]]."""
    depth, begin, text = 0, 0, ""
    for i, letter in enumerate(path):
        if letter == "[":
            depth += 1
            begin = i + 1 if depth == 1 else begin
        if depth == 0:
            text += letter
        if letter == "]":
            depth -= 1
            if depth == 0:
                inside = path[begin:i]
                text += f"[{inside if inside.isdigit() else int(Variable(path_value(frame, inside)))}]"
    return text


def path_value(frame, path):
    """What a path like node.grad or grad_[parent_[e]] leads to; NotThere where it is another expression."""
    path = numbered(frame, path)
    for way in (path, "this->" + path):
        value = frame.GetValueForVariablePath(way, lldb.eDynamicDontRunTarget)
        if value.IsValid() and value.GetError().Success():
            return value
    raise NotThere


def shown(words, frame, text):
    """What `print` says of it; NotThere as above."""
    numbers = re.fullmatch(r"\$numbers\((.*), *(\d+)\)", text)
    if numbers:
        return words.numbers(Variable(path_value(frame, numbers.group(1))), int(numbers.group(2)))
    several = re.fullmatch(r"(.*)@(\d+)", text)
    if several:
        return words.numbers(Variable(path_value(frame, several.group(1)).AddressOf()), int(several.group(2)))
    value = path_value(frame, text)
    said = re.sub(r" \{\}$", "", str(value).rstrip("\n"))
    return said.replace(f") {value.GetName()} = ", f") {text} = ", 1)
