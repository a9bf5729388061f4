#!/usr/bin/env python3
"""Every link in the documentation has a target: a file that is there, and in a page the heading that it names.

Run with the project's root as argument. Links to other hosts are not followed.
"""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
CODE = re.compile(r"(?ms)^```.*?^```$|`[^`\n]*`")


def prose(page):
    return CODE.sub("", page.read_text(encoding="utf-8"))


def anchors(page):
    """The names that GitHub and others give to the headings of a page."""
    text = re.sub(r"(?ms)^```.*?^```$", "", page.read_text(encoding="utf-8"))
    headings = re.findall(r"(?m)^#+ +(.*?) *$", text)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def findings(root):
    pages = [root / "README.md", root / "CHANGELOG.md", *sorted((root / "docs").rglob("*.md")), *sorted((root / "examples").glob("*/*.md"))]
    seen = 0
    for page in pages:
        if page.is_symlink():  # the page itself is another one of these
            continue
        for link in LINK.findall(prose(page)):
            if re.match(r"\w+:", link):
                continue
            seen += 1
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            if not target.exists():
                yield f"{page.relative_to(root)}: {link}: there is no such file"
            elif anchor and anchor not in anchors(target):
                yield f"{page.relative_to(root)}: {link}: there is no such heading"
    if seen < 100:
        yield f"only {seen} links found under {root}: is that the project?"


def main():
    found = list(findings(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "all links have a target")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
