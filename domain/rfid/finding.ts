import type { TagRead } from './read.ts'

/** What was heard of the one tag that a person walks towards. */
export type Search = {
  readonly epc: string
  readonly values: readonly { readonly rssi: number; readonly atMs: number }[]
  readonly lastMs: number
}

/** Begins to look for a tag; nothing of another one remains. */
export const searchFor = (epc: string): Search => ({ epc, values: [], lastMs: -Infinity })

const lastValues = 10
const lostAfterMs = 1000

/** Takes a read of this tag; those of others change nothing, whatever the reader was told to mask. */
export const searchWith = (search: Search, { epc, rssi, atMs }: TagRead): Search => {
  if (epc !== search.epc || atMs < search.lastMs) return search
  // After a silence the old values speak of another place.
  const values = atMs - search.lastMs > lostAfterMs ? [] : search.values
  return { epc, values: rssi === undefined ? values : [...values, { rssi, atMs }].slice(-lastValues), lastMs: atMs }
}

/** How near it is now: dBm, the last values weighing most; `lost` after a second without it, `heard` where the reader tells no strength. */
export const nearness = ({ values, lastMs }: Search, nowMs: number): number | 'heard' | 'lost' => {
  if (nowMs - lastMs > lostAfterMs) return 'lost'
  if (values.length === 0) return 'heard'
  const sum = values.reduce((all, { rssi }, index) => all + rssi * (index + 1), 0)
  return sum / values.reduce((all, _, index) => all + index + 1, 0)
}

/** A tone that says how near: the higher and denser the nearer. `intervalMs` is 0 where it does not stop. */
export type Tone = { readonly hertz: number; readonly intervalMs: number }

const farDbm = -100
const nearDbm = -30

/** From 300 Hz each second at −100 dBm to 1,500 Hz without a pause above −30 dBm; nothing where it is lost. */
export const toneOf = (near: number | 'heard' | 'lost'): Tone | undefined => {
  if (near === 'lost') return undefined
  const dbm = near === 'heard' ? (farDbm + nearDbm) / 2 : near
  const share = shareOf(dbm)
  return { hertz: Math.round(300 * (1500 / 300) ** share), intervalMs: dbm > nearDbm ? 0 : Math.round(1000 * (40 / 1000) ** share) }
}

/** 0 for far to 1 for near. */
export const shareOf = (dbm: number): number => Math.min(1, Math.max(0, (dbm - farDbm) / (nearDbm - farDbm)))
