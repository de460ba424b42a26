"""Fine-tunes SmolLM2-135M from Motley's window and with PEFT; see check, which starts this in a Python that has PEFT.

Each step takes all rows, so that both learn from the same ones whatever their order: the curves must be one.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

import torch
from convert import convert, fetch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoModelForCausalLM, AutoTokenizer

CONTEXT = 256  # tokens; longer rows are left out, which one of the two would cut
RATE = 5e-4
AT_ONCE = 8  # rows
BOUND = 1e-4


def pieces_of(tokenizer, messages):
    """The ids of a conversation, and those that are learned or else -100: what comes after each answer's opening."""
    ids = tokenizer.apply_chat_template(messages, tokenize=True, return_dict=False)
    labels = [-100] * len(ids)
    for i, message in enumerate(messages):
        if message["role"] == "assistant":
            begin = len(tokenizer.apply_chat_template(messages[:i], tokenize=True, return_dict=False,
                                                      add_generation_prompt=True))
            end = ids.index(tokenizer.convert_tokens_to_ids("<|im_end|>"), begin) + 1
            labels[begin:end] = ids[begin:end]
    return ids, labels


def padded(rows):
    longest = max(len(ids) for ids, _ in rows)
    fill = [longest - len(ids) for ids, _ in rows]
    return (torch.tensor([ids + [0] * gap for (ids, _), gap in zip(rows, fill)]),
            torch.tensor([labels + [-100] * gap for (_, labels), gap in zip(rows, fill)]),
            torch.tensor([[1] * len(ids) + [0] * gap for (ids, _), gap in zip(rows, fill)]))


def loss_of(model, rows, learn):
    """The mean over all that is learned in all rows; with `learn`, its gradients too."""
    rows = sorted(rows, key=lambda row: len(row[0]))
    learned = sum(label != -100 for _, labels in rows for label in labels)
    total = 0.0
    for first in range(0, len(rows), AT_ONCE):
        ids, labels, mask = padded(rows[first:first + AT_ONCE])
        with torch.set_grad_enabled(learn):
            logits = model(input_ids=ids, attention_mask=mask).logits[:, :-1].float()
            loss = torch.nn.functional.cross_entropy(logits.flatten(0, 1), labels[:, 1:].flatten(),
                                                     reduction="sum") / learned
        if learn:
            loss.backward()
        total += loss.item()
    return total


def opened(folder):
    return AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32)


def begin(folder):
    """Saves an adapter as PEFT begins one."""
    torch.manual_seed(1)
    settings = LoraConfig(r=16, lora_alpha=32, target_modules="all-linear", task_type="CAUSAL_LM")
    get_peft_model(opened(folder / "base"), settings).save_pretrained(folder / "adapter")


def tune_with_peft(folder, rows, held_out, steps):
    model = PeftModel.from_pretrained(opened(folder / "base"), folder / "adapter", is_trainable=True).eval()
    parameters = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=RATE, weight_decay=0.0)
    before, losses = loss_of(model, held_out, False), []
    for _ in range(steps):
        optimizer.zero_grad()
        losses.append(loss_of(model, rows, True))
        torch.nn.utils.clip_grad_norm_(parameters, 1.0)
        optimizer.step()
        print(f"    PEFT, step {len(losses)}: {losses[-1]:.5f}", flush=True)
    return model, before, losses, loss_of(model, held_out, False)


def ready_job(build, folder):
    """The ready job for conversations with what it lacks: a model and rows."""
    printed = subprocess.run([build / "bin/motley-engine", "tasks", "--preset", "conversations"], capture_output=True,
                             check=True).stdout
    job = json.loads(printed)
    job["model"]["start"] = str(folder / "base")
    job["data"] |= {"train": str(folder / "train.jsonl"), "test": str(folder / "dev.jsonl")}
    return job


def job_of(build, folder, steps):
    """The same, with steps of all rows and the adapter that PEFT begins with."""
    job = ready_job(build, folder)
    job["model"]["context"] = CONTEXT
    job["adapter"] = {"start": str(folder / "adapter")}
    job["schedule"] = {"kind": "constant", "peak": RATE}
    job["memory"]["microbatch"] = 2  # as the three machines share the memory of one
    return job | {"name": "SmolLM2", "batch": 1, "epochs": steps, "evaluateEveryEpochs": steps}


def events_of(run):
    return [json.loads(line) for line in (run / "events.jsonl").read_text().splitlines()]


def sequences_of(build, folder, job):
    """How many sequences all rows fill, which a run of one step tells."""
    file, run = folder / "once.json", folder / "once"
    file.write_text(json.dumps(job | {"maxSteps": 1}))
    subprocess.run([build / "bin/motley-engine", "train", file, "--run-folder", run], capture_output=True, check=True)
    return next(event["trainSamples"] for event in events_of(run) if event["type"] == "started")


