import torch

logits = torch.tensor([2.0, 1.0, 0.0])
for t in (0.1, 0.5, 1, 3):
    p = torch.softmax(logits / t, 0)
    print(f"logits 2, 1, 0 at temperature {t}: {p[0]:.5f}, {p[1]:.5f}, {p[2]:.5f}")
# logits 2, 1, 0 at temperature 0.1: 0.99995, 0.00005, 0.00000
# logits 2, 1, 0 at temperature 0.5: 0.86681, 0.11731, 0.01588
# logits 2, 1, 0 at temperature 1: 0.66524, 0.24473, 0.09003
# logits 2, 1, 0 at temperature 3: 0.44844, 0.32132, 0.23024
