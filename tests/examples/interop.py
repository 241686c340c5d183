"""interop.py exchange FOLDER: for interop_test.sh. Reads what export_gpt wrote and compares logits
with models that know nothing of ours; writes models of its own for import_gpt, with their logits.
interop.py compare FOLDER: the logits of these after the import. A line a check: "ok NAME",
"no NAME: why" or "skip NAME: why"."""
import json, os, struct, sys

TOLERANCE = 1e-5


def report(name, ours, theirs):
    """Two lists of logits."""
    worst = max(map(abs, (a - b for a, b in zip(ours, theirs))), default=float("nan"))
    largest = max(map(abs, theirs), default=0)
    good = len(ours) == len(theirs) and 0.01 < largest and worst <= TOLERANCE * max(1, largest)
    print(f"{'ok' if good else 'no'} {name}: logits differ by {worst:.1e} of {largest:.2g}")


def read_numbers(path):
    return [float(line) for line in open(path)]


def compare(folder):
    for name in sorted(os.listdir(folder)):
        if name.endswith(".theirs"):
            stem = os.path.join(folder, name[:-7])
            try:
                report(name[:-7], read_numbers(stem + ".ours"), read_numbers(stem + ".theirs"))
            except OSError as error:
                print(f"no {name[:-7]}: {error}")


if sys.argv[1] == "compare":
    compare(sys.argv[2])
    sys.exit()

import torch
from torch import nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.environ.get("HOLO_ROOT", "."), "examples/gpt"))
import load_gpt

torch.manual_seed(1)
torch.set_num_threads(1)
ACT = {"gelu": F.gelu, "gelu_new": lambda x: F.gelu(x, approximate="tanh"), "relu": F.relu,
       "silu": F.silu, "relu2": lambda x: F.relu(x) ** 2}


# nanoGPT and GPT-2 as others write them: names of modules are names in the file.


class Conv1D(nn.Module):
    def __init__(self, n_in, n_out, bias):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(n_in, n_out))
        self.bias = nn.Parameter(torch.empty(n_out))

    def forward(self, x):
        return x @ self.weight + self.bias


class Norm(nn.Module):
    def __init__(self, C, bias):
        super().__init__()
        self.weight = nn.Parameter(torch.empty(C))
        self.bias = nn.Parameter(torch.empty(C)) if bias else None

    def forward(self, x):
        return F.layer_norm(x, x.shape[-1:], self.weight, self.bias, 1e-5)


