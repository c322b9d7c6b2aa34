import type { Id } from '../../kernel/id.ts'
import { dayAt } from '../../kernel/day.ts'
import { refuse } from '../../kernel/refusal.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import { blankValues, codeFieldOf, comparedFields, type LabelHouse, recordOfLabel, valuesOf } from '../../domain/labels/bindings.ts'
import type { LabelNoun } from '../../domain/labels/content.ts'
import type { LabelValues } from '../../domain/labels/template.ts'
import { recordOf } from '../../domain/records/all.ts'
import { calledOf, type RecordKind, thingOf } from '../../domain/records/define.ts'
import { asSeenBy, seesWhole } from '../access/scope.ts'
import type { Call, Session, SignedIn } from '../call.ts'
import { columnOf, rowOf, tableOf, type Values } from '../db/recordTable.ts'
import { factsOf } from '../records/labelFacts.ts'
import { findersFor } from './finders.ts'
import { breatheBetween } from '../heavy/breath.ts'
import { onlyRow } from '../db/rows.ts'
import { organisationKind } from '../db/organisationKind.ts'
import type { QueryTx, RecallingTx } from '../db/tx.ts'
import { Forbidden } from '../httpError.ts'

/** The kinds of things that labels are kept account of. */
export type RecordNoun = Exclude<LabelNoun, 'blank'>

/** A thing with what its label says, and with the fields of it as the books have them, by which a label is told from one that is out of date. */
export type LabelSubject = {
  readonly id: Id
  readonly title: string
  readonly values: LabelValues
  readonly facts: Readonly<Record<string, unknown>>
}

/** The person who prints labels of things may read their list. */
export const requireNoun = ({ codes }: Session, noun: LabelNoun): void => {
  const kind = recordOfLabel(noun)
  if (kind && !codes.has(`${recordCodeOf(kind)}:list`)) throw new Forbidden()
}

const thingsStatement = (kind: RecordKind): string =>
  `select ${tableOf(kind).selectList}, ${factsOf(kind)} as facts from "${kind.table}" r where r.org_id = $1 and r.id = any ($2::bigint[]) and r.deleted_at is null`

/** What all labels of one call have in common. */
export const houseOf = async (tx: QueryTx, { app, at }: Pick<Call, 'app' | 'at'>): Promise<LabelHouse> => {
  const { name } = await onlyRow(tx.query<{ name: string }>('select name from organisation where org_id = $1', [tx.orgId]))
  return { organisation: name, publicUrl: app.settings.publicUrl ?? '', today: dayAt(at) }
}

/**
 * The subjects of labels in the order of `ids`, without repetition. Refuses ids that are gone and records that the caller does not see whole.
 * A printed asset that strangers may report carries the letters of its finder's address.
 */
export const thingsOf = async (call: SignedIn, noun: LabelNoun, ids: readonly Id[], isPrinted = false): Promise<LabelSubject[]> => {
  const { tx, session } = call
  requireNoun(session, noun)
  const house = await houseOf(tx, call)
  const finders = noun === 'asset' ? await findersFor(tx, ids, isPrinted) : undefined
  const subjects = noun === 'blank' ? await blanksOf(tx, ids, house) : await recordsOf(tx, session, { noun, ids }, { house, finders })
  const byId = new Map(subjects.map((subject) => [subject.id, subject]))
  return [...new Set(ids)].map((id) => byId.get(id) ?? refuse('label.gone', '有的{title}已不存在，请重新选择', { title: wordOf(noun) }))
}

const wordOf = (noun: LabelNoun): string => {
  const kind = recordOfLabel(noun)
  return kind ? thingOf(kind) : '空白标签'
}

/** Thousands are read in parts, and others have their turn in between. */
const recordsOf = async (
  tx: RecallingTx,
  session: Session,
  { noun, ids }: { readonly noun: RecordNoun; readonly ids: readonly Id[] },
  { house, finders }: { readonly house: LabelHouse; readonly finders: ((id: Id) => string) | undefined },
): Promise<LabelSubject[]> => {
  const kind = await organisationKind(tx, recordOf(noun))
  const breath = breatheBetween()
  const subjects: LabelSubject[] = []
  for (let index = 0; index < ids.length; index += readAtOnce) {
    const rows = await tx.query<Values & { facts: LabelSubject['facts'] }>(thingsStatement(kind), [
      tx.orgId,
      ids.slice(index, index + readAtOnce),
    ])
    for (const raw of rows) {
      const row = rowOf(tableOf(kind), raw)
      if (!seesWhole(session, kind, row))
        refuse('label.notYours', '{name}不在您管理的区域，不能打印它的标签', { name: calledOf(kind, row) })
      subjects.push({
        id: row.id,
        title: calledOf(kind, row),
        values: valuesOf({ noun, kind }, asSeenBy(session, kind, row), house, finders?.(row.id)),
        facts: raw.facts,
      })
      await breath()
    }
  }
  return subjects
}

const readAtOnce = 500

const blanksOf = async (tx: QueryTx, ids: readonly Id[], house: LabelHouse): Promise<LabelSubject[]> => {
  const rows = await tx.query<{ id: Id; code: string }>('select id, code from label_code where org_id = $1 and id = any ($2::bigint[])', [
    tx.orgId,
    ids,
  ])
  return rows.map(({ id, code }) => ({ id, title: code, values: blankValues(code, house), facts: {} }))
}

/** Of the facts those that a label with these keys shows. */
export const boundOf = (noun: LabelNoun, keys: readonly string[], { facts }: LabelSubject): Record<string, unknown> =>
  Object.fromEntries(comparedFields(noun, keys).map((field) => [field, facts[field] ?? null]))

/** The column of a thing's code. */
export const codeColumnOf = (noun: RecordNoun): string => columnOf(codeFieldOf[noun])
