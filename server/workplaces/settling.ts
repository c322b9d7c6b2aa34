import { type WorkplaceName, WorkplaceFault } from '../../hosts/workplace.ts'
import type { Id } from '../../kernel/id.ts'
import type { App } from '../call.ts'
import type { Database } from '../db/pool.ts'
import type { Tx } from '../db/tx.ts'
import { enqueue, type PieceWorker } from '../jobs/jobs.ts'
import { taskOfCard } from './cards.ts'

const kind = 'workplace.card'

/** What opens the cards of a task once more, each once, for as long as a chat allows it. */
type Cards = { readonly chat: WorkplaceName; readonly corpId: string; readonly responses: readonly string[] }

/**
 * Keeps what a chat gave with a card that it took, until the task is over: then the card says what became of it and has no buttons any more. A
 * trigger on tasks has the job due.
 */
export const keepCard = async (
  database: Database,
  orgId: Id,
  { chat, corpId, card, response }: Omit<Cards, 'responses'> & { readonly card: string; readonly response: string },
): Promise<void> => {
  const taskId = taskOfCard(card)
  if (taskId === undefined) return
  await database.inTransaction(orgId, async (tx) => {
    // Whoever decides meanwhile waits for this, or has decided before.
    const status = await statusOf(tx, taskId, 'for share')
    if (status === undefined) return
    const [kept] = await tx.query<{ body: Cards }>(
      'select body from job where org_id = $1 and kind = $2 and key = $3 and done_at is null',
      [tx.orgId, kind, taskId],
    )
    const body: Cards = { chat, corpId, responses: [...(kept?.body.responses ?? []), response] }
    await enqueue(tx, { kind, key: taskId, body, dueAt: new Date(tx.now() + (status === waiting ? opensSeconds * 1000 : 0)).toISOString() })
  })
}

const statusOf = async (tx: Tx, taskId: Id, locked: 'for share' | ''): Promise<number | undefined> =>
  (await tx.query<{ status: number }>(`select status from wf_task where org_id = $1 and id = $2 ${locked}`, [tx.orgId, taskId]))[0]?.status

const waiting = 1
/** What a chat gives with a card opens it for so long. */
const opensSeconds = 72 * 3600

const became: Readonly<Record<number, string>> = { 2: '已同意', 3: '已驳回', 4: '已退回' }

export const cardWorker = ({ workplaces }: Pick<App, 'workplaces'>): PieceWorker => ({
  kind,
  piece: async (database, { orgId, key: taskId, body }, log) => {
    const { chat, corpId, responses } = body as Cards
    const status = await database.reading(orgId, (tx) => statusOf(tx, taskId, ''))
    const settleCard = workplaces.get(chat)?.corp(corpId).settleCard
    if (status === undefined || status === waiting || !settleCard) return false
    for (const response of responses)
      await settleCard({ response, words: became[status] ?? '这项任务已被处理或已取消' }).catch((error: unknown) => {
        if (!(error instanceof WorkplaceFault) || error.kind === 'again') throw error
        // It was opened before, by whoever pressed, or it opens no more.
        log.info({ error, corpId }, 'A card could not be settled')
      })
    return false
  },
})
