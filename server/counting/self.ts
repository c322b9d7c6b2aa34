import { firstOf } from '../../kernel/assert.ts'
import { randomUUID } from 'node:crypto'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { parseScan } from '../../devices/scanPayload.ts'
import type { CountEvent } from '../../domain/counting/event.ts'
import type { CountPlan } from '../../domain/counting/plan.ts'
import { ownSource, wantedOf } from '../../domain/counting/rules.ts'
import { sampleOf } from '../../domain/counting/sample.ts'
import { type OwnAnswer, type OwnTask, selfCountAnswer, selfCountCheck, selfCountMine } from '../../domain/counting/selfCountOperations.ts'
import { handle, type Handler } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { namedFiles, requireFiles } from '../files/namedFiles.ts'
import { NotFound } from '../httpError.ts'
import { deviceOf, takeNow } from './push.ts'
import { sha256 } from './scope.ts'
import { sightOf, type Task, taskColumns } from './sight.ts'

type Row = {
  task: Id
  code: string
  name: string
  due_on: string | null
  plan: CountPlan
  item_id: Id
  instance_code: string
  instance_name: string
  instance_image: string | null
  serial_no: string | null
  epc: string | null
  place: string | null
  value: string | null
  kind: string | null
  body: CountEvent | null
}

/** The pieces of open tasks that a person is asked to count himself, with his last answer for each. */
const ownLines = (tx: Tx, uid: Id, taskId: Id | null): Promise<Row[]> =>
  tx.query<Row>(
    `select t.id as task, t.code, t.name, coalesce(s.due_on, t.due_on) as due_on, t.plan, l.item_id, a.instance_code, a.instance_name, a.instance_image,
       a.serial_no, a.epc, p.loc_name as place, l.value, e.kind, e.body
     from count_task t
     join count_share s on s.org_id = $1 and s.task_id = t.id and s.kind = 'self' and s.round = t.round and (s.uid is null or s.uid = $2)
     join count_line l on l.org_id = $1 and l.task_id = t.id and l.holder_uid = $2
     join asset a on a.org_id = $1 and a.id = l.item_id
     left join location p on p.org_id = $1 and p.id = l.loc_id
     left join lateral (
       select o.kind, o.body from count_event o
       where o.org_id = $1 and o.task_id = t.id and o.item_id = l.item_id and o.device = $3 and o.actor_uid = $2 and o.disposition = 'ok' order by o.seq desc limit 1
     ) e on true
     where t.org_id = $1 and t.state = 'open' and ($4::bigint is null or t.id = $4)
     order by coalesce(s.due_on, t.due_on), t.id, e.kind is not null, a.instance_code`,
    [tx.orgId, uid, deviceOf('own answers', uid), taskId],
  )

const answerOf = ({ kind, body }: Row): OwnAnswer | null => {
  if (kind === null) return null
  if (kind === 'absent') return 'absent'
  return body?.note ? 'wrong' : 'here'
}

const proofOf = ({ kind, body }: Row): OwnTask['lines'][number]['proof'] => {
  if (kind !== 'seen') return null
  if (body?.source === 'selfScan') return 'scan'
  return body?.source === 'selfPhoto' ? 'photo' : 'tick'
}

const wantsPhoto = ({ plan, value }: Pick<Row, 'plan' | 'value'>): boolean => wantedOf(plan, value).photo === 'always'

/** Whether what was read from a label names this piece. */
const names = (read: string, { item_id, instance_code, serial_no, epc }: Row): boolean => {
  const payload = parseScan(read)
  if (payload.kind === 'asset') return payload.id === item_id
  const gs1Words = payload.kind === 'gs1' ? [payload.giai, payload.grai, payload.serial] : []
  const words = payload.kind === 'code' ? [payload.code] : gs1Words
  const ownCodes = [instance_code, serial_no, epc].flatMap((code) => code?.toLowerCase() ?? [])
  return words.some((word) => word !== undefined && ownCodes.includes(word.toLowerCase()))
}

