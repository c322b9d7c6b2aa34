import { type WorkplaceName, WorkplaceFault } from '../../hosts/workplace.ts'
import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type Job, type PieceWorker } from '../jobs/jobs.ts'
import { shownOnCard } from './cards.ts'

const kind = 'workplace.card'

/** What opens the cards of a task in one revision of its form once more, each once, for as long as a chat allows it. */
type Cards = { readonly chat: WorkplaceName; readonly corpId: string; readonly responses: readonly string[] }

/**
 * Keeps what a chat gave with a card that it took, until the task is over or its form another one: then the card says so and has no buttons any
 * more. Triggers on both have the job due.
 */
export const keepCard = async (
  database: Database,
  orgId: Id,
  { chat, corpId, card, response }: Omit<Cards, 'responses'> & { readonly card: string; readonly response: string },
): Promise<void> => {
  const cardShown = shownOnCard(card)
  if (!cardShown) return
  const key = `${cardShown.taskId}-${cardShown.formRev}`
  await database.inTransaction(orgId, async (tx) => {
    // The person who decides or changes the form meanwhile waits for this, or has done so before.
    const words = await wordsFor(tx, cardShown, 'for share of i')
    if (words === undefined) return
    const [storedRow] = await tx.query<{ body: Cards }>(
      'select body from job where org_id = $1 and kind = $2 and key = $3 and done_at is null',
      [tx.orgId, kind, key],
    )
    const body: Cards = { chat, corpId, responses: [...(storedRow?.body.responses ?? []), response] }
    await enqueue(tx, { kind, key, body, dueAt: new Date(tx.now() + (words === null ? opensSeconds * 1000 : 0)).toISOString() })
  })
}

type ShownTask = { readonly taskId: Id; readonly formRev: number | undefined }

/** What a card says that cannot be decided on any more; null where it can, undefined where its task is not there. */
const wordsFor = async (tx: Tx, { taskId, formRev }: ShownTask, lock: 'for share of i' | ''): Promise<string | null | undefined> => {
  const [task] = await tx.query<{ status: number; form_rev: number }>(
    `select t.status, i.form_rev from wf_task t join wf_instance i on i.org_id = $1 and i.id = t.instance_id
     where t.org_id = $1 and t.id = $2 ${lock}`,
    [tx.orgId, taskId],
  )
  if (!task) return undefined
  if (task.status !== waitingState) return wordsByState[task.status] ?? '这项任务已被处理或已取消'
  return formRev !== undefined && formRev < task.form_rev ? '申请内容已修改，请打开后处理' : null
}

const waitingState = 1
/** What a chat gives with a card opens it for so long. */
const opensSeconds = 72 * 3600

const wordsByState: Readonly<Record<number, string>> = { 2: '已同意', 3: '已驳回', 4: '已退回' }

export const cardWorker = ({ workplaces }: Pick<App, 'workplaces'>): PieceWorker => ({
  kind,
  piece: async (database, { orgId, key, body: { chat, corpId, responses } }: Job<Cards>, log) => {
    const [taskId = '', formRev] = key.split('-')
    const cardState = { taskId, formRev: formRev === undefined ? undefined : Number(formRev) }
    const words = await database.reading(orgId, (tx) => wordsFor(tx, cardState, ''))
    const settleCard = workplaces.get(chat)?.corp(corpId).settleCard
    if (typeof words !== 'string' || !settleCard) return false
    for (const response of responses)
      await settleCard({ response, words }).catch((error: unknown) => {
        if (!(error instanceof WorkplaceFault) || error.kind === 'again') throw error
        // It was opened before, by another press, or it opens no more.
        log.info({ error, corpId }, 'A card could not be settled')
      })
    return false
  },
})
