// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.
/** The drawing of a board in one language. */
export type BoardAsset = {
  /** Border lines, each once: the first point, then the difference of each point to the one before. */ arcs: Array<Array<number>>;
  /** Powers that are easy for beginners. */ beginners: Array<string>;
  /** How many supply centres there are. */ centres: number;
  /** How many centres win the game. */ centres_to_win: number;
  /** The abbreviation of each coast. */ coasts: Record<string, string>;
  /** Impassable areas: rings of border lines. */ nobodys: Record<string, Array<Array<number>>>;
  /** The impassable areas that are water. The others are land. */ nobodys_water: Array<string>;
  /** SVG of rivers, borders and lakes. */ over: string;
  /** The shapes of the pieces, by the kind of unit. */ pieces: Record<string, PieceAsset>;
  /** The powers in the order of the board. The number of a power is its index here. */ power_order: Array<string>;
  powers: Record<string, PowerAsset>;
  provinces: Record<string, ProvinceAsset>;
  /** The patterns along the rims of the pieces, by the number of the power. */ rims: Array<RimAsset>;
  /** Width and height in board units. */ size: [number, number];
  /** Style sheets by palette and shade. */ styles: Record<string, string>;
  /** Who plays which powers, for each possible number of players in ascending order. */ tables: Array<TableAsset>;
  /** The key of the variant: `standard`. */ variant: string;
  /** Paths of moves that are not straight: from, to, and the corners between them. */ ways: Array<[string, string, Array<number>]>;
};
/** The SVG paths of a piece, for a box from -26 to 26. */
export type PieceAsset = {
  /** A wooden block: front, right side, lower side, and the line of its pattern. */ block: Array<string>;
  body: string;
  /** The picture on the body, filled with the rule "evenodd". */ mark: string;
  /** The line that has the pattern of the power. */ rim: string;
  /** A larger and simpler picture, for a small piece without a rim. */ small_mark: string;
};
export type PowerAsset = { name: string; short: string };
export type ProvinceAsset = {
  /** Where a dislodged unit is drawn. */ aside: [number, number];
  /** Where a dislodged fleet is drawn, by coast. */ asides?: Record<string, [number, number]>;
  /** The position of the short name, and the largest size that fits. */ at: [number, number, number];
  centre?: [number, number];
  /** Where a fleet is drawn, by coast. */ coasts?: Record<string, [number, number]>;
  home?: string;
  /** The position of the name, its size and its lines. */ label?: [number, number, number, Array<string>];
  name: string;
  /** The power whose homeland includes it although it has no centre. */ nation?: string;
  /** Indexes of border lines. `!n` (bitwise not) means line n in reverse. */ rings: Array<Array<number>>;
  short: string;
  /** Where a unit is drawn. */ unit: [number, number];
  /** Whether it is water. Left out for land. */ water?: boolean;
};
/** A pattern along a rim, in 24ths of its length. */
export type RimAsset = {
  /** The lengths of a dash and of a gap. Left out for a whole line. */ dashes?: [number, number];
  /** The width of the line; 0 if there is none. */ width: number;
};
/** Who plays which powers with this number of players. */
export type TableAsset = {
  players: number;
  /** The powers of each seat. */ seats: Array<Array<string>>;
};
