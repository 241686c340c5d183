"""load_nano.py: a model of `train_gpt --preset nano` in PyTorch. load_gpt.py takes every model."""
import torch.nn.functional as F
from safetensors import safe_open

NANO = {"ffn": "gelu", "norm": "layer", "norm_embedding": "no", "norm_final": "yes",
        "positions": "learned", "tied": "yes"}


def load_nano(path):  # a file of export_gpt: returns the function from tokens [B, T] to logits
    with safe_open(path, "pt") as file:
        p, o = {name: file.get_tensor(name) for name in file.keys()}, file.metadata()
    if (any(o["gpt." + name] != value for name, value in NANO.items())
            or "gpt.n_head_kv" in o or "gpt.norm_epsilon" in o):
        raise ValueError(f"{path} is not a nano; expected {NANO}. Try: load_gpt.py")
    layers, heads = int(o["gpt.n_layer"]), int(o["gpt.n_head"])

    def norm(name, x):
        return F.layer_norm(x, x.shape[-1:], p[name + ".weight"], p.get(name + ".bias"))

    def linear(name, x):
        return F.linear(x, p[name + ".weight"], p.get(name + ".bias"))

    def attention(name, x):
        q, k, v = (y.unflatten(-1, (heads, -1)).transpose(1, 2)  # [B, H, T, C/H]
                   for y in linear(name + ".c_attn", x).chunk(3, -1))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return linear(name + ".c_proj", y.transpose(1, 2).flatten(2))

    def logits(tokens):
        wte, wpe = p["transformer.wte.weight"], p["transformer.wpe.weight"]
        x = wte[tokens] + wpe[:tokens.shape[1]]
        for i in range(layers):
            h = f"transformer.h.{i}."
            x = x + attention(h + "attn", norm(h + "ln_1", x))
            x = x + linear(h + "mlp.c_proj", F.gelu(linear(h + "mlp.c_fc", norm(h + "ln_2", x))))
        return norm("transformer.ln_f", x) @ wte.T
    return logits
