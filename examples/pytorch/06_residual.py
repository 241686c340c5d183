import torch

for x in (torch.tensor([3.0, 4.0]), torch.tensor([300.0, 400.0])):
    mean_square = (x * x).mean()
    root = torch.sqrt(mean_square + 1e-5)
    y = x / root  # torch.nn.functional.rms_norm(x, (2,), eps=1e-5)
    print(f"x ({x[0]:g}, {x[1]:g}): mean square {mean_square:g}, root {root:.3f}; ", end="")
    print(f"y ({y[0]:.3f}, {y[1]:.3f})")
# x (3, 4): mean square 12.5, root 3.536; y (0.849, 1.131)
# x (300, 400): mean square 125000, root 353.553; y (0.849, 1.131)
