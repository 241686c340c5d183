"""Edits that change nothing a test could see, each with the reason: (part of the file's name, part
of the line, part of the edit's kind, reason)."""

KNOWN = []


def reason(edit, source):
    begin = source.rfind("\n", 0, edit.start) + 1
    line = source[begin:source.find("\n", edit.end)]
    for file, part, kind, why in KNOWN:
        if file in edit.file and part in line and kind in edit.kind:
            return why
    return ""