class Attention(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.n_head, C = c["n_head"], c["n_embd"]
        self.c_attn, self.c_proj = c["map"](C, 3 * C, c["bias"]), c["map"](C, C, c["bias"])

    def forward(self, x):
        B, T, C = x.shape
        q, k, v = self.c_attn(x).split(C, dim=2)
        q, k, v = (y.view(B, T, self.n_head, C // self.n_head).transpose(1, 2) for y in (q, k, v))
        weights = q @ k.transpose(-2, -1) / (C // self.n_head) ** 0.5
        later = torch.ones(T, T, dtype=torch.bool).triu(1)
        y = weights.masked_fill(later, float("-inf")).softmax(-1) @ v
        return self.c_proj(y.transpose(1, 2).reshape(B, T, C))


class MLP(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.act, C, H = ACT[c["act"]], c["n_embd"], c["hidden"]
        self.c_fc, self.c_proj = c["map"](C, H, c["bias"]), c["map"](H, C, c["bias"])

    def forward(self, x):
        return self.c_proj(self.act(self.c_fc(x)))


class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.ln_1, self.attn = Norm(c["n_embd"], c["bias"]), Attention(c)
        self.ln_2, self.mlp = Norm(c["n_embd"], c["bias"]), MLP(c)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class Nano(nn.Module):
    def __init__(self, **c):
        super().__init__()
        c.setdefault("hidden", 4 * c["n_embd"])
        C = c["n_embd"]
        self.c = c
        self.transformer = nn.ModuleDict(dict(
            wte=nn.Embedding(c["vocab_size"], C), wpe=nn.Embedding(c["block_size"], C),
            h=nn.ModuleList(Block(c) for _ in range(c["n_layer"])), ln_f=Norm(C, c["bias"])))
        self.lm_head = nn.Linear(C, c["vocab_size"], bias=False)
        if c["tied"]:
            self.lm_head.weight = self.transformer.wte.weight
        with torch.no_grad():
            for parameter in self.parameters():
                parameter.normal_(0, 0.2)

    def forward(self, tokens):
        t = self.transformer
        x = t.wte(tokens) + t.wpe(torch.arange(tokens.shape[1]))
        for block in t.h:
            x = block(x)
        return self.lm_head(t.ln_f(x))


def linear(n_in, n_out, bias):
    return nn.Linear(n_in, n_out, bias=bias)


# The tokens of gpt.cpp in interop_test.sh.
def tokens_of(vocab_size, block_size):
    return torch.tensor([[(7 * t + 3 * t * t + 5 * b) % vocab_size for t in range(block_size)]
                         for b in range(2)])


def logits_of(model, vocab_size, block_size):
    with torch.no_grad():
        return model(tokens_of(vocab_size, block_size)).double().flatten().tolist()


def write_safetensors(path, tensors, metadata):
    types = {torch.float32: "F32", torch.float64: "F64", torch.bfloat16: "BF16", torch.uint8: "U8"}
    header, data = {"__metadata__": metadata} if metadata else {}, b""
    for name, tensor in tensors.items():
        more = bytes(tensor.detach().contiguous().reshape(-1).view(torch.uint8).tolist())
        header[name] = {"dtype": types[tensor.dtype], "shape": list(tensor.shape),
                        "data_offsets": [len(data), len(data) + len(more)]}
        data += more
    text = json.dumps(header).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


def same(ours, theirs):
    return ours.keys() == theirs.keys() and all(torch.equal(ours[k], theirs[k]) for k in ours)


# ---- what export_gpt wrote ----


def check_loader(folder, stem):
    model = load_gpt.GPT(f"{folder}/{stem}.pytorch")
    model.p = {name: p.double() for name, p in model.p.items()}
    sizes = int(model.o["vocab_size"]), int(model.o["block_size"])
    ours = read_numbers(f"{folder}/{stem}.logits")
    report(f"load_gpt.py, {stem}", ours, logits_of(model, *sizes))
    # The way back: other numbers under the same names.
    with torch.no_grad():
        model.p = {name: torch.randn_like(p) * 0.2 for name, p in model.p.items()}
    save(f"{folder}/back_{stem}", model.p, model.metadata, logits_of(model, *sizes))


def save(path, tensors, metadata, logits):
    write_safetensors(path + ".safetensors", tensors, metadata)
    with open(path + ".theirs", "w") as file:
        file.writelines(f"{x!r}\n" for x in logits)


def check_load_nano(folder, stem):
    from load_nano import load_nano
    logits = logits_of(load_nano(f"{folder}/{stem}.pytorch"), 11, 7)
    report(f"load_nano.py, {stem}", read_numbers(f"{folder}/{stem}.logits"), logits)


def check_load_nano_refuses(folder):
    from load_nano import load_nano
    for stem in ("nano_gelu_tanh", "nano_untied", "geglu", "microgpt"):
        try:
            load_nano(f"{folder}/{stem}.pytorch")
            print(f"no load_nano.py refuses {stem}: it does not")
        except ValueError:
            print(f"ok load_nano.py refuses {stem}")


def check_nano(folder, stem):
    metadata, tensors = load_gpt.read_safetensors(f"{folder}/{stem}.pytorch")
    o = {k[4:]: v for k, v in metadata.items() if k.startswith("gpt.")}
    act = {"gelu_tanh": "gelu_new"}.get(o["ffn"], o["ffn"])
    sizes = {k: int(o[k]) for k in ("vocab_size", "block_size", "n_layer", "n_head", "n_embd")}
    model = Nano(**sizes, map=linear, bias=o["bias"] == "yes", act=act, tied=o["tied"] == "yes")
    if o["tied"] == "yes":
        tensors["lm_head.weight"] = tensors[metadata["lm_head.weight"]]
    model.load_state_dict(tensors)
    logits = logits_of(model.double(), sizes["vocab_size"], sizes["block_size"])
    report(f"nanoGPT, {stem}", read_numbers(f"{folder}/{stem}.logits"), logits)


def gpt2_of(config):
    return Nano(vocab_size=config["vocab_size"], block_size=config["n_positions"], map=Conv1D,
                n_layer=config["n_layer"], n_head=config["n_head"], n_embd=config["n_embd"],
                hidden=config["n_inner"] or 4 * config["n_embd"], bias=True,
                act=config["activation_function"], tied=config["tie_word_embeddings"])


def check_gpt2(folder, stem):
    path, ours = f"{folder}/{stem}.gpt2", read_numbers(f"{folder}/{stem}.logits")
    config = json.load(open(path + "/config.json"))
    sizes = config["vocab_size"], config["n_positions"]
    _, tensors = load_gpt.read_safetensors(path + "/model.safetensors")
    if config["tie_word_embeddings"]:
        tensors["lm_head.weight"] = tensors["transformer.wte.weight"]
    model = gpt2_of(config)
    model.load_state_dict(tensors)
    report(f"GPT-2, {stem}", ours, logits_of(model.double(), *sizes))
    if transformers:
        theirs = transformers.GPT2LMHeadModel.from_pretrained(path).double().eval()
        report(f"transformers, {stem}", ours, logits_of(lambda x: theirs(x).logits, *sizes))


# ---- models for import_gpt ----


def make_nano(folder, name, dtype=torch.float32, prefix="", **changes):
    c = dict(vocab_size=11, block_size=7, n_layer=2, n_head=3, n_embd=12, map=linear, bias=True,
             act="gelu", tied=True) | changes
    model = Nano(**c).to(dtype)
    tensors = {prefix + k: v for k, v in model.state_dict().items()}
    save(f"{folder}/nano_{name}", tensors, {}, logits_of(model.double(), 11, 7))


def make_gpt2(folder, name, prefix, masks, hidden=None, **changes):
    config = dict(model_type="gpt2", vocab_size=13, n_positions=8, n_layer=2, n_head=2, n_embd=10,
                  n_inner=hidden, activation_function="gelu_new", tie_word_embeddings=True,
                  task_specific_params={"text-generation": {"do_sample": True}}) | changes
    model, path = gpt2_of(config), f"{folder}/gpt2_{name}"
    tensors = {k if prefix else k.removeprefix("transformer."): v
               for k, v in model.state_dict().items() if prefix or k != "lm_head.weight"}
    for i in range(2 if masks else 0):
        tensors[f"h.{i}.attn.bias"] = torch.ones(1, 1, 8, 8, dtype=torch.uint8).tril()
        tensors[f"h.{i}.attn.masked_bias"] = torch.tensor(-1e4)
    save(path, tensors, {"format": "pt"}, logits_of(model.double(), 13, 8))
    with open(path + ".json", "w") as file:
        json.dump(config, file, indent=2)


def make_transformers(folder):
    config = transformers.GPT2Config(vocab_size=13, n_positions=8, n_layer=2, n_head=2, n_embd=10,
                                     bos_token_id=12, eos_token_id=12)
    model, path = transformers.GPT2LMHeadModel(config).eval(), f"{folder}/gpt2_transformers"
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(0, 0.2)
    model.save_pretrained(path)
    os.rename(path + "/model.safetensors", path + ".safetensors")
    os.rename(path + "/config.json", path + ".json")
    model = model.double()
    with open(path + ".theirs", "w") as file:
        file.writelines(f"{x!r}\n" for x in logits_of(lambda x: model(x).logits, 13, 8))


def guarded(name, function, *arguments, **named):
    try:
        function(*arguments, **named)
    except Exception as error:
        print(f"no {name}: {type(error).__name__}: {error}".replace("\n", " "))


def exchange(folder):
    stems = sorted(name[:-7] for name in os.listdir(folder) if name.endswith(".logits"))
    for stem in stems:
        guarded(f"load_gpt.py, {stem}", check_loader, folder, stem)
        if stem.startswith("nano"):
            guarded(f"nanoGPT, {stem}", check_nano, folder, stem)
            guarded(f"GPT-2, {stem}", check_gpt2, folder, stem)
    guarded("make", make_nano, folder, "tied")
    guarded("make", make_nano, folder, "compiled", prefix="_orig_mod.", bias=False, tied=False)
    guarded("make", make_nano, folder, "bf16", dtype=torch.bfloat16)
    guarded("make", make_gpt2, folder, "hub", prefix=False, masks=True)
    guarded("make", make_gpt2, folder, "saved", prefix=True, masks=False, hidden=17,
            activation_function="gelu", tie_word_embeddings=False)
    if transformers:
        guarded("make", make_transformers, folder)
    if safetensors:
        for stem in ("nano_gelu", "nano_without_biases"):
            guarded(f"load_nano.py, {stem}", check_load_nano, folder, stem)
        guarded("load_nano.py refuses another model", check_load_nano_refuses, folder)
        stem = f"{folder}/{stems[0]}.pytorch"
        good = same(load_gpt.read_safetensors(stem)[1], safetensors.load_file(stem))
        print(f"{'ok' if good else 'no'} the package safetensors reads the same tensors")
    else:
        print("skip load_nano.py, and the package safetensors: not here")


try:
    import transformers
    transformers.logging.set_verbosity_error()
except ImportError:
    transformers = None
try:
    import safetensors.torch as safetensors
except ImportError:
    safetensors = None
exchange(sys.argv[2])
