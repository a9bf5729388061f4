#!/usr/bin/env python3
"""The pages in docs/ru say what those in docs say, as far as a program can see: they have the same sections, code,
links, tables and numbers.

Run with the project's root as argument.
"""
import pathlib
import re
import sys

CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


def sections(text):
    """The lines of each section, its heading first. Lines of a code block are no headings."""
    parts, fenced = [[]], False
    for line in text.splitlines():
        fenced ^= line.startswith("```")
        if line.startswith("#") and not fenced:
            parts.append([])
        parts[-1].append(line)
    return parts


def level_and_number(line):
    return re.match(r"(#*) ?([\d.]*)", line).groups()


def code_lines(lines):
    """Those between fences, and those that are indented after an empty line."""
    fenced = indented = False
    before = ""
    for line in lines:
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            yield line
        elif line.startswith("    "):
            indented = indented or not before
            if indented:
                yield line
        elif line:
            indented = False
        before = line


def without_groups(text):
    """With numbers as 42459, which are 42,459 in English and 42 459 in Russian."""
    return re.sub(r"(?<=\d)[,\u00a0](?=\d{3}(?!\d))", "", text)


def names(lines):
    """Numbers, and the words that only a program has."""
    return sorted(set(re.findall(r"\w*[_.=]\w+|\d+", without_groups(" ".join(lines)))))


def same_code(english, russian):
    """Words that explain a name may be translated, and put on another line."""
    rest = iter(english)
    return len(english) == len(russian) and names(english) == names(russian) and all(CYRILLIC.search(line) or line in rest for line in russian)


def code_spans(lines):
    return set(re.findall(r"`([^`]+)`", re.sub(r"```.*?```", "", " ".join(lines))))


def links(lines):
    """Their targets: those in the folder above are the English texts."""
    targets = re.findall(r"\]\(([^)]+)\)", " ".join(lines))
    return sorted(re.sub(r"#.*", "", target).removeprefix("../") for target in targets)


def numbers(lines):
    text = re.sub(r"`[^`]+`|\]\([^)]+\)", " ", " ".join(lines))
    return sorted(set(re.findall(r"\d+(?:\.\d+)?", without_groups(text))))


def cells(lines):
    """How many each row of a table has."""
    return [line.count("|") for line in lines if line.startswith("|")]


def bullets(lines):
    return sum(line.lstrip().startswith("- ") for line in lines)


def differences(english, russian):
    ours, theirs = sections(english), sections(russian)
    headings = [[level_and_number(part[0]) for part in parts if part] for parts in (ours, theirs)]
    if headings[0] != headings[1]:
        yield f"other headings: {headings[0]}, {headings[1]}"
        return
    for part, translated in zip(ours, theirs):
        where = part[0] if part else "the beginning"
        if not same_code(list(code_lines(part)), list(code_lines(translated))):
            yield f"{where}: other code"
        for what, of in (("code in the text", code_spans), ("links", links), ("numbers", numbers), ("cells of tables", cells), ("items", bullets)):
            if of(part) != of(translated):
                both = [of(part), of(translated)]
                if what in ("code in the text", "numbers"):
                    both = [sorted(set(both[0]) - set(both[1])), sorted(set(both[1]) - set(both[0]))]
                yield f"{where}: other {what}: {both[0]}, {both[1]} in the translation"


def problems(root):
    for russian in sorted((root / "docs/ru").glob("*.md")):
        english = root / "docs" / russian.name
        if english.exists():
            yield from (f"docs/ru/{russian.name}: {what}" for what in differences(english.read_text(), russian.read_text()))
        else:
            yield f"docs/ru/{russian.name}: there is no docs/{russian.name}"


def main():
    found = list(problems(pathlib.Path(sys.argv[1])))
    print("\n".join(found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
