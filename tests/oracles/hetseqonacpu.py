"""Runs HetSeq's own train.py on the CPU, under a PyTorch of today:

    python hetseqonacpu.py SOURCE ARGUMENTS...      SOURCE: a copy of HetSeq with its Cython part built

Of HetSeq nothing is changed. What it finds missing here stands in: marks for NVIDIA's profiler, which it sets without asking
for a GPU; a tensor on a GPU in which it adds up its counts; boto3 and requests, with which it would download models; and the
package datasets, whose scripts for CoNLL files are no more. Its task for tags, which its last version leaves out of its list
of tasks, is put back.
"""

import importlib
import os
import runpy
import sys
import types
from unittest import mock

os.environ["TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD"] = "1"  # a checkpoint of HetSeq has its command line as an object

import torch


class Labels:
    def __init__(self, names):
        self.names = names


class Sentences:
    """A CoNLL file as datasets would have it: a list of words and of tag numbers for each sentence."""

    column_names = ["tokens", "ner_tags"]

    def __init__(self, path):
        lines = [line.split() for line in open(path).read().strip().split("\n")]
        ends = [i for i, line in enumerate(lines) if not line] + [len(lines)]
        sentences = [lines[start:end] for start, end in zip([0] + [end + 1 for end in ends], ends)]
        names = sorted({line[1] for line in lines if line})
        self.features = {"ner_tags": types.SimpleNamespace(feature=Labels(names))}
        self.columns = {"tokens": [[word for word, _ in sentence] for sentence in sentences],
                        "ner_tags": [[names.index(tag) for _, tag in sentence] for sentence in sentences]}

    def __len__(self):
        return len(next(iter(self.columns.values())))

    def __getitem__(self, index):
        return {name: column[index] for name, column in self.columns.items()}


class Splits(dict):
    def map(self, tokenize, **ignored):
        for split in self.values():
            split.columns = dict(tokenize(split.columns))
        return self

    def set_format(self, **ignored):
        pass

    def __reduce__(self):  # HetSeq saves them beside the weights
        return dict, ()


sys.modules["datasets"] = mock.MagicMock(spec=types.ModuleType, ClassLabel=Labels, load_dataset=lambda script, data_files: Splits(
    (split, Sentences(path)) for split, path in data_files.items()))

for name in ("boto3", "botocore", "botocore.exceptions", "requests"):
    sys.modules[name] = mock.MagicMock(spec=types.ModuleType, ClientError=Exception)
torch.cuda.nvtx.range_push = torch.cuda.nvtx.range_pop = lambda *ignored: None
torch.cuda.DoubleTensor = torch.DoubleTensor

source = sys.argv[1]
sys.path[:0] = [source, source + "/hetseq"]
if "BertForTokenClassification" in sys.argv:
    tasks = importlib.import_module("hetseq.tasks")
    tags = importlib.import_module("hetseq.tasks.bert_for_token_classification_task")
    tasks.BertForTokenClassificationTask = tags.BertForTokenClassificationTask
sys.argv = [source + "/hetseq/train.py", *sys.argv[2:]]
runpy.run_path(sys.argv[0], run_name="__main__")
