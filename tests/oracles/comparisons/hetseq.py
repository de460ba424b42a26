"""HetSeq's training, run by HetSeq itself on the CPU: the same command lines for both, and the weights that they end with.

Its GPUs alone could show what many ranks do, and its MNIST network has dropout whose random numbers nothing else draws."""

import json
import pickle
import shutil
import subprocess
import sys
import types
from pathlib import Path

import h5py
import numpy
import torch

NEEDS = ("hetseq",)
driver = Path(__file__).resolve().parents[1] / "hetseqonacpu.py"
LENGTH, VOCABULARY = 32, 64
BOTH = ["--dict", "bert/vocab.txt", "--config_file", "bert/config.json", "--num-workers", "0", "--max-sentences", "4", "--lr",
        "0.001", "--cpu"]
BERT = ["--task", "bert", "--data", "rows", *BOTH]
TAGS = ["--task", "BertForTokenClassification", "--train_file", "tags.conll", "--validation_file", "tags.conll",
        "--extension_file", "conll.py", *BOTH]
BOUND = 1e-5  # of any weight; the weights are of a size of 0.02 and move by as much


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


def make_sentences(path, sentences):
    random = numpy.random.default_rng(1)
    with path.open("w") as file:
        for _ in range(sentences):
            for word in random.integers(0, VOCABULARY - 5, random.integers(3, 9)):
                print(f"w{word}", ("O", "B-x", "I-x")[word % 3], file=file)
            print(file=file)


