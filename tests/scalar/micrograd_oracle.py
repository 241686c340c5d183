#!/usr/bin/env python3
"""micrograd_oracle.py: what 07_microgpt --exact computes, a second time: in Python, with Python's
own random numbers. It takes the same flags and prints the same lines, but for the one with the
time. Slow and without checks: it is there to be compared with."""
import argparse
import gc
import math
import random


class Node:
    """A number in the graph: its parents, and the derivative with respect to each."""
    __slots__ = ("number", "slope", "parents", "locals")

    def __init__(self, number, parents=(), derivatives=()):
        self.number, self.slope = number, 0
        self.parents, self.locals = parents, derivatives


def plus(a, b):
    return Node(a.number + b.number, (a, b), (1, 1))


def times(a, b):
    return Node(a.number * b.number, (a, b), (b.number, a.number))


def power(a, p):
    return Node(a.number**p, (a,), (p * a.number**(p - 1),))


def divide(a, b):
    return times(a, power(b, -1) if isinstance(b, Node) else Node(b**-1))


def total(nodes):
    result = Node(0)
    for i, node in enumerate(nodes):
        result = plus(node, result) if i == 0 else plus(result, node)
    return result


def inner(xs, ys):
    return total(times(x, y) for x, y in zip(xs, ys, strict=True))


def post_order(root):
    """All ancestors of the root, each after its parents, the first parent's first."""
    order, seen, open_nodes = [], {id(root)}, [(root, iter(root.parents))]
    while open_nodes:
        node, rest = open_nodes[-1]
        parent = next(rest, None)
        if parent is None:
            order.append(node)
            open_nodes.pop()
        elif id(parent) not in seen:
            seen.add(id(parent))
            open_nodes.append((parent, iter(parent.parents)))
    return order


def send_slopes_back(root):
    root.slope = 1
    for node in reversed(post_order(root)):
        for parent, local in zip(node.parents, node.locals):
            parent.slope += local * node.slope


def matmul(rows, xs):
    return [inner(row, xs) for row in rows]


def normalised(xs):
    scale = power(plus(divide(inner(xs, xs), len(xs)), Node(1e-5)), -0.5)
    return [times(x, scale) for x in xs]


def shares(scores):
    """Softmax."""
    top = max(score.number for score in scores)
    numbers = [math.exp(score.number - top) for score in scores]
    shifted = [plus(score, Node(-top)) for score in scores]
    raised = [Node(number, (x,), (number,)) for x, number in zip(shifted, numbers)]
    whole = total(raised)
    return [divide(node, whole) for node in raised]


class Transformer:
    def __init__(self, flags, tokens):
        wide, narrow = flags.std, 0 if flags.revision == "relu2" else flags.std
        n = flags.n_embd

        def draw(rows, columns, std=wide):
            made = [[Node(random.gauss(0, std)) for _ in range(columns)] for _ in range(rows)]
            self.weights += [weight for row in made for weight in row]
            return made

        self.flags, self.weights = flags, []
        self.token_rows, self.place_rows = draw(tokens, n), draw(flags.block_size, n)
        self.head = draw(tokens, n)
        self.layers = [[draw(n, n), draw(n, n), draw(n, n), draw(n, n, narrow), draw(4 * n, n),
                        draw(n, 4 * n, narrow)] for _ in range(flags.n_layer)]

    def scores(self, token, place, past):
        flags = self.flags
        size = flags.n_embd // flags.n_head
        x = [plus(t, p) for t, p in zip(self.token_rows[token], self.place_rows[place])]
        x = normalised(x)
        for (wq, wk, wv, wo, up, down), (keys, values) in zip(self.layers, past):
            y = normalised(x)
            query = matmul(wq, y)
            keys.append(matmul(wk, y))
            values.append(matmul(wv, y))
            mixed = []
            for at in range(0, flags.n_embd, size):
                part = slice(at, at + size)
                alike = [divide(inner(query[part], key[part]), size**0.5) for key in keys]
                weights = shares(alike)
                mixed += [inner(weights, column) for column in zip(*(v[part] for v in values))]
            x = [plus(a, b) for a, b in zip(matmul(wo, mixed), x)]
            hidden = [Node(max(0, h.number), (h,), (1.0 if h.number > 0 else 0.0,))
                      for h in matmul(up, normalised(x))]
            if flags.activation == "relu2":
                hidden = [power(h, 2) for h in hidden]
            x = [plus(a, b) for a, b in zip(matmul(down, hidden), x)]
        return matmul(self.head, x)

    def empty_past(self):
        return [([], []) for _ in self.layers]


