import torch

for d in (2, 3, 4, 6, 8):
    line = f"{d:3}{d * (d + 1) // 2:6}{d * d:5} "
    for m in (1, 2, 3, 4, 6, 8):
        if m <= d:
            g, v = torch.randn(2, m * d, d, dtype=torch.float64)
            products = torch.einsum("ui,uj->uij", g, v)
            functions = products + products.transpose(1, 2)
            ranks = [torch.linalg.matrix_rank(w.flatten(1)) for w in (products, functions)]
            line += f"{m:3}: {ranks[0]:2}, {ranks[1]:2}"
    print(line)
#   2     3    4   1:  2,  2  2:  4,  3
#   3     6    9   1:  3,  3  2:  6,  6  3:  9,  6
#   4    10   16   1:  4,  4  2:  8,  8  3: 12, 10  4: 16, 10
#   6    21   36   1:  6,  6  2: 12, 12  3: 18, 18  4: 24, 21  6: 36, 21
#   8    36   64   1:  8,  8  2: 16, 16  3: 24, 24  4: 32, 32  6: 48, 36  8: 64, 36
