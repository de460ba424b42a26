"""What is compared: the job that our engine is given, its data, and the same model and loss in PyTorch.

A Work writes its data into a folder, says what the job is, and makes the PyTorch side: model() and batches(), whose
items loss() takes. The data are drawn at random; both sides read the same files. All samples are of one length, so that
both have the same shapes in every step.
"""

import json
import pathlib
import random

import numpy
import torch
from torch import nn
from torch.nn import functional

DROPOUT = 0.1  # compare --dropout changes it in both sides before they make anything


class Work:
    clip = 1.0  # bound of the gradient's norm, as is usual for text; 0: no clipping

    def job(self, folder):
        """AdamW at a constant rate, so that only the model differs between works. compare() adds the precision."""
        return {
            "version": 1, "name": self.name, "seed": 1, "batch": self.batch, "epochs": 1000000,
            "evaluateEveryEpochs": 1000000, "clipNorm": self.clip, "checkpoint": {"everySteps": 0},
            "optimizer": {"kind": "adamw", "weightDecay": 0.01},
            "schedule": {"kind": "constant", "peak": 1e-4}, **self.task(folder),
        }

    def prepare(self, folder, precision="float32"):
        folder.mkdir(parents=True, exist_ok=True)
        self.write(folder)
        (folder / "job.json").write_text(json.dumps({**self.job(folder), "precision": {"kind": precision}}))

    def cut(self, tensors, ranks, rank):
        """This rank's part of each global batch, as a list of batches."""
        samples = self.samples // ranks
        whole = len(tensors[0]) // self.samples * self.samples
        starts = range(rank * samples, whole, self.samples)
        return [tuple(tensor[start:start + samples].clone() for tensor in tensors) for start in starts]

    @property
    def samples(self):
        return self.batch


