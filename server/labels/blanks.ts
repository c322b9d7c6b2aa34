import { randomBytes } from 'node:crypto'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { blankCode, isBlankCode, thingOfCode } from '../../domain/labels/content.ts'
import { labelOperations as calls } from '../../domain/labels/operations.ts'
import { recordOf } from '../../domain/records/all.ts'
import { calledOf } from '../../domain/records/define.ts'
import { seesWhole } from '../access/scope.ts'
import { handle, type Handler, type Session } from '../call.ts'
import type { QueryTx, Tx } from '../db/tx.ts'
import { readRecord } from '../records/engine.ts'
import { requireNoun } from './things.ts'

type Bindable = 'asset' | 'location' | 'consumable'
type Label = { readonly id: Id; readonly code: string; readonly noun: Bindable | null; readonly item_id: Id | null }

export const blankHandlers: readonly Handler[] = [
  handle(calls.codeInfo, async ({ tx }, { code }) => {
    const label = await labelOf(tx, code)
    const title = label.noun && label.item_id ? await titleOf(tx, label.noun, label.item_id) : null
    return { code: label.code, noun: label.noun, id: label.item_id, title }
  }),

  handle(calls.bindCode, async ({ tx, session }, { code, noun, id }) => {
    const label = await labelOf(tx, code)
    const title = await requireThing(tx, session, noun, id)
    const bound = await tx.query(
      `update label_code set noun = $3, item_id = $4, bound_by = $5, bound_at = now()
       where org_id = $1 and id = $2 and (item_id is null or (noun = $3 and item_id = $4)) returning 1`,
      [tx.orgId, label.id, noun, id, session.uid],
    )
    if (bound.length === 0) refuse('label.bound', '这张标签已经绑定了别的东西，请先解除绑定')
    return { code: label.code, title }
  }),

  handle(calls.unbindCode, async ({ tx, session }, { code }) => {
    const label = await labelOf(tx, code)
    if (label.noun && label.item_id) await requireThing(tx, session, label.noun, label.item_id)
    await tx.query('update label_code set noun = null, item_id = null, bound_by = null, bound_at = null where org_id = $1 and id = $2', [
      tx.orgId,
      label.id,
    ])
    return { code: label.code }
  }),
]

/** A blank label of ours, by its code with or without the mark. */
const labelOf = async (tx: QueryTx, text: string): Promise<Label> => {
  const read = thingOfCode(text.trim())
  const code = read.code.toUpperCase()
  const [label] = isBlankCode(code)
    ? await tx.query<Label>('select id, code, noun, item_id from label_code where org_id = $1 and code = $2', [tx.orgId, code])
    : []
  return label ?? refuse('label.unknownCode', '没有这张空白标签：{code}', { code: read.code })
}

const titleOf = async (tx: Tx, noun: Bindable, id: Id): Promise<string> => {
  const kind = recordOf(noun)
  return calledOf(kind, await readRecord(tx, kind, id))
}

/** What a label is bound to is there, and the caller's to see. */
const requireThing = async (tx: Tx, session: Session, noun: Bindable, id: Id): Promise<string> => {
  requireNoun(session, noun)
  const kind = recordOf(noun)
  const row = await readRecord(tx, kind, id)
  if (!seesWhole(session, kind, row)) refuse('label.notYours', '{name}不在您管理的区域，不能打印它的标签', { name: calledOf(kind, row) })
  return calledOf(kind, row)
}

/** Makes so many labels that stand for nothing yet; their ids. A code that there is already is left out and another one drawn. */
export const newBlanks = async (tx: Tx, uid: Id, count: number): Promise<Id[]> => {
  const ids: Id[] = []
  while (ids.length < count) {
    const candidates = Array.from({ length: count - ids.length }, () => ({ id: newId(), code: blankCode(randomBytes(7)) }))
    const insertedRows = await tx.query<{ id: Id }>(
      `insert into label_code as new_row (org_id, id, code, created_by) select o.org_id, w.id, w.code, $4 from organisation o cross join unnest($2::bigint[], $3::text[]) w (id, code) where o.org_id = $1
       on conflict do nothing returning new_row.id`,
      [tx.orgId, candidates.map(({ id }) => id), candidates.map(({ code }) => code), uid],
    )
    ids.push(...insertedRows.map(({ id }) => id))
  }
  return ids
}
