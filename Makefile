# Each target makes its own virtual environment in .venv and reuses it.
# Without make (Windows): see "Without make" in CONTRIBUTING.md.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo test lint bench docs pictures mutate fuzz clean

demo: .venv/ready
	$(BIN)/wsdv demo

test: lint
	$(BIN)/python -m pytest -n auto

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

docs: .venv/ready
	$(BIN)/python -m docs.maker

pictures: .venv/ready
	$(BIN)/python -m docs.maker.pictures

bench: .venv/ready
	$(BIN)/python -m benchmarks

# Takes a while on one core; it can be interrupted, and goes on where it was.
mutate: .venv/mutate
	nice $(BIN)/python -m mutation

# All readers, one after the other: make fuzz SECONDS=600
SECONDS ?= 300
fuzz: .venv/fuzz
	nice $(BIN)/python -m fuzzing --seconds $(SECONDS)

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
	rm -rf .venv build dist
	find output -mindepth 1 ! -name README.md -delete
