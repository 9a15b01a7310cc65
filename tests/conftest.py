pytest_plugins = ["tests.plugins.no_skips"]

pytest_plugins += ["tests.support.fixtures"]
