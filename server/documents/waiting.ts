import { compare, type Decimal, isPositive, subtract } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import { documentLink, type DocumentKind, piecesIn, screensOf } from '../../domain/documents/define.ts'
import { messageTypes } from '../../domain/operations/messages.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import type { Body } from './body.ts'

/** Lines `l` of documents `d` that wait for these models. */
const waiting = `from document_line l join document d on d.org_id = l.org_id and d.id = l.document_id and d.state = 'posted'
  where l.org_id = $1 and l.item_id = any ($2::bigint[]) and l.waits_since is not null and l.done_quantity < l.quantity`

type Waiting = { document_id: Id; line_no: number; kind: string; item_id: Id; item: string; people: Id[]; open: Decimal; told: boolean }

/**
 * Pieces of these models came into a store, or somebody waits for them no more: whoever has waited longest hears of it, as many as there
 * are free pieces for, each once; and `keeper`, who took them in, hears how many wait.
 */
export const tellWaiting = async (
  tx: Tx,
  { id, actor, keeper }: { readonly id: Id; readonly actor: Id; readonly keeper: boolean },
  arrived: readonly Id[],
): Promise<void> => {
  const models = [...new Set(arrived)]
  if (models.length === 0) return
  // Two arrivals at once take turns here: the second sees whom the first has told.
  const rows = await tx.query<Waiting>(
    `select l.document_id, l.line_no, d.kind, l.item_id, (select goods_name from model m where m.org_id = $1 and m.id = l.item_id) as item,
            array_remove(array[d.author_uid, d.subject_uid], null) as people, l.quantity - l.done_quantity as open, l.told_at is not null as told
     ${waiting} and l.document_id <> $3 order by l.waits_since, l.document_id, l.line_no for update of l`,
    [tx.orgId, models, id],
  )
  if (rows.length === 0) return
  const idle = await tx.query<{ id: Id; n: Decimal }>(
    `select a.goods_id as id, count(*)::text as n from asset a join balance b on b.org_id = a.org_id and b.item_id = a.id and b.reserved = 0
     where a.org_id = $1 and a.goods_id = any ($2::bigint[]) and a.state = 'idle' and a.deleted_at is null group by 1`,
    [tx.orgId, models],
  )
  const free = new Map(idle.map((row) => [row.id, row.n]))
  const news = rows.filter(({ item_id: item, open, told }) => {
    const left = free.get(item) ?? '0'
    free.set(item, compare(left, open) > 0 ? subtract(left, open) : '0')
    return isPositive(left) && !told
  })
  if (news.length === 0) return
  await tx.query(
    `update document_line l set told_at = now() from unnest($2::bigint[], $3::int[]) as t (document_id, line_no)
     where l.org_id = $1 and l.document_id = t.document_id and l.line_no = t.line_no`,
    [tx.orgId, news.map((row) => row.document_id), news.map((row) => row.line_no)],
  )
  for (const { document_id: document, kind, item, people } of news)
    await notify(tx, {
      uids: people.filter((uid) => uid !== actor),
      msgType: messageTypes.notify,
      category: 'asset',
      title: '您等候的{item}到了，请联系管理员领取',
      params: { item },
      link: documentLink(kindNamed(kind), document),
    })
  if (!keeper) return
  await notify(tx, {
    uids: [actor],
    msgType: messageTypes.notify,
    category: 'asset',
    title: '有 {n} 份申请在等{item}，请按先后发放',
    params: { n: new Set(rows.map((row) => row.document_id)).size, item: [...new Set(rows.map(({ item }) => item))].join('、') },
    link: `${screensOf(kindNamed(rows[0]!.kind))}/index`,
  })
}

/** Whoever asked hears, of each line that is not answered as it was asked, what becomes of it and why. */
export const tellAnswered = async (
  tx: Tx,
  { id, kind, body, actor }: { readonly id: Id; readonly kind: DocumentKind; readonly body: Body; readonly actor: Id },
): Promise<void> => {
  const told = body.lines.flatMap(({ values }) => {
    const words = values['instead'] === undefined ? shortWords[kind.short?.(values as never) ?? 'whole'] : '您申请的{item}由另一型号代替'
    return words === undefined
      ? []
      : [{ words, item: values['model'] as Id, n: piecesIn(kind, values).length, note: String(values['note'] ?? '') }]
  })
  if (told.length === 0) return
  const [names, [document]] = await Promise.all([
    tx.query<{ id: Id; name: string }>('select id, goods_name as name from model where org_id = $1 and id = any ($2::bigint[])', [
      tx.orgId,
      told.map(({ item }) => item),
    ]),
    tx.query<{ people: Id[] }>(
      'select array_remove(array[author_uid, subject_uid], null) as people from document where org_id = $1 and id = $2',
      [tx.orgId, id],
    ),
  ])
  for (const { words, item, n, note } of told)
    await notify(tx, {
      uids: document!.people.filter((uid) => uid !== actor),
      msgType: messageTypes.notify,
      category: 'asset',
      title: words,
      params: { item: names.find((model) => model.id === item)?.name ?? '', n },
      content: note,
      link: documentLink(kind, id),
    })
}

const shortWords = {
  wait: '您申请的{item}不足，先发放 {n} 件，其余到货后发放',
  drop: '您申请的{item}只能发放 {n} 件',
  whole: undefined,
} as const

/** How many asked earlier for what a document waits for; null for one that waits for nothing. */
export const aheadOf = async (tx: Tx, id: Id): Promise<number | null> => {
  const [row] = await tx.query<{ n: number }>(
    `select (select count(distinct o.document_id)::int from document_line o
             join document e on e.org_id = o.org_id and e.id = o.document_id and e.state = 'posted'
             where o.org_id = $1 and o.item_id = l.item_id and o.waits_since is not null and o.done_quantity < o.quantity
               and (o.waits_since, o.document_id) < (l.waits_since, l.document_id)) as n
     from document_line l where l.org_id = $1 and l.document_id = $2 and l.waits_since is not null and l.done_quantity < l.quantity
     order by n desc limit 1`,
    [tx.orgId, id],
  )
  return row?.n ?? null
}

/** How many documents wait for each of these models. */
export const waitingFor = async (tx: Tx, models: readonly Id[]): Promise<ReadonlyMap<Id, number>> => {
  if (models.length === 0) return new Map()
  const rows = await tx.query<{ id: Id; n: number }>(
    `select l.item_id as id, count(distinct l.document_id)::int as n ${waiting} group by 1`,
    [tx.orgId, models],
  )
  return new Map(rows.map(({ id, n }) => [id, n]))
}

const kindNamed = (name: string): DocumentKind => documentKinds.find(({ kind }) => kind === name)!
