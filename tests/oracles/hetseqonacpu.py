"""Runs HetSeq's own train.py on the CPU, under a PyTorch of today:

    python hetseqonacpu.py SOURCE ARGUMENTS...      SOURCE: a copy of HetSeq with its Cython part built

Of HetSeq nothing is changed. What it finds missing here stands in: marks for NVIDIA's profiler, which it sets without asking
for a GPU; a tensor on a GPU in which it adds up its counts; boto3 and requests, with which it would download models.
"""

import os
import runpy
import sys
import types
from unittest import mock

os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"  # a checkpoint of HetSeq has its command line as an object

import torch

for name in ("boto3", "botocore", "botocore.exceptions", "requests"):
    sys.modules[name] = mock.MagicMock(spec=types.ModuleType, ClientError=Exception)
torch.cuda.nvtx.range_push = torch.cuda.nvtx.range_pop = lambda *ignored: None
torch.cuda.DoubleTensor = torch.DoubleTensor

source = sys.argv[1]
sys.path[:0] = [source, source + "/hetseq"]
sys.argv = [source + "/hetseq/train.py", *sys.argv[2:]]
runpy.run_path(sys.argv[0], run_name="__main__")
