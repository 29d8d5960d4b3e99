"""Pages in one file: no picture, no font and no script from elsewhere, and none that slips in.

Everything shown comes from other people's files. It is escaped here, and a policy in the page lets a browser run and
apply only the script and the style that were written for it, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import json
from html import escape
from string import Template
from typing import TYPE_CHECKING, Any

from wsdv_tools.sources.shipped import shipped
from wsdv_tools.translating.page import with_code
from wsdv_tools.visible import visible

if TYPE_CHECKING:
    from wsdv_tools.findings import Finding
    from wsdv_tools.words import Language


def page(language: str, title: str, body: str, data: Any) -> bytes:
    """A whole page; `body` is HTML already, `data` is what the script works with."""
    style, script = (_file(f"report.{ending}") for ending in ("css", "js"))
    return (
        Template(_file("report.html"))
        .substitute(
            language=text(language),
            title=text(title),
            body=body,
            data=json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
            style=style,
            style_hash=_hash(style),
            script=script,
            script_hash=_hash(script),
        )
        .encode()
    )


def _file(name: str) -> str:
    return (shipped("templates") / name).read_text("utf-8")


def _hash(content: str) -> str:
    return base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def text(said: str) -> str:
    """Anything as text of a page; characters that would mislead the reader are shown by their number."""
    return escape(visible(said))


def listed(items: list[str], kind: str = "") -> str:
    """Texts as a list; none without any."""
    kind = f' class="{kind}"' if kind else ""
    return f"<ul{kind}>{''.join(f'<li>{text(item)}</li>' for item in items)}</ul>" if items else ""


def finding_box(finding: Finding, language: Language) -> str:
    """A finding: its sentence, the rule, what led to it, and what to do."""
    level = finding.severity.value
    more = [language.note(note) for note in finding.notes]
    if finding.rule:
        more.insert(0, f"{language.word('rule')} {language.rule(finding.rule)}")
    more += [f"→ {language.fix(fix)}" for fix in finding.fixes]
    told = "".join(f'<p class="more">{with_code(visible(line))}</p>' for line in more)
    head = f"<b>{text(language.word(level))}:</b> {with_code(visible(language.sentence(finding)))}"
    return f'<div class="finding {level}"><p>{head}</p>{told}</div>'