export const ownCountHandlers: readonly Handler[] = [
  handle(selfCountMine, async ({ tx, session }) => {
    const byTask = Map.groupBy(await ownLines(tx, session.uid, null), ({ task }) => task)
    return [...byTask.values()].map((rows): OwnTask => {
      const { task, code, name, due_on } = firstOf(rows)
      const lines = rows.map((row) => ({
        itemId: row.item_id,
        code: row.instance_code,
        name: row.instance_name,
        image: row.instance_image,
        place: row.place,
        answer: answerOf(row),
        note: row.body?.note ?? null,
        proof: proofOf(row),
        photoWanted: wantsPhoto(row),
      }))
      return { taskId: task, code, name, dueOn: due_on, lines }
    })
  }),

  handle(selfCountAnswer, async (call, { taskId, answers }) => {
    const { tx, session } = call
    const [task] = await tx.query<Task>(`select ${taskColumns} from count_task t where t.org_id = $1 and t.id = $2 for share`, [
      tx.orgId,
      taskId,
    ])
    if (!task) throw new NotFound()
    if (task.state !== 'open') refuse('count.notOpen', '盘点已经结束，不能再提交')
    await requireFiles(
      tx,
      session.uid,
      namedFiles(
        '图片',
        true,
        answers.map(({ file }) => file),
      ),
    )
    const lineById = new Map((await ownLines(tx, session.uid, taskId)).map((row) => [row.item_id, row]))
    const observations = answers.map(({ itemId, answer, scanned, file, note }): Omit<CountEvent, 'seq' | 'at'> => {
      const row = lineById.get(itemId)
      if (!row) return refuse('selfCount.notYours', '这不是您名下要盘点的资产')
      if (scanned !== undefined && !names(scanned, row))
        refuse('selfCount.otherLabel', '扫到的标签不是{name}的', { name: row.instance_name })
      if (answer === 'here' && file === undefined && wantsPhoto(row))
        refuse('selfCount.photo', '{name}需要拍照', { name: row.instance_name })
      if (answer !== 'here' && !note?.trim()) refuse('selfCount.why', '请说明{name}的情况', { name: row.instance_name })
      return {
        id: randomUUID(),
        round: task.round,
        kind: answer === 'absent' ? 'absent' : 'seen',
        source: ownSource(scanned !== undefined, file !== undefined),
        itemKind: 'asset',
        item: itemId,
        ...(scanned !== undefined && { code: scanned }),
        ...(file !== undefined && { file }),
        ...(note?.trim() && answer !== 'here' && { note: note.trim() }),
        ...(answer !== 'absent' && { holder: session.uid }),
      }
    })
    await takeNow(call, task, { device: deviceOf('own answers', session.uid), observations }, { proven: true })
    const leftCount = (await ownLines(tx, session.uid, taskId)).filter((row) => row.kind === null).length
    return { left: leftCount }
  }),

  handle(selfCountCheck, async ({ tx, session }, { taskId, percent, personId = session.uid }) => {
    const { task, manages } = await sightOf(tx, session, taskId)
    if (!manages) throw new NotFound()
    if (task.state !== 'open') refuse('count.notOpen', '盘点已经结束，不能再分派')
    const answerRows = await tx.query<{ id: Id; value: string }>(
      `select r.item_id as id, coalesce(l.value, 0) as value from count_result r
       cross join lateral (
         select value from count_line l where l.org_id = $1 and l.task_id = $2 and l.item_id = r.item_id and l.account = r.account offset 0) l
       where r.org_id = $1 and r.task_id = $2 and r.round = $3 and exists (
         select from count_event e where e.org_id = $1 and e.task_id = $2 and e.item_id = r.item_id and e.kind = 'seen' and e.body ->> 'source' like 'self%')`,
      [tx.orgId, taskId, task.round],
    )
    const items = [...sampleOf(answerRows, { seed: task.code, percent, strata: false }, sha256)]
    if (items.length === 0) refuse('selfCount.nothingYet', '还没有员工自盘的资产可以抽查')
    const shareRows = await tx.query(
      `insert into count_share (org_id, id, task_id, round, kind, uid, items)
       select t.org_id, $3, t.id, t.round, 'lines', p.id, $5 from count_task t join person p on p.org_id = $1 and p.id = $4 and p.deleted_at is null and p.state = 'active'
       where t.org_id = $1 and t.id = $2 returning 1`,
      [tx.orgId, taskId, newId(), personId, items],
    )
    if (shareRows.length === 0) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '人员' })
    return { lines: items.length, seed: task.code }
  }),
]
