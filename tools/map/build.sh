#!/bin/sh
# Makes variants/standard/geometry.json again: the same bytes as in the repository. About a minute.
set -e
cd "$(dirname "$0")"
[ -d venv ] || { python3 -m venv venv; ./venv/bin/pip -q install -r requirements.txt; }
./venv/bin/python make.py
