"""Tests of lit that know what they cost: the processor seconds of all processes that
a test starts, beside the seconds that pass. lit writes them into the file of
`--output`, and slowest_tests.py prints the largest."""

import pathlib
import re
import resource

import lit.formats
import lit.Test


_RUN = re.compile("^# RUN: ", re.MULTILINE)


class MeasuredShTest(lit.formats.ShTest):
    """A worker of lit runs one test at a time, so what its children take meanwhile is
    what the test takes. A script is a test if it says how it runs."""

    def getTestsForPath(self, suite, path, lit_config, config):
        source = pathlib.Path(suite.getSourcePath(path))
        if source.suffix != ".py" or _RUN.search(source.read_text(encoding="utf-8")):
            yield from super().getTestsForPath(suite, path, lit_config, config)

    def execute(self, test, lit_config):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = super().execute(test, lit_config)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if isinstance(result, lit.Test.Result):
            result.addMetric("processor seconds", lit.Test.RealMetricValue(seconds))
        return result
