import { addDays } from '../../kernel/day.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import type { ChatKind } from '../../domain/chat/operations.ts'
import { type disputeSteps, disputeLimits, disputeOperations, type DisputeRow } from '../../domain/disputes/operations.ts'
import { administrators } from '../access/people.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'
import { withdrawFile } from '../files/scope.ts'
import { enqueue } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import { likePattern } from '../search/searchText.ts'
import { NotFound } from '../httpError.ts'

/** Why nothing came of an export. */
export const failures = {
  nothing: '这些日子里没有符合的消息',
  tooMany: '消息过多，请缩小人员、群聊或日期的范围',
  noRoom: '组织的文件空间不足，请删除不用的文件或联系运维人员',
  fault: '导出时出错，请稍后再试或联系运维人员',
} as const

export const disputeScreen = '/pages/user/disputes'
export const makingJob = 'dispute.make'
export const endingJob = 'dispute.end'

type Step = (typeof disputeSteps)[number]

/** Writes down what was done with an export; `uid` null: it went by itself. */
export const noteStep = async (
  tx: Tx,
  exportId: Id,
  { step, uid, details = {} }: { readonly step: Step; readonly uid: Id | null; readonly details?: object | undefined },
): Promise<void> => {
  await tx.query('insert into dispute_export_step (org_id, id, export_id, step, uid, details, at) values ($1, $2, $3, $4, $5, $6, $7)', [
    tx.orgId,
    newId(),
    exportId,
    step,
    uid,
    details,
    new Date(tx.now()).toISOString(),
  ])
}

type StoredDispute = Omit<
  DisputeRow,
  'chats' | 'people' | 'askedBy' | 'decidedBy' | 'failure' | 'sizeBytes' | 'mayDecide' | 'mayWithdraw' | 'mayFetch'
> & {
  asked_by: Id
  asked_name: string
  decided_by: Id | null
  decided_name: string | null
  size_bytes: string | null
  failure: keyof typeof failures | null
  chats: DisputeRow['chats']
  people: DisputeRow['people']
}

const columns = `e.id, e.state, e.progress, e.reason, e.day_from::text as from, e.day_to::text as to, e.with_files as "withFiles",
  e.asked_by, a.user_name as asked_name, e.decided_by, d.user_name as decided_name, e.asked_at as "askedAt", e.messages, e.gone_at as "goneAt", e.failure,
  (select f.size_bytes from file f where f.org_id = $1 and f.path = e.file_path) as size_bytes,
  case when e.uids <> '{}' then '[]'::jsonb else coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id::text, 'name', c.name) order by c.id)
    from dispute_export_chat x join chat c on c.org_id = $1 and c.id = x.chat_id where x.org_id = $1 and x.export_id = e.id), '[]') end as chats,
  coalesce((select jsonb_agg(jsonb_build_object('id', p.id::text, 'name', p.user_name) order by p.id)
    from person p where p.org_id = $1 and p.id = any (e.uids)), '[]') as people,
  coalesce((select jsonb_agg(jsonb_build_object('id', s.id::text, 'step', s.step, 'by', q.user_name,
      'at', to_char(s.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by s.id)
    from dispute_export_step s left join person q on q.org_id = $1 and q.id = s.uid where s.org_id = $1 and s.export_id = e.id), '[]') as steps`
const tables = `dispute_export e join person a on a.org_id = $1 and a.id = e.asked_by left join person d on d.org_id = $1 and d.id = e.decided_by`

const disputeRow = ({ language, session: { uid } }: Pick<SignedIn, 'language' | 'session'>, row: StoredDispute): DisputeRow => {
  const { asked_by, asked_name, decided_by, decided_name, size_bytes, failure, ...rest } = row
  const isDone = row.state === 'done'
  const isOneOfBoth = uid === asked_by || uid === decided_by
  return {
    ...rest,
    askedBy: { id: asked_by, name: asked_name },
    decidedBy: decided_by === null ? null : { id: decided_by, name: decided_name ?? '' },
    sizeBytes: isDone ? Number(size_bytes ?? 0) : 0,
    failure: failure && inWords(language, failures[failure]),
    mayDecide: row.state === 'asked' && uid !== asked_by,
    mayWithdraw: (row.state === 'asked' && uid === asked_by) || (isDone && isOneOfBoth),
    mayFetch: isDone && isOneOfBoth,
  }
}