class Bert(Work):
    """Hugging Face's BertForPreTraining; only hidden words go through its output layer, as with us."""

    def __init__(self, name, layers, hidden, heads, batch, tokens=128, hidden_words=20):
        self.name, self.batch, self.tokens, self.hidden_words = name, batch, tokens, hidden_words
        self.layers, self.hidden, self.heads = layers, hidden, heads

    @property
    def shape(self):
        return dict(vocab_size=30522, hidden_size=self.hidden, num_hidden_layers=self.layers, num_attention_heads=self.heads,
                    intermediate_size=4 * self.hidden, max_position_embeddings=512,
                    hidden_dropout_prob=DROPOUT, attention_probs_dropout_prob=DROPOUT)

    def describe(self):
        return f"BERT, {self.shape['num_hidden_layers']} layers of {self.shape['hidden_size']}, {self.batch} x {self.tokens}"

    def task(self, folder):
        return {"task": "bert-pretraining", "model": {"config": str(folder / "config.json")},
                "data": {"train": str(folder / "train.hdf5")}}

    def write(self, folder):
        import h5py
        import transformers
        config = transformers.BertConfig(architectures=["BertForPreTraining"], **self.shape)
        (folder / "config.json").write_text(config.to_json_string(use_diff=False))
        rows, draw = 16 * self.batch, numpy.random.default_rng(1)
        places = 1 + numpy.arange(self.hidden_words) * (self.tokens - 1) // self.hidden_words
        with h5py.File(folder / "train.hdf5", "w") as file:
            for name, values in {
                "input_ids": draw.integers(5, self.shape["vocab_size"], (rows, self.tokens)),
                "input_mask": numpy.ones((rows, self.tokens)),
                "segment_ids": numpy.tile(numpy.arange(self.tokens) >= self.tokens // 2, (rows, 1)),
                "masked_lm_positions": numpy.tile(places, (rows, 1)),
                "masked_lm_ids": draw.integers(5, self.shape["vocab_size"], (rows, self.hidden_words)),
                "next_sentence_labels": draw.integers(0, 2, rows),
            }.items():
                file[name] = values.astype("int32")

    def batches(self, folder, ranks, rank):
        import h5py
        with h5py.File(folder / "train.hdf5") as file:
            return self.cut([torch.tensor(file[name][:], dtype=torch.long) for name in (
                "input_ids", "input_mask", "segment_ids", "masked_lm_positions", "masked_lm_ids",
                "next_sentence_labels")], ranks, rank)

    def model(self, folder):
        import transformers
        return BertLoss(transformers.BertForPreTraining(transformers.BertConfig(**self.shape)))


class BertLoss(nn.Module):
    def __init__(self, bert):
        super().__init__()
        self.bert = bert

    def forward(self, ids, mask, segments, positions, hidden_ids, following):
        outputs = self.bert.bert(input_ids=ids, attention_mask=mask, token_type_ids=segments)
        sequence = outputs.last_hidden_state
        starts = torch.arange(ids.size(0), device=ids.device).unsqueeze(1) * ids.size(1)
        hidden = sequence.flatten(0, 1).index_select(0, (positions + starts).flatten())
        words = functional.cross_entropy(self.bert.cls.predictions(hidden), hidden_ids.flatten())
        return words + functional.cross_entropy(self.bert.cls.seq_relationship(outputs.pooler_output), following)


class Gpt2(Work):
    """Hugging Face's GPT2LMHeadModel. The text is one of characters, each a token."""

    clip = 1.0

    def __init__(self, name, layers, heads, width, context, vocabulary, batch, blocks):
        self.name, self.layers, self.heads, self.width, self.context = name, layers, heads, width, context
        self.vocabulary, self.batch, self.blocks = vocabulary, batch, blocks

    def describe(self):
        return f"GPT-2, {self.layers} layers of {self.width}, {self.batch} x {self.context}, vocabulary {self.vocabulary}"

    def task(self, folder):
        return {"task": "language-model",
                "model": {"layers": self.layers, "heads": self.heads, "width": self.width, "context": self.context,
                          "dropout": DROPOUT},
                "data": {"train": str(folder / "train"), "test": str(folder / "test"), "units": "characters"}}

    def write(self, folder):
        draw = random.Random(1)
        # The ends of lines are one, "unknown" another. Above the surrogates there is room for all.
        first = 0x4E00 if self.vocabulary < 20000 else 0x10000
        characters = [chr(first + i) for i in range(self.vocabulary - 2)]
        draw.shuffle(characters)
        text = "".join(characters) + "\n" + "".join(draw.choices(characters, k=self.blocks * self.context))
        (folder / "train").write_text(text, encoding="utf-8")
        (folder / "test").write_text(text[:1000], encoding="utf-8")

    def batches(self, folder, ranks, rank):
        text = (folder / "train").read_text(encoding="utf-8")
        ids = {character: i + 1 for i, character in enumerate(sorted(set(text)))}
        tokens = torch.tensor([ids[character] for character in text])
        blocks = (len(tokens) - 1) // self.context
        inputs = tokens[:blocks * self.context].view(blocks, self.context)
        targets = tokens[1:blocks * self.context + 1].view(blocks, self.context)
        return self.cut([inputs, targets], ranks, rank)

    def model(self, folder):
        import transformers
        return Gpt2Loss(transformers.GPT2LMHeadModel(transformers.GPT2Config(
            vocab_size=self.vocabulary, n_positions=self.context, n_embd=self.width, n_layer=self.layers,
            n_head=self.heads, resid_pdrop=DROPOUT, embd_pdrop=DROPOUT, attn_pdrop=DROPOUT)))


class Gpt2Loss(nn.Module):
    def __init__(self, gpt2):
        super().__init__()
        self.gpt2 = gpt2

    def forward(self, inputs, targets):
        logits = self.gpt2(input_ids=inputs, use_cache=False).logits
        return functional.cross_entropy(logits.flatten(0, 1), targets.flatten())


class ResNet18(Work):
    """ResNet-18 for small images. On two ranks PyTorch normalises over a rank's part of the batch, we over all of it."""

    name, batch, clip = "resnet18", 64, 0
    side, width, classes = 32, 16, 10

    def describe(self):
        return f"ResNet-18, width {self.width}, {self.batch} images of {self.side} x {self.side}"

    def task(self, folder):
        return {"task": "image-classification", "model": {"kind": "resnet18", "width": self.width},
                "data": {"folder": str(folder)}}

    def write(self, folder):
        draw = numpy.random.default_rng(1)
        for split, count in ("train", 16 * self.batch), ("t10k", 16):
            images = draw.integers(0, 256, (count, self.side, self.side), dtype="uint8")
            labels = (numpy.arange(count) % self.classes).astype("uint8")
            for name, values in ("images-idx3", images), ("labels-idx1", labels):
                head = bytes([0, 0, 8, values.ndim]) + b"".join(size.to_bytes(4, "big") for size in values.shape)
                (folder / f"{split}-{name}-ubyte").write_bytes(head + values.tobytes())

    def batches(self, folder, ranks, rank):
        pixels = numpy.frombuffer((folder / "train-images-idx3-ubyte").read_bytes()[16:], dtype="uint8")
        images = torch.tensor(pixels).view(-1, 1, self.side, self.side) / 255
        images = (images - images.mean()) / images.std()
        labels = numpy.frombuffer((folder / "train-labels-idx1-ubyte").read_bytes()[8:], dtype="uint8")
        return self.cut([images, torch.tensor(labels, dtype=torch.long)], ranks, rank)

    def model(self, folder):
        return ResNetLoss(self.width, self.classes)


class Block(nn.Module):
    """The same computation as torchvision's BasicBlock."""

    def __init__(self, entering, inner, stride):
        super().__init__()
        self.first = nn.Conv2d(entering, inner, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(inner)
        self.second = nn.Conv2d(inner, inner, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(inner)
        self.relu = nn.ReLU(inplace=True)
        self.shortcut = nn.Identity() if entering == inner and stride == 1 else nn.Sequential(
            nn.Conv2d(entering, inner, 1, stride, bias=False), nn.BatchNorm2d(inner))

    def forward(self, x):
        inner = self.second_norm(self.second(self.relu(self.first_norm(self.first(x)))))
        return self.relu(inner + self.shortcut(x))


class ResNetLoss(nn.Module):
    def __init__(self, width, classes):
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(1, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width), nn.ReLU(inplace=True))
        blocks, entering = [], width
        for stage in range(4):
            for i in range(2):
                blocks.append(Block(entering, width << stage, 2 if stage > 0 and i == 0 else 1))
                entering = width << stage
        self.blocks = nn.Sequential(*blocks)
        self.output = nn.Linear(entering, classes)

    def forward(self, images, labels):
        return functional.cross_entropy(self.output(self.blocks(self.stem(images)).mean((2, 3))), labels)


class Translation(Work):
    """torch.nn.Transformer in the shape of fairseq's: dropout after each part, none inside attention."""

    name, clip = "translation", 1.0
    pairs, words, vocabulary = 64, 23, 8000  # a sentence of 23 words has 24 tokens with its end
    size, layers, heads, inner = 256, 3, 4, 1024  # model.size "small"
    begin, end, pad = 1, 2, 3

    def describe(self):
        return (f"Transformer, {self.layers} + {self.layers} layers of {self.size}, {self.pairs} pairs of"
                f" {self.words + 1} tokens, vocabulary {self.vocabulary}")

    @property
    def batch(self):
        return self.pairs * (self.words + 1)  # tokens

    @property
    def samples(self):
        return self.pairs

    def task(self, folder):
        data = {f"{split}{side}": str(folder / f"{split}.{side}")
                for split in ("train", "test") for side in ("Source", "Target")}
        return {"task": "translation", "model": {"size": "small", "dropout": DROPOUT, "labelSmoothing": 0.1},
                "data": {**data, "pieces": str(folder / "pieces.model")}}

    def write(self, folder):
        import sentencepiece
        draw = random.Random(1)
        words = sorted({"".join(draw.choices("abcdefghijklmnopqrstuvwxyz", k=6)) for _ in range(2 * self.vocabulary)})
        words = words[:self.vocabulary - 4]
        for split, count in ("train", 16 * self.pairs), ("test", 4):
            for side in "Source", "Target":
                lines = (" ".join(draw.choices(words, k=self.words)) for _ in range(count))
                (folder / f"{split}.{side}").write_text("".join(line + "\n" for line in lines))
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(words), model_prefix=str(folder / "pieces"), model_type="word",
            vocab_size=self.vocabulary, unk_id=0, bos_id=self.begin, eos_id=self.end, pad_id=self.pad, minloglevel=2)

    def batches(self, folder, ranks, rank):
        import sentencepiece
        pieces = sentencepiece.SentencePieceProcessor(model_file=str(folder / "pieces.model"))
        source, target = (torch.tensor(pieces.encode((folder / f"train.{side}").read_text().splitlines()))
                          for side in ("Source", "Target"))
        ends = torch.full((len(source), 1), self.end)
        return self.cut([torch.cat([source, ends], 1), torch.cat([torch.full_like(ends, self.begin), target], 1),
                         torch.cat([target, ends], 1)], ranks, rank)

    def model(self, folder):
        return TransformerLoss(self)


class TransformerLoss(nn.Module):
    def __init__(self, work):
        super().__init__()
        shape = dict(d_model=work.size, nhead=work.heads, dim_feedforward=work.inner, dropout=DROPOUT, batch_first=True)
        self.pad, self.scale = work.pad, work.size ** 0.5
        self.words = nn.Embedding(work.vocabulary, work.size)
        nn.init.normal_(self.words.weight, std=work.size ** -0.5)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(**shape), work.layers)
        self.decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(**shape), work.layers)
        for module in self.modules():
            if isinstance(module, nn.MultiheadAttention):
                module.dropout = 0.0
            elif isinstance(module, (nn.TransformerEncoderLayer, nn.TransformerDecoderLayer)):
                module.dropout = nn.Identity()  # the one between the two full layers
        angles = torch.arange(work.words + 1).unsqueeze(1) * 10000 ** (-torch.arange(0, work.size, 2) / work.size)
        self.register_buffer("positions", torch.cat([angles.sin(), angles.cos()], 1))
        self.register_buffer("ahead", nn.Transformer.generate_square_subsequent_mask(work.words + 1))

    def embed(self, ids):
        return functional.dropout(self.words(ids) * self.scale + self.positions, DROPOUT)

    def forward(self, source, given, target):
        padded = source.eq(self.pad)
        padded = padded if padded.any() else None
        memory = self.encoder(self.embed(source), src_key_padding_mask=padded)
        hidden = self.decoder(self.embed(given), memory, tgt_mask=self.ahead, tgt_is_causal=True,
                              memory_key_padding_mask=padded)
        logits = functional.linear(hidden, self.words.weight)
        return functional.cross_entropy(logits.flatten(0, 1), target.flatten(), label_smoothing=0.1)


