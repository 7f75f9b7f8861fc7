"""What goes wrong, as exceptions."""

from __future__ import annotations


class Diagnostic:
    """One message of the compiler.

    severity: "note", "remark", "warning" or "error"; a note belongs to the
    diagnostic before it. file, line, column: its place, lines and columns
    counted from 1, or "", 0, 0.
    """

    __slots__ = ("severity", "message", "file", "line", "column")

    def __init__(
        self,
        severity: str,
        message: str,
        file: str = "",
        line: int = 0,
        column: int = 0,
    ) -> None:
        self.severity = severity
        self.message = message
        self.file = file
        self.line = line
        self.column = column

    def __str__(self) -> str:
        place = self.file
        if self.line:
            place += f":{self.line}:{self.column}"
        return f"{place + ': ' if place else ''}{self.severity}: {self.message}"

    def __repr__(self) -> str:
        return f"<lowp.Diagnostic {self}>"

    def _to_list(self) -> list:
        return [self.severity, self.message, self.file, self.line, self.column]


class Error(Exception):
    """What lowp raises, but for what cannot be meant: options of wrong types or
    values (TypeError, ValueError), functions that a program lacks (KeyError), and
    files that cannot be read (OSError)."""

    # Whether the message names the layer of a model that it is about.
    names_layer = False


class LibraryError(Error):
    """liblowp-c cannot be loaded, or does not fit this package."""


class CompileError(Error):
    """A module was refused; `diagnostics` says why and where."""

    def __init__(self, message: str, diagnostics: tuple[Diagnostic, ...] = ()) -> None:
        # What passes decided before does not explain why.
        lines = [str(diagnostic) for diagnostic in diagnostics if diagnostic.severity != "remark"]
        # Where the compiler has a bug no diagnostic says so.
        if not any(diagnostic.severity == "error" for diagnostic in diagnostics):
            lines.append(message)
        super().__init__("\n".join(lines))
        self.diagnostics = diagnostics

    def __reduce__(self):
        # Exceptions cross process borders when a worker fails.
        return type(self), (str(self), self.diagnostics)


class LaunchError(Error):
    """A call or a device operation failed, or bytes are no program.

    status: name of the LowpStatus, e.g. "LOWP_ERROR_NO_DRIVER". Arguments that
    do not fit have "LOWP_ERROR_INVALID_ARGUMENT".
    """

    def __init__(self, message: str, status: str = "LOWP_ERROR_INVALID_ARGUMENT") -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self):
        return type(self), (str(self), self.status)


class CacheWarning(UserWarning):
    """The cache on disk cannot be used; programs are compiled anew."""
