"""Markdown pages: what is code in them, what they link to, and the headings that can be linked to."""

import re

fence = re.compile(r"^( *)```(\w*)[^\n]*\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
indented = re.compile(r"(?:(?<=\n\n)|^)((?:    [^\n]*\n)+)")
inline = re.compile(r"`([^`\n]+)`")
link = re.compile(r"\]\(([^)\s]+)\)")


class Page:
    def __init__(self, name, text):
        self.name = name
        self.text = text
        self.prose = fence.sub(self.blank, text)

    @staticmethod
    def blank(found):
        return re.sub(r"[^\n]", " ", found.group(0))

    def line(self, position):
        return self.text.count("\n", 0, position) + 1

    def blocks(self):
        """(line, language, text) of each block of code."""
        for found in fence.finditer(self.text):
            yield self.line(found.start(3)), found.group(2), found.group(3)
        for found in indented.finditer(self.prose):
            yield self.line(found.start(1)), "", re.sub(r"^    ", "", found.group(1), flags=re.MULTILINE)

    def words_of_code(self):
        """(line, text) of what stands between backticks in a sentence."""
        for found in inline.finditer(self.prose):
            yield self.line(found.start()), found.group(1)

    def links(self):
        for found in link.finditer(inline.sub(self.blank, self.prose)):
            yield self.line(found.start()), found.group(1)

    def anchors(self):
        found = re.findall(r"^#+ +(.+)$", self.prose, re.MULTILINE)
        return {re.sub(r"[^\w\- ]", "", inline.sub(r"\1", heading)).strip().lower().replace(" ", "-") for heading in found}

    def section(self, heading):
        """(line, text) below that heading, up to the next one of its level; nothing where there is none."""
        found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", self.text, re.MULTILINE | re.DOTALL)
        return (self.line(found.start(1)), found.group(1)) if found else (0, "")


def commands(text):
    """(offset in lines, command) of a block of code. Where some lines begin with a prompt, the others are what a program said."""
    lines = text.split("\n")
    prompted = any(line.startswith("$ ") for line in lines)
    number = 0
    while number < len(lines):
        first, line = number, lines[number]
        while line.endswith("\\") and number + 1 < len(lines):
            number += 1
            line = line[:-1] + lines[number]
        number += 1
        if line.startswith("$ ") or (line.strip() and not prompted):
            yield first, line.removeprefix("$ ").strip()