const readOne = async (call: SignedIn, id: Id): Promise<DisputeRow> => {
  const [row] = await call.tx.query<StoredDispute>(`select ${columns} from ${tables} where e.org_id = $1 and e.id = $2`, [
    call.tx.orgId,
    id,
  ])
  if (!row) throw new NotFound()
  return disputeRow(call, row)
}

/** Where the days of an export begin and end. */
const spanOf = (from: string, to: string) => [`${from}T00:00:00+08:00`, `${addDays(to, 1)}T00:00:00+08:00`] as const

const tell = (tx: Tx, uids: readonly Id[], title: string, name: string): Promise<void> =>
  notify(tx, { uids, msgType: 2, category: 'system', title, params: { name }, link: disputeScreen })

type DisputeStanding = {
  readonly asked_by: Id
  readonly decided_by: Id | null
  readonly state: DisputeRow['state']
  readonly file_path: string | null
}

const hold = async (tx: Tx, id: Id): Promise<DisputeStanding> => {
  const [row] = await tx.query<DisputeStanding>(
    'select asked_by, decided_by, state, file_path from dispute_export where org_id = $1 and id = $2 for no key update',
    [tx.orgId, id],
  )
  if (!row) throw new NotFound()
  return row
}

const operations = disputeOperations

/** What conversations are taken out for a dispute: no one does it alone, and the person who is in them is told. */
export const disputeHandlers: readonly Handler[] = [
  handle(operations.list, async (call) => {
    const rows = await call.tx.query<StoredDispute>(`select ${columns} from ${tables} where e.org_id = $1 order by e.id desc limit 100`, [
      call.tx.orgId,
    ])
    return { list: rows.map((row) => disputeRow(call, row)) }
  }),

  handle(operations.groups, async ({ tx }, { likeQuery }) => ({
    list: await tx.query<{ id: Id; name: string; kind: ChatKind; memberCount: number }>(
      `select id, name, kind, member_count as "memberCount" from chat
       where org_id = $1 and kind <> 'pair' and last_seq > 0 and lower(name) like $2 order by last_at desc, id desc limit 20`,
      [tx.orgId, likePattern(likeQuery)],
    ),
  })),

  handle(operations.save, async (call, { id, ...asked }) => {
    const { tx, session } = call
    const { reason, chatIds, uids, from, to, withFiles } = asked
    const otherAdministrators = (await administrators(tx)).filter((uid) => uid !== session.uid)
    if (otherAdministrators.length === 0) refuse('dispute.alone', '导出会话需要另一位管理员同意，请先增加一位管理员')
    const atIso = new Date(tx.now()).toISOString()
    const [begunRow] = await tx.query(
      `insert into dispute_export (org_id, id, asked_by, reason, uids, day_from, day_to, with_files, asked_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (org_id, id) do nothing returning 1`,
      [tx.orgId, id, session.uid, reason, [...new Set(uids)], from, to, withFiles, atIso],
    )
    if (!begunRow) {
      const { asked_by } = await hold(tx, id)
      const [same] = await tx.query(
        `select 1 from dispute_export_step where org_id = $1 and export_id = $2 and step = 'asked' and details = $3`,
        [tx.orgId, id, asked],
      )
      if (asked_by !== session.uid || !same) refuse('dispute.other', '这个编号已用于其他内容')
      return readOne(call, id)
    }
    const [begin, end] = spanOf(from, to)
    const [knownRow] = await tx.query(
      `select from (select count(*) as n from chat where org_id = $1 and id = any ($2::bigint[]) and kind <> 'pair') c,
         (select count(*) as n from person where org_id = $1 and id = any ($3::bigint[])) p where c.n = $4 and p.n = $5`,
      [tx.orgId, chatIds, uids, new Set(chatIds).size, new Set(uids).size],
    )
    if (!knownRow) throw new NotFound()
    // What is taken out is settled now: nothing that is said later comes in, and what would be cleared meanwhile waits.
    await tx.query(
      `insert into dispute_export_chat (org_id, export_id, chat_id, from_seq, to_seq, note_id)
       select c.org_id, $2, c.id, chat_seq_before($1, c.id, $5) + 1, chat_seq_before($1, c.id, $6), $7::bigint + row_number() over (order by c.id)
       from chat c
       where c.org_id = $1 and (c.id = any ($3::bigint[]) or cardinality($4::bigint[]) > 0 and c.id in (
         select m.chat_id from chat_member m where m.org_id = $1 and m.uid = any ($4::bigint[])
         group by m.chat_id having count(*) = cardinality($4::bigint[])))
         and c.last_seq > c.cleared_seq and c.created_at < $6::timestamptz and c.last_at >= $5::timestamptz
       order by c.last_at desc limit ${disputeLimits.chats + 1}`,
      [tx.orgId, id, chatIds, [...new Set(uids)], begin, end, newId()],
    )
    await noteStep(tx, id, { step: 'asked', uid: session.uid, details: asked })
    await enqueue(tx, {
      kind: endingJob,
      key: id,
      body: { id },
      dueAt: new Date(tx.now() + disputeLimits.waitingDays * 86_400_000).toISOString(),
    })
    await tell(tx, otherAdministrators, '{name}申请导出会话，需要另一位管理员同意', session.userName)
    return readOne(call, id)
  }),

  handle(operations.decide, async (call, { id, agreed }) => {
    const { tx, session } = call
    const { asked_by, decided_by, state } = await hold(tx, id)
    if (asked_by === session.uid) refuse('dispute.own', '不能同意自己的申请，需要另一位管理员')
    if (state !== 'asked') {
      if (decided_by === session.uid && agreed === (state !== 'refused')) return readOne(call, id)
      refuse('dispute.decided', '这个申请已处理')
    }
    await tx.query('update dispute_export set state = $3, decided_by = $4 where org_id = $1 and id = $2', [
      tx.orgId,
      id,
      agreed ? 'waiting' : 'refused',
      session.uid,
    ])
    await noteStep(tx, id, { step: agreed ? 'agreed' : 'refused', uid: session.uid })
    if (agreed) await enqueue(tx, { kind: makingJob, key: id, body: { id, language: call.language } })
    await tell(tx, [asked_by], agreed ? '{name}同意了导出会话的申请' : '{name}拒绝了导出会话的申请', session.userName)
    return readOne(call, id)
  }),

  handle(operations.delete, async (call, { id }) => {
    const { tx, session } = call
    const { asked_by, decided_by, state, file_path } = await hold(tx, id)
    if (state === 'withdrawn' || state === 'gone') return readOne(call, id)
    if (session.uid !== asked_by && session.uid !== decided_by) refuse('dispute.notYours', '只有申请人和同意的管理员可以处理')
    if (state === 'asked') await close(tx, id, { state: 'withdrawn', step: 'withdrawn', uid: session.uid })
    else if (state === 'done') {
      await close(tx, id, { state: 'gone', step: 'deleted', uid: session.uid })
      if (file_path !== null) await withdrawFile(tx, [file_path], 'dispute', [id])
    } else refuse('dispute.underWay', '现在不能撤回或删除')
    return readOne(call, id)
  }),
]

/** Ends an export; `by` is the person who ended it, null where it ended by itself. */
export const close = async (
  tx: Tx,
  id: Id,
  { state, step, uid }: { readonly state: 'withdrawn' | 'gone'; readonly step: Step; readonly uid: Id | null },
): Promise<void> => {
  await tx.query('update dispute_export set state = $3, gone_at = $4 where org_id = $1 and id = $2', [
    tx.orgId,
    id,
    state,
    new Date(tx.now()).toISOString(),
  ])
  await noteStep(tx, id, { step, uid })
}
