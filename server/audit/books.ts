import { compare, type Decimal, multiply } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { type DocumentKind, isConsumable } from '../../domain/documents/define.ts'
import { type Account, type End, accountKindOf, type Move } from '../../domain/ledger/ledger.ts'
import { type Body, hashOf, headerOf, valuesOf } from '../documents/body.ts'
import { bodyOf, type DocumentRecord, type LineRecord } from '../documents/store.ts'
import { type Check, checkOrganisation, holds, inPieces, type Query } from './check.ts'

type BookedMoveRow = {
  lineNo: number
  stage: number
  itemKind: 'asset' | 'consumable'
  item: Id
  from: Account
  to: Account
  quantity: Decimal
  cost: Decimal
}
type StoredLine = LineRecord & { item: Id | null; quantity: Decimal | null }
/**
 * `opening` documents brought in what was there before, each row of a sheet to its own place. `receivedLines`: those that one of several receivers has
 * confirmed.
 */
type AuditedDocument = Pick<
  DocumentRecord,
  'id' | 'code' | 'kind' | 'state' | 'stage' | 'authorUid' | 'subjectUid' | 'header' | 'amount' | 'sourceId' | 'bodyHash'
> & { lines: StoredLine[] | null; moves: BookedMoveRow[] | null; opening: boolean; receivedLines: number[] | null }

/** Every document with its lines and, where it is in the books, what it moved; numbers as texts, as our own statements read them. */
const documents = (query: Query, orgId: Id) =>
  inPieces<AuditedDocument>(
    query,
    orgId,
    `select d.id, d.code, d.kind, d.state, d.stage, d.author_uid as "authorUid", d.subject_uid as "subjectUid", d.header, d.amount, d.source_id as "sourceId", d.body_hash as "bodyHash",
       exists (select from import_batch b where b.org_id = $1 and b.document_id = d.id) as opening,
       (select jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'sourceLine', l.source_line, 'data', l.data, 'item', l.item_id::text, 'quantity', trim_scale(l.quantity)::text) order by l.line_no)
        from document_line l where l.org_id = $1 and l.document_id = d.id) as lines,
       (select jsonb_agg(jsonb_build_object('lineNo', m.line_no, 'stage', m.stage, 'itemKind', m.item_kind, 'item', m.item_id::text, 'from', m.from_account,
          'to', m.to_account, 'quantity', trim_scale(m.quantity)::text, 'cost', trim_scale(m.cost)::text) order by m.seq)
        from move m where m.org_id = $1 and m.document_id = d.id and m.reverses is null) as moves,
       (select array_agg(n) from document_receipt r cross join unnest(r.line_nos) n
        where r.org_id = $1 and r.document_id = d.id and r.confirmed_at is not null) as "receivedLines"
     from document d where d.org_id = $1 and d.id > $2 order by d.id limit $3`,
    { keyOf: ({ id }) => id, size: 200 },
  )

