#!/usr/bin/env python3
"""Comments, messages and pages use no old-fashioned words, which are hard to read for readers from many countries.

Run with the project's root as argument.
"""
import os
import pathlib
import re
import sys

KINDS = {".cpp", ".hpp", ".h", ".py", ".mjs", ".js", ".ts", ".tsx", ".rs", ".go", ".java", ".cs", ".sh", ".rb", ".cmake"}
NAMES = {"CMakeLists.txt", "dev", "texts.json", "README.md", "CHANGELOG.md"}

# What to look for, and the better word or way.
WORDS = {
    "whom": "name who acts: 'the bot that arena stopped'",
    "thereof": "of it, or name the thing",
    # Not the Unix user, and not a name in quotes.
    r"(?<!user\s)(?<![\"'`.])(?-i:[Nn]obody)(?![\"'`\\\\])": "no one, or better say what is missing: 'no bot', 'no seat'",
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
SEARCHED = [(re.compile(r"(?i)(?<![\w-])" + word.replace(" ", GAP) + r"(?![\w(-])"), way) for word, way in WORDS.items()]
SEARCHED += [(re.compile(r"(//[/<]*|/\*+|#)( .*[.;])? " + word), way) for word, way in OPENINGS.items()]


def is_searched(name):
    path = pathlib.PurePath(name)
    if name == "tests/words_test.py":
        return False
    return path.suffix in KINDS or path.name in NAMES or (path.suffix == ".md" and path.parent.name == "docs")


def files(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - {"build", "dist", "node_modules", ".git"})
        yield from (pathlib.Path(folder, name).relative_to(root).as_posix() for name in sorted(names))


def findings(root):
    seen = 0
    for name in filter(is_searched, files(root)):
        seen += 1
        text = (root / name).read_text(encoding="utf-8")
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
