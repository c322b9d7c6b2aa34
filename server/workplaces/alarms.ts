import { WorkplaceFault, type WorkplaceName } from '../../hosts/workplace.ts'
import { messageTypes } from '../../domain/messaging/operations.ts'
import { administrators } from '../access/people.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'
import { readCorp } from './corps.ts'

/** Whose chat lets nothing through. */
export type AlarmTarget = { readonly chat: WorkplaceName; readonly corpId: string }

/**
 * A chat that will not answer before the operator or an administrator has done something: the operator reads it in the log, the administrators
 * where the chat is set up and, once a day, as a message. Other faults raise nothing.
 */
export const raiseAlarm = async (
  { database, log }: Pick<App, 'database' | 'log'>,
  { chat, corpId }: AlarmTarget,
  error: unknown,
): Promise<void> => {
  if (!(error instanceof WorkplaceFault) || error.mendedBy === undefined) return
  const words = error.advice ?? error.message
  log.error({ chat, corpId, code: error.code, mendedBy: error.mendedBy }, 'A chat refuses until something is done about it')
  const corp = await readCorp(database, chat, corpId)
  if (!corp) return
  const orgId = corp.granted && corp.running ? corp.organisation : null
  if (orgId === null) return void (await database.gate(raiseText, raisedBy(database, { chat, corpId }, error.code, words)))
  await database.inTransaction(orgId, async (tx) => {
    const raisedRows = await tx.query(raiseText, raisedBy(database, { chat, corpId }, error.code, words))
    if (raisedRows.length === 0) return
    await notify(tx, {
      uids: await administrators(tx),
      msgType: messageTypes.system,
      category: 'system',
      title: '{chat}暂时无法使用，恢复后自动继续：{advice}',
      params: { chat: chatTitles[chat], advice: words },
      link: '/pages/user/organisation',
    })
  })
}

/** The chat answers again. What was told last is remembered, so that a chat that comes and goes is told of once a day. */
export const endAlarm = (database: Database, { chat, corpId }: AlarmTarget): Promise<unknown> =>
  database.gate('update workplace_corp set alarm_words = null where chat = $1 and corp_id = $2 and alarm_words is not null', [chat, corpId])

/** What stands in the way at this moment, in Chinese words; null where nothing does. */
export const alarmOf = async (tx: Pick<Tx, 'query'>, { chat, corpId }: AlarmTarget): Promise<string | null> => {
  const [row] = await tx.query<{ words: string | null }>(
    'select alarm_words as words from workplace_corp where chat = $1 and corp_id = $2',
    [chat, corpId],
  )
  return row?.words ?? null
}

/** Answers a row where no one was told of this code within a day. */
const raiseText = `
  with before as (select alarm_code, alarm_at from workplace_corp where chat = $1 and corp_id = $2 for update),
  raised as (
    update workplace_corp c
    set alarm_code = $3, alarm_words = $4,
        alarm_at = case when b.alarm_code is not distinct from $3 and b.alarm_at > $6 then b.alarm_at else $5 end
    from before b where c.chat = $1 and c.corp_id = $2
    returning b.alarm_at is null or b.alarm_at <= $6 or b.alarm_code is distinct from $3 as is_new
  )
  select 1 from raised where is_new`

const raisedBy = (database: Database, { chat, corpId }: AlarmTarget, code: string, words: string): unknown[] => {
  const now = database.now()
  return [chat, corpId, code, words, new Date(now).toISOString(), new Date(now - dayMs).toISOString()]
}
const chatTitles: Readonly<Record<WorkplaceName, string>> = { dingtalk: '钉钉', wecom: '企业微信', feishu: '飞书' }
const dayMs = 86_400_000
