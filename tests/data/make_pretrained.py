# make_pretrained.py: writes gpt2/ and llama/ beside it: two tiny models of random numbers as Hugging Face's package transformers
# saves them, with a tokenizer.json of 258 tokens: the bytes, " a" and <|endoftext|>. tests/examples/import_gpt_test.sh
# imports them. It needs Python alone.
import json
import os
import random
import struct

here = os.path.dirname(os.path.abspath(__file__))
V, T, C, H = 258, 16, 8, 12


def byte_names():
    seen = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    rest = [byte for byte in range(256) if byte not in seen]
    return [chr(byte) if byte in seen else chr(0x100 + rest.index(byte)) for byte in range(256)]


def tokenizer():
    vocab = {name: id for id, name in enumerate([*byte_names(), "\u0120a"])}
    level = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}
    return {"version": "1.0", "truncation": None, "padding": None,
            "added_tokens": [{"id": 257, "content": "<|endoftext|>", "single_word": False, "lstrip": False,
                              "rstrip": False, "normalized": True, "special": True}],
            "normalizer": None, "pre_tokenizer": level, "post_processor": level, "decoder": level,
            "model": {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "",
                      "end_of_word_suffix": "", "fuse_unk": False, "vocab": vocab, "merges": ["\u0120 a"]}}


def write(name, shapes, config):
    folder = os.path.join(here, name)
    os.makedirs(folder, exist_ok=True)
    rng, header, data = random.Random(name), {"__metadata__": {"format": "pt"}}, b""
    for tensor in sorted(shapes):
        count = 1
        for size in shapes[tensor]:
            count *= size
        numbers = struct.pack(f"<{count}f", *(rng.gauss(0, 0.3) for _ in range(count)))
        header[tensor] = {"dtype": "F32", "shape": shapes[tensor], "data_offsets": [len(data), len(data) + len(numbers)]}
        data += numbers
    text = json.dumps(header).encode()
    with open(os.path.join(folder, "model.safetensors"), "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)
    for file_name, value in ("config.json", config), ("tokenizer.json", tokenizer()):
        with open(os.path.join(folder, file_name), "w", encoding="utf-8") as file:
            json.dump(value, file, ensure_ascii=False)
            file.write("\n")


marks = {"bos_token_id": 257, "eos_token_id": 257}
layers = {"h.0.ln_1": [C], "h.0.attn.c_attn": [C, 3 * C], "h.0.attn.c_proj": [C, C], "h.0.ln_2": [C],
          "h.0.mlp.c_fc": [C, H], "h.0.mlp.c_proj": [H, C], "ln_f": [C]}
gpt2 = {f"{name}.weight": sizes for name, sizes in layers.items()} | {f"{name}.bias": sizes[-1:] for name, sizes in layers.items()}
write("gpt2", gpt2 | {"wte.weight": [V, C], "wpe.weight": [T, C], "h.0.attn.bias": [1, 1, T, T]},
      {"model_type": "gpt2", "vocab_size": V, "n_positions": T, "n_embd": C, "n_layer": 1, "n_head": 2, "n_inner": H, **marks})
layer = {"input_layernorm": [C], "post_attention_layernorm": [C], "self_attn.q_proj": [C, C], "self_attn.k_proj": [C // 2, C],
         "self_attn.v_proj": [C // 2, C], "self_attn.o_proj": [C, C], "mlp.gate_proj": [H, C], "mlp.up_proj": [H, C],
         "mlp.down_proj": [C, H]}
llama = {f"model.layers.0.{name}.weight": sizes for name, sizes in layer.items()}
write("llama", llama | {"model.embed_tokens.weight": [V, C], "model.norm.weight": [C], "lm_head.weight": [V, C]},
      {"model_type": "llama", "vocab_size": V, "max_position_embeddings": T, "hidden_size": C, "intermediate_size": H,
       "num_hidden_layers": 1, "num_attention_heads": 2, "num_key_value_heads": 1, "rms_norm_eps": 1e-5, "rope_theta": 10000.0,
       "hidden_act": "silu", "tie_word_embeddings": False, **marks})