def train(model, documents, flags):
    beta1, beta2 = (0.9, 0.95) if flags.revision == "relu2" else (0.85, 0.99)
    means, squares = [0.0] * len(model.weights), [0.0] * len(model.weights)
    with open(flags.losses, "w", encoding="ascii") as out:
        for step in range(flags.steps):
            words = documents[step % len(documents)]
            past, costs = model.empty_past(), []
            for place in range(min(flags.block_size, len(words) - 1)):
                p = shares(model.scores(words[place], place, past))[words[place + 1]]
                costs.append(times(Node(math.log(p.number), (p,), (1 / p.number,)), Node(-1)))
            loss = times(total(costs), Node(1 / len(costs)))
            send_slopes_back(loss)
            out.write(f"{step + 1} {loss.number.hex()} {loss.number!r}\n")
            if flags.revision == "relu2":
                rate = 0.01 * 0.5 * (1 + math.cos(math.pi * step / flags.steps))
            else:
                rate = 0.01 * (1 - step / flags.steps)
            for i, weight in enumerate(model.weights):
                means[i] = beta1 * means[i] + (1 - beta1) * weight.slope
                squares[i] = beta2 * squares[i] + (1 - beta2) * weight.slope**2
                mean = means[i] / (1 - beta1**(step + 1))
                square = squares[i] / (1 - beta2**(step + 1))
                weight.number -= rate * mean / (square**0.5 + 1e-8)
                weight.slope = 0


def name(model, letters, flags):
    past, token, text = model.empty_past(), len(letters), ""
    for place in range(flags.block_size):
        scores = [divide(score, flags.temperature) for score in model.scores(token, place, past)]
        chances = [share.number for share in shares(scores)]
        token = random.choices(range(len(letters) + 1), weights=chances)[0]
        if token == len(letters):
            break
        text += letters[token]
    return text


def main():
    words = argparse.ArgumentParser(allow_abbrev=False)
    words.add_argument("--revision", default="relu")
    words.add_argument("--activation")
    words.add_argument("--temperature", type=float, default=0.5)
    for flag in "--data", "--losses":
        words.add_argument(flag, required=True)
    for flag, preset in (("--seed", 42), ("--steps", None), ("--samples", 20), ("--n-layer", 1),
                         ("--n-embd", 16), ("--n-head", 4), ("--block-size", None)):
        words.add_argument(flag, type=int, default=preset)
    flags = words.parse_args()
    flags.activation = flags.activation or flags.revision
    squared = flags.revision == "relu2"
    flags.std = 0.02 if squared else 0.08
    flags.steps = flags.steps or (500 if squared else 1000)
    flags.block_size = flags.block_size or (8 if squared else 16)

    random.seed(flags.seed)
    with open(flags.data, encoding="utf-8") as lines:
        texts = [line.strip() for line in lines if line.strip()]
    random.shuffle(texts)
    letters = sorted({letter for text in texts for letter in text})
    ids = {letter: i for i, letter in enumerate(letters)}
    mark = [len(letters)]
    documents = [mark + [ids[letter] for letter in text] + mark for text in texts]
    model = Transformer(flags, len(letters) + 1)
    print(f"{len(texts)} documents, {len(letters) + 1} tokens, {len(model.weights)} parameters")
    train(model, documents, flags)
    for i in range(flags.samples):
        print(f"sample {i + 1:2}: {name(model, letters, flags)}")


gc.disable()
main()
