"""Tests of lit that know what they cost: the processor seconds of all processes that
a test starts, beside the seconds that pass. lit writes them into the file of
`--output`, and slowest_tests.py prints the largest."""

import resource

import lit.formats
import lit.Test


class MeasuredShTest(lit.formats.ShTest):
    """A worker of lit runs one test at a time, so what its children take meanwhile is
    what the test takes."""

    def execute(self, test, lit_config):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        result = super().execute(test, lit_config)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        if isinstance(result, lit.Test.Result):
            result.addMetric("processor seconds", lit.Test.RealMetricValue(seconds))
        return result