def tune_from_the_window(build, folder, steps):
    """The run's folder."""
    job, file = job_of(build, folder, steps), folder / "job.json"
    file.write_text(json.dumps(job | {"batch": sequences_of(build, folder, job)}))
    command = [build / "bin/tunewindow", file, folder / "home"]
    said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True,
                          env=os.environ | {"QT_QPA_PLATFORM": "offscreen"})
    return Path(said.stdout.strip())


def tune_in_the_terminal(build, folder, steps):
    """The run's model, of the ready job as it is but for its end, and for what it may take beside PEFT's model."""
    file, job = folder / "ready.json", ready_job(build, folder)
    job["memory"]["limitMiB"] = 8192
    file.write_text(json.dumps(job | {"maxSteps": steps}))
    homes = {f"XDG_{kind}_HOME": str(folder / "terminal" / kind) for kind in ("CONFIG", "DATA", "CACHE")}
    said = subprocess.run([build / "bin/motley", "run", file, "--machines", "local", "--json"], stdout=subprocess.PIPE,
                          text=True, check=True, env=os.environ | homes)
    return json.loads(said.stdout.splitlines()[-1])["model"]


def answer_of(model, tokenizer, question):
    ids = tokenizer.apply_chat_template([{"role": "user", "content": question}], tokenize=True, return_dict=True,
                                        add_generation_prompt=True, return_tensors="pt")
    told = model.generate(**ids, max_new_tokens=24, do_sample=False)
    return tokenizer.decode(told[0][ids["input_ids"].shape[1]:], skip_special_tokens=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=Path)
    parser.add_argument("data", type=Path)
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--steps", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="motley-finetune-") as temporary:
        folder = Path(temporary)
        os.chmod(folder, 0o755)  # the accounts of lab machines read the files in there
        convert(fetch(folder), folder / "base")
        begin(folder)
        tokenizer = AutoTokenizer.from_pretrained(folder / "base")
        rows = {}
        for name, most in (("train", options.rows), ("dev", None)):
            lines = (options.data / f"chat-chatterbot/{name}.jsonl").read_text().splitlines()
            pieces = {line: pieces_of(tokenizer, json.loads(line)["messages"]) for line in lines}
            lines = [line for line in lines if len(pieces[line][0]) <= CONTEXT][:most]
            (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")
            rows[name] = [pieces[line] for line in lines]
        started = time.monotonic()
        run = tune_from_the_window(options.build.resolve(), folder, options.steps)
        seconds = time.monotonic() - started
        events = events_of(run)
        ours = [event["loss"] for event in events if event["type"] == "step"]
        held_out = [event["loss"] for event in events if event["type"] == "evaluation"][-1]
        shares = [rank["share"] for event in events if event["type"] == "plan" for rank in event["plan"]["ranks"]]
        print(f"shares of 100, 50 and 25 %:        {shares}, {seconds:.0f} s from the window's start to the run's end\n"
              f"    Motley: {' '.join(f'{loss:.5f}' for loss in ours)}; held out {held_out:.5f}", flush=True)
        model, before, theirs, expected = tune_with_peft(folder, rows["train"], rows["dev"], options.steps)
        adapter = tune_in_the_terminal(options.build.resolve(), folder, 2)
        ready = PeftModel.from_pretrained(opened(folder / "base"), adapter)
        is_tuned = any(bool(tensor.any()) for name, tensor in ready.state_dict().items() if "lora_B" in name)
        apart = max(abs(one - other) for one, other in zip(ours, theirs, strict=True))
        question = json.loads((folder / "dev.jsonl").read_text().splitlines()[0])["messages"][0]["content"]
        answers = [answer_of(PeftModel.from_pretrained(opened(folder / "base"), run / "model"), tokenizer, question),
                   answer_of(model, tokenizer, question)]
    print(f"loss of step 1 and {options.steps}:              {ours[0]:.5f}, {ours[-1]:.5f}; PEFT: {theirs[0]:.5f}, "
          f"{theirs[-1]:.5f}; at most {apart:.1g} apart\n"
          f"held-out loss, before and after:   {before:.5f}, {held_out:.5f}; PEFT: {expected:.5f}\n"
          f"the ready job in the terminal:     {'an adapter' if is_tuned else 'nothing'} after 2 steps\n"
          f"{question}\n    Motley's adapter: {answers[0]}\n    PEFT's adapter:   {answers[1]}")
    holds = apart <= BOUND and abs(held_out - expected) <= BOUND and answers[0] == answers[1] and held_out < before \
        and is_tuned
    print(json.dumps({"rows": len(rows["train"]), "steps": options.steps, "shares": shares, "seconds": round(seconds),
                      "loss_gap": apart, "held_out_before": before, "held_out": held_out, "held_out_peft": expected,
                      "same_answer": answers[0] == answers[1], "terminal": is_tuned, "holds": holds}))
    return 0 if holds else 1


if __name__ == "__main__":
    raise SystemExit(main())
