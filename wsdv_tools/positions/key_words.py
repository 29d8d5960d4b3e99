"""The keys of a position file in other languages. They are not read; a message proposes the key that is meant."""

from __future__ import annotations

from wsdv_tools.words.names import folded, spellings

# German, Hungarian and Spanish, without accents.
_KEYS = {
    "decade": "dekade jahrzehnt evtized decada",
    "tracks": "leisten leiste marken savok sav jelzok escalas marcadores",
    "prestige": "prestige hirnev presztizs prestigio",
    "currency": "devisen devise valuta deviza moneda divisas",
    "socialists": "sozialisten sozialist szocialistak szocialista socialistas socialismo",
    "wall": "mauer fal berlini-fal muro",
    "provinces": "provinzen gebiete laender bundeslaender tartomanyok provincias",
    "unrest": "unruhe unruhen nyugtalansag agitacion",
    "standard": "lebensstandard standards eletszinvonal nivel nivel-de-vida",
    "sectors": "sektoren sektor szektorok sectores",
    "french": "franzoesisch francia frances",
    "british": "britisch brit britanico",
    "american": "amerikanisch amerikai estadounidense americano",
    "cadre": "kaderschmiede kader kaderiskola cuadros",
    "factories": "fabriken fabrik gyarak gyar fabricas",
    "rundown": "marode heruntergekommen elavult elavultak decadentes",
    "infrastructure": "infrastruktur linien verbindungen strassen utak ut kapcsolatok infraestructura conexiones",
    "closed": "gesperrt geschlossen lezarva lezart cerrado cerrados",
    "police": "staatsgewalt polizei titkosrendorseg rendorseg policia",
    "police-used": "staatsgewalt-benutzt benutzt felhasznalt usadas",
    "delivered": "beliefert geliefert szallitott entregado",
    "imported": "importiert importalt importado",
    "played": "gespielt kijatszott jugadas",
    "flight-icons": "fluchtsymbole menekulesikonok",
    "half": "halbdekade haelfte felevtized mitad",
    "to-move": "am-zug soron turno",
    "display": "auslage kinalat",
    "hands": "haende hand kezek manos",
}
_MEANT = {word: key for key, words in _KEYS.items() for word in words.split()}


def key_meant(word: str) -> str | None:
    """The key that a word of another language means.

    >>> key_meant("Provinzen")
    'provinces'
    """
    return next((_MEANT[one] for one in (folded(word), *sorted(spellings(word))) if one in _MEANT), None)
