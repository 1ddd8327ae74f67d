"""Compares which provinces touch on the drawing with the neighbours of board.toml."""
from collections import defaultdict


def coast_chains(arcs, board, waters):
    """By province: its coasts, as chains of coastal arcs. Islands are ignored unless the province has nothing else."""
    at = defaultdict(set)
    for n, arc in enumerate(arcs):
        if not arc.closed:
            at[arc.points[0]].add(n)
            at[arc.points[-1]].add(n)
    chains = {}
    for key in board:
        own = [n for n, arc in enumerate(arcs) if arc.kind == 'coast' and key in arc.pair]
        seen, found = set(), []
        if key in waters:
            continue
        for n in own:
            chain, todo = [], [n]
            while todo:
                m = todo.pop()
                if m in seen:
                    continue
                seen.add(m)
                chain.append(m)
                if not arcs[m].closed:
                    todo += [o for end in (arcs[m].points[0], arcs[m].points[-1]) for o in at[end] if o in own]
            if chain:
                found.append(chain)
        chains[key] = [c for c in found if not all(arcs[n].closed for n in c)] or found
    return chains, at


def other_side(arc, key):
    return arc.pair[1] if arc.pair[0] == key else arc.pair[0]


def contacts(arcs, board, waters):
    """The lengths of common borders for armies and for fleets, by coast."""
    army, fleet = defaultdict(float), defaultdict(float)
    chains, at = coast_chains(arcs, board, waters)
    place = {}
    for key, found in chains.items():
        named = board[key].get('fleets')
        for chain in found:
            seas = {other_side(arcs[n], key) for n in chain}
            name = key
            if isinstance(named, dict):
                fits = [c for c, near in named.items() if {s for s in near.split() if s in waters} == seas & set(board)]
                name = f'{key}/{fits[0] if len(fits) == 1 else "?"}'
            for n in chain:
                place[n, key] = name
    for n, arc in enumerate(arcs):
        a, b = arc.pair
        if a not in board or b not in board:
            continue
        if arc.kind == 'land':
            army[frozenset((a, b))] += arc.length()
            # Coast to coast: a land border that ends at the same sea on both sides.
            for end in () if arc.closed else (arc.points[0], arc.points[-1]):
                shores = lambda key: [m for m in at[end] if arcs[m].kind == 'coast' and key in arcs[m].pair]
                for i in shores(a):
                    for j in shores(b):
                        if other_side(arcs[i], a) == other_side(arcs[j], b) in board:
                            fleet[frozenset((place.get((i, a), a), place.get((j, b), b)))] += arc.length()
        elif arc.kind == 'sea':
            fleet[frozenset((a, b))] += arc.length()
        else:
            land = b if a in waters else a
            if (n, land) in place:
                fleet[frozenset((place[n, land], other_side(arc, land)))] += arc.length()
            else:
                fleet[frozenset((place.get((n, land), land), other_side(arc, land)))] += 0
    return army, fleet


def compare(title, rules, measured, log):
    """Reports missing and extra borders in `log`, and prints the shortest ones."""
    present = {pair for pair, length in measured.items() if length > 0}
    name = lambda pair: '-'.join(sorted(pair))
    log += [f'MISSING {title} {name(pair)}' for pair in sorted(rules - present, key=name)]
    log += [f'EXTRA {title} {name(pair)} ({measured[pair]:.1f})' for pair in sorted(present - rules, key=name)]
    shortest = sorted((measured[pair], name(pair)) for pair in rules & present)[:10]
    print(f'{title}: {len(rules & present)} of {len(rules)}; shortest', ', '.join(f'{n} {v:.0f}' for v, n in shortest))


def near_misses(shapes, board, army, fleet):
    """Prints places that are close but not neighbours, because they could mislead a reader."""
    adjacent = {frozenset(place.split('/')[0] for place in pair) for pair in army | fleet}
    keys = sorted(board)
    close = [(round(shapes[a].distance(shapes[b]), 1), a, b) for i, a in enumerate(keys) for b in keys[:i]
             if frozenset((a, b)) not in adjacent and shapes[a].distance(shapes[b]) < 14]
    print('near misses:', ', '.join(f'{a}/{b} {gap}' for gap, a, b in sorted(close)))
