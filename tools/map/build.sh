#!/bin/sh
# Builds variants/standard/geometry.json again. The result has the same bytes as in the repository. Takes about a minute.
set -e
cd "$(dirname "$0")"
[ -d venv ] || { python3 -m venv venv; ./venv/bin/pip -q install -r requirements.txt; }
./venv/bin/python build_map.py