/** What documents say is what the books did. */
export const bookChecks: readonly Check[] = [
  checkOrganisation('documents: the content is the one that was written', async function* (query, orgId) {
    for await (const document of documents(query, orgId)) {
      const kind = documentKind(document.kind)
      if (!kind) yield `${document.code} is of no kind`
      else if (hashOf(kind, bodyOf(document, document.lines ?? [])) !== document.bodyHash) yield `${document.code} has another content`
    }
  }),
  checkOrganisation('documents: what lists and balances read of the content is what it says', async function* (query, orgId) {
    for await (const document of documents(query, orgId)) {
      const kind = documentKind(document.kind)
      if (!kind) continue
      const body = bodyOf(document, document.lines ?? [])
      const subject = kind.subject ? (body.header[kind.subject] ?? null) : null
      if (subject !== document.subjectUid) yield `${document.code} is for somebody else`
      const line = (document.lines ?? []).find(({ data, item, quantity }) => {
        const itemId = data['item'] ?? data['model'] ?? data['asset'] ?? null
        return itemId !== item || !isSame(quantity, data['quantity'] ?? null)
      })
      if (line) yield `${document.code} has another line ${line.lineNo}`
      if (kind.amount && inBooks.has(document.state) && !isSame(document.amount, kind.amount(headerOf(body), body.lines.map(valuesOf))))
        yield `${document.code} has another amount`
    }
  }),
  checkOrganisation('documents: the moves are the ones that the content asks for', async function* (query, orgId) {
    for await (const document of documents(query, orgId)) {
      const kind = documentKind(document.kind)
      if (!kind || !inBooks.has(document.state)) continue
      const { receivedLines } = document
      const isPartly = document.stage === 0 && receivedLines !== null
      const lines = (document.lines ?? []).filter(({ lineNo }) => !isPartly || receivedLines.includes(lineNo))
      const fault = strayMove(kind, bodyOf(document, lines), {
        stages: isPartly ? 1 : document.stage,
        bookedMoves: document.moves ?? [],
        isOpening: document.opening,
      })
      if (fault !== undefined) yield `${document.code}: ${fault}`
    }
  }),
  holds(
    'documents: whoever stands behind a move did what made it, on its day',
    `select d.code from (select distinct document_id, stage, actor_uid, business_date, reverses is not null as back from move where org_id = $1) m
     join document d on d.org_id = $1 and d.id = m.document_id
     where not exists (
       select from document_event e where e.org_id = $1 and e.document_id = m.document_id and e.actor_uid = m.actor_uid
         and e.action = any (case when m.back then array['reverse'] when m.stage > 0 then array['advance'] else array['submit', 'post'] end)
         and (m.stage > 0 or abs((e.at at time zone 'Asia/Shanghai')::date - m.business_date) <= 1
           or not m.back and m.business_date = nullif(d.header ->> 'businessDate', '')::date))`,
  ),
  holds(
    'savings: what was not bought is what documents in the books say',
    `select d.code from document d
     left join (select document_id, sum(price) as price from pool_saving where org_id = $1 group by document_id) s on s.document_id = d.id
     where d.org_id = $1 and (d.header ? 'avoidedPrice' or s.price is not null) and coalesce(s.price, 0) <> case
       when d.state = 'posted' then coalesce((d.header ->> 'avoidedPrice')::numeric, 0) * (
         select count(*) from move m where m.org_id = $1 and m.document_id = d.id and m.stage = 0 and m.reverses is null)
       else 0 end`,
  ),
  holds(
    'ledger: what leaves an account takes along its share of the value',
    `with entries as (
       select null::bigint as id, account, item_id, value, 0::bigint as at from balance_opening where org_id = $1
       union all select id, to_account, item_id, cost, seq from move where org_id = $1 and is_inside(to_account)
       union all select id, from_account, item_id, -cost, seq from move where org_id = $1 and is_inside(from_account)
     ), running as (
       select id, account, item_id, value, sum(value) over (partition by account, item_id order by at rows between unbounded preceding and 1 preceding) as before,
         bool_or(id is null) over (partition by account, item_id) as opened
       from entries
     )
     select d.code from running r join move m on m.org_id = $1 and m.id = r.id and m.from_account = r.account
     join document d on d.org_id = $1 and d.id = m.document_id
     left join move o on o.org_id = $1 and o.id = m.reverses
     where not r.opened and r.value <= 0 and m.cost <> case
       when m.from_after = 0 then coalesce(r.before, 0)
       else least(coalesce(r.before, 0), coalesce(o.cost, round(coalesce(r.before, 0) * m.quantity / (m.from_after + m.quantity), 6))) end`,
  ),
  holds(
    'ledger: a piece goes on from where it was, with what it was worth',
    `select item_id::text from (
       select item_id, from_account, cost, lag(to_account) over w as was, lag(cost) over w as worth from move
       where org_id = $1 and item_kind = 'asset' window w as (partition by item_id order by seq)
     ) m where was is not null and (from_account <> was or is_inside(from_account) and cost <> worth)`,
  ),
  holds(
    'ledger: a reversal brings back the value that went',
    `select r.id::text from move r join move o on o.org_id = $1 and o.id = r.reverses
     where r.org_id = $1 and r.cost <> o.cost and not is_inside(r.from_account)`,
  ),
  holds(
    'documents: a draft is written by its author',
    `select d.code from document_event e join document d on d.org_id = $1 and d.id = e.document_id
     where e.org_id = $1 and e.action = 'save' and e.actor_uid <> d.author_uid`,
  ),
  holds(
    'documents: what is in the books says who put it there, and what is out of them again who took it out',
    `select d.code from document d where d.org_id = $1 and (
       d.state in ('posted', 'inProgress', 'reversed') and not exists (
         select from document_event e where e.org_id = $1 and e.document_id = d.id and e.action in ('submit', 'post'))
       or (d.state = 'reversed') <> exists (select from document_event e where e.org_id = $1 and e.document_id = d.id and e.action = 'reverse')
       or d.stage - (d.stage > 0)::int <> (select count(*) from document_event e where e.org_id = $1 and e.document_id = d.id and e.action = 'advance'))`,
  ),
]

