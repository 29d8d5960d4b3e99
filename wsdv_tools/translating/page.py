"""The findings as one page for a browser: grouped by cause, source and translation side by side.

The page needs nothing else: no picture, no font, no script.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from string import Template
from typing import TYPE_CHECKING, Any

from wsdv_tools.codes import TRANSLATION
from wsdv_tools.findings import Finding, Severity
from wsdv_tools.sources.shipped import shipped

if TYPE_CHECKING:
    from wsdv_tools.words import Language

_ORDER = (Severity.ERROR, Severity.WARNING, Severity.HINT, Severity.NOTE)
_TOKEN = re.compile(r"\{[^{}\n]*\}")
_GONE, _NEW = re.compile(r"\[-(.*?)-\]", re.DOTALL), re.compile(r"\[\+(.*?)\+\]", re.DOTALL)
_CAUSES = {*TRANSLATION, "fit", "glyph"}
_MANY = 60  # findings of one cause that are folded up


@dataclass(frozen=True)
class Progress:
    """How far a translation is."""

    strings: int
    done: int


def page(findings: Sequence[Finding], speaker: Language, file: str, progress: Progress | None = None) -> str:
    """The whole page, in the speaker's language."""
    causes = groups(findings)
    template = Template((shipped("templates") / "findings.html").read_text("utf-8"))
    return template.substitute(
        language=escape(speaker.code),
        title=escape(speaker.say("texts.page.title", file=_name(file))),
        file=escape(file),
        progress=_progress(progress, speaker) if progress else "",
        menu=_menu(causes, speaker) if causes else "",
        groups="\n".join(_group(cause, members, speaker) for cause, members in causes.items())
        or f'<p class="well">{escape(speaker.say("texts.page.well"))}</p>',
    )


def _name(file: str) -> str:
    return re.split(r"[/\\]", file)[-1]


def groups(findings: Sequence[Finding]) -> dict[str, list[Finding]]:
    """The findings by cause, the gravest first; what is wrong with the file itself is one cause."""
    found: dict[str, list[Finding]] = {}
    for finding in findings:
        found.setdefault(finding.code if finding.code in _CAUSES else "file", []).append(finding)
    ranked = sorted(found, key=lambda cause: min(_ORDER.index(finding.severity) for finding in found[cause]))
    return {cause: found[cause] for cause in ranked}


def _progress(progress: Progress, speaker: Language) -> str:
    share = 100 * progress.done / progress.strings if progress.strings else 0
    words = speaker.say("texts.page.progress", done=progress.done, strings=progress.strings)
    return f'<div class="bar"><i style="width: {share:.1f}%"></i></div>\n<div class="progress">{escape(words)}</div>'


def _menu(causes: dict[str, list[Finding]], speaker: Language) -> str:
    links = (
        f'<a href="#{cause}">{escape(speaker.say(f"texts.cause.{cause}"))}'
        f'<b class="{members[0].severity.value}">{len(members)}</b></a>'
        for cause, members in causes.items()
    )
    return f"<nav>{''.join(links)}</nav>"


def _group(cause: str, members: list[Finding], speaker: Language) -> str:
    is_open = "" if len(members) > _MANY else " open"
    heading = escape(speaker.say(f"texts.cause.{cause}"))
    count = f'<b class="{members[0].severity.value}">{len(members)}</b>'
    articles = "\n".join(_article(finding, speaker) for finding in members)
    return f'<details id="{cause}"{is_open}><summary><h2>{heading}</h2>{count}</summary>\n{articles}\n</details>'


def _article(finding: Finding, speaker: Language) -> str:
    if finding.code == "missing":  # there may be very many, and the heading says it all
        key, source = (str(finding.values[name]) for name in ("key", "source"))
        level = finding.severity.value
        return (
            f'<article class="{level} row"><span class="key">{escape(key)}</span><div>{_marked(source)}</div></article>'
        )
    place = finding.place
    where = f"{_name(place.file)}:{place.line}:{place.column}" if place else ""
    key = str(finding.values.get("key", ""))
    notes = (note for note in finding.notes if not note.code.startswith("source-"))  # those have columns of their own
    parts = [
        f'<article class="{finding.severity.value}">',
        f'<header><span class="key">{escape(key)}</span><span class="where">{escape(where)}</span></header>',
        f"<p>{with_code(speaker.sentence(finding))}</p>",
        _texts(finding, speaker),
        *(f'<p class="also">{with_code(speaker.note(note))}</p>' for note in notes),
        *(f'<p class="help">{with_code(speaker.fix(fix))}</p>' for fix in finding.fixes),
        "</article>",
    ]
    return "\n".join(part for part in parts if part)


def _texts(finding: Finding, speaker: Language) -> str:
    """Source and translation side by side; of a stale string, the source then and now."""
    values = finding.values
    columns: list[tuple[str, str]] = []
    if "before" in values:
        columns += [("texts.page.before", _changed(values["before"])), ("texts.page.now", _changed(values["now"]))]
    elif "source" in values:
        columns.append(("texts.page.source", _marked(values["source"], *_words(values, "wanted"))))
    if "translation" in values:
        columns.append(("texts.page.translation", _marked(values["translation"], *_words(values, "found"))))
    cells = "".join(f"<div><small>{escape(speaker.say(name))}</small>{text}</div>" for name, text in columns)
    return f'<div class="texts">{cells}</div>' if cells else ""


def _words(values: Any, numbers: str) -> list[str]:
    """What the finding is about: a word, a term, or numbers."""
    word = values.get("word") or values.get("term")
    return [str(word)] if word else [number for number in str(values.get(numbers, "")).split(", ") if number]


def _marked(text: str, *words: str) -> str:
    """The text with its tokens and these words marked."""
    wanted = [_TOKEN.pattern, *(rf"(?<!\w){re.escape(word)}" for word in words)]
    shown = re.sub("|".join(wanted), lambda found: f"\x01{found[0]}\x02", text, flags=re.IGNORECASE)
    return escape(shown, quote=False).replace("\x01", "<mark>").replace("\x02", "</mark>")


def _changed(text: str) -> str:
    shown = escape(text, quote=False)
    return _NEW.sub(r"<ins>\1</ins>", _GONE.sub(r"<del>\1</del>", shown))


def with_code(sentence: str) -> str:
    """As HTML; what is between backticks is shown as typed."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(sentence, quote=False))
