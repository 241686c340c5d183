# pretrained_tokenizers.py FOLDER: tokenizers that the package tokenizers, the reference, has trained on our pages and
# sources, FOLDER/NAME/tokenizer.json. Of each, NAME.texts: 10000 strings, each
# before a NUL. NAME.expected has for each of them the bytes of each piece that the pattern cuts, and its tokens; for each
# line of NAME.drawn, drawn tokens, and before them those of the strings, the text in hexadecimal digits.
import glob
import json
import os
import random
import sys
import unicodedata

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

folder, root = sys.argv[1], os.environ["HOLO_ROOT"]
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
LLAMA3 = (r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
          r"|\s*[\r\n]+|\s+(?!\S)|\s+")


def byte_level(regex=True):
    return pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=regex)


def split(pattern):
    return pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(pattern), "isolated"), byte_level(False)])


KINDS = {"gpt2": byte_level(), "gpt2_split": split(GPT2), "llama3": split(LLAMA3),
         "digits": pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), byte_level()])}
# Of SentencePiece: spaces are "\u2581", and what is no token is its bytes.
MARK = "\u2581"
SPACES_OF = {"llama2": None, "llama2_first": "first"}
corpus = sorted(glob.glob(root + "/docs/*.md") + glob.glob(root + "/src/*/*.cpp") + [root + "/examples/data/names.txt"])
text_of_pages = "".join(open(path, encoding="utf-8").read() for path in corpus[:60])

# All characters but those that no version of Unicode which Python knows has: a newer one may, and the reference has two.
CHARACTERS = [code for code in range(1, 0x110000) if unicodedata.category(chr(code)) not in ("Cn", "Cs")]
ASSIGNED = frozenset(CHARACTERS)
# Scripts by a few of their code points, and what patterns cut at.
SCRIPTS = [(0x21, 0x7E), (0xA1, 0x17F), (0x370, 0x3FF), (0x400, 0x4FF), (0x5D0, 0x5EA), (0x600, 0x6FF), (0x900, 0x97F),
           (0xE00, 0xE5B), (0x1100, 0x11FF), (0x1E00, 0x1FFF), (0x2000, 0x206F), (0x2070, 0x218B), (0x2460, 0x24FF),
           (0x3000, 0x30FF), (0x4E00, 0x4FFF), (0xAC00, 0xAD00), (0xFB00, 0xFB4F), (0xFE00, 0xFFEF), (0x10300, 0x1034A),
           (0x1D400, 0x1D7FF), (0x1F300, 0x1F6FF), (0x20000, 0x20100), (0xE0100, 0xE01EF)]
SPACES = [" ", " ", " ", "  ", "     ", "\n", "\n\n", "\r\n", "\r", "\t", "\x0b", "\x0c", "\x1c", "\x1f", "\x85", "\xa0",
          "\u1680", "\u2003", "\u2028", "\u202f", "\u205f", "\u3000", "\u200b", "\ufeff", " \n ", "\n  ", " \t\r\n\n "]
WORDS = ["the", "The", "don't", "DON'T", "we'LL", "WE'VE", "I'm", "I'M", "he'D", "you'Re", "it'\u017f", "'s", "'S", "'", "''s",
         "l'\u00e9t\u00e9", "\u2019s", "e\u0301", "n\u0303", "\u0915\u094d\u0937\u093f", "\U0001F468\u200D\U0001F469\u200D\U0001F467",
         "\U0001F44D\U0001F3FD", "\U0001F1E9\U0001F1EA", "\u2764\ufe0f", "1", "12", "123", "1234", "1234567", "3.14", "1,000", "\u0663\u0664",
         "\u00bd", "\u2167", "\u4e94", "\U0001D7D8\U0001D7D9", "x1y22z333", "snake_case", "CamelCase", "!", "?!", "...", "---",
         "(", ")", "#", "/*", "*/", "==", "\\n", "\x00"[:0], "\x01", "\x7f", "\ufffd", "\U0010FFFF"]
SPECIAL = ["<|endoftext|>", "<|endoftext", "<s>", "</s>", "<0x41>", MARK, "<|im_start|>", "<|im start|>", "<|a|>", "<|a|><|a|>b", "<|a|>b", "\u00e9\u00e9<e>", "<e>",
           "|>", "<|"]


def draw(rng):
    kind, parts = rng.randrange(8), []
    if kind == 0:  # a part of the pages
        start = rng.randrange(len(text_of_pages))
        return text_of_pages[start:start + rng.randrange(120)]
    for _ in range(rng.randrange(1, 16)):
        what = rng.random()
        if kind == 1 or what < 0.2:
            low, high = rng.choice(SCRIPTS)
            codes = [rng.randint(low, high) for _ in range(rng.randrange(1, 5))]
            parts.append("".join(chr(code) for code in codes if code in ASSIGNED))
        elif kind == 2:  # any character of Unicode
            parts.append(chr(rng.choice(CHARACTERS)))
        elif kind == 3 or what < 0.5:
            parts.append(rng.choice(SPACES))
        elif kind == 4 and what < 0.8:
            parts.append(rng.choice(SPECIAL))
        else:
            parts.append(rng.choice(WORDS))
    return "".join(parts)