const inBooks: ReadonlySet<string> = new Set(['inProgress', 'posted', 'reversed'])

const isSame = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'string' && typeof b === 'string' && isNumber(a) && isNumber(b) && compare(a, b) === 0)

const isNumber = (text: string): boolean => /^-?\d+(\.\d+)?$/.test(text)

type StrayMoveInput = {
  readonly stages: number
  readonly bookedMoves: readonly BookedMoveRow[]
  readonly isOpening?: boolean | undefined
}

/** What is wrong with the moves of a document that took its first `stages` stages; undefined where they are what its content asks for. */
export const strayMove = (
  kind: DocumentKind,
  body: Body,
  { stages, bookedMoves, isOpening = false }: StrayMoveInput,
): string | undefined => {
  const unmatched = new Set(bookedMoves)
  const itemKind = isConsumable(kind) ? 'consumable' : 'asset'
  const origins = new Map(bookedMoves.filter(({ stage }) => stage === 0).map(({ item, from }) => [item, from]))
  const take = (fits: (move: BookedMoveRow) => boolean): boolean => {
    const match = [...unmatched].find(fits)
    return match !== undefined && unmatched.delete(match)
  }
  for (const line of body.lines) {
    const [header, values] = [headerOf(body), valuesOf(line)]
    for (let stage = 0; stage < stages; stage++)
      for (const move of kind.moves?.(header, values, stage) ?? []) {
        const fits = (one: BookedMoveRow) =>
          one.lineNo === line.lineNo &&
          one.stage === stage &&
          one.item === move.item &&
          one.itemKind === itemKind &&
          isAsAsked(move, one, origins, isOpening)
        if (!take(fits)) return `line ${line.lineNo} did not move ${move.item} as it says`
      }
    for (const { card, quantity, from, to } of kind.createdAssets?.(header, values) ?? []) {
      const cost = card.value ?? '0'
      const isMadeByLine = (move: BookedMoveRow) =>
        move.lineNo === line.lineNo &&
        move.stage === 0 &&
        move.itemKind === 'asset' &&
        move.quantity === '1' &&
        compare(move.cost, cost) === 0
      // Assets that existed already come in to wherever each of them was.
      const comesIn = (move: BookedMoveRow) =>
        isMadeByLine(move) &&
        'account' in from &&
        accountKindOf(move.from) === accountKindOf(from.account) &&
        'account' in to &&
        accountKindOf(move.to) !== 'supplier'
      for (let n = 0; n < Number(quantity); n++)
        if (!take(comesIn)) return `line ${line.lineNo} did not bring in ${quantity} pieces at ${cost}`
    }
    // What is in a store goes along when its card gets another place.
    for (let stage = 0; stage < stages; stage++)
      for (const { asset, card } of kind.cardChanges?.(header, values, stage) ?? [])
        if (card.locId)
          take(
            (move) =>
              move.stage === stage && move.item === asset && accountKindOf(move.from) === 'store' && move.to === `store:${card.locId}`,
          )
  }
  const [stray] = unmatched
  return stray && `line ${stray.lineNo} did not ask for ${stray.quantity} of ${stray.item} from ${stray.from} to ${stray.to}`
}

const isAsAsked = (
  move: Move,
  { from, to, quantity, cost }: BookedMoveRow,
  origins: ReadonlyMap<Id, Account>,
  isOpening: boolean,
): boolean =>
  compare(quantity, move.quantity) === 0 &&
  isEnd(move.from, from, origins.get(move.item)) &&
  (isEnd(move.to, to, origins.get(move.item)) || (isOpening && accountKindOf(to) === 'store')) &&
  (move.unitCost === undefined || compare(cost, multiply(move.unitCost, move.quantity, 6)) === 0 || accountKindOf(from) === 'store')

const isEnd = (end: End, account: Account, origin: Account | undefined): boolean => {
  if ('account' in end) return end.account === account
  if ('origin' in end) return account === origin
  if ('holderOf' in end) return accountKindOf(account) === 'person'
  return end.where.includes(accountKindOf(account))
}
