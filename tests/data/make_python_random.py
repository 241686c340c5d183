"""Writes python_random.txt beside this file: what CPython's random.Random gives.

Not needed to run the tests. A line is a call and its results, in the order in which they are drawn from
one generator: `name arguments : results`. Numbers with a point are hex floats.
"""

import pathlib
import platform
import random

SEEDS = [0, 1, 2, 42, -1, -7, -42, 1337, 19650218, 123456789, 2**31 - 1, 2**31, 2**32 - 1, 2**32,
         2**32 + 1, -(2**32), 2**53 + 1, 2**63 - 1, 2**63, -(2**63), 2**64 - 2**32, 2**64 - 1,
         0xDEADBEEFCAFEF00D]
WIDE = [(-2**63, 2**63 - 1), (-2**63, 2**63 - 2), (-2**63, -2**63), (2**63 - 1, 2**63 - 1),
        (-2**63, 0), (0, 2**63 - 1), (-2**62, 2**62), (-1, 2**63 - 1), (-5, 5), (0, 0), (1, 6),
        (-10**18, 10**18), (0, 2**32), (0, 2**32 - 1), (-2**31, 2**31 - 1)]
BELOW = [1, 2, 3, 5, 27, 2**16, 2**16 + 1, 2**31, 2**32 - 1, 2**32, 2**32 + 1, 2**63, 2**63 + 1,
         2**64 - 1]
WEIGHTS = [[1.0], [0.0, 1.0], [1.0, 0.0], [0.0, 0.0, 3.0, 0.0, 0.0], [1.0, 2.0, 3.0, 4.0],
           [0.1] * 10, [0.0, 0.7, 0.0, 0.2, 0.1, 0.0], [1e-300, 1e300, 1e300], [5e-324, 5e-324],
           [1e16, 1.0, 1.0, 1.0], [1.0 / (i + 1) for i in range(27)]]


def text(value):
    return value.hex() if isinstance(value, float) else str(value)


def main():
    lines = [f"# {platform.python_implementation()} {platform.python_version()}, "
             f"{' '.join(platform.libc_ver())}, {platform.machine()}; made by make_python_random.py"]
    rng = random.Random()

    def row(name, arguments, results):
        lines.append(" ".join([name, *map(text, arguments), ":", *map(text, results)]))

    def seed(n):
        rng.seed(n)
        row("seed", [n], [])

    def draw(count, name, *arguments):
        row(name, arguments, [getattr(rng, name)(*arguments) for _ in range(count)])

    def below(count, n):
        row("randbelow", [n], [rng._randbelow(n) for _ in range(count)])

    def shuffle(size):
        items = list(range(size))
        rng.shuffle(items)
        row("shuffle", [size], items)

    def choices(weights, k):
        row("choices", weights, rng.choices(range(len(weights)), weights=weights, k=k))

    # Every seed: a little of everything.
    for n in SEEDS:
        seed(n)
        draw(6, "random")
        draw(3, "gauss", 0.0, 1.0)
        draw(2, "random")
        draw(2, "gauss", 0.0, 0.08)
        draw(3, "getrandbits", 32)
        draw(3, "getrandbits", 64)
        draw(3, "randint", -100, 100)
        draw(2, "uniform", -1.0, 1.0)
        shuffle(7)
        choices([0.5, 0.0, 0.25, 0.25], 3)
        draw(1, "random")

    # Past the first twists: 624 words each.
    seed(42)
    draw(700, "getrandbits", 32)
    draw(5, "random")
    seed(-42)
    draw(350, "random")
    draw(400, "gauss", 0.0, 0.08)

    # The stored value: kept over other draws, scaled by the later call, forgotten by a seed.
    seed(5)
    for mu, sigma in [(0.0, 1.0), (10.0, 3.0), (-0.3, 0.7), (1e300, 1e299), (2.0, 0.0), (0.1, -1.5)] * 5:
        draw(1, "gauss", mu, sigma)
        draw(1, "random")
        draw(1, "getrandbits", 5)
    draw(1, "gauss", 0.0, 1.0)
    seed(6)
    draw(3, "gauss", 0.25, 0.5)
    seed(6)
    draw(20, "gauss", 0.25, 0.5)

    # Each call over its whole range of arguments.
    seed(7)
    for k in range(65):
        draw(3, "getrandbits", k)
    for n in BELOW:
        below(8, n)
    for a, b in WIDE:
        draw(8, "randint", a, b)
    for a, b in [(0.0, 1.0), (-3.7, 12.9), (5.0, -5.0), (1e-320, 3e-320), (-1e308, 0.5e308), (2.5, 2.5)]:
        draw(8, "uniform", a, b)
    for size in [0, 1, 2, 3, 4, 5, 8, 9, 64, 65, 300]:
        shuffle(size)
    for weights in WEIGHTS:
        choices(weights, 12)
        choices(weights, 1)
        choices(weights, 0)
    draw(3, "random")

    path = pathlib.Path(__file__).with_name("python_random.txt")
    path.write_text("\n".join(lines) + "\n")
    print(path, len(lines), "lines")


main()
