#!/usr/bin/env python3
"""The training steps of bench/train_step.cpp in PyTorch, to be compared with them.

  python3 examples/bench/torch_peer.py --case b --threads 1 [--seconds 2] [--device cuda]
    [--compile reduce-overhead] [--precision tf32]

Prints one line: the version of torch, its BLAS, the best and the median time of a step in
milliseconds.
a1, a32: the size of microgpt, batch 1 and 32. b: 4 layers of 128, block 64, batch 12.
c: 6 layers of 384, block 256, batch 8. gpt2: 12 layers of 768, block 1024, batch 4. gated, holo: forward and backward of [512, 768] through
GatedMLP(768, 2048) and HoloGateFlow(768). No layer has a bias but those of HoloGateFlow.

On a GPU --compile names a mode of torch.compile, without which each op is a call of its own, and --precision
says how exact products are, as that of the engine does.

Debian's torch uses OpenBLAS, which does not know newer CPUs: with AVX-512 its SkylakeX
kernels are twice as fast as those it picks, and its OpenMP build (libopenblas0-openmp) does not
fight with the threads of torch. Both are asked for here, to be fair.
"""
import argparse
import glob
import math
import os
import statistics
import sys
import time


def prepare_environment(threads):
    """Starts this program again with what must be set before torch is loaded."""
    wanted = {name: str(threads)
              for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}
    wanted["OMP_PROC_BIND"] = "true"
    with open("/proc/cpuinfo", encoding="ascii", errors="replace") as file:
        if "avx512f" in file.read():
            wanted["OPENBLAS_CORETYPE"] = "SkylakeX"
            wanted["ATEN_CPU_CAPABILITY"] = "avx512"
    # Debian: the threads of this build are those of torch; the other's fight with them.
    folder = glob.glob("/usr/lib/*/openblas-openmp")
    if folder:
        wanted["LD_LIBRARY_PATH"] = folder[0]
    if any(os.environ.get(name) != value for name, value in wanted.items()):
        environment = {**os.environ, **wanted}
        environment.pop("OPENBLAS_L2_SIZE", None)
        os.execve(sys.executable, [sys.executable] + sys.argv, environment)


def blas_of_torch(args):
    """Which BLAS multiplies matrices: that of its build, or a library that it has loaded."""
    import torch
    if args.device == "cuda":
        return f"{args.compile or 'eager'},{args.precision}"
    if torch.backends.mkl.is_available():
        return "MKL"
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
            return "OpenBLAS" if "openblas" in file.read() else "BLAS"
    except OSError:
        return "BLAS"


