import torch

p = torch.tensor([0.4, 0.3, 0.15, 0.1, 0.05])
for name, weights in (
    ("as they are", p),
    ("temperature 0.5", torch.softmax(p.log() / 0.5, 0)),
    ("temperature 2", torch.softmax(p.log() / 2, 0)),
    ("top-k 2", torch.where(p >= p.topk(2).values[-1], p, 0)),
    ("top-p 0.8", torch.where(p.cumsum(0) - p < 0.8, p, 0)),
):
    print(f"{name:16}", *(f" {w:.2f}" for w in weights))
# as they are       0.40  0.30  0.15  0.10  0.05
# temperature 0.5   0.56  0.32  0.08  0.04  0.01
# temperature 2     0.30  0.26  0.18  0.15  0.11
# top-k 2           0.40  0.30  0.00  0.00  0.00
# top-p 0.8         0.40  0.30  0.15  0.00  0.00
