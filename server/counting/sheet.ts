import { randomUUID } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { CountEvent } from '../../domain/counting/event.ts'
import { inWords } from '../../domain/english/all.ts'
import { countSheetPdf, countSheetTake, sheetLinesAtMost } from '../../domain/counting/sheetOperations.ts'
import { type SheetLine, sheetPaper } from '../../domain/counting/sheetPaper.ts'
import type { Speaker } from '../../kernel/fields/kind.ts'
import { wordsOf } from '../../kernel/fields/kinds.ts'
import { handle, handleOneByOne, type Handler, type Session, type SignedIn } from '../call.ts'
import type { Values } from '../db/recordTable.ts'
import { lookUp, referencesOf } from '../documents/references.ts'
import { ownColumnsOf } from './settlement/ownColumns.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { addressOf } from '../paper/address.ts'
import { pdfOf } from '../paper/pdf.ts'
import { malformed, NotFound } from '../httpError.ts'
import { deviceOf, takeNow } from './push.ts'
import { inSight, type Sight, sightOf, type Task, taskColumns, valuesOfSight } from './sight.ts'

/** What a person may count of a task on paper. */
const sheetSight = async (tx: Tx, session: Session, taskId: Id): Promise<Sight> => {
  const sight = await sightOf(tx, session, taskId)
  if (!sight.counts) throw new NotFound()
  if (!sight.task.plan.methods.includes('sheet')) refuse('count.noSheet', '这个计划不用纸质盘点表')
  if (sight.task.state !== 'open') refuse('count.notOpen', '盘点已经结束，不能再提交')
  return sight
}

type LineRow = Omit<SheetLine, 'ownWords'> & { readonly ownValues: Values | null }

const linesOf = (tx: Tx, session: Session, sight: Sight, placeId: Id | undefined): Promise<LineRow[]> =>
  tx.query<LineRow>(
    `select coalesce(a.instance_code, c.goods_code, '') as code, coalesce(a.instance_name, c.goods_name, '') as name, coalesce(p.loc_name, '') as place,
       coalesce(h.user_name, '') as holder, c.unit, a.own_values as "ownValues"
     from count_line l
     left join asset a on l.item_kind = 'asset' and a.org_id = $1 and a.id = l.item_id
     left join consumable c on l.item_kind = 'consumable' and c.org_id = $1 and c.id = l.item_id
     left join location p on p.org_id = $1 and p.id = l.loc_id left join person h on h.org_id = $1 and h.id = l.holder_uid
     where l.org_id = $1 and l.task_id = $2 and ${inSight(3)} and ($8::bigint is null or l.loc_id = $8)
       and ($9::int = 1 or exists (select from count_result r where r.org_id = $1 and r.task_id = $2 and r.item_id = l.item_id and r.account = l.account and r.round = $9 offset 0))
     order by p.loc_name collate by_pinyin nulls last, h.user_name collate by_pinyin nulls last, code limit $10`,
    [tx.orgId, sight.task.id, ...valuesOfSight(sight, session), placeId ?? null, sight.task.round, sheetLinesAtMost + 1],
  )

/** Lines with what their own fields say that the plan wants confirmed; nothing in a blind count. */
const withOwnWords = async (
  { tx, session, language }: Pick<SignedIn, 'tx' | 'session' | 'language'>,
  { task }: Sight,
  lines: readonly LineRow[],
): Promise<{ readonly ownLabels: string[]; readonly lines: SheetLine[] }> => {
  const ownColumns = task.plan.blind || task.round > 1 ? [] : await ownColumnsOf(tx, session, task.plan, language)
  const names = await lookUp(
    tx,
    referencesOf(lines.map(({ ownValues }) => ({ fields: Object.fromEntries(ownColumns), values: ownValues ?? {} }))),
  )
  const nameOf = new Map(names.map(({ id, name }) => [id, name]))
  const speaker: Speaker = { say: (words, params = {}) => inWords(language, words, params), nameOf: (id) => nameOf.get(id) ?? '' }
  return {
    ownLabels: ownColumns.map(([, { label }]) => label),
    lines: lines.map(({ ownValues, ...line }) => ({
      ...line,
      ownWords: ownColumns.map(([key, { control }]) => wordsOf(control, ownValues?.[key], speaker)),
    })),
  }
}

