import { compare, type Decimal, isPositive, subtract } from '../../kernel/decimal.ts'
import { textIn } from '../../kernel/field.ts'
import type { Id } from '../../kernel/id.ts'
import { firstOf } from '../../kernel/assert.ts'
import { kindNamed } from '../../domain/documents/all.ts'
import { documentLink, type DocumentKind, isConsumable } from '../../domain/documents/define.ts'
import { lineReceiverOf } from '../../domain/documents/receivers.ts'
import { listPathOf } from '../../domain/documents/screens.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { itemsWithMerged, standingItem } from '../db/recordForwards.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import type { Body } from './body.ts'
import { peopleOf } from './store.ts'
import { onlyRow } from '../db/rows.ts'

/** Lines `l` of documents `d` that wait for these things. */
const waitingText = `from document_line l join document d on d.org_id = $1 and d.id = l.document_id and d.state = 'posted'
  where l.org_id = $1 and l.item_id = any (${itemsWithMerged('$2::bigint[]')}) and l.waits_since is not null and l.done_quantity < l.quantity`

/** What people call a thing `$2` of a catalogue, and by what it is counted. */
const itemsText = `select id, goods_name as name, unit from model where org_id = $1 and id = any ($2::bigint[])
  union all select id, goods_name, unit from consumable where org_id = $1 and id = any ($2::bigint[])`
type WaitingItem = { readonly id: Id; readonly name: string; readonly unit: string | null }

type WaitingLine = { document_id: Id; line_no: number; kind: string; item_id: Id; people: Id[]; open: Decimal; told: boolean }

/** The lines of other documents that wait for these things, those first that have waited longest. */
export const waitingLines = async (tx: Tx, id: Id, items: readonly Id[]): Promise<WaitingLine[]> =>
  items.length === 0
    ? []
    : // Two arrivals at once take turns here: the second sees who the first has told.
      tx.query<WaitingLine>(
        `select l.document_id, l.line_no, d.kind, ${standingItem('l.item_id')} as item_id, array_remove(array[d.author_uid, coalesce(l.receiver_uid, d.subject_uid)], null) as people,
                l.quantity - l.done_quantity as open, l.told_at is not null as told
         ${waitingText} and l.document_id <> $3 order by l.waits_since, l.document_id, l.line_no for update of l`,
        [tx.orgId, [...new Set(items)], id],
      )

/**
 * Some of what these lines wait for came into a store, or a person waits for it no more: the person who has waited longest hears of it, as many as
 * there is something free for, each once; and `keeper`, who took it in, hears how many wait.
 */
export const tellWaiting = async (
  tx: Tx,
  { actor, keeper }: { readonly actor: Id; readonly keeper: boolean },
  rows: readonly WaitingLine[],
): Promise<void> => {
  if (rows.length === 0) return
  const free = await freeOf(tx, [...new Set(rows.map(({ item_id: item }) => item))])
  const news = rows.filter(({ item_id: item, open, told }) => {
    const freeQuantity = free.get(item) ?? '0'
    free.set(item, compare(freeQuantity, open) > 0 ? subtract(freeQuantity, open) : '0')
    return isPositive(freeQuantity) && !told
  })
  if (news.length === 0) return
  const thingOf = await thingsOf(
    tx,
    rows.map((row) => row.item_id),
  )
  await tx.query(
    `update document_line l set told_at = now() from unnest($2::bigint[], $3::int[]) as t (document_id, line_no)
     where l.org_id = $1 and l.document_id = t.document_id and l.line_no = t.line_no`,
    [tx.orgId, news.map((row) => row.document_id), news.map((row) => row.line_no)],
  )
  for (const { document_id: document, kind, item_id: item, people } of news)
    await notify(tx, {
      uids: people.filter((uid) => uid !== actor),
      msgType: messageTypes.notify,
      category: categoryOf(kindNamed(kind)),
      title: '您等候的{item}到了，请联系管理员领取',
      params: { item: thingOf(item).name },
      link: documentLink(kindNamed(kind), document),
    })
  if (!keeper) return
  await notify(tx, {
    uids: [actor],
    msgType: messageTypes.notify,
    category: categoryOf(kindNamed(firstOf(rows).kind)),
    title: '有 {n} 份申请在等{item}，请按先后发放',
    params: {
      n: new Set(rows.map((row) => row.document_id)).size,
      item: [...new Set(rows.map((row) => thingOf(row.item_id).name))].join('、'),
    },
    link: listPathOf(kindNamed(firstOf(rows).kind)),
  })
}

