#!/usr/bin/env python3
"""Makes golden cases for ops of ours with PyTorch, in the schema of tests/data/golden.

To add a case: write a line into CASES below: an id "family/name", the name of the op as
tests/golden/ops.cpp knows it (add it there), what PyTorch computes, and the inputs. Then

    python3 tests/golden/make_cases.py                (needs torch and numpy; any version)
    make golden HOLO_GOLDEN=tests/data/golden_own

writes all cases anew into tests/data/golden_own (or the folder that is given) and runs them.
Commit the files. The same script gives the same files: numbers come from the seed of the case's id.

A case holds, in double:
    in.NAME    inputs; aux.NAME  indices and masks, which have no gradient
    out.y      what f computes (out.y0, out.y1, ... when it gives a list)
    lw.y       weights; loss = sum(lw out) over all outputs
    gin.NAME   d loss / d input
All inputs are floats, so that an engine in float has equal ones. The tolerance of float is 16 times
the error that a float run of PyTorch makes, and at least 2e-5 of the largest number of a tensor.
"""
import json
import os
import struct
import sys
import zlib

import numpy as np
import torch
import torch.nn.functional as functional

TYPES = {"float64": "F64", "float32": "F32", "int64": "I64", "bool": "BOOL"}


# ---- numbers: each takes a generator, and gives an array ----

def normal(*shape):
    return lambda random: random.standard_normal(shape)


def positive(*shape):
    return lambda random: 0.2 + 2 * random.random(shape)


def probability(*shape):
    return lambda random: random.random(shape)


def distinct(*shape):
    """No ties: shuffled steps of 0.25."""
    count = int(np.prod(shape))
    return lambda random: (0.25 * (random.permutation(count) - count / 2) + 0.1).reshape(shape)


def mask(*shape):
    return lambda random: random.random(shape) < 0.4


def numbers(*values):
    return lambda random: np.array(values, dtype=np.float64)


# ---- what PyTorch has no function for ----

