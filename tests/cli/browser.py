"""Pages in a real browser, for the tests of this folder."""

import re
import subprocess
import tempfile

from command import PATIENCE


def browse(page, width=1100):
    """The page after loading in Chromium, and the messages of its console."""
    with tempfile.TemporaryDirectory() as profile:
        process = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
             "--disable-sync", f"--user-data-dir={profile}", f"--window-size={width},900",
             "--enable-logging=stderr", "--dump-dom", f"file://{page}"],
            capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE)
    return process.stdout, re.findall(r"CONSOLE.*", process.stderr)


def with_foreign(page, html):
    """The page with additional content that mirador did not write."""
    return page.replace("</body>", html + "</body>")
