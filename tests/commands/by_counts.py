"""A pytest plugin for tests of the pytest plugin: its runs end after some results and shrink nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.made import as_found
from shatterproof_properties import pytest_plugin
from shatterproof_properties.conformance.run_settings import RunSettings

RESULTS = 200
HOUR = 3600.0
_in_seconds = pytest_plugin._settings


def _in_results(config: pytest.Config, command: str) -> RunSettings:
    settings = _in_seconds(config, command)
    return replace(settings, budget=replace(settings.budget, seconds=HOUR, results=RESULTS))


pytest_plugin._settings = _in_results
_as_found = as_found()
_as_found.__enter__()
