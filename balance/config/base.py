"""The base of every configuration model, and the checks of names that several models share."""

from __future__ import annotations

import re
import unicodedata
from typing import Annotated, Any, Final, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    ModelWrapValidatorHandler,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

from balance.config.document import shown
from balance.errors import nearest

LONGEST_NAME: Final = 40
ROW_MARK: Final = "#"
"""Between the name of a setting in which games take turns and the number of a turn: ``all#17``."""
_FORBIDDEN: Final = '|<>&",'
_RUN_NAME = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")


class Model(BaseModel):
    """A frozen model that takes no unknown keys and converts no types."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    @model_validator(mode="wrap")
    @classmethod
    def _name_unknown_keys(cls, data: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        """Reword unknown keys so that the message lists the known ones."""
        try:
            return handler(data)
        except ValidationError as error:
            raise ValidationError.from_exception_data(
                cls.__name__, [_reworded(cls, e) for e in error.errors()]
            ) from None


def _reworded(model: type[BaseModel], error: Any) -> InitErrorDetails:
    """Return one pydantic error as it was, or in the wording of unknown keys."""
    kind, message = error["type"], error["msg"]
    if kind == "extra_forbidden" and len(error["loc"]) == 1:
        known = [info.alias or name for name, info in model.model_fields.items()]
        key = str(error["loc"][0])
        kind = "unknown_key"
        message = f"unknown key {shown(key)}{nearest(key, known)}; known keys: {', '.join(known)}"
    elif kind == "model_type" and not error["loc"]:
        required = [name for name, info in model.model_fields.items() if info.is_required()]
        message = f"expected a mapping{' with ' if required else ''}{', '.join(required)}"
        kind = "not_a_mapping"
    context = {**error.get("ctx", {}), "message": message}
    return InitErrorDetails(
        type=PydanticCustomError(kind, "{message}", context), loc=error["loc"], input=error["input"]
    )


def check_display_name(name: str) -> str:
    """Return a faction's, layout's, region's or symbol's name if it can be shown and stored everywhere.

    Raises
    ------
    ValueError
        It is empty, longer than 40 characters, starts or ends with a space, or contains control
        characters, ``|`` (it separates the parts of a cell's name), ``,`` (it separates names on the command line) or
        markup.
    """
    if not name.strip():
        msg = f"expected a name; got {name!r}"
        raise ValueError(msg)
    if len(name) > LONGEST_NAME:
        msg = f"expected a name of at most {LONGEST_NAME} characters; got {len(name)}"
        raise ValueError(msg)
    bad = [c for c in name if c in _FORBIDDEN or unicodedata.category(c)[0] == "C" or c in "\u2028\u2029"]
    if bad:
        barred = " ".join(_FORBIDDEN)
        msg = f"expected a name without control characters and without any of {barred}; got {name!r}"
        raise ValueError(msg)
    if name != name.strip():
        msg = f"expected a name without spaces at its ends; got {name!r}"
        raise ValueError(msg)
    return name


def check_run_name(name: str) -> str:
    """Return a run's name if it is a plain folder name.

    Raises
    ------
    ValueError
        It contains anything but letters, digits, ``-``, ``_`` and ``.``, starts with a dot, or is too long.
    """
    if len(name) > LONGEST_NAME or not _RUN_NAME.fullmatch(name):
        msg = (
            "expected a plain folder name (letters, digits, '-', '_', '.', not starting with a dot, "
            f"at most {LONGEST_NAME} characters); got {name!r}"
        )
        raise ValueError(msg)
    return name


DisplayName = Annotated[str, AfterValidator(check_display_name)]
RunName = Annotated[str, AfterValidator(check_run_name)]
