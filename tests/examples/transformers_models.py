"""transformers_models.py FOLDER: for transformers_test.sh. Small random models of GPT-2 and Llama, as
transformers writes them: in FOLDER/NAME/ the model, in FOLDER/NAME.logits what it says to the tokens of
each line of FOLDER/NAME.tokens, and in FOLDER/NAME.greedy how it goes on after the first line."""
import os
import random
import sys

import torch
import transformers

transformers.logging.set_verbosity_error()
torch.manual_seed(1)
torch.set_num_threads(1)
numbers = random.Random(1)


def some(*choices):
    return numbers.choice(choices)


def gpt2(i):
    heads = some(1, 2, 3)
    return transformers.GPT2LMHeadModel(transformers.GPT2Config(
        vocab_size=some(7, 19), n_positions=12, n_layer=some(1, 2, 3), n_head=heads,
        n_embd=heads * some(4, 6, 8), n_inner=some(None, 10),
        activation_function=some("gelu_new", "gelu", "relu", "silu"),
        layer_norm_epsilon=some(1e-5, 1e-3), tie_word_embeddings=i % 4 != 0,
        bos_token_id=0, eos_token_id=0))


def llama(i):
    kv = some(1, 2)
    heads = kv * some(1, 2, 3)
    return transformers.LlamaForCausalLM(transformers.LlamaConfig(
        vocab_size=some(7, 19), max_position_embeddings=12, num_hidden_layers=some(1, 2, 3),
        num_attention_heads=heads, num_key_value_heads=kv, hidden_size=heads * some(2, 4, 6),
        intermediate_size=some(5, 16), hidden_act=some("silu", "gelu", "relu"),
        rms_norm_eps=some(1e-6, 1e-3), rope_parameters={"rope_type": "default", "rope_theta": some(1e4, 50.0)},
        attention_bias=i % 5 == 0, mlp_bias=i % 5 == 0, tie_word_embeddings=i % 4 == 0,
        bos_token_id=0, eos_token_id=0))


def make(folder, name, model, i):
    path = os.path.join(folder, name)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(0, 0.3)
    model = model.eval().to(some(torch.float32, torch.float32, torch.bfloat16, torch.float16))
    model.save_pretrained(path, max_shard_size="3KB" if i % 3 == 0 else "1GB")
    model, V = model.double(), model.config.vocab_size
    with torch.no_grad(), open(path + ".tokens", "w") as tokens, open(path + ".logits", "w") as logits:
        texts = [[numbers.randrange(V) for _ in range(length)] for length in (4, 12, 1)]
        for text in texts:
            tokens.write(",".join(map(str, text)) + "\n")
            logits.writelines(f"{x!r}\n" for x in model(torch.tensor([text])).logits.flatten().tolist())
        text = texts[0]
        while len(text) < 12:
            text.append(int(model(torch.tensor([text])).logits[0, -1].argmax()))
    with open(path + ".greedy", "w") as file:
        file.write(",".join(map(str, text)) + "\n")


for i in range(20):
    make(sys.argv[1], f"gpt2_{i}", gpt2(i), i)
    make(sys.argv[1], f"llama_{i}", llama(i), i)
