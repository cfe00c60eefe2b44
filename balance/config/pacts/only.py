"""For what plays Pacts alone: a configuration of another rule system is refused with one message."""

from __future__ import annotations

from balance.config.pacts.models import Configuration
from balance.config.pacts.words import WORDS
from balance.config.run import Configuration as AnyConfiguration
from balance.errors import ConfigurationError


def of_pacts(configuration: AnyConfiguration, who: str = "this") -> Configuration:
    """Return a configuration of any rule system as what it is: one of Pacts.

    Parameters
    ----------
    configuration
        As it was read.
    who
        What takes only Pacts, as the message names it.

    Raises
    ------
    ConfigurationError
        It is of another rule system.
    """
    if not isinstance(configuration, Configuration):
        msg = f"{who} plays {WORDS.title}; {configuration.path} is of {configuration.words.title}"
        raise ConfigurationError(msg)
    return configuration
