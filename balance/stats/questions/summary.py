"""Questions and what a run says to them as JSON values."""

from __future__ import annotations

from balance.stats.json_values import Json, interval
from balance.stats.questions.results import Answer, Value


def answer_json(answer: Answer) -> Json:
    """Return an answer as JSON values: its table row by row, each quantity with its interval and unit."""
    return {
        **answer_brief(answer),
        "labels": list(answer.labels),
        "quantities": list(answer.quantities),
        "rows": [
            {"labels": list(row.labels), "values": [value and _value(value) for value in row.values]}
            for row in answer.rows
        ],
        "numbers": [_value(value) for value in answer.numbers],
        "note": answer.note,
    }


def answer_brief(answer: Answer) -> Json:
    """Return an answer in sentences as JSON values."""
    return {"key": answer.key, "title": answer.title, "sentences": list(answer.sentences)}


def _value(value: Value) -> Json:
    return {
        **interval(value.interval),
        "unit": value.unit,
        "exact": value.exact,
        "signed": value.signed,
        "family": value.family,
    }
