"""Prints the texts that differ between two revisions, as Markdown: one table per language and file.

    python3 tools/texts/changed.py v0.2.0 HEAD          # all languages
    python3 tools/texts/changed.py v0.2.0 HEAD nl de    # some

Needs Python 3.11 and git. A text that is new has nothing before it, one that was removed nothing after it.
"""
import json
import subprocess
import sys
import tomllib


def git(*words):
    return subprocess.run(['git', *words], capture_output=True, text=True, check=True).stdout


def texts(revision, path):
    """All texts of a file by key: `end.again`, `rules.13.text`."""
    content = git('show', f'{revision}:{path}')
    tree = json.loads(content) if path.endswith('.json') else tomllib.loads(content)
    found = {}

    def walk(node, key):
        match node:
            case str():
                found[key] = node
            case dict():
                for name, child in node.items():
                    walk(child, f'{key}.{name}' if key else name)
            case list():
                for number, child in enumerate(node):
                    walk(child, f'{key}.{number}')

    walk(tree, '')
    return found


def files(revision):
    return {path for path in git('ls-tree', '-r', '--name-only', revision, 'locales').split() if path.endswith(('.json', '.toml'))}


def cell(text):
    return text.replace('|', '\\|').replace('\n', ' ')


def main(before, after, *languages):
    (old_files, new_files) = (files(before), files(after))
    count = 0
    for path in sorted(old_files | new_files):
        if languages and path.split('/')[1] not in languages:
            continue
        old = texts(before, path) if path in old_files else {}
        new = texts(after, path) if path in new_files else {}
        changed = [key for key in sorted(old.keys() | new.keys()) if old.get(key) != new.get(key)]
        if not changed:
            continue
        print(f'\n## {path}\n\n| key | {before} | {after} |\n|---|---|---|')
        for key in changed:
            print(f'| `{key}` | {cell(old.get(key, ""))} | {cell(new.get(key, ""))} |')
        count += len(changed)
    print(f'\n{count} texts differ.')


main(*sys.argv[1:])
