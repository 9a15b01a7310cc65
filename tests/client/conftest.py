from collections.abc import Iterator

import pytest

from tests.client.scripted import Driver, Script, scripted_server


@pytest.fixture(scope="session")
def shared_script() -> Iterator[Script]:
    with scripted_server() as script:
        yield script


@pytest.fixture
def script(shared_script: Script) -> Script:
    shared_script.will()
    return shared_script


@pytest.fixture(params=["sync", "async"])
def driver(request: pytest.FixtureRequest) -> Iterator[Driver]:
    driver = Driver(request.param)
    yield driver
    driver.close()
