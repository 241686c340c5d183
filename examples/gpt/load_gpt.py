"""load_gpt.py: a GPT of hologradient in PyTorch: any file that export_gpt wrote for it.

model = GPT("gpt.safetensors")
logits = model(torch.tensor([[26, 4, 12]]))  # [1, 3, V]
safetensors.torch.save_file(model.p, "back.safetensors", model.metadata)  # for import_gpt
"""
import safetensors
import torch
import torch.nn.functional as F

ACT = {"relu": F.relu, "gelu": F.gelu, "gelu_tanh": lambda x: F.gelu(x, approximate="tanh"),
       "silu": F.silu, "relu2": lambda x: F.relu(x) ** 2, "glu": torch.sigmoid,
       "bilinear": lambda x: x, "reglu": F.relu, "geglu": F.gelu, "swiglu": F.silu}


def read_safetensors(path):
    with safetensors.safe_open(path, "pt") as file:
        metadata, tensors = file.metadata(), {name: file.get_tensor(name) for name in file.keys()}
    metadata.pop("holo.checksum", None)  # of these bytes, not of others with this metadata
    return metadata, tensors


class GPT:
    def __init__(self, path):
        self.metadata, self.p = read_safetensors(path)  # parameters by name: train them, save them
        self.o = {k[4:]: v for k, v in self.metadata.items() if k.startswith("gpt.")}

    def linear(self, name, x):
        return F.linear(x, self.p[name + ".weight"], self.p.get(name + ".bias"))

    def norm(self, name, x, kind=None):
        weight, bias = self.p.get(name + ".weight"), self.p.get(name + ".bias")
        epsilon = 1e-5 if kind else float(self.o.get("norm_epsilon", 1e-5))
        if (kind or self.o["norm"]) == "layer":
            return F.layer_norm(x, x.shape[-1:], weight, bias, epsilon)
        x = x * torch.rsqrt((x * x).mean(-1, keepdim=True) + epsilon)
        return x if weight is None else x * weight

    def rotate(self, x):  # [B, H, T, D]: channel i turns with channel i + D/2
        T, D = x.shape[-2:]
        base = float(self.o.get("rotary_base", 1e4))
        angle = torch.outer(torch.arange(T), base ** (-2 * torch.arange(D // 2) / D)).to(x)
        (a, b), cos, sin = x.chunk(2, -1), angle.cos(), angle.sin()
        return torch.cat((a * cos - b * sin, a * sin + b * cos), -1)

    def attention(self, name, x):
        B, T, C = x.shape
        H = int(self.o["n_head"])
        D, Hk = C // H, int(self.o.get("n_head_kv", H))  # query head h sees key head h // (H // Hk)
        q, k, v = (y.view(B, T, -1, D).transpose(1, 2)
                   for y in self.linear(name + ".c_attn", x).split((C, Hk * D, Hk * D), -1))
        k, v = (y.repeat_interleave(H // Hk, 1) for y in (k, v))
        if self.o["positions"] == "rotary":
            q, k = self.rotate(q), self.rotate(k)
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.linear(name + ".c_proj", y.transpose(1, 2).reshape(B, T, C))

    def mlp(self, name, x):
        ffn = self.o["ffn"]
        if ffn.startswith("holo_gate_flow"):
            return self.holo_gate_flow(name, x, ffn)
        h = self.linear(name + ".c_fc", x)
        if self.p[name + ".c_proj.weight"].shape[1] == h.shape[-1]:
            return self.linear(name + ".c_proj", ACT[ffn](h))
        value, gate = h.chunk(2, -1)
        return self.linear(name + ".c_proj", value * ACT[ffn](gate))

    def holo_gate_flow(self, name, x, ffn):
        if ffn == "holo_gate_flow":
            d = x.shape[-1]
            parts = x.split((d // 3, d // 3, d - d // 3 * 2), -1)
            a, b, gate = (self.linear(f"{name}.W{i + 1}", part) for i, part in enumerate(parts))
            out = name + ".W_out"
        else:
            (a, b, gate), out = self.linear(name + ".c_fc", x).chunk(3, -1), name + ".c_proj"
        z = torch.cat((F.gelu(a), torch.sigmoid(gate) * F.silu(b)), -1)
        n = self.norm(name + ".norm", z, "layer")
        scale, shift = self.linear(name + ".flow_scale", n), self.linear(name + ".flow_shift", n)
        return torch.sigmoid(scale) * self.linear(out, z) + shift

    def __call__(self, tokens):  # [B, T] to logits [B, T, V]
        p, o = self.p, self.o
        x = p["transformer.wte.weight"][tokens]
        if o["positions"] == "learned":
            x = x + p["transformer.wpe.weight"][:tokens.shape[1]]
        if o["norm_embedding"] == "yes":
            x = self.norm("transformer.ln_e", x)
        for i in range(int(o["n_layer"])):
            name = f"transformer.h.{i}."
            x = x + self.attention(name + "attn", self.norm(name + "ln_1", x))
            x = x + self.mlp(name + "mlp", self.norm(name + "ln_2", x))
        if o["norm_final"] == "yes":
            x = self.norm("transformer.ln_f", x)
        return x @ p["transformer.wte.weight" if o["tied"] == "yes" else "lm_head.weight"].T
