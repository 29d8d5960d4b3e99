# Each target makes its own virtual environment in .venv and reuses it.
# Without make (Windows): see "Without make" in CONTRIBUTING.md.
PYTHON ?= python3
BIN := .venv/bin
# Hundreds of processes are started: each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test thorough lint bounds bench docs pictures mutate fuzz kills page soak tables games forecast reach clean

demo: .venv/ready
	$(BIN)/wsdv demo

# One process more than there are cores: tests that drive a browser or a terminal wait much of their time.
WORKERS := $$(($$(nproc 2> /dev/null || echo 2) + 1))
test: lint
	$(BIN)/python -m pytest -n $(WORKERS) -m "not thorough"

# What takes long: the rest of what has to pass.
thorough: .venv/ready
	$(BIN)/python -m pytest -n $(WORKERS) -m thorough

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The fast tests with the lowest and with the newest versions of all packages, on each of these Pythons that is here.
PYTHONS ?= python3.11 python3.12 python3.13
VERSIONS ?= lowest newest
FAST := tests/test_yaml_reader.py tests/test_exchange.py tests/test_drawing.py tests/test_cut_files.py \
	tests/test_dialogue.py tests/test_explain.py tests/test_saving.py tests/test_serve.py tests/test_visible.py \
	tests/test_help.py tests/test_lowest.py
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
	$(BIN)/python -m docs.maker.screens

bench: .venv/ready
	$(BIN)/python -m benchmarks

# Takes a while on one core; it can be interrupted, and goes on where it was.
mutate: .venv/mutate
	nice $(BIN)/python -m mutation

# Random games by all policies till they have been everywhere in the rules, and a thousand matches as values.
MATCHES ?= 1000
reach: .venv/ready
	WSDV_REACH=12 nice $(BIN)/python -m pytest -s tests/test_random_games.py
	WSDV_MATCHES=$(MATCHES) nice $(BIN)/python -m pytest -n auto tests/test_play_value.py tests/test_stored_values.py

# Two thousand random games of each small game, and mutants of their rules.
games: .venv/mutate
	WSDV_RANDOM_GAMES=2000 nice $(BIN)/python -m pytest -s tests/test_games_random.py
	nice $(BIN)/python -m mutation.games

# The verdicts of the forecast against enumeration, its forced lines against random opponents, and its speed.
forecast: .venv/ready
	nice $(BIN)/python -m tests.forecast_proof

# All readers, one after the other: make fuzz SECONDS=600
SECONDS ?= 300
fuzz: .venv/fuzz
	nice $(BIN)/python -m fuzzing --seconds $(SECONDS)

# Every writer killed at random moments, on Linux and the like: make kills KILLS=300
KILLS ?= 300
kills: .venv/ready
	nice $(BIN)/python -m tests.kills $(KILLS)

# Ten thousand calls to the server of the page: its memory grows by at most 5 MB (Linux).
CALLS ?= 10000
soak: .venv/ready
	nice $(BIN)/python -m tests.soak $(CALLS)

# The page in the browser: fifty decade ends, five whole games, and thirty moments at which something fails.
page: .venv/ready
	WSDV_PAGE_ENDS=50 WSDV_PAGE_MOMENTS=30 WSDV_PAGE_GAMES=5 WSDV_PAGE_PLAYS=0 \
	  nice $(BIN)/python -m pytest tests/test_page.py tests/test_page_games.py

# Tables of Tabletop Simulator, laid out and read by Lua and by Python: make tables TABLES=300
TABLES ?= 300
tables: .venv/ready
	WSDV_TABLES=$(TABLES) nice $(BIN)/python -m pytest -s tests/test_tabletop.py

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
