from torch import nn

V, T, n, n_head = 27, 16, 16, 4
for n_layer in (1, 2, 3):
    model = nn.ModuleList([nn.Embedding(V, n), nn.Embedding(T, n), nn.Linear(n, V, bias=False)])
    for layer in range(n_layer):
        model.append(nn.MultiheadAttention(n, n_head, bias=False))
        model += [nn.Linear(n, 4 * n, bias=False), nn.Linear(4 * n, n, bias=False)]
    count = sum(p.numel() for p in model.parameters())
    print(f"15150 documents, {V} tokens, {count} parameters")
# 15150 documents, 27 tokens, 4192 parameters
# 15150 documents, 27 tokens, 7264 parameters
# 15150 documents, 27 tokens, 10336 parameters