def make_data(folder):
    for split, rows in ("train", 48), ("valid", 8):
        make_rows(folder / f"rows/{split}.hdf5", rows, lambda row: 3)
        make_rows(folder / f"unequal/{split}.hdf5", rows, lambda row: 1 + row % 5)
    make_sentences(folder / "tags.conll", 48)
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"] + [f"w{i}" for i in range(VOCABULARY - 5)]
    (folder / "bert").mkdir()
    (folder / "bert/vocab.txt").write_text("\n".join(words) + "\n")
    (folder / "bert/config.json").write_text(json.dumps(dict(
        vocab_size=VOCABULARY, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
        hidden_act="gelu", hidden_dropout_prob=0.0, attention_probs_dropout_prob=0.0, max_position_embeddings=512,
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

    def begin(self, arguments, name):
        """Its weights before the first step, as a file that HetSeq begins with: with a rate of 0 they stay as they are."""
        first = self.train([*arguments, "--max-update", "1", "--lr", "0"], f"first-{name}")
        model = load(first / "checkpoint_last.pt")["model"]
        for part in model:
            if part.startswith("classifier"):
                model[part].zero_()  # whatever the order of the tags
        torch.save({"args": None, "model": model, "extra_state": None, "optimizer_history": []}, self.folder / name)
        return model

    def options(self, task, optimizer):
        """A value for each option of its parser, all names of it included."""
        script = """
import argparse, json, sys
sys.path.insert(0, sys.argv[1])
import options
values = {"max_tokens": "1024", "adam_betas": "(0.5, 0.6)", "load_state_dict_strict": "True",
          "lr_scheduler": "PolynomialDecayScheduler"}
print(json.dumps({name: [] if action.nargs == 0 else [
    str(action.choices[0]) if action.choices else values.get(action.dest, "x" if action.type in (str, None) else "1")]
    for action in options.get_training_parser(task=sys.argv[2], optimizer=sys.argv[3])._actions
    for name in action.option_strings if action.dest != "help"}))
"""
        said = self.call([sys.executable, "-c", script, self.source / "hetseq", task, optimizer], self.folder)
        return json.loads(said) | {"--task": [task], "--optimizer": [optimizer]}


class Anything:
    def __init__(self, *ignored, **alsoIgnored):
        pass

    def __setstate__(self, state):
        pass


class TensorsOnly(pickle.Unpickler):
    """Beside the weights of a tagger HetSeq saves its tokenizer and more, of classes that are not here."""

    def find_class(self, module, name):
        return super().find_class(module, name) if module.split(".")[0] in ("torch", "collections", "argparse") else Anything


def load(path):
    return torch.load(path, weights_only=False, pickle_module=types.SimpleNamespace(__name__="pickle", Unpickler=TensorsOnly, load=pickle.load))


def train_here(given, arguments, name):
    """The weights, under HetSeq's names, that the job of this command line ends with."""
    job = json.loads(given.engine("import", "hetseq", "--", *arguments).stdout)
    job["order"]["kind"] = "hetseq"  # as the notes of the import say
    job["schedule"]["lateByOne"] = True
    run = given.train(job, name)
    given.engine("export", "hetseq", run / "model", f"{name}.pt")
    weights = load(given.scratch / f"{name}.pt")["model"]
    tags = json.loads((run / "model/config.json").read_text()).get("id2label")
    if "classifier.weight" in weights:  # HetSeq's side sorts the tags by name
        order = sorted(range(len(tags)), key=lambda i: tags[str(i)])
        weights |= {part: weights[part][order] for part in ("classifier.weight", "classifier.bias")}
    return weights


def compare_training(given, found, hetseq):
    def both(what, command, start, *further, continues=True, bound=BOUND):
        """From the same weights; then once more from HetSeq's checkpoint of half the epochs."""
        name = what.replace(" ", "-").replace(",", "")
        command = [*command, "--max-epoch", "4", *further]
        saved = hetseq.train([*command, "--restore-file", start], f"their-{name}")
        theirs = load(saved / "checkpoint_last.pt")["model"]
        if command[1] != "bert":  # the pooler, which a tagger does not use, Motley leaves out
            theirs = {part: value for part, value in theirs.items() if "pooler" not in part}
        found.near(what, train_here(given, [*command, "--restore-file", start], name), theirs, bound)
        if not continues:
            return
        half = f"their-{name}/checkpoint2.pt"
        found.near(f"{what}, continued", train_here(given, [*command, "--restore-file", half], f"{name}-2"), theirs, BOUND)

    both("BERT, 48 steps of Adam", BERT, "start.pt")
    both("a large epsilon, warm-up and decay", BERT, "start.pt", "--adam-eps", "1e-5", "--weight-decay", "0.01",
         "--warmup-updates", "5", "--total-num-update", "48")
    both("gradients of which some are clipped", BERT, "start.pt", "--adam-eps", "1e-4", "--clip-norm", "0.085", "--fast-stat-sync")
    both("micro-batches averaged", BERT, "start.pt", "--update-freq", "3", "--adam-eps", "1e-5", "--fast-stat-sync")
    both("micro-batches summed", BERT, "start.pt", "--update-freq", "3", "--adam-eps", "1e-5", "--clip-norm", "0.1")
    both("rows of 1 to 5 hidden words", BERT, "start.pt", "--data", "unequal", "--adam-eps", "1e-5")
    both("micro-batches of them, of which HetSeq takes the mean of means", BERT, "start.pt", "--data", "unequal", "--update-freq",
         "3", "--adam-eps", "1e-5", "--fast-stat-sync", continues=False, bound=0.01)
    both("lists of rates and micro-batches", BERT, "start.pt", "--update-freq", "1,3,2", "--lr", "0.002,0.001,0.0005",
         "--fast-stat-sync", "--adam-eps", "1e-5")
    both("Adadelta", BERT, "start.pt", "--optimizer", "adadelta", "--lr", "0.5", "--dadelta_weight_decay", "0.001")
    both("batches of a multiple", BERT, "start.pt", "--max-sentences", "10", "--required-batch-size-multiple", "4",
         "--curriculum", "1")
    both("tags", TAGS, "start-tags.pt", "--adam-eps", "1e-5", continues=False)
    both("tags, of which some are clipped", TAGS, "start-tags.pt", "--adam-eps", "1e-4", "--clip-norm", "0.3", continues=False)


def compare_options(given, found, hetseq):
    commands = [hetseq.options(task, optimizer) for task, optimizer in (
        ("bert", "adam"), ("mnist", "adadelta"), ("BertForTokenClassification", "adam"), ("BertForELClassification", "adam"))]
    every = {name: value for options in commands for name, value in options.items()}
    for options in commands:
        task = options["--task"][0]
        words = [word for name, value in options.items() for word in (name, *value)]
        ended = given.engine("import", "hetseq", "--row-length", "32", "--", *words, succeeds=False)
        found.equal(f"all {len(options)} options of {task} are taken", ended.stderr if ended.returncode else "", "")
        wrong = [name for name in every.keys() - options.keys() if not given.engine(
            "import", "hetseq", "--row-length", "32", "--", "--task", task, "--optimizer", *options["--optimizer"],
            "--max-sentences", "4", name, *every[name], succeeds=False).returncode]
        found.equal(f"options of others are refused for {task}", sorted(wrong), [])


def compare(given, found):
    make_data(given.scratch)
    hetseq = HetSeq(given.hetseq, given.scratch)
    model = hetseq.begin(BERT, "start.pt")
    torch.save({name: value for name, value in model.items() if name.startswith("bert.")}, given.scratch / "bert/pytorch_model.bin")
    hetseq.begin(TAGS, "start-tags.pt")

    compare_training(given, found, hetseq)
    exported = "Adadelta.pt"
    begun = hetseq.begin([*BERT, "--restore-file", exported], "exported-start.pt")
    found.near("an exported model is what HetSeq restores", load(given.scratch / exported)["model"], begun, 0)
    compare_options(given, found, hetseq)
