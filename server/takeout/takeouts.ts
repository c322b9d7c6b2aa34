import { inWords } from '../../domain/english/all.ts'
import { takeoutBegin, takeoutDelete, takeoutList, type TakeoutRow } from '../../domain/takeout/operations.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { administrators } from '../access/people.ts'
import { provePassword } from '../access/users.ts'
import { handle, type Handler, type SignedIn } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue } from '../jobs/jobs.ts'
import { notify } from '../messaging/notify.ts'
import { NotFound } from '../httpError.ts'
import { failures, takeoutScreen } from './takeoutWork.ts'

type Row = Omit<TakeoutRow, 'sizeBytes' | 'failure'> & { sizeBytes: string; failure: keyof typeof failures | null }

const columns = `t.id, t.state, t.progress, t.size_bytes as "sizeBytes", p.user_name as "userName", t.created_at as "createdAt",
  t.done_at as "doneAt", t.gone_at as "goneAt", t.failure`
const from = 'from takeout t join person p on p.org_id = $1 and p.id = t.uid where t.org_id = $1'

const takeoutRow = ({ language }: Pick<SignedIn, 'language'>, row: Row): TakeoutRow => ({
  ...row,
  sizeBytes: Number(row.sizeBytes),
  failure: row.failure && inWords(language, failures[row.failure]),
})

const readOne = async (call: SignedIn, id: Id): Promise<TakeoutRow> => {
  const [row] = await call.tx.query<Row>(`select ${columns} ${from} and t.id = $2`, [call.tx.orgId, id])
  if (!row) throw new NotFound()
  return takeoutRow(call, row)
}

/** The person who has the password knows who he is; it is asked for because everything leaves the house at once. */
const proveSelf = async (call: SignedIn, password: string): Promise<void> => {
  const { tx, session } = call
  const person = await onlyRow(
    tx.query<{ password_hash: string | null }>('select password_hash from person where org_id = $1 and id = $2', [tx.orgId, session.uid]),
  )
  await provePassword(call, password, person.password_hash, '密码错误')
}

const tellAdministrators = async (tx: Tx, userName: string): Promise<void> =>
  notify(tx, {
    uids: await administrators(tx),
    msgType: 2,
    category: 'system',
    title: '{name}导出了组织的全部数据',
    params: { name: userName },
    link: takeoutScreen,
  })

export const takeoutHandlers: readonly Handler[] = [
  handle(takeoutList, async (call) => {
    const rows = await call.tx.query<Row>(`select ${columns} ${from} order by t.id desc limit 20`, [call.tx.orgId])
    return { list: rows.map((row) => takeoutRow(call, row)) }
  }),

  handle(takeoutBegin, async (call, { password }) => {
    const { app, tx, session } = call
    await proveSelf(call, password)
    const id = newId()
    const [begunRow] = await tx.query(
      `insert into takeout (org_id, id, uid) values ($1, $2, $3) on conflict (org_id) where state in ('waiting', 'running') do nothing returning 1`,
      [tx.orgId, id, session.uid],
    )
    if (!begunRow) refuse('takeout.running', '正在导出，请等待完成')
    await enqueue(tx, { kind: 'takeout', key: id, body: { id } })
    await tellAdministrators(tx, session.userName)
    app.log.info({ orgId: tx.orgId, uid: session.uid, takeout: id }, 'A takeout of the whole organisation was asked for')
    return readOne(call, id)
  }),

  handle(takeoutDelete, async ({ tx }, { id }) => {
    const [row] = await tx.query<{ state: string }>('select state from takeout where org_id = $1 and id = $2', [tx.orgId, id])
    if (!row) throw new NotFound()
    if (row.state === 'done') await enqueue(tx, { kind: 'takeout.remove', key: id, body: { id } })
    await tx.query(`update takeout set gone_at = now() where org_id = $1 and id = $2 and state = 'done'`, [tx.orgId, id])
    return { id }
  }),
]
