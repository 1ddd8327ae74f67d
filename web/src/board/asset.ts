export type BoardAsset = Record<string, unknown>;
