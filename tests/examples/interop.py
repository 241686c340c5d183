"""interop.py exchange FOLDER: for interop_test.sh. Compares the logits of our models with those that
load_gpt.py computes from the files of export_gpt; writes models for import_gpt, with their tokens, a
text a line in NAME.tokens, and their logits in NAME.theirs. interop.py compare FOLDER: NAME.ours, the
logits after the import, with NAME.theirs. A line a check: "ok NAME", "no NAME: why" or "skip NAME: why"."""
import copy, os, random, sys


def report(name, ours, theirs):
    """Two lists of logits: equal to 1e-5 of the largest."""
    worst = max((abs(a - b) for a, b in zip(ours, theirs)), default=float("nan"))
    largest = max(map(abs, theirs), default=0)
    good = len(ours) == len(theirs) and 0.01 < largest and worst <= 1e-5 * max(1, largest)
    print(f"{'ok' if good else 'no'} {name}: logits differ by {worst:.1e} of {largest:.2g}")


def numbers(path):
    return [float(line) for line in open(path)]


mode, folder = sys.argv[1:]
if mode == "compare":
    for name in sorted(os.listdir(folder)):
        stem, ending = os.path.splitext(os.path.join(folder, name))
        if ending == ".theirs":
            report(f"import of {name[:-7]}", numbers(stem + ".ours"), numbers(stem + ".theirs"))
    sys.exit()

import safetensors.torch
import torch

sys.path.insert(0, os.path.join(os.environ.get("HOLO_ROOT", "."), "examples/gpt"))
import load_gpt

torch.manual_seed(1)
torch.set_num_threads(1)
drawn = random.Random(1)


def logits_of(model, texts):
    with torch.no_grad():
        return [x for text in texts for x in model(torch.tensor([text])).double().flatten().tolist()]


def write(stem, texts, model):
    with open(stem + ".tokens", "w") as file:
        file.writelines(",".join(map(str, text)) + "\n" for text in texts)
    with open(stem + ".theirs", "w") as file:
        file.writelines(f"{x!r}\n" for x in logits_of(model, texts))


def check_loader(stem, name, texts):
    model = load_gpt.GPT(stem + ".pytorch")
    model.p = {key: p.double() for key, p in model.p.items()}
    report(f"load_gpt.py, {name}", numbers(stem + ".logits"), logits_of(model, texts))
    # The way back: other numbers under the same names.
    model.p = {key: torch.randn_like(p) * 0.2 for key, p in model.p.items()}
    back = f"{folder}/back_{name}"
    safetensors.torch.save_file(model.p, back + ".safetensors", model.metadata)
    write(back, texts, model)


# ---- models for import_gpt, as transformers writes them ----


def some(*choices):
    return drawn.choice(choices)


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


def make(name, model, i):
    path = os.path.join(folder, name)
    narrow = some(torch.float32, torch.float32, torch.bfloat16, torch.float16)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(0, 0.3)
            parameter.copy_(parameter.to(narrow))
    # A copy is saved: in a narrow model the angles of positions are narrow too, and import_gpt computes them itself.
    copy.deepcopy(model).to(narrow).save_pretrained(path, max_shard_size="3KB" if i % 3 == 0 else "1GB")
    model, V = model.eval().double(), model.config.vocab_size
    texts = [[drawn.randrange(V) for _ in range(length)] for length in (4, 12, 1)]
    write(path, texts, lambda x: model(x).logits)
try:
    import transformers
    transformers.logging.set_verbosity_error()
except ImportError:
    transformers = None
    print("skip transformers: not here")

for name in sorted(name[:-7] for name in os.listdir(folder) if name.endswith(".logits")):
    stem = f"{folder}/{name}"
    texts = [[int(token) for token in line.split(",")] for line in open(stem + ".tokens")]
    try:
        check_loader(stem, name, texts)
    except Exception as error:
        print(f"no load_gpt.py, {name}: {type(error).__name__}: {error}".replace("\n", " "))
torch.manual_seed(1)  # the same models, whatever was drawn before
for i in range(10 if transformers else 0):
    make(f"random_gpt2_{i}", gpt2(i), i)
    make(f"random_llama_{i}", llama(i), i)