class Tuning(Work):
    """A LoRA fine-tune of a decoder with random weights: transformers' model of the same folder, with peft's adapter.

    The rows are texts as long as a sequence, of letters, each a token; the model knows as many tokens as real ones do.
    """

    clip = 1.0
    rank = 16
    tokens_of_letters = ["<pad>", "<s>", "</s>", *"abcdefghijklmnopqrstuvwxyz"]

    def __init__(self, name, family, layers, width, heads, vocabulary, batch, context, **others):
        self.name, self.batch, self.context = name, batch, context
        self.shape = dict(model_type=family, num_hidden_layers=layers, hidden_size=width, intermediate_size=3 * width,
                          num_attention_heads=heads, num_key_value_heads=heads // 2, vocab_size=vocabulary,
                          head_dim=width // heads, bos_token_id=1, eos_token_id=2, pad_token_id=0) | others

    def describe(self):
        return (f"LoRA of rank {self.rank} on a {self.shape['model_type']}, {self.shape['num_hidden_layers']} layers of"
                f" {self.shape['hidden_size']}, {self.batch} x {self.context}, vocabulary {self.shape['vocab_size']}")

    def task(self, folder):
        return {"task": "language-model", "model": {"start": str(folder / "model"), "context": self.context},
                "data": {"format": "conversations", "train": str(folder / "rows.jsonl"), "test": str(folder / "test.jsonl")},
                "adapter": {"rank": self.rank}}

    def write(self, folder):
        import tokenizers
        import transformers
        settings = dict(self.shape)
        config = transformers.AutoConfig.for_model(settings.pop("model_type"), **settings)
        torch.manual_seed(1)
        transformers.AutoModelForCausalLM.from_config(config).float().save_pretrained(folder / "model")
        tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(
            vocab={token: i for i, token in enumerate(self.tokens_of_letters)}, merges=[]))
        tokenizer.add_special_tokens(self.tokens_of_letters[:3])
        tokenizer.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = tokenizers.decoders.ByteLevel()
        transformers.PreTrainedTokenizerFast(
            tokenizer_object=tokenizer, bos_token="<s>", eos_token="</s>", pad_token="<pad>",
            model_max_length=self.context).save_pretrained(folder / "model")
        draw = random.Random(1)
        rows = ["".join(draw.choices(self.tokens_of_letters[3:], k=self.context - 1)) for _ in range(16 * self.batch)]
        for name, some in ("rows", rows), ("test", rows[:2]):
            (folder / f"{name}.jsonl").write_text("".join(json.dumps({"text": row}) + "\n" for row in some))

    def batches(self, folder, ranks, rank):
        end = self.tokens_of_letters.index("</s>")
        rows = [json.loads(line)["text"] for line in (folder / "rows.jsonl").read_text().splitlines()]
        ids = [[self.tokens_of_letters.index(letter) for letter in row] + [end] for row in rows]
        return self.cut([torch.tensor(ids)], ranks, rank)

    def model(self, folder):
        import peft
        import transformers
        base = transformers.AutoModelForCausalLM.from_pretrained(folder / "model", dtype=torch.float32)
        return TuningLoss(peft.get_peft_model(base, peft.LoraConfig(
            r=self.rank, lora_alpha=self.rank, target_modules="all-linear", lora_dropout=0.0, task_type="CAUSAL_LM")))