def attention(t, n_head, n_kv_head, causal, scale, padding=None):
    def heads(x, count):
        return x.reshape(x.shape[0], x.shape[1], count, -1).transpose(1, 2)
    q, k, v = heads(t["q"], n_head), heads(t["k"], n_kv_head), heads(t["v"], n_kv_head)
    k, v = (x.repeat_interleave(n_head // n_kv_head, 1) for x in (k, v))
    seen = torch.ones(q.shape[2], k.shape[2], dtype=torch.bool)
    if causal:
        seen = seen.tril(k.shape[2] - q.shape[2])
    if padding is not None:
        seen = seen & ~padding[:, None, None, :]
    y = functional.scaled_dot_product_attention(q, k, v, seen, scale=scale)
    return y.transpose(1, 2).reshape(t["q"].shape)


CASES = []


def case(name, op, f, inputs, aux=None, note="", **config):
    CASES.append((name, dict(config, op=op), f, inputs, aux or {}, note))


for shape in [(3, 4), (2, 3, 5), (), (0, 3), (33,)]:
    text = "x".join(map(str, shape)) or "scalar"
    case(f"elementwise/rsqrt_{text}", "rsqrt", lambda t: torch.rsqrt(t["x"]), {"x": positive(*shape)})
    case(f"elementwise/abs_{text}", "abs", lambda t: torch.abs(t["x"]), {"x": normal(*shape)})
for a, b in [((3, 4), (3, 4)), ((2, 1, 5), (3, 1)), ((), (2, 3))]:
    text = "_".join("x".join(map(str, s)) or "scalar" for s in (a, b))
    for op in ("maximum", "minimum"):
        case(f"elementwise/{op}_{text}", op,
             lambda t, op=op: getattr(torch, op)(t["a"], t["b"]), {"a": normal(*a), "b": normal(*b)})
case("elementwise/maximum_tie", "maximum", lambda t: torch.maximum(t["a"], t["b"]),
     {"a": numbers(1, 2, 3), "b": numbers(1, 3, 3)}, note="equal numbers share the gradient")
for dim, keepdim in [(None, False), (0, False), (-1, True), (1, False)]:
    case(f"reduce/min_{dim}_{keepdim}", "min",
         lambda t, d=dim, k=keepdim: t["x"].min() if d is None else t["x"].amin(d, k),
         {"x": distinct(3, 4, 5)}, dims=None if dim is None else [dim], keepdim=keepdim)
case("reduce/max_tie_all", "max", lambda t: t["x"].amax(), {"x": numbers(1, 3, 3, 2, 3)},
     dims=None, keepdim=False, note="equal largest ones share the gradient")
case("reduce/max_tie_dim", "max", lambda t: t["x"].max(0)[0], {"x": numbers(1, 3, 3)},
     dims=[0], keepdim=False, note="the first of them gets it")
for dim, keepdim in [(-1, False), (0, True), (1, False)]:
    case(f"reduce/logsumexp_{dim}_{keepdim}", "logsumexp",
         lambda t, d=dim, k=keepdim: torch.logsumexp(t["x"], d, k), {"x": normal(3, 4, 5)},
         dim=dim, keepdim=keepdim)
case("reduce/logsumexp_extreme", "logsumexp", lambda t: torch.logsumexp(t["x"], 0),
     {"x": numbers(1000, 1001, 990)}, dim=0, note="max-subtraction required")
for reduction in ("sum", "none"):
    case(f"reduce/mse_{reduction}", "mse",
         lambda t, r=reduction: functional.mse_loss(t["a"], t["b"], reduction=r),
         {"a": normal(3, 4), "b": normal(3, 4)}, reduction=reduction)
for shape in [(3, 4), (2, 3, 5), (), (0, 3), (33,)]:
    text = "x".join(map(str, shape)) or "scalar"
    for op, f in (("sin", torch.sin), ("cos", torch.cos), ("softplus", functional.softplus)):
        case(f"elementwise/{op}_{text}", op, lambda t, f=f: f(t["x"]), {"x": normal(*shape)})
for op, f in (("sin", torch.sin), ("cos", torch.cos)):
    case(f"elementwise/{op}_large", op, lambda t, f=f: f(t["x"]),
         {"x": numbers(-0.0, 3.0, 22.0, -355.0, 1000.5, 1e5, -1e8)}, note="range reduction")
case("elementwise/softplus_extreme", "softplus", lambda t: functional.softplus(t["x"]),
     {"x": numbers(-1000, -40, -15, 15, 40, 1000)}, note="neither end overflows")
for reduction in ("mean", "sum", "none"):
    case(f"reduce/binary_cross_entropy_{reduction}", "binary_cross_entropy_with_logits",
         lambda t, r=reduction: functional.binary_cross_entropy_with_logits(
             t["logits"], t["targets"], reduction=r),
         {"logits": normal(3, 4), "targets": probability(3, 4)}, reduction=reduction)
case("reduce/binary_cross_entropy_extreme", "binary_cross_entropy_with_logits",
     lambda t: functional.binary_cross_entropy_with_logits(
         t["logits"], t["targets"], reduction="none"),
     {"logits": numbers(-1000, -1000, -30, 0, 30, 1000, 1000), "targets": numbers(0, 1, 0, 0.5, 1, 0, 1)},
     reduction="none", note="neither end overflows")
for B, Tq, Tk, H, Hkv, D, causal in [(2, 5, 5, 2, 2, 3, True), (1, 4, 4, 4, 2, 2, True),
                                     (2, 3, 6, 2, 1, 4, True), (2, 5, 3, 2, 2, 4, False),
                                     (1, 17, 17, 3, 3, 5, True), (1, 1, 9, 2, 2, 8, True)]:
    scale = float(np.float32(0.3)) if H == 2 else D ** -0.5
    case(f"attention/{B}x{Tq}x{Tk}_{H}_{Hkv}_{D}_{'causal' if causal else 'full'}", "attention",
         lambda t, H=H, Hkv=Hkv, causal=causal, scale=scale: attention(t, H, Hkv, causal, scale),
         {"q": normal(B, Tq, H * D), "k": normal(B, Tk, Hkv * D), "v": normal(B, Tk, Hkv * D)},
         n_head=H, n_kv_head=Hkv, causal=causal, scale=scale)
for B, Tq, Tk, H, Hkv, D, causal in [(3, 5, 5, 2, 2, 3, True), (2, 3, 6, 2, 1, 4, True), (2, 5, 3, 4, 2, 2, False)]:
    case(f"attention/padded_{B}x{Tq}x{Tk}_{H}_{Hkv}_{D}_{'causal' if causal else 'full'}", "attention_padded",
         lambda t, H=H, Hkv=Hkv, D=D, causal=causal: attention(t, H, Hkv, causal, D ** -0.5, t["padding"]),
         {"q": normal(B, Tq, H * D), "k": normal(B, Tk, Hkv * D), "v": normal(B, Tk, Hkv * D)},
         {"padding": mask(B, Tk)}, n_head=H, n_kv_head=Hkv, causal=causal, note="some queries see no key")

for a, b in [((6, 1, 3, 5), (1, 4, 5, 2)), ((2, 1, 3, 1, 2, 3), (1, 5, 3, 2, 3, 2)), ((2, 3, 4), (4,)), ((4,), (2, 3, 4, 5))]:
    text = "_".join("x".join(map(str, s)) for s in (a, b))
    case(f"matmul/{text}", "matmul", lambda t: t["a"] @ t["b"], {"a": normal(*a), "b": normal(*b)},
         note="vectors, and batches that are repeated")
for op in ("sum", "mean", "var"):
    case(f"reduce/{op}_0_2_4", op, lambda t, op=op: getattr(t["x"], op)((0, 2, 4)), {"x": normal(2, 3, 2, 3, 2)}, dims=[0, 2, 4])

# compositions.h
for shape in [(3, 4), (33,)]:
    text = "x".join(map(str, shape))
    case(f"compositions/elu_{text}", "elu", lambda t: functional.elu(t["x"], 0.5), {"x": normal(*shape)}, alpha=0.5)
    case(f"compositions/leaky_relu_{text}", "leaky_relu", lambda t: functional.leaky_relu(t["x"], 0.1),
         {"x": normal(*shape)}, slope=0.1)
EDGES = numbers(-1000, -20, -1e-6, -0.0, 0, 1e-6, 1, 1000)
case("compositions/elu_edges", "elu", lambda t: functional.elu(t["x"]), {"x": EDGES}, alpha=1)
case("compositions/leaky_relu_edges", "leaky_relu", lambda t: functional.leaky_relu(t["x"], 0.5), {"x": EDGES}, slope=0.5)
case("compositions/comparisons", "comparisons",
     lambda t: [getattr(t["a"], op)(t["b"]) * t["a"] for op in ("gt", "lt", "ge", "le", "eq", "ne")],
     {"a": numbers(1, 2, 3, 4, 5, -0.0, -1), "b": numbers(2, 2, 2, np.inf, -np.inf, 0, np.nan)})
case("compositions/assignments", "assignments",
     lambda t: (((t["a"] + t["b"]) * t["a"] - t["b"]) / t["b"] + 2) * 3 / 4 - 5, {"a": normal(2, 3), "b": positive(3)})
for dim, keepdim in [(None, False), (0, False), (-1, True)]:
    case(f"compositions/stddev_{dim}_{keepdim}", "stddev",
         lambda t, d=dim, k=keepdim: t["x"].std() if d is None else t["x"].std(d, keepdim=k),
         {"x": normal(3, 4, 5)}, dims=None if dim is None else [dim], keepdim=keepdim)
case("compositions/stddev_0", "stddev", lambda t: t["x"].std(), {"x": numbers(3, 3, 3)}, note="no gradient, as the numbers are equal")
for dim in (0, 1, -1):
    case(f"compositions/cumsum_{dim}", "cumsum", lambda t, d=dim: t["x"].cumsum(d), {"x": normal(3, 4, 7)}, dim=dim)
case("compositions/cumsum_0", "cumsum", lambda t: t["x"].cumsum(0), {"x": normal(0, 3)}, dim=0)
case("compositions/select", "select", lambda t: t["x"].select(1, -2), {"x": normal(3, 4)}, dim=1, index=-2)
case("compositions/element", "element", lambda t: t["x"][1], {"x": normal(3, 4)}, index=1)
case("compositions/flatten", "flatten", lambda t: t["x"].flatten(1), {"x": normal(3, 4, 2)}, first=1)
case("compositions/pad", "pad", lambda t: functional.pad(t["x"], (1, 2), value=9), {"x": normal(3, 4)}, dim=1, before=1, after=2, value=9)
for diagonal in (-1, 0, 1):
    for op in ("tril", "triu"):
        case(f"compositions/{op}_{diagonal}", op, lambda t, op=op, d=diagonal: getattr(t["x"], op)(d), {"x": normal(2, 3, 4)}, diagonal=diagonal)
TARGET = {"target": lambda random: random.integers(0, 5, (3, 4))}
for reduction in ("mean", "sum", "none"):
    case(f"compositions/nll_loss_{reduction}", "nll_loss",
         lambda t, r=reduction: functional.nll_loss(t["x"].permute(0, 2, 1), t["target"], reduction=r),
         {"x": normal(3, 4, 5)}, TARGET, reduction=reduction)
case("compositions/smoothed_cross_entropy", "smoothed_cross_entropy",
     lambda t: functional.cross_entropy(t["x"].permute(0, 2, 1), t["target"], label_smoothing=0.1),
     {"x": normal(3, 4, 5)}, TARGET, smoothing=0.1)


# ---- from here on nothing changes with a new case ----

def run(f, arrays, aux, weights, dtype):
    """All results of one precision, by their names in the file."""
    inputs = {name: torch.tensor(x, dtype=dtype, requires_grad=True) for name, x in arrays.items()}
    masks = {name: torch.tensor(x) for name, x in aux.items()}
    outputs = f({**inputs, **masks})
    named = {"y": outputs} if torch.is_tensor(outputs) else {f"y{i}": y for i, y in enumerate(outputs)}
    for name, y in named.items():
        weights.setdefault(name, weights["random"].standard_normal(tuple(y.shape)).astype(np.float32))
    parts = {name: torch.tensor(weights[name], dtype=dtype) * y for name, y in named.items()}
    loss = sum(part.sum() for part in parts.values())
    loss.backward()
    results = {f"out.{name}": y.detach() for name, y in named.items()}
    results["loss"] = loss.detach()
    for name, x in inputs.items():
        results[f"gin.{name}"] = torch.zeros_like(x) if x.grad is None else x.grad
    scale = float(sum(part.detach().abs().sum() for part in parts.values()))
    return {name: x.numpy() for name, x in results.items()}, list(named), scale


def relative_error(got, want, scale):
    if want.size == 0:
        return 0.0
    largest = scale or np.abs(want).max()
    return float(np.abs(got - want).max() / largest) if largest > 0 else 0.0


def round_up(x):
    """To one digit: 3.2e-5 is 4e-5."""
    unit = 10.0 ** np.floor(np.log10(x))
    return float(f"{np.ceil(x / unit * (1 - 1e-12)) * unit:.0e}")


def make(name, config, f, inputs, aux, note, to):
    """The entry of a case; its arrays go into `to`."""
    random = np.random.default_rng(zlib.crc32(name.encode()))
    arrays = {key: np.asarray(make_one(random)).astype(np.float32) for key, make_one in inputs.items()}
    constants = {key: np.asarray(make_one(random)) for key, make_one in aux.items()}
    weights = {"random": random}
    f64, outputs, scale = run(f, arrays, constants, weights, torch.float64)
    f32, _, _ = run(f, arrays, constants, weights, torch.float32)
    error = max(relative_error(f32[key], f64[key], scale if key == "loss" else 0) for key in f64)
    given = {f"in.{key}": x for key, x in arrays.items()}
    given.update({f"lw.{key}": weights[key] for key in outputs})
    for key, x in {**given, **f64}.items():
        to[f"{name}/{key}"] = np.asarray(x, dtype=np.float64)
    for key, x in constants.items():
        to[f"{name}/aux.{key}"] = x if x.dtype in (np.int64, np.bool_) else x.astype(np.float64)
    return {"id": name, "family": name.split("/")[0], "layer": "op", "tier": "core", "config": config,
            "files": {"f64": "cases.safetensors"},
            "inputs": sorted(inputs), "inputs_without_grad": [], "params": [], "aux": sorted(aux),
            "outputs": outputs, "loss_abs_scale": scale, "note": note,
            "tol": {"f64": {"rtol": 1e-11, "atol": 1e-13},
                    "f32": {"rtol": max(2e-5, round_up(16 * error) if error else 0), "atol": 1e-6}}}


def write_safetensors(path, arrays):
    """Wider types first, so that each array is aligned; then by name."""
    names = sorted(arrays, key=lambda name: (-arrays[name].itemsize, name))
    header, offset = {"__metadata__": {"schema": "1"}}, 0
    for name in names:
        x = arrays[name]
        header[name] = {"dtype": TYPES[x.dtype.name], "shape": list(x.shape),
                        "data_offsets": [offset, offset + x.nbytes]}
        offset += x.nbytes
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for name in names:
            file.write(np.ascontiguousarray(arrays[name]).tobytes())


def write_cases(path, entries):
    """One case a line."""
    lines = ",\n".join(json.dumps(entry, sort_keys=True) for entry in entries)
    with open(path, "w") as file:
        file.write(f'{{"schema": "1", "set": "own", "count": {len(entries)}, "cases": [\n{lines}\n]}}\n')


def main():
    default = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                           "data", "golden_own")
    directory = sys.argv[1] if len(sys.argv) > 1 else default
    os.makedirs(directory, exist_ok=True)
    torch.set_num_threads(1)
    arrays = {}
    entries = [make(*one, arrays) for one in CASES]
    write_safetensors(os.path.join(directory, "cases.safetensors"), arrays)
    write_cases(os.path.join(directory, "cases.json"), entries)
    print(f"{len(entries)} cases in {directory}")


if __name__ == "__main__":
    main()
