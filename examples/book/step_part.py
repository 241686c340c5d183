"""step_part.py: of the log of a program, as --trace FILE.json writes it, what happened at the lines of a listing: a log of its
own, with new indices."""
import itertools

LEAF, FORWARD, BACKWARD, CONTRIBUTION, SET_DATA, SET_GRAD, CLEAR_GRAD = range(7)
COLUMNS = ["kind", "node", "parent", "edge", "scope", "place", "size"]
PARENTS, MADE_BY = 6, 7  # of the row of a node


def is_change(kind):
    return kind in (SET_DATA, SET_GRAD, CLEAR_GRAD)


def find_events(log, lines):
    """The events from the first one at these lines up to the next calculation at another line. What has no line belongs to
    what is before it; what a backward clears before it begins belongs to that backward."""
    begin = next((e for e, line in enumerate(lines) if line is True), None)
    if begin is None:
        return range(0)
    end = begin
    while end < len(lines) and (is_change(log["kind"][end]) or log["kind"][end] == CONTRIBUTION or lines[end] is not False):
        end += 1
    while begin < end < len(lines) and log["kind"][end - 1] == CLEAR_GRAD:
        end -= 1
    return range(begin, end)


def where(log, file, source, wanted):
    """For each event: True at one of the lines, False at another line, None without a line. For a list in braces a compiler may
    name the bracket that ends the function, which is no line."""
    code = source.split("\n")

    def of_place(place):
        index, line = log["places"][place]
        if log["files"][index][0] != file:
            return False if line else None
        is_bracket = 0 < line <= len(code) and code[line - 1].strip() == "}"
        return None if line == 0 or is_bracket else line in wanted
    at = [of_place(place) for place in range(len(log["places"]))]
    return [at[place] for place in log["place"]]


def part_of(log, file, source, wanted):
    """The part of a log, and the indices that its events and nodes have in the whole. Before the events are those that made
    what is used there, so a leaf has the data that it has then. A change of a node that is not in the part is left out."""
    lines = where(log, file, source, wanted)
    there = find_events(log, lines)
    needed, waiting = set(), []
    for e in there:
        if not is_change(log["kind"][e]):
            waiting += [log["node"][e]] + ([log["parent"][e]] if log["kind"][e] == CONTRIBUTION else [])
    while waiting:
        node = waiting.pop()
        if node not in needed:
            needed.add(node)
            waiting += log["nodes"][node][PARENTS]
    events = [e for e in range(there.stop) if log["node"][e] in needed and
              (e in there or log["kind"][e] == SET_DATA or log["nodes"][log["node"][e]][MADE_BY] == e)]
    nodes = sorted(needed)
    new_node, new_event = ({old: new for new, old in enumerate(olds)} for olds in (nodes, events))
    part = {**log, **{name: [log[name][e] for e in events] for name in COLUMNS}, "nodes": [], "numbers": [], "event_count": len(events)}
    part["place"] = [log["place"][e] if lines[e] is not None else 0 for e in events]
    for node in nodes:
        row = list(log["nodes"][node])
        row[PARENTS], row[MADE_BY] = [new_node[p] for p in row[PARENTS]], new_event[row[MADE_BY]]
        part["nodes"].append(row)
    counts = [size * (2 if kind == CONTRIBUTION else 1) for kind, size in zip(log["kind"], log["size"])]
    ends = list(itertools.accumulate(counts))
    for i, e in enumerate(events):
        part["numbers"] += log["numbers"][ends[e] - counts[e]:ends[e]]
        part["node"][i] = new_node[log["node"][e]]
        part["parent"][i] = new_node[log["parent"][e]] if log["kind"][e] == CONTRIBUTION else 0
    return part, events, nodes
