# Everything works on a fresh machine with Python 3.10 or newer and make.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
INSTALLED := $(VENV)/.installed

.PHONY: demo test check format bench clean

demo: $(INSTALLED)
	$(PY) examples/demo.py

test: $(INSTALLED)
	$(PY) -m pytest

check: $(INSTALLED)
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

format: $(INSTALLED)
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

# make bench [CORPUS=folder] [CARDS=folder]
bench: $(INSTALLED)
	$(PY) -m bench.run --peers $(if $(CORPUS),--corpus $(CORPUS)) $(if $(CARDS),--cards $(CARDS)) $(BENCH_ARGS)

clean:
	rm -rf $(VENV) demo-store build dist

$(INSTALLED): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("Python 3.10 or newer is needed") if sys.version_info < (3, 10) else None'
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@
