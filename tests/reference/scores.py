"""Writes bleu.json and entities.json into tests/fixtures/text: what sacreBLEU and seqeval say about random translations
and random tags.

    pip install sacrebleu==2.6.0 seqeval==1.2.2
    python tests/reference/scores.py
"""

import json
import random
import warnings
from pathlib import Path

from sacrebleu.metrics import BLEU
from seqeval.metrics import classification_report, f1_score, precision_score, recall_score
from seqeval.metrics.sequence_labeling import get_entities

target = Path(__file__).resolve().parent.parent / "fixtures" / "text"
draw = random.Random(11)
bleu = BLEU()  # tokenize="13a", smooth_method="exp", lowercase=False
assert bleu.tokenizer.signature() == "13a" and bleu.smooth_method == "exp"

words = (
    "the cat is on a mat and two dogs run fast through Berlin's old streets today Ein Mann läuft über die Straße "
    "été naïve 你好 世界 привет мир नमस्ते שלום مرحبا don't it's e-mail 3.14 1,000,000 2-3 -5 5- 10.000,50 .5 5. ,5 v1.2.3 U.S. "
    "e.g., etc... … – — „Hallo“ «oui» ¿qué? ¡sí! 😀 👩‍👩‍👧 e\u0301 ٣.٤ ٣,٤ ½.5 x²,y ．， 1．5 a.b a,b 1,a a,1 1.a a.1 .,. ,., .. ,, -- 1--2 1-a"
).split()
symbols = list("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") + ["&quot;", "&amp;", "&lt;", "&gt;", "&amp;lt;", "&#39;", "<skipped>",
                                                            "-\n", "\n", "<skip<skipped>ped>", "&amp;quot;"]
spaces = [" "] * 14 + ["  ", "\t", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x1f", "\u0085", "\u00a0", "\u1680", "\u2003",
                       "\u2028", "\u2029", "\u202f", "\u205f", "\u3000", "\u200b", "\ufeff", "\u180e", "-\n", "\n"]


def piece():
    kind = draw.random()
    if kind < 0.7:
        return draw.choice(words)
    if kind < 0.85:
        return draw.choice(words) + draw.choice(symbols)
    if kind < 0.95:
        return "".join(draw.choice(symbols + words[:8] + list("0123456789")) for _ in range(draw.randint(1, 6)))
    return draw.choice(symbols)


def line(most):
    return "".join(piece() + draw.choice(spaces) for _ in range(draw.randint(0, most)))


def changed(text):
    """A translation that has something in common with the reference."""
    parts = text.split(" ")
    for _ in range(draw.randint(0, 3)):
        at = draw.randrange(len(parts))
        action = draw.random()
        if action < 0.3:
            del parts[at:at + draw.randint(1, 3)]
        elif action < 0.6:
            parts[at] = piece()
        else:
            parts.insert(at, piece())
        parts = parts or [""]
    return " ".join(parts)


def write_bleu():
    lines = [line(8) for _ in range(300)] + ["", " ", "\n", "-\n", "a-\n", "a-\nb", ". . .", ".", ",", "1.", ".1", "1.,2", "a..1"]
    tokenized = [{"text": text, "words": bleu._preprocess_segment(text).split()} for text in lines]
    corpora = []
    for number in range(24):
        references = [line(14) for _ in range(1 + number % 7 * 3)]
        translations = [changed(text) if number % 4 else line(6) for text in references]
        if number == 20:
            translations = ["" for _ in references]
        if number == 21:
            references, translations = ["the cat is on the mat today"], ["the cat is"]
        if number == 22:
            references, translations = ["a b c d e f g h"], ["a x c y e z g w"]
        if number == 23:
            references, translations = ["the the"], ["the the the the the the the"]
        score = bleu.corpus_score(translations, [references])
        corpora.append({"translations": translations, "references": references, "bleu": score.score, "words": score.sys_len,
                        "reference_words": score.ref_len, "matches": score.counts, "sequences": score.totals})
    print("bleu.json:", [round(corpus["bleu"], 2) for corpus in corpora])
    (target / "bleu.json").write_text(json.dumps({"lines": tokenized, "corpora": corpora}, indent=0) + "\n")


def tags_like(tags, scheme, length):
    """A sentence whose tags mostly make sense, with accidents."""
    types = sorted({tag[2:] for tag in tags if len(tag) > 2})
    sentence = []
    while len(sentence) < length:
        if draw.random() < 0.5:
            sentence.append("O")
            continue
        kind, size = draw.choice(types), draw.randint(1, 3)
        if scheme == "iobes":
            sentence += ["S-" + kind] if size == 1 else ["B-" + kind] + ["I-" + kind] * (size - 2) + ["E-" + kind]
        elif scheme == "iob1":
            sentence += ["I-" + kind] * size
        else:
            sentence += ["B-" + kind] + ["I-" + kind] * (size - 1)
    return [draw.choice(tags) if draw.random() < 0.15 else tag for tag in sentence[:length]]


def write_entities():
    types = ["PER", "LOC", "creative-work", "a"]
    schemes = {
        "iob2": ["O"] + [f"{prefix}-{kind}" for kind in types for prefix in "BI"],
        "iob1": ["O"] + [f"{prefix}-{kind}" for kind in types for prefix in "IB"],
        "iobes": ["O"] + [f"{prefix}-{kind}" for kind in types for prefix in "BIES"],
        "odd": ["O", "B-PER", "I-PER", "B", "I", "E", "S", "O-PER", "X-LOC", "X", ".", ".-LOC", "BLOC", "E-LOC", "I-"],
    }
    cases = []
    for scheme, tags in schemes.items():
        for number in range(6):
            expected = [tags_like(tags, scheme, draw.randint(1, 14)) for _ in range(1 + number * 8)]
            predicted = [[draw.choice(tags) if draw.random() < 0.2 * (number % 3) else tag for tag in sentence]
                         for sentence in expected]
            there, found = get_entities(expected), get_entities(predicted)
            counts = {kind: [sum(e[0] == kind for e in set(there)), sum(e[0] == kind for e in set(found)),
                             sum(e[0] == kind for e in set(there) & set(found))] for kind in sorted({e[0] for e in there + found})}
            report = classification_report(expected, predicted, output_dict=True) if there and found else {}
            for kind, (support, _, _) in counts.items():
                assert not report or report[kind]["support"] == support
            others = sorted({tag for sentence in expected + predicted for tag in sentence} - set(tags))
            cases.append({"tags": tags + others, "expected": expected, "predicted": predicted, "counts": counts,
                          "precision": float(precision_score(expected, predicted)),
                          "recall": float(recall_score(expected, predicted)), "f1": float(f1_score(expected, predicted))})
    print("entities.json:", [round(case["f1"], 3) for case in cases])
    (target / "entities.json").write_text("[\n" + ",\n".join(json.dumps(case) for case in cases) + "\n]\n")


warnings.filterwarnings("ignore")
write_bleu()
write_entities()
