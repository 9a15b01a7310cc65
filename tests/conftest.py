pytest_plugins = ["tests.plugins.no_skips"]
