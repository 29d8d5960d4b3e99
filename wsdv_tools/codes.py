"""Every code a finding can have, with its severity, by the room that reports it.

The sentences are `findings:` in `data/lang/*.yaml`; a test fails when one is missing. `docs/findings.md` is made from
this list.
"""

from __future__ import annotations


def _table(codes: str) -> dict[str, str]:
    """Codes by severity: `code`, which is an error, or `code:severity`."""
    return {code: severity or "error" for code, _, severity in (word.partition(":") for word in codes.split())}


READING = _table(
    """
    cannot-open system-refuses unknown-language language-right-to-left language-digits
    too-large too-many-entries too-deep not-utf8 nul-byte
    control-character empty-file position-not-record data-not-record record-not-position several-documents
    yaml-syntax yaml-colon yaml-no-blank yaml-no-colon yaml-sign yaml-quote yaml-tab yaml-bracket yaml-indentation
    yaml-key yaml-alias yaml-anchor yaml-tag duplicate-key cut-text:warning json-syntax
    """
)

# Laying out what is printed; `fit` and `glyph` come from the same call that draws.
PRINTING = _table(
    """
    fit fit-shrunk:warning glyph sheet-too-small unknown-print-card unknown-sheet cannot-write
    """
)

# A table of Tabletop Simulator: tabletop/.
TABLETOP = _table(
    """
    table-no-board table-two-boards board-face-down object-unreadable:warning piece-stray:warning
    piece-foreign:warning piece-too-many:warning piece-doubtful:warning marker-missing:warning
    protest-markers:warning card-side-hidden:warning tts-no-folder
    """
)

SCHEMAS = _table(
    """
    unknown-kind-of-file unknown-key missing-key misspelt-key wrong-key wrong-value empty-value repeated-entry
    """
)

# What schemas cannot see: facts/data_checks.py and facts/reference_checks.py.
DATA = _table(
    """
    duplicate-id unknown-id ambiguous-name not-drawn neighbour-not-mutual neighbour-in-same-state city-without-home
    connection-twice connection-between-states wrong-sum-of-lines wrong-setup-unrest setup-factory-differs
    sector-without-supplier wrong-number-of-cards wrong-special-card card-in-wrong-decade card-value-or-special
    colour-against-almanac icon-not-of-this-state icon-place-unfit icon-by-without-effect icon-limit-without-effect
    track-uneven
    """
)

# Checks of a translation: translating/checks.py; `fit` and `glyph` are found where things are drawn. For a release
# `missing` is an error; `stale` is a hint if only punctuation changed.
TRANSLATION = _table(
    """
    missing:warning unknown stale:warning token token-extra token-unknown plural plural-forms
    number:warning term:warning
    inconsistent:hint vote:hint unchanged:hint spaces:hint quotes:hint quote-alone:hint duplicate-word:hint
    accepted-idle:hint
    """
)

# Files that go out to other programs and come back: translating/exchange.py.
EXCHANGE = _table(
    """
    extra-missing exchange-unreadable exchange-columns exchange-language exchange-key:warning
    exchange-damaged:warning exchange-source:warning exchange-no-text:warning file-exists
    """
)

# Names and steps as people type them: record/.
TYPING = _table(
    """
    name-unknown province-not-city province-alone city-not-province name-several no-connection place-twice
    card-unknown card-two-sides step-unreadable comma-missing step-other-phase step-repeats step-incomplete
    pass-on-elsewhere void-unknown statement-unreadable statement-number socialists-of-province step-several
    type-city-elsewhere type-yes-or-no type-too-many type-number-missing type-number-whose
    type-line-elsewhere type-lines-most decision-line decision-not-asked insolvent-before decision-too-many
    """
)

# A typed position: rules/status.py and positions/position_reader.py.
POSITION = _table(
    """
    position-unfinished
    rundown-not-there run-down-west run-down-external lines-too-many lines-without-factory lines-external
    lines-closed closed-not-external factory-closed socialists-too-many socialists-west:warning imported-unequal
    not-a-supplier delivered-no-supplier:warning standard-without-sector sectors-elsewhere card-later-decade
    card-twice display-other-decade police-not-police police-used-not-there police-after-stasi sectors-odd:warning
    sector-not-delivered:warning socialists-waiting:warning pieces-too-many:warning flight-icons-twice:warning
    """
)

