/** A picture of a square of the map. */
export type Tile = {
  readonly bytes: Buffer
  readonly type: string
  /** For how long the person who got it may keep it. */
  readonly keepSeconds: number
}

export type TileLayer = 'ground' | 'names'

/** A square of a layer of the map, by its column and row among those of a zoom. */
export type TilePlace = { readonly layer: TileLayer; readonly z: number; readonly x: number; readonly y: number }

export type PlaceNear = { readonly name: string; readonly address: string; readonly longitude: number; readonly latitude: number }

/** Where the map comes from. Everything is WGS-84; what asks a person outside throws `NotAnswered` where that fails. */
export type MapSource = {
  readonly tiles?: {
    readonly minZoom: number
    readonly maxZoom: number
    readonly names: boolean
    readonly source: string
    readonly read: (tile: TilePlace, signal?: AbortSignal) => Promise<Tile | undefined>
  }
  readonly search?: (name: string, near: { longitude: number; latitude: number }, signal?: AbortSignal) => Promise<PlaceNear[]>
  readonly address?: (
    point: { longitude: number; latitude: number },
    signal?: AbortSignal,
  ) => Promise<{ name: string; address: string } | undefined>
  /** The number under which the map was approved for publishing; empty where none was set. */
  readonly approval: string
}

export const noMap: MapSource = { approval: '' }

/** The provider did not answer, or not what it should. */
export class NotAnswered extends Error {}
