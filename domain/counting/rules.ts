import type { CauseKind } from './cause.ts'
import type { CountEvent, CountSource } from './event.ts'
import type { CountMethod, CountPlan } from './plan.ts'

type Way = Pick<CountEvent, 'source' | 'code'>

const methods: Readonly<Record<CountSource, CountMethod>> = {
  camera: 'scan',
  gun: 'scan',
  typed: 'scan',
  rfid: 'rfid',
  hand: 'hand',
  sheet: 'sheet',
  selfScan: 'self',
  selfPhoto: 'self',
  selfTick: 'self',
}

/** The method of a plan that something was observed by. A code that was typed stands on a label that a person read: it is no tick by hand. */
const methodOf = ({ source, code }: Way): CountMethod => (source === 'hand' && code !== undefined ? 'scan' : methods[source])

/** Whether a plan lets a piece be seen this way. Of anything else a plan says nothing. */
export const isAllowed = ({ methods }: Pick<CountPlan, 'methods'>, event: Way & Pick<CountEvent, 'kind'>): boolean =>
  event.kind !== 'seen' || methods.includes(methodOf(event))

/** By which way a person saw what he holds himself, whatever he says: a label that names it, a picture, or his word. */
export const ownSource = (namesIt: boolean, hasPicture: boolean): CountSource => {
  if (namesIt) return 'selfScan'
  return hasPicture ? 'selfPhoto' : 'selfTick'
}

/** What a plan wants of a piece that was seen besides that. `photo`: never, where it differs from the books, or always. */
export type CountProof = { readonly photo: 'never' | 'difference' | 'always'; readonly holder: boolean; readonly condition: boolean }

/** What a plan wants of a piece of a value in yuan; `value` null: no one knows it. */
export const wantedOf = ({ photo, photoFrom, confirms }: CountPlan, value: string | null): CountProof => {
  const photoByValue = Number(value ?? 0) >= Number(photoFrom ?? 0) ? 'always' : 'never'
  return {
    photo: photo === 'value' ? photoByValue : photo,
    holder: confirms.includes('holder'),
    condition: confirms.includes('condition'),
  }
}

type CountEventFacts = Pick<CountEvent, 'source' | 'file' | 'holder' | 'condition'>

/**
 * What is lacking of it. `seen` are the sightings that confirm, `all` everything that was observed of the piece; a holder is only asked for where
 * the books name one, and the person who counts what is his is not asked how good it is.
 */
export const missingProof = (
  proof: CountProof,
  {
    seen,
    all,
    differs,
    held,
  }: {
    readonly seen: readonly CountEventFacts[]
    readonly all: readonly CountEventFacts[]
    readonly differs: boolean
    readonly held: boolean
  },
): CauseKind[] => {
  const hasPicture = all.some(({ file }) => file !== undefined)
  const isOwnCount = seen.every(({ source }) => methods[source] === 'self')
  return [
    ...((proof.photo === 'always' || (proof.photo === 'difference' && differs)) && !hasPicture ? (['noPhoto'] as const) : []),
    ...(proof.holder && held && !seen.some(({ holder }) => holder !== undefined) ? (['noHolder'] as const) : []),
    ...(proof.condition && !isOwnCount && !seen.some(({ condition }) => condition !== undefined) ? (['noCondition'] as const) : []),
  ]
}