# Steps that are not legal: rules/.
RULES = _table(
    """
    build-wrong-state build-external build-rheinsberg build-occupied build-closed build-outside build-under-protest
    build-must-be-used line-wrong-state line-closed line-full line-external-without-factory line-without-factory
    line-touches-no-factory dismantle-wrong-state dismantle-none-there dismantle-external dismantle-run-down
    dismantle-connected lift-wrong-state lift-none-there step-not-dismantle step-not-run-down
    only-infrastructure-now run-down-none-there run-down-already icon-wrong-state icon-outside icon-outside-city
    icon-outside-line icon-too-many-there rheinsberg-no-lines unrest-none-there move-to-same-province
    calm-no-protest standard-name-the-sector sectors-uneven standard-none-there repair-not-run-down stop-none-there
    step-fits-no-icon bonus-not-that bonus-place-only bonus-remove-only space-not-open hamburg-elsewhere
    sector-needed sector-empty import-no-supplier release-none-there release-no-supplier attack-other-province
    attack-both attack-once attack-no-border attack-no-neighbour attack-with-all attack-wrong-number
    attack-no-effect:warning police-east-only socialist-needs-protest assign-not-connected assign-twice
    build-too-many calm-first card-is-in-hand:hint card-not-in-deck card-not-in-display card-not-in-hand
    card-seen-elsewhere card-not-kept drop-not-deck event-own-economy event-wrong-colour half-is-over hand-empty
    hand-too-large hand-too-late no-icon-left pass-on-by-event not-your-turn pass-on-no-supplier pass-on-not-more
    pass-on-twice payment-not-needed row-card-twice row-missing row-not-seven row-special row-third row-too-early
    special-east-only special-event-only special-gone special-other-decade special-price special-wrong-side
    standard-counted-twice standard-economy standard-four standard-points-shared standard-same-province
    standard-west-berlin standard-wrong-state step-not-asked step-not-standard swap-without-look unrest-cannot-pay
    unrest-none-at-all unrest-not-own unrest-only-one use-just-won use-last-unrest use-not-collected use-not-now
    use-twice void-not-dual void-not-there void-which-side socialist-none-there payment-only-one void-only-one
    void-assumed:note count-differs word-not-so sector-not-due socialist-not-due lose-not-due
    """
)

# Lines of a record: record/reader.py, referee/checker.py.
RECORD = _table(
    """
    after-the-end check-differs decade-not-ended decade-order decade-unknown decision-missing end-too-early
    header-missing:hint header-unknown:hint line-too-long line-unreadable play-incomplete play-twice too-many-findings
    too-many-steps mode-unknown no-decade no-records phase-after-the-end phase-order phase-unknown phase-without-end
    record-version result-differs result-missing:hint result-not-last result-too-early result-unreadable side-ambiguous
    side-unknown set-file-outside starts-late:hint worker-died ruling-unknown
    """
)

# The small games: wsdv_tools/games/. Their sentences are in data/games/lang/.
GAMES = _table(
    """
    after-the-win already-won:warning area-full away-from-region:warning bid-out-of-range bid-tied
    bonus-unknown:note campaign-over card-count:warning card-differs:warning card-elsewhere card-incomplete:warning
    card-name-unfit card-new:note card-not-known card-played-twice card-several cards-unseen:note cell-missing
    cell-taken cell-unreadable command-number command-too-large command-unfit command-unknown:note dominated
    draw-not-due event-as-typed:note event-of-opponent event-or-pass-missing event-place event-too-many event-unfit
    event-unknown:note flag-counts flag-unknown:note foreign-zone game-won hand-too-many line-incomplete
    line-part-unreadable marker-not-there markers-too-many not-adjacent not-an-area not-at-region not-on-table
    not-own-markers out-of-reach place-or-remove placed-where-taken prestige-odd:warning region-full
    region-size:warning region-sizes region-unknown:note reply-not-asked result-unjudged:note round-missing
    round-order round-unknown score-needs score-not-due score-too-early:warning set-up-missing:hint several-areas
    side-twice start-missing:hint steps-missing stock-empty taken-back taken-for-nothing too-many-cards
    too-many-turns turn-differs turns-missing use-missing use-unknown used-twice wrong-chooser wrong-points
    wrong-result wrong-score zone-unknown
    """
)

AREAS: dict[str, dict[str, str]] = {
    "reading": READING,
    "schemas": SCHEMAS,
    "data": DATA,
    "translations": TRANSLATION,
    "exchange": EXCHANGE,
    "typing": TYPING,
    "positions": POSITION,
    "rules": RULES,
    "records": RECORD,
    "printing": PRINTING,
    "tabletop": TABLETOP,
}
CODES: dict[str, str] = {code: severity for area in AREAS.values() for code, severity in area.items()}

# The severity of every finding, for all games.
SEVERITIES = CODES | GAMES

# Files that could not be read as text or YAML at all: exit code 2.
UNREADABLE = frozenset(READING) - {"duplicate-key", "cut-text"}
