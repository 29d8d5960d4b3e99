# Each target makes its own virtual environment in .venv and reuses it.
# Without make (Windows): see "Without make" in CONTRIBUTING.md.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test lint bounds bench docs pictures mutate fuzz kills games clean

demo: .venv/ready
	$(BIN)/wsdv demo

test: lint
	$(BIN)/python -m pytest -n auto

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The fast tests with the lowest and with the newest versions of all packages, on each of these Pythons that is here.
PYTHONS ?= python3.11 python3.12 python3.13
VERSIONS ?= lowest newest
FAST := tests/test_yaml_reader.py tests/test_exchange.py tests/test_drawing.py tests/test_cut_files.py \
	tests/test_dialogue.py tests/test_explain.py tests/test_saving.py tests/test_visible.py tests/test_lowest.py
bounds:
	set -e; for python in $(PYTHONS); do command -v $$python > /dev/null || continue; for which in $(VERSIONS); do \
	  home=.venv-bounds/$$python-$$which; echo "$$python, $$which versions"; \
	  $$python -m venv $$home; $$python tests/lowest.py $$which > $$home/constraints.txt; \
	  $$home/bin/python -m pip install --quiet --disable-pip-version-check -c $$home/constraints.txt \
	    --upgrade --editable '.[translate,cut]' hypothesis pypdf pypdfium2 pytest pytest-xdist; \
	  $$home/bin/python -m pytest -n auto -W ignore::DeprecationWarning $(FAST); done; done

docs: .venv/ready
	$(BIN)/python -m docs.maker

pictures: .venv/ready
	$(BIN)/python -m docs.maker.pictures

bench: .venv/ready
	$(BIN)/python -m benchmarks

# Takes a while on one core; it can be interrupted, and goes on where it was.
mutate: .venv/mutate
	nice $(BIN)/python -m mutation

# Two thousand random games of each small game, and mutants of their rules.
games: .venv/mutate
	WSDV_RANDOM_GAMES=2000 nice $(BIN)/python -m pytest -s tests/test_games_random.py
	nice $(BIN)/python -m mutation.games

# All readers, one after the other: make fuzz SECONDS=600
SECONDS ?= 300
fuzz: .venv/fuzz
	nice $(BIN)/python -m fuzzing --seconds $(SECONDS)

# Every writer killed at random moments, on Linux and the like: make kills KILLS=300
KILLS ?= 300
kills: .venv/ready
	nice $(BIN)/python -m tests.kills $(KILLS)

.venv/fuzz: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	touch $@

.venv/mutate: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mutate]'
	touch $@

.venv/ready: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf .venv .venv-bounds build dist
	find output -mindepth 1 ! -name README.md -delete
