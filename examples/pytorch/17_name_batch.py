import torch
import torch.nn.functional as F

logits = torch.tensor([[2.0, 1.0, 0.0], [0.0, 0.0, 0.0]], requires_grad=True)
both = F.cross_entropy(logits, torch.tensor([0, 2]))
first = F.cross_entropy(logits, torch.tensor([0, -100]))
print(f"both {both.item():.4f}, the first alone {first.item():.4f}")
first.backward()
print(logits.grad)
# both 0.7531, the first alone 0.4076
# tensor([[-0.3348,  0.2447,  0.0900],
#         [ 0.0000,  0.0000,  0.0000]])
