"""One rank of PyTorch's side: theirs.py WORK FOLDER RANKS RANK PORT MODE DEVICE PRECISION DROPOUT

Reads a number of steps from each line of its input, takes them, and answers with their seconds as a JSON list. MODE is
eager or compile (torch.compile). One thread. Two and more ranks are DistributedDataParallel over Gloo, with gradients as
views of its buckets; the optimizer is the fused AdamW.
"""

import json
import os
import sys
import time

import torch
from torch import distributed, nn

import works


def main():
    name, folder, (ranks, rank, port) = sys.argv[1], sys.argv[2], map(int, sys.argv[3:6])
    mode, device, precision, works.DROPOUT = *sys.argv[6:9], float(sys.argv[9])
    torch.set_num_threads(1)
    torch.set_num_interop_threads(1)
    torch.manual_seed(1)
    work = works.WORKS[name]
    folder = works.folder_of(work, folder)
    model = work.model(folder).train().to(device)
    if ranks > 1:
        os.environ.update(MASTER_ADDR="127.0.0.1", MASTER_PORT=str(port))
        distributed.init_process_group("gloo", rank=rank, world_size=ranks)
        model = nn.parallel.DistributedDataParallel(model, gradient_as_bucket_view=True)
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=1e-4, weight_decay=0.01, fused=True)
    if mode == "compile":
        model = torch.compile(model)
    batches = [[tensor.to(device) for tensor in batch] for batch in work.batches(folder, ranks, rank)]
    low = torch.autocast(device, torch.bfloat16, enabled=precision == "bfloat16")
    print(json.dumps({"parameters": sum(parameter.numel() for parameter in model.parameters())}), flush=True)

    step = 0
    for line in sys.stdin:
        seconds = []
        for _ in range(int(line)):
            started = time.perf_counter()
            with low:
                loss = model(*batches[step % len(batches)])
            loss.backward()
            if work.clip > 0:
                nn.utils.clip_grad_norm_(parameters, work.clip)
            optimizer.step()
            optimizer.zero_grad()
            loss.item()
            if device == "cuda":
                torch.cuda.synchronize()
            seconds.append(time.perf_counter() - started)
            step += 1
        print(json.dumps(seconds), flush=True)
    if ranks > 1:
        distributed.destroy_process_group()


main()
