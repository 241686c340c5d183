import torch

p = torch.ones(1, dtype=torch.float64, requires_grad=True)
adam = torch.optim.Adam([p], lr=0.01, betas=(0.85, 0.99))
for gradient in (4, 1):
    before = p.item()
    p.grad = torch.full_like(p, gradient)
    adam.step()
    print(f"  p goes down by {before - p.item():.5f} to {p.item():.5f}")
#   p goes down by 0.01000 to 0.99000
#   p goes down by 0.00818 to 0.98182