/** How many of each of these things lie in stores and no one else is about to get: idle pieces of models, supplies by their balance. */
const freeOf = async (tx: Tx, items: readonly Id[]): Promise<Map<Id, Decimal>> => {
  const rows = await tx.query<{ id: Id; n: Decimal }>(
    `select a.goods_id as id, count(*)::text as n from asset a join balance b on b.org_id = $1 and b.item_id = a.id and b.reserved = 0
     where a.org_id = $1 and a.goods_id = any ($2::bigint[]) and a.state = 'idle' and a.deleted_at is null group by 1
     union all
     select b.item_id, sum(b.on_hand - b.reserved)::text from balance b
     where b.org_id = $1 and b.item_id = any ($2::bigint[]) and b.account like 'store:_%' group by 1`,
    [tx.orgId, items],
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

const thingsOf = async (tx: Tx, items: readonly Id[]): Promise<(id: Id) => WaitingItem> => {
  const rows = await tx.query<WaitingItem>(itemsText, [tx.orgId, [...new Set(items)]])
  return (id) => rows.find((row) => row.id === id) ?? { id, name: '', unit: null }
}

const categoryOf = (kind: DocumentKind) => (isConsumable(kind) ? 'stock' : 'asset')

/** The person who asked, and who it is for, hear of each line that is not answered as it was asked what becomes of it and why. */
export const tellAnswered = async (
  tx: Tx,
  { id, kind, body, actor }: { readonly id: Id; readonly kind: DocumentKind; readonly body: Body; readonly actor: Id },
): Promise<void> => {
  const { from, issuedQuantity: issuedQuantityOf, shortfallRule } = kind
  if (!from || !issuedQuantityOf || !shortfallRule) throw new Error(`${kind.kind} does not fulfil its own lines`)
  const { match, quantity } = from
  const waitingLines = body.lines.flatMap(({ values }) => {
    const issuedQuantity = issuedQuantityOf(values)
    const remainder = compare(issuedQuantity, String(values[quantity])) < 0 ? shortfallRule(values) : undefined
    const words = values['instead'] !== undefined ? insteadWords : remainder && shortWords[remainder]
    return words === undefined
      ? []
      : [
          {
            words,
            item: String(values[match]),
            instead: textIn(values, 'instead'),
            given: issuedQuantity,
            note: values['note'],
            receiver: lineReceiverOf(kind, body.header, values),
          },
        ]
  })
  if (waitingLines.length === 0) return
  const [thingOf, document] = await Promise.all([
    thingsOf(
      tx,
      waitingLines.flatMap(({ item, instead }) => [item, ...(instead ? [instead] : [])]),
    ),
    onlyRow(
      tx.query<{ authorUid: Id; subjectUid: Id | null }>(
        'select author_uid as "authorUid", subject_uid as "subjectUid" from document where org_id = $1 and id = $2',
        [tx.orgId, id],
      ),
    ),
  ])
  for (const { words, item, instead, given, note, receiver } of waitingLines)
    await notify(tx, {
      uids: peopleOf({ ...document, lineReceiverUids: receiver === undefined ? [] : [receiver] }).filter((uid) => uid !== actor),
      msgType: messageTypes.notify,
      category: categoryOf(kind),
      title: words,
      params: {
        item: thingOf(item).name,
        n: given,
        unit: thingOf(item).unit ?? '件',
        ...(instead && { other: thingOf(instead).name }),
      },
      content: String(note ?? ''),
      link: documentLink(kind, id),
    })
}

const insteadWords = '您申请的{item}由{other}代替'
const shortWords = {
  wait: '您申请的{item}不足，先发放 {n} {unit}，其余到货后发放',
  drop: '您申请的{item}只能发放 {n} {unit}',
} as const

/** How many asked earlier for what a document waits for; null for one that waits for nothing. */
export const aheadOf = async (tx: Tx, id: Id): Promise<number | null> => {
  const [row] = await tx.query<{ n: number }>(
    `select (select count(distinct o.document_id)::int from document_line o
             join document e on e.org_id = $1 and e.id = o.document_id and e.state = 'posted'
             where o.org_id = $1 and o.item_id = any (${itemsWithMerged(`array[${standingItem('l.item_id')}]`)}) and o.waits_since is not null and o.done_quantity < o.quantity
               and (o.waits_since, o.document_id) < (l.waits_since, l.document_id)) as n
     from document_line l where l.org_id = $1 and l.document_id = $2 and l.waits_since is not null and l.done_quantity < l.quantity
     order by n desc limit 1`,
    [tx.orgId, id],
  )
  return row?.n ?? null
}

/** How many documents wait for each of these things, and for how much of it. */
export const waitingFor = async (
  tx: Tx,
  items: readonly Id[],
): Promise<ReadonlyMap<Id, { readonly documents: number; readonly open: Decimal }>> => {
  if (items.length === 0) return new Map()
  const rows = await tx.query<{ id: Id; documents: number; open: Decimal }>(
    `select ${standingItem('l.item_id')} as id, count(distinct l.document_id)::int as documents, sum(l.quantity - l.done_quantity) as open ${waitingText} group by 1`,
    [tx.orgId, items],
  )
  return new Map(rows.map(({ id, documents, open }) => [id, { documents, open }]))
}