def write_strings(name, tokenizer, rng):
    texts = [draw(rng) for _ in range(10000)] + ["", "a", " ", "  ", "\n", "a" * 3000, " " * 3000, "\n" * 3000, " \n" * 900, "1" * 1000]
    encoded = [encoding.ids for encoding in tokenizer.encode_batch(texts, add_special_tokens=False)]
    size = tokenizer.get_vocab_size()
    tokens = [id for id in range(size) if not tokenizer.id_to_token(id).startswith("<0x")]  # broken UTF-8 differs there
    drawn = [[rng.choice(tokens) for _ in range(rng.randrange(1, 12))] for _ in range(2000)]

    # In the alphabet of bytes, so that each character is a byte.
    pieces = [[] if name in SPACES_OF else [len(piece) for piece, _ in tokenizer.pre_tokenizer.pre_tokenize_str(text)]
              for text in texts]
    # The reference shows an added token that is normalized as its normalizer has made it, with a space; here it is itself.
    tree = json.loads(tokenizer.to_str())
    for token in tree["added_tokens"]:
        token["normalized"] = False
    decoded = [text.encode("utf-8").hex()
               for text in Tokenizer.from_str(json.dumps(tree)).decode_batch(encoded + drawn, skip_special_tokens=False)]

    def write(ending, lines):
        open(f"{folder}/{name}.{ending}", "w", encoding="utf-8").write("".join(line + "\n" for line in lines))

    with open(f"{folder}/{name}.texts", "w", encoding="utf-8", newline="") as file:
        file.write("".join(text + "\0" for text in texts))
    write("drawn", (",".join(map(str, ids)) for ids in drawn))
    write("expected", [",".join(map(str, one)) for pair in zip(pieces, encoded) for one in pair] + decoded)


def of_sentencepiece(name, path, rng):
    bytes_and_marks = ["<unk>", "<s>", "</s>"] + [f"<0x{byte:02X}>" for byte in range(256)]
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=MARK, prepend_scheme="always", split=True)
    tokenizer.train_from_iterator([text_of_pages], trainers.BpeTrainer(
        vocab_size=1500, show_progress=False, special_tokens=bytes_and_marks, limit_alphabet=90))
    if name == "llama2":
        tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend(MARK), normalizers.Replace(" ", MARK)])
        tokenizer.pre_tokenizer = None
    else:
        tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=MARK, prepend_scheme=SPACES_OF[name], split=False)
    tokenizer.decoder = decoders.Sequence([decoders.Replace(MARK, " "), decoders.ByteFallback(), decoders.Fuse(),
                                           decoders.Strip(" ", 1, 0)])
    tokenizer.post_processor = processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s> $B", special_tokens=[("<s>", 1)])
    tokenizer.save(path)
    tree = json.load(open(path))  # where bytes are tokens, and none that is looked for in a text
    tree["added_tokens"] = [one for one in tree["added_tokens"] if one["id"] < 3]
    tree["added_tokens"][2]["normalized"] = True
    json.dump(tree, open(path, "w"))
    tokenizer = Tokenizer.from_file(path)
    tokenizer.add_special_tokens(["<|im_start|>", "<|im start|>", "<|a|>", "<|a|><|a|>b"])
    tokenizer.add_tokens([AddedToken("\u00e9\u00e9<e>", normalized=True), AddedToken("<e>", normalized=False), "<|a|>b", "ing"])
    tokenizer.save(path)
    return tokenizer


for name in list(KINDS) + list(SPACES_OF):
    rng = random.Random(name)
    os.makedirs(f"{folder}/{name}", exist_ok=True)
    path = f"{folder}/{name}/tokenizer.json"
    if name in SPACES_OF:
        write_strings(name, of_sentencepiece(name, path, rng), rng)
        continue
    pre_tokenizer = KINDS[name]
    tokenizer = Tokenizer(models.BPE(ignore_merges=name == "llama3"))
    tokenizer.pre_tokenizer, tokenizer.decoder = pre_tokenizer, decoders.ByteLevel()
    in_vocab = ["<|endoftext|>"] if name in ("gpt2", "digits") else []
    tokenizer.train_from_iterator([text_of_pages], trainers.BpeTrainer(
        vocab_size=1500, show_progress=False, special_tokens=in_vocab, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    tokenizer.add_special_tokens(["<|endoftext|>", "<|im_start|>", "<|im start|>", "<|a|>", "<|a|><|a|>b"])
    tokenizer.add_tokens([AddedToken("\u00e9\u00e9<e>", normalized=True), AddedToken("<e>", normalized=False), "<|a|>b", "ing"])
    bos = tokenizer.token_to_id("<|endoftext|>")
    if name == "llama3":
        template = processors.TemplateProcessing(single="<|endoftext|> $A", pair="<|endoftext|> $A <|endoftext|> $B",
                                                 special_tokens=[("<|endoftext|>", bos)])
        tokenizer.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=False), template])
    else:
        tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    tokenizer.save(path)
    if name == "llama3":  # as a model whose piece is a token that its merges do not make
        tree = json.load(open(path))
        model = tree["model"]
        rng.shuffle(model["merges"])
        model["merges"] = model["merges"][:900]
        json.dump(tree, open(path, "w"), ensure_ascii=False)
        tokenizer = Tokenizer.from_file(path)
    write_strings(name, tokenizer, rng)
