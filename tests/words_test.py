#!/usr/bin/env python3
"""Comments, messages and pages use no old-fashioned words, which are hard to read for readers from many countries.

Run with the project's root as argument. Code is not searched: only comments, string literals and the prose of pages.
"""
import pathlib
import re
import subprocess
import sys

# Not the Unix user, and not a word alone in quotes: an identifier, a key, or the name of a bot that does not exist.
NOBODY = r"(?<!user\s)(?!(?<=[\"'`/.*])nobody[\"'`\\])nobody"
# What to look for, and the better word or way.
WORDS = {
    "whom": "name who acts: 'the bot that arena stopped'",
    "thereof": "of it, or name the thing",
    NOBODY: "no one, or better say what is missing: 'no bot', 'no seat'",
    "somebody": "someone, or better name them: 'a player', 'a bot'",
    "(?:is|are) (?-i:none)": "'there is no X', 'X does not exist'",
    "(?:says?|tells?|said|told) nothing": "'does not show X', 'has no X'",
    "one too many": "'more than N', 'over the limit'",
    "in vain": "'without success', 'fails'",
    "for ever": "forever, or 'without a limit'",
    "anew": "again",
    "lest": "so that ... not",
    "(?:is|are) to be": "must be, should be, or name who does it",
    "(?:is|are) told": "'arena sends X to the bot', 'receives', 'shows'",
    "told apart": "distinguished, or 'differ'",
    "strangers?": "untrusted bot, other users",
    "shut in": "sandboxed, 'in a sandbox'",
    "mend(?:s|ed|ing)?": "fix, correct",
    "that which": "what, or name the thing",
    "all the same": "still, anyway",
}
# At the start of a comment's sentence only.
OPENINGS = {
    "none:": "a sentence: 'Empty if ...'",
    "nothing:": "a sentence: 'Returns nothing if ...'",
}
GAP = r"[\s/#*\"]+"  # between two words of a phrase, which a comment or a string may break over two lines
SEARCHED = [(re.compile(r"(?i)(?<![\w-])" + word.replace(" ", GAP) + r"(?![\w-])"), way) for word, way in WORDS.items()]
SEARCHED += [(re.compile(r"(?i)(?:[.;?!]|//[/<]*|/\*+|#|\"\"\"|^)[ \n]+" + word, re.MULTILINE), way)
             for word, way in OPENINGS.items()]

QUOTED = r'"(?:\\.|[^"\\\n])*"'
SINGLE = r"'(?:\\.|[^'\\\n])*'"
TICKED = r"`(?:\\.|[^`\\])*`"
SLASHES = r"//[^\n]*|/\*.*?\*/"
HASH = r"(?<![^\s;(])#[^\n]*"
RAW = r'R"([^(\s]*)\(.*?\)\1"'
LONG = r'"""(?:\\.|[^\\])*?"""' + r"|'''(?:\\.|[^\\])*?'''"
# How comments and strings look in the files of a kind.
CPP = re.compile(f"(?s:{RAW}|{SLASHES})|{QUOTED}|(?<![0-9A-Fa-f]){SINGLE}")
OTHER = re.compile(f"(?s:{SLASHES})|{QUOTED}")
PYTHON = re.compile(f"{LONG}|{QUOTED}|{SINGLE}|#[^\\n]*")
SCRIPT = re.compile(f"(?s:{TICKED}|{SLASHES})|{QUOTED}|{SINGLE}")
SHELL = re.compile(HASH)
KINDS = {".cpp": CPP, ".hpp": CPP, ".h": CPP, ".py": PYTHON, ".mjs": SCRIPT, ".js": SCRIPT, ".ts": SCRIPT, ".tsx": SCRIPT,
         ".rs": OTHER, ".go": OTHER, ".java": OTHER, ".cs": OTHER, ".sh": SHELL, ".rb": SHELL, ".cmake": SHELL,
         "CMakeLists.txt": SHELL, "dev": SHELL, "texts.json": re.compile(QUOTED)}
MARKDOWN_CODE = re.compile(r"(?ms)^```.*?^```$|`[^`\n]*`")


def blank(text):
    return re.sub(r"[^\n]", " ", text)


def prose(name, text):
    """The text with all code blanked. Lines keep their numbers."""
    if name.endswith(".md"):
        return MARKDOWN_CODE.sub(lambda code: blank(code.group()), text)
    kind = KINDS.get(pathlib.Path(name).suffix) or KINDS[pathlib.Path(name).name]
    out, end = [], 0
    for found in kind.finditer(text):
        out += [blank(text[end : found.start()]), found.group()]
        end = found.end()
    return "".join([*out, blank(text[end:])])


def is_searched(name):
    path = pathlib.Path(name)
    if name == "tests/words_test.py":
        return False
    if path.suffix == ".md":
        return name == "README.md" or path.parent.as_posix() == "docs"
    return path.suffix in KINDS or path.name in KINDS


def files(root):
    """The tracked files. Without git: all files except those of builds and packages."""
    try:
        git = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True, check=True)
        return [name for name in git.stdout.splitlines() if (root / name).is_file()]
    except (OSError, subprocess.CalledProcessError):
        pass
    paths = (path.relative_to(root) for path in sorted(root.rglob("*")) if path.is_file())
    return [path.as_posix() for path in paths if not {"build", "node_modules", ".git"} & set(path.parts)]


def findings(root):
    seen = 0
    for name in filter(is_searched, files(root)):
        seen += 1
        text = prose(name, (root / name).read_text(encoding="utf-8"))
        for word, way in SEARCHED:
            for found in word.finditer(text):
                line = text.count("\n", 0, found.end()) + 1
                yield f"{name}:{line}: {' '.join(found.group().split())!r}: {way}"
    if seen < 100:
        yield f"only {seen} files found under {root}: is that the project?"


def main():
    found = list(findings(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "no old words")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
