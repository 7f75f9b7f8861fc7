"""Parts of a page of the docs that a script makes, between two comments that name it."""


class Part:
    """What `script` makes of `page`."""

    def __init__(self, page, script):
        self.page = page
        self.begin = f"<!-- made by test/Docs/{script} -->\n"
        self.end = f"<!-- end of what {script} makes -->\n"

    def _split(self):
        before, rest = self.page.read_text(encoding="utf-8").split(self.begin)
        text, after = rest.split(self.end)
        return before, text, after

    def read(self):
        return self._split()[1]

    def write(self, text):
        before, _, after = self._split()
        self.page.write_text(before + self.begin + text + self.end + after, encoding="utf-8")