class TuningLoss(nn.Module):
    def __init__(self, decoder):
        super().__init__()
        self.decoder = decoder

    def forward(self, ids):
        return self.decoder(input_ids=ids, labels=ids, use_cache=False).loss


WORKS = {work.name: work for work in (
    Bert("bert-tiny", layers=2, hidden=128, heads=2, batch=32),
    Bert("bert-mini", layers=4, hidden=256, heads=4, batch=16),
    Gpt2("gpt2", layers=4, heads=4, width=256, context=128, vocabulary=8000, batch=8, blocks=1000),
    ResNet18(), Translation(),
    Tuning("tune-llama", "llama", layers=6, width=384, heads=6, vocabulary=32000, batch=4, context=128,
           tie_word_embeddings=True),
    Tuning("tune-qwen3", "qwen3", layers=6, width=384, heads=6, vocabulary=32000, batch=4, context=128,
           tie_word_embeddings=True),
    Tuning("tune-gemma3", "gemma3_text", layers=6, width=384, heads=6, vocabulary=32000, batch=4, context=128),
    Tuning("tune-smallest", "llama", layers=2, width=32, heads=2, vocabulary=64, batch=4, context=32),
    # What GPUs are judged by; on a processor a step takes minutes. And one that a test can wait for.
    Bert("bert-large-512", layers=24, hidden=1024, heads=16, batch=16, tokens=512, hidden_words=80),
    Gpt2("gpt2-124m-1024", layers=12, heads=12, width=768, context=1024, vocabulary=50257, batch=8, blocks=256),
    Bert("bert-smallest", layers=1, hidden=32, heads=2, batch=4, tokens=32, hidden_words=4))}

OF_GPUS = "bert-large-512", "gpt2-124m-1024"
OF_PROCESSORS = "bert-tiny", "bert-mini", "gpt2", "resnet18", "translation", "tune-llama", "tune-qwen3", "tune-gemma3"


def folder_of(work, root):
    return pathlib.Path(root) / work.name
