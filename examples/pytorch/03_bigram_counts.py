import torch

letters = "abcdefghijklmnopqrstuvwxyz."
names = ["." + name + "." for name in open("examples/data/names.txt").read().split()]
pairs = [(letters.index(a), letters.index(b)) for name in names for a, b in zip(name, name[1:])]
a, b = torch.tensor(pairs).T

counts = torch.zeros(27, 27)
counts.index_put_((a, b), torch.ones(len(a)), accumulate=True)
p = counts / counts.sum(1, keepdim=True)
loss = -p[a, b].log().mean()
print(f"loss, counts:                       {loss.item():.4f}")
# loss, counts:                       2.5645