/** What takes back the marks that the same person typed for these pieces before, where they said otherwise. */
const correctedBy = async (tx: Tx, task: Task, device: string, events: readonly SheetEvent[]): Promise<SheetEvent[]> => {
  const before = await tx.query<{ seq: number; item_id: Id; kind: string }>(
    `select e.seq, e.item_id, e.kind from count_event e
     where e.org_id = $1 and e.task_id = $2 and e.device = $3 and e.round = $4 and e.item_id = any ($5::bigint[]) and e.kind in ('seen', 'absent') and e.disposition = 'ok'
       and not exists (select from count_event v where v.org_id = $1 and v.task_id = $2 and v.device = $3 and v.kind = 'void' and (v.body ->> 'voids')::int = e.seq)
     order by e.seq`,
    [tx.orgId, task.id, device, task.round, events.map(({ item }) => item)],
  )
  const marks = new Map(events.map(({ item, kind }) => [item, kind]))
  return before
    .filter(({ item_id, kind }) => marks.get(item_id) !== kind)
    .map(({ seq }) => ({ id: randomUUID(), round: task.round, kind: 'void', source: 'sheet', voids: seq }))
}

type SheetEvent = Omit<CountEvent, 'seq' | 'at'>

export const sheetHandlers: readonly Handler[] = [
  handleOneByOne(countSheetPdf, async (call, { taskId, placeId }) => {
    const { session, language, app } = call
    const { task, lines, ownLabels, named } = await app.database.reading(session.orgId, async (tx) => {
      const sight = await sheetSight(tx, session, taskId)
      const [found, about] = await Promise.all([
        linesOf(tx, session, sight, placeId),
        onlyRow(
          tx.query<{ organisation: string; place: string | null }>(
            `select o.name as organisation, (select loc_name from location where org_id = $1 and id = $2) as place from organisation o where o.org_id = $1`,
            [tx.orgId, placeId ?? null],
          ),
        ),
      ])
      return { task: sight.task, ...(await withOwnWords({ tx, session, language }, sight, found)), named: about }
    })
    if (lines.length === 0) refuse('count.sheetEmpty', '这里没有要盘点的明细')
    if (lines.length > sheetLinesAtMost) refuse('count.sheetLong', '超过{max}项，请分区域打印', { max: sheetLinesAtMost })
    const paper = sheetPaper(
      { code: task.code, name: task.name, place: named.place ?? '', ownLabels },
      lines,
      { say: (words, params = {}) => inWords(language, words, params) },
      { organisation: named.organisation, by: session.userName, at: new Date(call.at).toISOString() },
    )
    const link = `${addressOf(call)}/#/pages/goods/GsInventoryOrder/gsinventorysheet?id=${taskId}&placeId=${placeId ?? ''}`
    return pdfOf(call, [{ paper, link }], paper.title)
  }),

  handle(countSheetTake, async (call, { taskId, lines, countedAt }) => {
    const { tx, session } = call
    await sheetSight(tx, session, taskId)
    const task = await onlyRow(
      tx.query<Task>(`select ${taskColumns} from count_task t where t.org_id = $1 and t.id = $2 for share`, [tx.orgId, taskId]),
    )
    const atMs = countedAt === undefined ? tx.now() : Date.parse(countedAt)
    if (!Number.isFinite(atMs)) throw malformed('时间有误')
    if (atMs > tx.now() + 60_000 || atMs < Date.parse(task.opened_at) - 60_000)
      refuse('count.sheetTime', '盘点时间应在开始盘点之后，且不晚于现在')
    const places = await tx.query<{ item_id: Id; account: string; item_kind: 'asset' | 'consumable'; loc_id: Id | null }>(
      'select item_id, account, item_kind, loc_id from count_line where org_id = $1 and task_id = $2 and item_id = any ($3::bigint[])',
      [tx.orgId, taskId, lines.map(({ itemId }) => itemId)],
    )
    const lineByKey = new Map(places.map((line) => [`${line.item_id} ${line.account}`, line]))
    const events = lines.map(({ itemId, account, mark, quantity }): SheetEvent => {
      const line =
        lineByKey.get(`${itemId} ${account}`) ?? refuse('count.notOpenLines', '有{count}项不在您的范围内，或已生成处理单', { count: 1 })
      const isPiece = line.item_kind === 'asset'
      if (isPiece ? mark === undefined : quantity === undefined) throw malformed('请填写结果')
      const pieceKind = mark === 'present' ? 'seen' : 'absent'
      return {
        id: randomUUID(),
        round: task.round,
        kind: isPiece ? pieceKind : 'quantity',
        source: 'sheet',
        itemKind: line.item_kind,
        item: itemId,
        ...(line.loc_id !== null && { place: line.loc_id }),
        ...(!isPiece && { quantity }),
      }
    })
    const device = deviceOf('sheets', session.uid)
    const correctedEvents = await correctedBy(tx, task, device, events)
    const answers = await takeNow(call, task, { device, observations: [...correctedEvents, ...events] }, { atMs })
    return {
      uncounted: answers.slice(correctedEvents.length).flatMap(([, why], index) => {
        const line = lines[index]
        return why === 'ok' || !line ? [] : [{ itemId: line.itemId, why }]
      }),
    }
  }),
]