def models():
    import torch
    from torch import nn
    import torch.nn.functional as F

    class LayerNorm(nn.Module):
        def __init__(self, channels):
            super().__init__()
            self.weight = nn.Parameter(torch.ones(channels))

        def forward(self, x):
            return F.layer_norm(x, self.weight.shape, self.weight, None, 1e-5)

    class RMSNorm(nn.Module):
        def __init__(self, channels):
            super().__init__()

        def forward(self, x):
            return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5)

    class Attention(nn.Module):
        def __init__(self, channels, heads, block):
            super().__init__()
            self.heads = heads
            self.qkv = nn.Linear(channels, 3 * channels, bias=False)
            self.proj = nn.Linear(channels, channels, bias=False)
            mask = torch.tril(torch.ones(block, block)).view(1, 1, block, block) == 0
            self.register_buffer("mask", mask)

        def forward(self, x):
            B, T, C = x.shape
            q, k, v = (t.view(B, T, self.heads, C // self.heads).transpose(1, 2)
                       for t in self.qkv(x).split(C, 2))
            if hasattr(F, "scaled_dot_product_attention"):
                y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            else:
                a = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(C // self.heads))
                y = F.softmax(a.masked_fill(self.mask[:, :, :T, :T], float("-inf")), -1) @ v
            return self.proj(y.transpose(1, 2).contiguous().view(B, T, C))

    class Block(nn.Module):
        def __init__(self, channels, heads, block, norm, activation):
            super().__init__()
            self.norm1, self.norm2 = norm(channels), norm(channels)
            self.attention = Attention(channels, heads, block)
            self.activation = activation
            self.fc1 = nn.Linear(channels, 4 * channels, bias=False)
            self.fc2 = nn.Linear(4 * channels, channels, bias=False)

        def forward(self, x):
            x = x + self.attention(self.norm1(x))
            return x + self.fc2(self.activation(self.fc1(self.norm2(x))))

    class GPT(nn.Module):
        def __init__(self, vocab, block, layers, heads, channels, micro):
            super().__init__()
            norm = RMSNorm if micro else LayerNorm
            activation = F.relu if micro else F.gelu
            self.wte, self.wpe = nn.Embedding(vocab, channels), nn.Embedding(block, channels)
            self.blocks = nn.ModuleList(
                Block(channels, heads, block, norm, activation) for _ in range(layers))
            self.norm = norm(channels)
            self.head = nn.Linear(channels, vocab, bias=False)
            if not micro:
                self.wte.weight = self.head.weight
            for p in self.parameters():
                if p.dim() > 1:
                    nn.init.normal_(p, 0, 0.02)

        def forward(self, tokens, targets):
            x = self.wte(tokens) + self.wpe.weight[: tokens.shape[1]]
            for block in self.blocks:
                x = block(x)
            logits = self.head(self.norm(x))
            return F.cross_entropy(logits.flatten(0, 1), targets.flatten())

    class GatedMLP(nn.Module):
        def __init__(self, channels, hidden):
            super().__init__()
            self.fc1 = nn.Linear(channels, 2 * hidden, bias=False)
            self.fc2 = nn.Linear(hidden, channels, bias=False)

        def forward(self, x):
            value, gate = self.fc1(x).chunk(2, -1)
            return self.fc2(value * F.silu(gate))

    class HoloGateFlow(nn.Module):
        def __init__(self, channels):
            super().__init__()
            third = self.third = channels // 3
            self.w1, self.w2, self.w3 = (nn.Linear(third, channels) for _ in range(3))
            self.out, self.scale, self.shift = (nn.Linear(2 * channels, channels)
                                                for _ in range(3))
            self.norm = nn.LayerNorm(2 * channels)

        def forward(self, x):
            k = self.third
            z1, z2 = F.gelu(self.w1(x[:, :k])), F.silu(self.w2(x[:, k:2 * k]))
            z = torch.cat([z1, torch.sigmoid(self.w3(x[:, 2 * k:])) * z2], -1)
            n = self.norm(z)
            return x + torch.sigmoid(self.scale(n)) * self.out(z) + self.shift(n)

    return GPT, GatedMLP, HoloGateFlow


def training_step(case, args):
    import torch
    GPT, GatedMLP, HoloGateFlow = models()
    sizes = {"a1": (27, 16, 1, 4, 16, True, 1), "a32": (27, 16, 1, 4, 16, True, 32),
             "b": (65, 64, 4, 4, 128, False, 12), "c": (65, 256, 6, 6, 384, False, 8),
             "gpt2": (50304, 1024, 12, 12, 768, False, 4)}
    if case in sizes:
        *size, batch = sizes[case]
        model = GPT(*size).to(args.device)
        text = torch.randint(size[0], (batch, size[1] + 1), device=args.device)
        tokens, targets = text[:, :-1].contiguous(), text[:, 1:].contiguous()
        # One kernel for all parameters, where torch has it for the CPU.
        fused = {"fused": True} if int(torch.__version__.split(".")[0]) >= 2 else {}
        optimizer = torch.optim.AdamW(model.parameters(), lr=1e-6, betas=(0.9, 0.99),
                                      weight_decay=0.1, **fused)

        run = torch.compile(model, mode=args.compile) if args.compile else model

        def step():
            loss = run(tokens, targets)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
    else:
        model = GatedMLP(768, 2048) if case == "gated" else HoloGateFlow(768)
        model = model.to(args.device)
        x = torch.randn(512, 768, requires_grad=True, device=args.device)
        dy = torch.randn(512, 768, device=args.device)
        run = torch.compile(model, mode=args.compile) if args.compile else model

        def step():
            for p in model.parameters():
                p.grad = None
            x.grad = None
            run(x).backward(dy)
    return step


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--case", required=True,
                        choices=["a1", "a32", "b", "c", "gpt2", "gated", "holo"])
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--device", default="cpu", choices=["cpu", "cuda"])
    parser.add_argument("--compile", choices=["default", "reduce-overhead", "max-autotune"])
    parser.add_argument("--precision", default="fp32", choices=["fp32", "tf32"])
    args = parser.parse_args()
    prepare_environment(args.threads)
    try:
        import torch
    except ImportError:
        sys.exit("torch_peer: no torch here")
    torch.manual_seed(0)
    torch.set_num_threads(args.threads)
    if args.device == "cuda" and not torch.cuda.is_available():
        sys.exit("torch_peer: no GPU that torch knows")
    torch.backends.cuda.matmul.allow_tf32 = args.precision == "tf32"
    wait = torch.cuda.synchronize if args.device == "cuda" else lambda: None
    step = training_step(args.case, args)
    for _ in range(3):
        step()  # the first ones compile
    wait()
    end, times = time.perf_counter() + args.seconds / 3, []
    while time.perf_counter() < end:
        step()
    end = time.perf_counter() + args.seconds
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        step()
        wait()
        times.append(1e3 * (time.perf_counter() - start))
    print(torch.__version__, blas_of_torch(args), min(times), statistics.median(times))


if __name__ == "__main__":
    main()
