import { useMemo, useState } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { itemFieldOf } from '../../domain/documents/lines.ts'
import { isLeftOver, withOwnLines } from '../../domain/documents/ownLines.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { isOwnKey, ownFieldsOf } from '../../domain/records/ownFields/ownField.ts'
import { ownFieldApplying } from '../../domain/records/ownFields/ownFieldOperations.ts'
import { isEmpty } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { type Id, isId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { useRecordKind } from '../records/useRecordKind.ts'
import { fieldIn } from '../shell/fieldIn.ts'
import type { FormLine, Values } from './documentForm.ts'

const freshMs = 60_000

/** A kind of document with the own fields that its lines may have, to read one; as delivered until they are known. */
export const useOwnDocument = (kind: DocumentKind): DocumentKind => {
  const assetKind = useRecordKind('asset', kind.ownLines !== undefined)
  return useMemo(() => (assetKind ? withOwnLines(kind, assetKind) : kind), [kind, assetKind])
}

/** The same to fill one in, before its lines are known: what is asked of some things stands there, and nothing that is asked no more. Undefined until it is known. */
export const useAskedDocument = (kind: DocumentKind): DocumentKind | undefined => {
  const assetKind = useRecordKind('asset', kind.ownLines !== undefined)
  return useMemo(() => {
    if (!kind.ownLines) return kind
    return assetKind && askedOf(kind, assetKind, [], {})
  }, [kind, assetKind])
}

/** The same once lines are about things: each asks what applies to its own. `follow` is told the lines whenever they change. */
export const useAskedLines = (
  kind: DocumentKind,
  lines: readonly FormLine[],
): { readonly kind: DocumentKind; readonly follow: (lines: readonly FormLine[]) => void } => {
  const assetKind = useRecordKind('asset', kind.ownLines !== undefined)
  const [ids, setIds] = useState(() => itemsIn(kind, lines))
  const [filledKeys] = useState(() => filledOwnKeys(lines))
  const goesByCategory = assetKind !== undefined && ownFieldsOf(assetKind).some(([, , { categoryIds }]) => categoryIds.length > 0)
  const isOfModels = kind.ownLines !== undefined && refersTo(fieldIn(kind.line, itemFieldOf(kind)).control) === 'model'
  const { data } = useAsk(ownFieldApplying, isOfModels ? { goodsIds: ids } : { assetIds: ids }, {
    enabled: kind.ownLines !== undefined && goesByCategory && ids.length > 0,
    keep: true,
    staleMs: freshMs,
  })
  const askedKind = useMemo(
    () => (kind.ownLines && assetKind ? withFilledFirst(askedOf(kind, assetKind, ids, data?.ofItems ?? {}), filledKeys) : kind),
    [kind, assetKind, ids, data, filledKeys],
  )
  const follow = (now: readonly FormLine[]) => {
    if (!kind.ownLines) return
    const nowIds = itemsIn(kind, now)
    if (nowIds.join() !== ids.join()) setIds(nowIds)
  }
  return { kind: askedKind, follow }
}

/** The own fields that lines hold as the document is opened. */
const filledOwnKeys = (lines: readonly FormLine[]): readonly string[] => [
  ...new Set(lines.flatMap(({ values }) => Object.keys(values).filter((key) => isOwnKey(key) && !isEmpty(values[key])))),
]

/** Behind the thing of a line the fields that are filled already come first: what a count corrects stands in sight, however many fields there are. */
const withFilledFirst = (kind: DocumentKind, filledKeys: readonly string[]): DocumentKind => {
  const rankOf = (key: string): number => {
    if (key === itemFieldOf(kind)) return 0
    return filledKeys.includes(key) ? 1 : 2
  }
  if (filledKeys.length === 0) return kind
  return { ...kind, line: Object.fromEntries(Object.entries(kind.line).toSorted(([a], [b]) => rankOf(a) - rankOf(b))) }
}

const itemsIn = (kind: DocumentKind, lines: readonly FormLine[]): Id[] =>
  [...new Set(lines.map(({ values }) => values[itemFieldOf(kind)]).filter(isId))].toSorted()

const askedOf = (
  kind: DocumentKind,
  assetKind: RecordKind,
  ids: readonly Id[],
  ofItems: Readonly<Record<Id, readonly string[]>>,
): DocumentKind => {
  const applying = new Map(ownFieldsOf(assetKind).map(([key]) => [key, ids.filter((id) => ofItems[id]?.includes(key))] as const))
  const askedKind = withOwnLines(kind, assetKind, applying)
  return { ...askedKind, line: Object.fromEntries(Object.entries(askedKind.line).filter(([, field]) => !isLeftOver(field))) }
}

/** The own fields that stored lines have and that are asked no more, as they are called. */
export const useLeftOver = (kind: DocumentKind, lines: readonly Values[]): readonly string[] => {
  const assetKind = useRecordKind('asset', kind.ownLines !== undefined)
  return useMemo(() => {
    if (!kind.ownLines || !assetKind) return []
    const askedFields = askedOf(kind, assetKind, [], {}).line
    return ownFieldsOf(assetKind).flatMap(([key, { label }]) => (!askedFields[key] && lines.some((line) => key in line) ? [label] : []))
  }, [kind, assetKind, lines])
}
