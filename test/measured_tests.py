"""Tests of lit that know what they cost: the processor seconds of all processes that
a test starts, beside the seconds that pass. lit writes them into the file of
`--output`, and slowest_tests.py prints the largest."""

import pathlib
import re
import resource

import forked_scripts
import lit.formats
import lit.Test
import lit.TestRunner

forked_scripts.install(lit.TestRunner)

_RUN = re.compile("^# RUN: ", re.MULTILINE)


def _processor_seconds():
    """What this process and those that it waited for have taken: it imports for its forks."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


class MeasuredShTest(lit.formats.ShTest):
    """A worker of lit runs one test at a time, so what its children take meanwhile is
    what the test takes. A script is a test if it says how it runs."""

    def getTestsForPath(self, suite, path, lit_config, config):
        source = pathlib.Path(suite.getSourcePath(path))
        if source.suffix != ".py" or _RUN.search(source.read_text(encoding="utf-8")):
            yield from super().getTestsForPath(suite, path, lit_config, config)

    def execute(self, test, lit_config):
        before = _processor_seconds()
        result = super().execute(test, lit_config)
        seconds = _processor_seconds() - before
        if isinstance(result, lit.Test.Result):
            result.addMetric("processor seconds", lit.Test.RealMetricValue(seconds))
        return result
