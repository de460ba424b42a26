#!/usr/bin/env python3
"""Writes tests/fixtures/chat/rendered.jsonl: what transformers renders with templates of our own.

    tests/reference/chattemplates.py tests/fixtures/chat

Each line has a template and conversations with their texts, or null where jinja2 refuses.
"""

import datetime
import json
import sys
from pathlib import Path

import transformers.utils.chat_template_utils as templates

import chatconversations as chat

NOW = 1_789_000_000
PICKED = ("two turns", "system", "quotes", "reasoning", "parts", "a call, tools", "empty", "special tokens typed")


class Clock(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return cls.fromtimestamp(NOW, datetime.timezone.utc)


def text_of(case):
    try:
        return templates.render_jinja_template([case["messages"]], tools=case.get("tools"), chat_template=case["template"],
                                               add_generation_prompt=case["add_generation_prompt"], **case["special_tokens"])[0][0]
    except Exception:  # of jinja2, or of Python within it
        return None


def main(folder):
    templates.datetime = Clock
    with open(folder / "rendered.jsonl", "w", encoding="utf-8") as file:
        for name, template in chat.TEMPLATES.items():
            cases = [case for case in chat.cases(template, NOW) if case["name"] in [f"{each}, with prompt" for each in PICKED]]
            for case in cases:
                case["text"] = text_of(case)
                case["name"] = f"{name}: {case['name']}"
                file.write(json.dumps(case, ensure_ascii=False) + "\n")


main(Path(sys.argv[1]))
