import type { Id } from '../../../kernel/id.ts'
import type { ListRequest, OutputOf } from '../../../domain/operations/define.ts'
import type { assetHistory } from '../../../domain/records/operations.ts'
import { wordsOfAction } from '../../../domain/documents/cardAction.ts'
import { kindNamed } from '../../../domain/documents/all.ts'
import { codeOf, type DocumentState, documentStates } from '../../../domain/documents/define.ts'
import { fileWords, isFileAction } from '../../../domain/records/history/fileActions.ts'
import { type Account, accountKinds, accountKindOf, refOf } from '../../../domain/ledger/ledger.ts'
import { inWords } from '../../../domain/english/all.ts'
import { type Verdict, verdicts } from '../../../domain/counting/verdict.ts'
import { asset } from '../../../domain/records/asset.ts'
import { recordKinds } from '../../../domain/records/all.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { SignedIn } from '../../call.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { Forbidden } from '../../httpError.ts'
import { historyEntries } from './assetHistoryEntries.ts'
import { readRecord } from '../engine.ts'
import { pageFor, partOf } from '../../page.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import { columnOf } from '../../db/recordTable.ts'
import { hiddenKeys } from '../../access/hidden.ts'
import { seesWhole } from '../../access/scope.ts'
import { refersTo, wordsOf } from '../../../kernel/fields/kinds.ts'

type Entry = {
  id: string
  place: string
  at: string
  source: 'event' | 'label' | 'count' | 'file' | 'reservation'
  /** What was done to the card, the folder or the document, the number of the copy of a label, or what a count found. */
  action: string
  /** The name of a count or of a file. */
  subject: string | null
  actorName: string | null
  documentId: Id | null
  documentKind: string | null
  documentCode: string | null
  changes: Record<string, [unknown, unknown]>
}

/** A place in the history as a cursor: the three parts of the order. */
const placePattern = /^\d{1,19}_\d{1,19}_[a-z0-9-]{0,60}$/

/** What happened to an asset, newest first, in the reader's words: labels of fields, names instead of ids. */
export const historyOf = async (
  { tx, session, language }: SignedIn,
  input: ListRequest & { instanceId: Id },
): Promise<OutputOf<typeof assetHistory>> => {
  const part = partOf(input, { isCursor: (after) => placePattern.test(after) })
  const [seq, micros, key] = part.after?.split('_') ?? []
  const kind = await organisationKind(tx, asset, language)
  const { text: entriesOf, values } = historyEntries(session, tx.orgId, input.instanceId)
  const [after, limits] = [values.length + 1, values.length + 4]
  const [row, events, counted] = await Promise.all([
    readRecord(tx, kind, input.instanceId),
    tx.query<Entry>(
      `select e.id, e.seq || '_' || e.micros || '_' || e.key as place, e.at, e.source, e.action, e.subject, p.user_name as "actorName",
              e.document_id as "documentId", d.kind as "documentKind", d.code as "documentCode", e.changes
       from (${entriesOf}) e
       left join person p on p.org_id = $1 and p.id = e.actor_uid
       left join document d on d.org_id = $1 and d.id = e.document_id
       where $${after}::bigint is null or (e.seq, e.micros, e.key) < ($${after}::bigint, $${after + 1}::bigint, $${after + 2}::text)
       order by e.seq desc, e.micros desc, e.key desc limit $${limits} offset $${limits + 1}`,
      [...values, seq ?? null, micros ?? null, key ?? null, part.pageSize, part.offset],
    ),
    onlyRow(tx.query<{ n: number }>(`select count(*)::int as n from (${entriesOf}) e`, values)),
  ])
  if (!seesWhole(session, kind, row)) throw new Forbidden()
  const names = await namesIn(tx, kind, events)
  const hidden = hiddenKeys(session, kind)
  return pageFor(
    part,
    events.map(({ changes, source, action, subject, place: _, ...event }) => ({
      ...event,
      action: entryWords({ source, action, subject, documentKind: event.documentKind }, session, language),
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
    { limit: Number.MAX_SAFE_INTEGER, place: (options) => events[options]?.place },
  )
}

const entryWords = (
  { source, action, subject, documentKind }: Pick<Entry, 'source' | 'action' | 'subject' | 'documentKind'>,
  session: SignedIn['session'],
  language: 'zh' | 'en',
): string => {
  if (source === 'label') return inWords(language, action === '1' ? '打印了标签' : '补打了标签')
  if (source === 'file' && isFileAction(action)) return inWords(language, fileWords[action], { name: subject ?? '' })
  if (source === 'reservation' && documentKind !== null) return reservationWords(action, documentKind, language)
  if (source === 'count') {
    const title = isVerdict(action) ? verdicts[action].title : ''
    return inWords(language, '盘点“{count}”：{verdict}', { count: subject ?? '', verdict: inWords(language, title) })
  }
  return inWords(
    language,
    wordsOfAction(action, (kind) => session.codes.has(`${codeOf(kind)}:post`)),
  )
}

/** That a document reserved the asset, or ended or came back to its author without taking it. */
const reservationWords = (action: string, kindName: string, language: 'zh' | 'en'): string => {
  const document = inWords(language, kindNamed(kindName).title)
  if (!isDocumentState(action)) return inWords(language, '{document}申请占用了资产', { document })
  return inWords(language, '{document}{state}，不再占用', { document, state: inWords(language, documentStates[action]) })
}

const isDocumentState = (name: string): name is DocumentState => Object.hasOwn(documentStates, name)

const isVerdict = (name: string): name is Verdict => Object.hasOwn(verdicts, name)

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
const namesIn = async (tx: Tx, kind: RecordKind, events: readonly Entry[]): Promise<Map<Id, string>> => {
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
