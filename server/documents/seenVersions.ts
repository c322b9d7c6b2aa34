import { isDeepStrictEqual } from 'node:util'
import type { Fields } from '../../kernel/field.ts'
import { idsIn, refersTo } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import type { Tx } from '../db/tx.ts'
import { type Body, headerOf, valuesOf } from './body.ts'

/** The number of each asset's last move when a line was written; null for one that never moved. */
export type SeenVersions = Readonly<Record<Id, string | null>>

type Values = Readonly<Record<string, unknown>>

/**
 * Where the pieces of each line are now, in the order of the lines. A line that says what it said before, its words aside, was not looked at
 * again: it keeps what was seen then.
 */
export const seenBy = async (
  tx: Tx,
  kind: DocumentKind,
  lines: Body['lines'],
  before: readonly { readonly data: Values; readonly seen: SeenVersions | null }[] = [],
): Promise<(SeenVersions | null)[]> => {
  const assets = [...new Set(lines.flatMap(({ values }) => assetsIn(kind.line, values)))]
  if (assets.length === 0) return lines.map(() => null)
  const rows = await tx.query<{ item: Id; seq: string | null }>(
    `select a.item, (select m.seq from move m where m.org_id = $1 and m.item_id = a.item order by m.seq desc limit 1) as seq
     from unnest($2::bigint[]) as a (item)`,
    [tx.orgId, assets],
  )
  const seqOf = new Map(rows.map(({ item, seq }) => [item, seq]))
  return lines.map(({ values }) => {
    const stated = statedValues(kind.line, values)
    const earlier = before.find(({ data, seen }) => seen && isDeepStrictEqual(statedValues(kind.line, data), stated))
    return earlier?.seen ?? Object.fromEntries(assetsIn(kind.line, values).map((asset) => [asset, seqOf.get(asset) ?? null]))
  })
}

/** Refuses in words where a line takes a piece from wherever it is, or says where it lies, and the piece has moved since the line was written. */
export const requireUnmoved = async (tx: Tx, kind: DocumentKind, body: Body, versions: readonly (SeenVersions | null)[]): Promise<void> => {
  const header = headerOf(body)
  const places = body.lines.flatMap((line, index) => {
    const values = valuesOf(line)
    const open =
      (kind.moves?.(header, values, 0) ?? []).some(({ from }) => 'where' in from) ||
      (kind.cardChanges?.(header, values, 0) ?? []).some(({ card }) => card.locId)
    return open ? Object.entries(versions[index] ?? {}) : []
  })
  if (places.length === 0) return
  const [movedRow] = await tx.query<{ label: string; code: string }>(
    `select a.instance_name || '（' || a.instance_code || '）' as label, d.code
     from unnest($2::bigint[], $3::bigint[]) as s (item, seq)
     cross join lateral (select m.seq, m.document_id from move m where m.org_id = $1 and m.item_id = s.item order by m.seq desc limit 1) m
     join asset a on a.org_id = $1 and a.id = s.item
     join document d on d.org_id = $1 and d.id = m.document_id
     where m.seq > coalesce(s.seq, 0) limit 1`,
    [tx.orgId, places.map(([asset]) => asset), places.map(([, seq]) => seq)],
  )
  if (!movedRow) return
  if (kind.isObservation)
    refuse('moved-since-seen', '{asset}清点后又办理了{code}：请移除这一行，仍要上报的保存后再添加', {
      asset: movedRow.label,
      code: movedRow.code,
    })
  refuse('moved-since-seen', '{asset}在单据保存后又办理了{code}，请打开单据核对后再提交', { asset: movedRow.label, code: movedRow.code })
}

const assetsIn = (fields: Fields, values: Values): Id[] =>
  Object.entries(fields).flatMap(([key, { control }]) => (refersTo(control) === 'asset' ? idsIn(control, values[key]) : []))

const statedValues = (fields: Fields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => fields[key]?.control.type !== 'text'))
