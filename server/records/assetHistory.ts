import type { Id } from '../../kernel/id.ts'
import type { ListRequest, OutputOf } from '../../domain/operations/define.ts'
import type { assetHistory } from '../../domain/records/operations.ts'
import { wordsOfAction } from '../../domain/documents/cardAction.ts'
import { codeOf } from '../../domain/documents/define.ts'
import { type Account, accountKinds, accountKindOf, refOf } from '../../domain/ledger/ledger.ts'
import { inWords } from '../../domain/english/all.ts'
import { asset } from '../../domain/records/asset.ts'
import { recordKinds } from '../../domain/records/all.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { Forbidden } from '../httpError.ts'
import { readRecord } from './engine.ts'
import { pageFor, partOf } from '../page.ts'
import { organisationKind } from '../db/organisationKind.ts'
import { columnOf } from '../db/recordTable.ts'
import { hiddenKeys } from '../access/hidden.ts'
import { seesWhole } from '../access/scope.ts'
import { refersTo, wordsOf } from '../../kernel/fields/kinds.ts'

type Event = {
  id: Id
  seq: string
  at: string
  action: string
  actorName: string | null
  documentId: Id | null
  documentKind: string | null
  documentCode: string | null
  changes: Record<string, [unknown, unknown]>
}

/** What happened to an asset, newest first, in the reader's words: labels of fields, names instead of ids. */
export const historyOf = async (
  { tx, session, language }: SignedIn,
  input: ListRequest & { instanceId: Id },
): Promise<OutputOf<typeof assetHistory>> => {
  const part = partOf(input)
  const kind = await organisationKind(tx, asset, language)
  const [row, events, counted] = await Promise.all([
    readRecord(tx, kind, input.instanceId),
    tx.query<Event>(
      `select e.id, e.seq, e.at, e.action, p.user_name as "actorName", e.document_id as "documentId", d.kind as "documentKind", d.code as "documentCode", e.changes
       from asset_event e
       left join person p on p.org_id = $1 and p.id = e.actor_uid
       left join document d on d.org_id = $1 and d.id = e.document_id
       where e.org_id = $1 and e.asset_id = $2 and e.seq < $3 order by e.seq desc limit $4 offset $5`,
      [tx.orgId, input.instanceId, part.after ?? '9223372036854775807', part.pageSize, part.offset],
    ),
    onlyRow(
      tx.query<{ n: number }>('select count(*)::int as n from asset_event where org_id = $1 and asset_id = $2', [
        tx.orgId,
        input.instanceId,
      ]),
    ),
  ])
  if (!seesWhole(session, kind, row)) throw new Forbidden()
  const names = await namesIn(tx, kind, events)
  const hidden = hiddenKeys(session, kind)
  return pageFor(
    part,
    events.map(({ changes, action, seq: _, ...event }) => ({
      ...event,
      action: inWords(
        language,
        wordsOfAction(action, (kind) => session.codes.has(`${codeOf(kind)}:post`)),
      ),
      changes: Object.entries(changes)
        .filter(([field]) => !hidden.includes(field))
        .toSorted(([a], [b]) => placeOf(kind, a) - placeOf(kind, b))
        .map(([field, [before, after]]) => ({
          field,
          label: inWords(language, field === 'account' ? '位置' : (kind.fields[field]?.label ?? field)),
          before: valueInWords({ kind, field }, before, names, language),
          after: valueInWords({ kind, field }, after, names, language),
        })),
    })),
    counted.n,
    { limit: Number.MAX_SAFE_INTEGER, place: (options) => events[options]?.seq },
  )
}

/** `store:1234` as people say it: 在库 · A座库房. `nameOf` knows the owner's name. */
export const accountInWords = (account: Account, nameOf: (id: Id) => string | undefined, language: 'zh' | 'en'): string => {
  const ref = refOf(account)
  const title = inWords(language, accountKinds[accountKindOf(account)].title)
  const owner = ref && nameOf(ref)
  return owner ? `${title} · ${owner}` : title
}

/** Where it is comes first, then the card in the order of its fields. */
const placeOf = ({ fields }: RecordKind, field: string): number => Object.keys(fields).indexOf(field)

const valueInWords = (
  { kind, field }: { readonly kind: RecordKind; readonly field: string },
  value: unknown,
  names: ReadonlyMap<Id, string>,
  language: 'zh' | 'en',
): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (field === 'account') return accountInWords(value as Account, (id) => names.get(id), language)
  const control = kind.fields[field]?.control
  if (!control) return String(value)
  return wordsOf(control, value, { say: (words, params) => inWords(language, words, params), nameOf: (id) => names.get(id) ?? id })
}

/** The names of everything that the changes refer to, the deleted too: what was is still called something. */
const namesIn = async (tx: Tx, kind: RecordKind, events: readonly Event[]): Promise<Map<Id, string>> => {
  const ids = new Set<Id>()
  for (const { changes } of events) {
    for (const [field, values] of Object.entries(changes)) {
      const control = kind.fields[field]?.control
      for (const value of values) {
        if (typeof value !== 'string') continue
        if (field === 'account') ids.add(refOf(value as Account) ?? '0')
        else if (control && refersTo(control)) ids.add(value)
      }
    }
  }
  if (ids.size === 0) return new Map()
  const rows = await tx.query<{ id: Id; name: string }>(namesStatement, [tx.orgId, [...ids]])
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Ids are made unique over all tables, so an id itself says what it is of. */
const namesStatement = recordKinds
  .map(({ table, nameField }) => `select id, ${columnOf(nameField)} as name from "${table}" where org_id = $1 and id = any ($2::bigint[])`)
  .join(' union all ')
