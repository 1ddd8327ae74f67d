// Reads the board asset that the server sends (`board_asset`). It has each border line once, in tenths of a unit.
// Provinces are rings of line numbers: n is a line, -n-1 the same line in reverse direction.

/** Points from steps: the first point, then the step from each point to the next. */
export function points(steps) {
  const out = [];
  for (let i = 0, x = 0, y = 0; i < steps.length; i += 2) out.push([(x += steps[i]) / 10, (y += steps[i + 1]) / 10]);
  return out;
}

/** The smooth line over points: its start, and for each piece its control point (or null) and its end. */
function pieces(line) {
  const middle = (a, b) => [Math.round((a[0] + b[0]) * 5) / 10, Math.round((a[1] + b[1]) * 5) / 10];
  const last = line.length - 1;
  const corners = line.every((p, i) => !i || p[0] === line[i - 1][0] || p[1] === line[i - 1][1]);
  if (line.length < 3 || corners) return { start: line[0], list: line.slice(1).map(end => [null, end]) };
  if (line[0][0] === line[last][0] && line[0][1] === line[last][1]) {
    const ring = line.slice(0, last);
    const list = ring.map((p, i) => [p, middle(p, ring[(i + 1) % last])]);
    return { start: middle(ring[last - 1], ring[0]), list };
  }
  return { start: line[0], list: line.slice(1, last).map((p, i) => [p, i < last - 2 ? middle(p, line[i + 2]) : line[last]]) };
}

function backwards({ start, list }) {
  const ends = [start, ...list.map(piece => piece[1])];
  return { start: ends[list.length], list: list.map(([control], i) => [control, ends[i]]).reverse() };
}

function walk(asset, number) {
  const drawn = pieces(points(asset.arcs[number < 0 ? ~number : number]));
  return number < 0 ? backwards(drawn) : drawn;
}

/** The SVG path of rings, for the attribute `d`. */
export function path(asset, rings) {
  const text = point => `${Math.round(point[0] * 10) / 10} ${Math.round(point[1] * 10) / 10}`;
  return rings.map(ring => ring.map((number, i) => {
    const { start, list } = walk(asset, number);
    const rest = list.map(([control, end]) => (control ? `Q${text(control)} ${text(end)}` : `L${text(end)}`)).join('');
    return (i ? '' : `M${text(start)}`) + rest;
  }).join('') + 'Z').join('');
}

/** The closed lines of rings as short straight pieces, for `provinceAt`. */
export function outlines(asset, rings) {
  return rings.map(ring => ring.flatMap((number, i) => {
    const { start, list } = walk(asset, number);
    const out = i ? [] : [start];
    let from = start;
    for (const [control, end] of list) {
      if (!control) out.push(end);
      else for (const t of [.25, .5, .75, 1]) {
        const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
        out.push([a * from[0] + b * control[0] + c * end[0], a * from[1] + b * control[1] + c * end[1]]);
      }
      from = end;
    }
    return out;
  }));
}

/** All provinces for `provinceAt`, land first. Make the list once. */
export function targets(asset) {
  const tenth = ([x, y]) => [x / 10, y / 10];
  return Object.entries(asset.provinces).map(([key, place]) => {
    const lines = outlines(asset, place.rings);
    const xs = lines.flat().map(p => p[0]), ys = lines.flat().map(p => p[1]);
    return {
      key, lines, water: !!place.water, units: [place.unit, ...Object.values(place.coasts ?? {})].map(tenth),
      bounds: [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)],
    };
  }).sort((a, b) => a.water - b.water);
}

/** Whether a point is inside the lines, and its distance to them. */
function lies(lines, [x, y]) {
  let inside = false, nearest = Infinity;
  for (const line of lines) for (let i = 0, j = line.length - 1; i < line.length; j = i++) {
    const [ax, ay] = line[j], [bx, by] = line[i], dx = bx - ax, dy = by - ay;
    if ((ay > y) !== (by > y) && x < ax + (y - ay) / dy * dx) inside = !inside;
    const part = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / Math.max(dx * dx + dy * dy, 1e-9)));
    nearest = Math.min(nearest, Math.hypot(ax + dx * part - x, ay + dy * part - y));
  }
  return [inside, nearest];
}

/** The province that a tap means, or null. `reach` is 12 pixels, in units of the board. */
export function provinceAt(all, [x, y], reach) {
  let best = null, least = Infinity;
  for (const { key, lines, units, bounds: [left, top, right, bottom] } of all) {
    if (x < left - reach || x > right + reach || y < top - reach || y > bottom + reach) continue;
    const toUnit = Math.min(...units.map(([ux, uy]) => Math.hypot(ux - x, uy - y)));
    const [inside, toBorder] = lies(lines, [x, y]);
    if (!inside && toBorder > reach) continue;
    const score = Math.min(toUnit, reach * 2.5) + (inside ? 0 : toBorder * .35 + reach * .15);
    if (score < least) [least, best] = [score, key];
  }
  return best;
}
