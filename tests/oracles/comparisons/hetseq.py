"""HetSeq's training, run by HetSeq itself on the CPU: the same command lines for both, and the weights that they end with."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import h5py
import numpy
import torch

NEEDS = ("hetseq",)
driver = Path(__file__).resolve().parents[1] / "hetseqonacpu.py"
LENGTH, VOCABULARY = 32, 64
BERT = ["--task", "bert", "--data", "rows", "--dict", "vocab.txt", "--config_file", "config.json", "--num-workers", "0",
        "--max-sentences", "4", "--lr", "0.001", "--cpu"]


def make_rows(path, rows, predictions):
    """Rows of random tokens; `predictions` says how many of a row are hidden."""
    random = numpy.random.default_rng(rows)
    ids = random.integers(5, VOCABULARY, (rows, LENGTH))
    columns = {"input_ids": ids, "input_mask": numpy.ones_like(ids),
               "segment_ids": numpy.arange(LENGTH) >= random.integers(3, LENGTH, (rows, 1)),
               "masked_lm_positions": numpy.zeros((rows, 6)), "masked_lm_ids": numpy.zeros((rows, 6)),
               "next_sentence_labels": random.integers(0, 2, rows)}
    for row in range(rows):
        count = predictions(row)
        hidden = numpy.sort(random.choice(numpy.arange(1, LENGTH - 1), count, replace=False))
        columns["masked_lm_positions"][row, :count] = hidden
        columns["masked_lm_ids"][row, :count] = ids[row, hidden]
        ids[row, hidden] = 4
    path.parent.mkdir(exist_ok=True)
    with h5py.File(path, "w") as file:
        for name, values in columns.items():
            file[name] = values.astype("i4")


def make_data(folder):
    for split, rows in ("train", 48), ("valid", 8):
        make_rows(folder / f"rows/{split}.hdf5", rows, lambda row: 3)
        make_rows(folder / f"unequal/{split}.hdf5", rows, lambda row: 1 + row % 5)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + [f"w{i}" for i in range(VOCABULARY - 5)]
    (folder / "vocab.txt").write_text("\n".join(words) + "\n")
    (folder / "config.json").write_text(json.dumps(dict(
        vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
        hidden_act="gelu", hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, max_position_embeddings=LENGTH,
        type_vocab_size=2, initializer_range=0.02)))


class HetSeq:
    """A copy of HetSeq's source whose Cython part is built."""

    def __init__(self, source, folder):
        self.source = folder / "hetseq"
        self.folder = folder
        shutil.copytree(source, self.source, ignore=shutil.ignore_patterns(".git"))
        self.call([sys.executable, "setup.py", "build_ext", "--inplace"], self.source)

    def call(self, command, folder):
        ended = subprocess.run(command, cwd=folder, capture_output=True, text=True)
        if ended.returncode:
            raise RuntimeError(f"{' '.join(map(str, command[:4]))} ended with {ended.returncode}: {(ended.stdout + ended.stderr)[-2000:]}")
        return ended.stdout

    def train(self, arguments, name):
        """What HetSeq saves at the end of each epoch, in a folder of this name."""
        self.call([sys.executable, driver, self.source, *arguments, "--save-dir", name], self.folder)
        return self.folder / name


def load(path):
    return torch.load(path, weights_only=False)


def train_here(given, arguments, name):
    """The weights, under HetSeq's names, that the job of this command line ends with."""
    job = json.loads(given.engine("import", "hetseq", "--", *arguments).stdout)
    job["order"]["kind"] = "hetseq"  # as the notes of the import say
    job["schedule"]["lateByOne"] = True
    run = given.train(job, name)
    given.engine("export", "hetseq", run / "model", f"{name}.pt")
    return load(given.scratch / f"{name}.pt")["model"]


def compare(given, found):
    make_data(given.scratch)
    hetseq = HetSeq(given.hetseq, given.scratch)

    # With a rate of 0 HetSeq saves the weights that it begins with.
    first = hetseq.train([*BERT, "--max-update", "1", "--lr", "0"], "first")
    begun = {"args": None, "model": load(first / "checkpoint_last.pt")["model"], "extra_state": None, "optimizer_history": []}
    torch.save(begun, given.scratch / "start.pt")

    def both(what, bound, *further):
        name = what.replace(" ", "-").replace(",", "")
        arguments = [*BERT, "--restore-file", "start.pt", *further]
        theirs = hetseq.train(arguments, "their-" + name)
        found.near(what, train_here(given, arguments, name), load(theirs / "checkpoint_last.pt")["model"], bound)

    both("BERT, 24 steps of Adam", 1e-5, "--max-epoch", "2")
    both("a large epsilon, warm-up and decay", 1e-5, "--max-epoch", "2", "--adam-eps", "1e-5", "--weight-decay", "0.01",
         "--warmup-updates", "5", "--total-num-update", "24")
    both("clipped gradients", 1e-5, "--max-epoch", "2", "--adam-eps", "1e-4", "--clip-norm", "0.05", "--fast-stat-sync")
    both("micro-batches averaged", 1e-5, "--max-epoch", "2", "--update-freq", "3", "--adam-eps", "1e-5", "--fast-stat-sync")
    both("micro-batches summed", 1e-5, "--max-epoch", "2", "--update-freq", "3", "--adam-eps", "1e-5", "--clip-norm", "0.1")
    both("lists of rates and micro-batches", 1e-5, "--max-epoch", "4", "--update-freq", "1,3,2", "--lr", "0.002,0.001,0.0005",
         "--fast-stat-sync", "--adam-eps", "1e-5")
    both("Adadelta", 1e-5, "--max-epoch", "2", "--optimizer", "adadelta", "--lr", "0.5", "--dadelta_weight_decay", "0.001")
    both("batches of a multiple", 1e-5, "--max-epoch", "2", "--max-sentences", "10", "--required-batch-size-multiple", "4",
         "--curriculum", "1")
