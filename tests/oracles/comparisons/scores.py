"""Scores of tags and translations: what a test says beside what seqeval and sacreBLEU say of the whole text."""

import json
import random

import sacrebleu
import seqeval.metrics
from transformers import BertConfig, BertForPreTraining

NEEDS = ()
NAMES = {"per": ["anna", "boris", "clara", "david"], "loc": ["paris", "rome", "oslo", "kyiv"]}
WORDS = ["the", "river", "house", "sees", "old", "green", "walks", "to", "of", "tree"]
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def metric(evaluation, name):
    return next(each["value"] for each in evaluation["metrics"] if each["name"] == name)


def last_test(run):
    events = [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]
    return [event for event in events if event["type"] == "evaluation"][-1]


def make_bert(folder):
    tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *LETTERS, *("##" + letter for letter in LETTERS),
              *NAMES["per"], *NAMES["loc"], *WORDS]
    config = BertConfig(vocab_size=len(tokens), hidden_size=32, num_hidden_layers=2, num_attention_heads=2,
                        intermediate_size=64, max_position_embeddings=32)
    BertForPreTraining(config).save_pretrained(folder)
    (folder / "vocab.txt").write_text("\n".join(tokens) + "\n")


def tagged(draw, sentences, longest):
    """Sentences of words and tags, with entities of one to three words."""
    for _ in range(sentences):
        sentence = []
        for _ in range(draw.randint(3, longest)):
            kind = draw.choice(["per", "loc", None, None])
            words = draw.choices(NAMES[kind], k=draw.randint(1, 3)) if kind else [draw.choice(WORDS)]
            sentence += [(word, f"{'I' if i else 'B'}-{kind}" if kind else "O") for i, word in enumerate(words)]
        yield sentence


def write_conll(path, sentences):
    path.write_text("\n".join("".join(f"{word}\t{tag}\n" for word, tag in sentence) for sentence in sentences))


def read_tags(text):
    return [[line.split("\t")[-1] for line in sentence.split("\n")] for sentence in text.strip().split("\n\n")]


def compare_tags(given, found):
    draw = random.Random(1)
    make_bert(given.scratch / "bert")
    write_conll(given.scratch / "train.conll", tagged(draw, 200, 8))
    test = list(tagged(draw, 60, 40))  # longer than the 16 tokens that the network sees at once
    for sentence in test[::3]:
        sentence.insert(len(sentence) // 2, ("\ufe0f", "B-per"))  # no token
        sentence.insert(2, ("abcdefghijklmnopqrstuvw", "B-loc"))  # more tokens than it sees
    write_conll(given.scratch / "test.conll", test)
    job = {"version": 1, "name": "tags", "task": "token-classification", "model": {"start": "bert"},
           "data": {"train": "train.conll", "test": "test.conll", "longest": 16}, "batch": 16, "epochs": 6,
           "optimizer": {"kind": "adamw"}, "schedule": {"peak": 0.002}}
    run = given.train(job, "tags")
    (given.scratch / "words.txt").write_text("\n".join(" ".join(word for word, _ in sentence) for sentence in test) + "\n")
    predicted = read_tags(given.engine("tag", run / "model", "words.txt").stdout)
    expected = [[tag for _, tag in sentence] for sentence in test]
    ours = json.loads(given.engine("evaluate", run / "model", "--data", "test.conll").stdout)
    theirs = {name: float(getattr(seqeval.metrics, name + "_score")(expected, predicted))
              for name in ("f1", "precision", "recall", "accuracy")}
    for name, value in theirs.items():
        found.holds(f"{name} of tags, evaluate", abs(metric(ours, name) - value) < 1e-9, f"{metric(ours, name):.6f}, {value:.6f}")
        test_said = metric(last_test(run), name)
        found.holds(f"{name} of tags, last test", abs(test_said - value) < 1e-9, f"{test_said:.6f}, {value:.6f}")


def write_pairs(folder, split, pairs):
    for side, name in enumerate(("source", "target")):
        (folder / f"{split}.{name}").write_text("".join(pair[side] + "\n" for pair in pairs))


def compare_translations(given, found):
    draw = random.Random(2)

    def pair(longest):
        words = draw.choices(WORDS, k=draw.randint(2, longest))
        return " ".join(words), " ".join(word + "en" for word in words)

    write_pairs(given.scratch, "train", [pair(6) for _ in range(400)])
    test = [pair(6) for _ in range(40)] + [pair(60) for _ in range(6)]  # the last are longer than data.longest
    write_pairs(given.scratch, "test", [*test, ("", "treeen"), ("the old tree", "")])
    job = {"version": 1, "name": "pairs", "task": "translation", "model": {"beam": 2}, "batch": 128, "epochs": 15,
           "data": {"trainSource": "train.source", "trainTarget": "train.target", "testSource": "test.source",
                    "testTarget": "test.target", "vocabulary": 40, "longest": 24},
           "optimizer": {"kind": "adamw"}, "clipNorm": 1, "schedule": {"peak": 0.001, "warmupSteps": 10}}
    run = given.train(job, "pairs")
    translated = given.engine("translate", run / "model", "test.source").stdout.removesuffix("\n").split("\n")
    references = (given.scratch / "test.target").read_text().removesuffix("\n").split("\n")
    theirs = sacrebleu.metrics.BLEU().corpus_score(translated, [references]).score
    ours = json.loads(given.engine("evaluate", run / "model", "--data", "test.source,test.target").stdout)
    found.holds("the translator has learnt", theirs > 10, f"{theirs:.1f}")
    for what, evaluation in ("evaluate", ours), ("last test", last_test(run)):
        bleu = metric(evaluation, "bleu")
        found.holds(f"BLEU, {what}", abs(bleu - theirs) < 0.005, f"{bleu:.4f}, {theirs:.4f}")
        found.equal(f"lines, {what}", evaluation["samples"], len(references))


def compare(given, found):
    compare_tags(given, found)
    compare_translations(given, found)
