import * as v from 'valibot'
import { type Id, isId } from '../id.ts'
import type { ComparisonKind, Kind, Noun } from './kind.ts'

/** A record, or several different ones; `filter` narrows what the picker offers; posting checks the truth. */
export type Reference = { type: 'reference'; to: Noun; many: boolean; filter?: Readonly<Record<string, unknown>> | undefined }

/** How many a field of several takes. */
export const referencesAtMost = 500

export const id = v.pipe(
  v.union([v.string(), v.number()], '{label}编号有误'),
  v.transform(String),
  v.check((value) => isId(value), '{label}编号有误'),
  v.transform((value): Id => value),
)

/** What a form that people design may point at. */
const designedNouns = ['person', 'department', 'location', 'asset', 'consumable', 'model', 'supplier'] as const
type DesignedNoun = (typeof designedNouns)[number]

const initialReference = (to: DesignedNoun) => ({ key: to, make: (): Reference => ({ type: 'reference', to, many: false }) })

/** What may be asked of some records besides. */
const ofNoun: { readonly [noun in Noun]?: readonly ComparisonKind[] } = { department: ['isDeptIn'], person: ['hasRole'] }

export const reference: Kind<Reference, Id | readonly Id[], DesignedNoun> = {
  check: ({ to, many }) =>
    many
      ? v.pipe(
          v.array(id, '{label}应为列表'),
          v.maxLength(referencesAtMost, '{label}最多500项'),
          v.check((list) => new Set(list).size === list.length, to === 'asset' ? '{label}有重复的资产' : '{label}有重复'),
        )
      : id,
  words: (value, { to }, { say, nameOf }) => [value].flat().map((id) => nameOf(String(id), to)).join(say('、')), // prettier-ignore
  sort: ({ to }) => to,
  comparisons: ({ to }) => [...(ofNoun[to] ?? []), 'eq', 'in', 'ne', 'empty', 'filled'],
  compared: (type) => ({ ...type, filter: undefined }),
  cell: { read: (text) => text, isCode: true },
  column: 'bigint',
  stored: v.strictObject({ type: v.literal('reference'), to: v.picklist(designedNouns), many: v.boolean() }),
  presets: {
    person: initialReference('person'),
    department: initialReference('department'),
    location: initialReference('location'),
    asset: initialReference('asset'),
    consumable: initialReference('consumable'),
    model: initialReference('model'),
    supplier: initialReference('supplier'),
  },
  preset: ({ to }) => to as DesignedNoun,
}
