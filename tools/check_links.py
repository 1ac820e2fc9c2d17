#!/usr/bin/env python3
"""Checks the relative links of the documents: the file must exist, and so must the heading after a #.

usage: check_links.py [ROOT]
"""

import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^)\s]+)\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


def anchors(page):
    """The anchors of a page's headings: lower case, spaces as hyphens, without other punctuation."""
    headings = HEADING.findall(FENCE.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(root):
    pages = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("bench/*.md")]
    for page in sorted(pages):
        for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
            if "://" in link:
                continue
            path, _, anchor = link.partition("#")
            target = page.parent / path if path else page
            if not target.exists():
                yield f"{page}: {link} does not exist"
            elif anchor and anchor not in anchors(target):
                yield f"{page}: {link} has no such heading"


def main():
    found = list(broken(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")))
    print("\n".join(found) or "links: ok")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
