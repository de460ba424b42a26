"""chat templates: the texts that transformers renders, with every template of trl's wheel and with small ones of our own."""

import datetime
import itertools
import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import transformers.utils.chat_template_utils as theirs
from transformers import AutoTokenizer

sys.path.append(str(Path(__file__).resolve().parent.parent.parent / "reference"))
import chatconversations  # noqa: E402

NEEDS = ()
NOW = 1_789_000_000
TURN_TOKEN = re.compile(r"<[|\uff5c][^|\uff5c<>\s]{1,40}[|\uff5c]>|<[a-z_]*turn[|]?>|<[|]turn>|<eos>")

STOP_TOKENS = ("<turn|>", "<|call|>", "<|END_OF_TURN_TOKEN|>")  # of generation_config.json, where the first special token is another
TOOL_NAMES = [tool["function"]["name"] for tool in chatconversations.TOOLS]


class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(NOW, tz)


def templates(scratch):
    """By name. trl's are not in this repository, as their licences differ."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", scratch, "trl==1.16.0"]
    subprocess.run(command, check=True)
    with zipfile.ZipFile(next(scratch.glob("trl-*.whl"))) as wheel:
        names = sorted(name for name in wheel.namelist() if name.endswith(".jinja"))
        return {Path(name).stem: wheel.read(name).decode("utf-8") for name in names}


def rendered(case):
    """What transformers makes of it: the text, or None where the template or jinja2 refuses."""
    try:
        texts, generated = theirs.render_jinja_template(
            [case["messages"]], tools=case.get("tools"), documents=case.get("documents"), chat_template=case["template"],
            add_generation_prompt=case["add_generation_prompt"], return_assistant_tokens_mask="generation" in case["template"],
            **case["special_tokens"], **case.get("variables", {}))
        case["generated"] = [list(each) for each in generated[0] if each[1] > each[0]] if generated else []
        return texts[0]
    except Exception as problem:  # of jinja2, or of Python within it
        case["why"] = f"{type(problem).__name__}: {problem}"
        return None


def ours(given, cases):
    file, out = given.scratch / "cases.jsonl", given.scratch / "out.jsonl"
    file.write_text("".join(json.dumps(case) + "\n" for case in cases))
    ended = subprocess.run([given.build / "tests/engine/data/chatrender", file, out], capture_output=True, text=True)
    if ended.returncode:
        raise RuntimeError(f"chatrender ended with {ended.returncode}: {ended.stderr[-2000:]}")
    return [json.loads(line) for line in out.read_text(encoding="utf-8").split("\n")[:-1]]


def misplaced(case, result, approximates):
    """A span that says that it is a message's text, and is no part of it; or other spans inside generation than transformers finds.
    Where a template writes lists as Python prints them, all of it counts as their text."""
    text = result["text"].encode("utf-8")
    if [0, *(span[1] for span in result["spans"])] != [*(span[0] for span in result["spans"]), len(text)]:
        return "spans with gaps"
    generated = [[len(text[:at].decode("utf-8")) for at in each] for each in result["generated"]]
    if generated != case["generated"]:
        return f"generated {generated}, {case['generated']} there"
    for begin, end, kind, message, field in [] if approximates else result["spans"]:
        part = text[begin:end].decode("utf-8", errors="replace")
        if kind == 1 and field in ("content", "role") and isinstance(case["messages"][message].get(field), str):
            whole = case["messages"][message][field]
            escaped = json.dumps(whole, ensure_ascii=False)
            if part not in whole and part not in escaped and part.lower() not in whole.lower():
                return f"{part!r} is not in {field} of message {message}"
    return None


def learned_bytes(text, ranges):
    """Without white space at the ends, of which templates mark more or less."""
    return {at for begin, end in ranges for at in range(begin, begin + len(text[begin:end].rstrip()))}


def answer_prompt(template):
    texts = [rendered({"messages": [{"role": "user", "content": "Hello"}], "template": template, "add_generation_prompt": prompt, "special_tokens": chatconversations.SPECIAL})
             for prompt in (False, True)]
    if None in texts:
        return ""
    common = next((i for i, (a, b) in enumerate(zip(*texts)) if a != b), min(map(len, texts)))
    return texts[1][common:]


def compare_answers(given, found, all_templates):
    """What is learned of a template without marks, beside what trl's copy of it marks for training, where both write the same: nothing
    that is not marked, and all that comes from the assistant's messages. The marks may have more: what the template adds for an answer
    and the ends of empty answers."""
    for name in all_templates:
        marked = all_templates.get(f"{name}_training")
        if not marked:
            continue
        template = all_templates[name]
        tokens = sorted(set(TURN_TOKEN.findall(template))) + ["</s>"]
        cases = [case for case in chatconversations.cases(template, NOW) if not case["add_generation_prompt"]]
        for case in cases:
            case.update(answer_prompt=answer_prompt(template), turn_tokens=tokens, stop_tokens=[token for token in STOP_TOKENS if token in template])
        compared = good = 0
        example = ""
        for case, here in zip(cases, ours(given, cases)):
            there = {**case, "template": marked}
            if "text" not in here or rendered(there) != here["text"]:
                continue
            compared += 1
            chars = {at: i for i, at in enumerate([0, *itertools.accumulate(len(c.encode("utf-8")) for c in here["text"])])}
            answers = learned_bytes(here["text"], [[chars[at] for at in each] for each in here["answers"]])
            marks = learned_bytes(here["text"], there["generated"])
            spans = [[chars[begin], chars[end]] for begin, end, kind, message, field in here["spans"]
                     if kind == 1 and field != "role" and case["messages"][message]["role"] == "assistant"]
            texts = [here["text"][slice(*each)] for each in spans]
            # The name of a called tool is written again with its result.
            written = learned_bytes(here["text"], [each for i, each in enumerate(spans) if texts[i] not in TOOL_NAMES or texts[i] not in texts[:i]])
            good += written <= answers <= marks
            if not written <= answers <= marks and not example:
                example = f", first {case['name']}: {''.join(here['text'][i] for i in sorted((written - answers) | (answers - marks)))!r}"
        found.holds(f"answers of {name}", good == compared > 0, f"{compared} compared, {compared - good} learn other text{example}")


def compare_choice(given, found):
    """Which of a model's templates writes rows with and without tools, by the rows that the engine shows."""
    fixtures = Path(__file__).resolve().parent.parent.parent / "fixtures"
    named = [{"name": name, "template": name + ":{% for m in messages %}{{ m.content }};{% endfor %}{{ tools is none }}"}
             for name in ("default", "tool_use", "rag")]
    rows = [{"messages": [{"role": "user", "content": "Sum?"}, {"role": "assistant", "content": "Add."}]} | tools
            for tools in ({}, {"tools": []}, {"tools": chatconversations.TOOLS})]
    inside = {"in a list": lambda folder: {"chat_template": named}, "alone": lambda folder: {"chat_template": named[0]["template"]},
              "in files": lambda folder: write_templates(folder, named)}
    for name, config in inside.items():
        folder = given.scratch / f"choice-{name.replace(' ', '-')}"
        folder.mkdir()
        shutil.copy(fixtures / "decoders/llama/config.json", folder)
        shutil.copy(fixtures / "tokenizers/qwen2.json", folder / "tokenizer.json")
        (folder / "tokenizer_config.json").write_text(json.dumps({"tokenizer_class": "PreTrainedTokenizerFast"} | config(folder)))
        (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        job = {"version": 1, "name": "choice", "task": "language-model", "model": {"start": str(folder), "context": 64},
               "data": {"format": "conversations", "train": str(folder / "rows.jsonl"), "test": str(folder / "rows.jsonl"), "learn": "all"}}
        (folder / "job.json").write_text(json.dumps(job))
        shown = json.loads(given.engine("rows", folder / "job.json", "--json").stdout)["rows"]
        tokenizer = AutoTokenizer.from_pretrained(folder)
        found.equal(f"templates {name}", ["".join(piece["text"] for piece in row["pieces"]) for row in shown],
                    [tokenizer.apply_chat_template(row["messages"], tools=row.get("tools"), tokenize=False) for row in rows])


def write_templates(folder, named):
    """As transformers saves several."""
    (folder / "additional_chat_templates").mkdir()
    (folder / "chat_template.jinja").write_text(named[0]["template"])
    for each in named[1:]:
        (folder / f"additional_chat_templates/{each['name']}.jinja").write_text(each["template"])
    return {}


def compare(given, found):
    compare_choice(given, found)
    theirs.datetime = Clock
    all_templates = {**templates(given.scratch), **chatconversations.TEMPLATES}
    for name, template in all_templates.items():
        cases = chatconversations.cases(template, NOW)
        equal = refused = 0
        example = ""
        for case, here in zip(cases, ours(given, cases)):
            there = rendered(case)
            where = misplaced(case, here, name in chatconversations.TEMPLATES) if "text" in here and there is not None else None
            if here.get("text") == there and where is None:
                equal += 1
                refused += there is None
            elif not example:
                at = next((i for i, (a, b) in enumerate(zip(here.get("text", ""), there or "")) if a != b), 0)
                example = f", first {case['name']}: {where or here.get('error') or here['text'][max(at - 20, 0):at + 40]!r} here, " \
                          f"{case.get('why') or there[max(at - 20, 0):at + 40]!r} there"
        found.holds(f"{name}, {len(cases)} conversations", equal == len(cases), f"{equal} equal, {refused} of them refused by both, {len(cases) - equal} differ{example}")
    compare_answers(given, found, all_templates)
