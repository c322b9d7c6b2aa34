import { type Id, newId } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { countTaskSign } from '../../domain/counting/operations.ts'
import { handle, type Handler } from '../call.ts'
import { namedFiles, requireFiles } from '../files/namedFiles.ts'
import { NotFound } from '../httpError.ts'
import { requireState } from './settlement/deciding.ts'
import { resultHash } from './report.ts'
import { refreshTask, requireWorkedOut } from './refold.ts'
import { lockedSight } from './tasks.ts'

/** Signs what a count came to, as the person who signs has seen it. Signing the same again changes nothing. */
export const signingHandlers: readonly Handler[] = [
  handle(countTaskSign, async ({ tx, session }, { taskId, role, hash, file }) => {
    const { task, manages, counts } = await lockedSight(tx, session, taskId)
    if (!manages && !counts) throw new NotFound()
    requireState(task, 'review', 'settling', 'closed')
    requireWorkedOut(await refreshTask(tx, task))
    if ((await resultHash(tx, taskId)) !== hash) refuse('count.changed', '盘点结果在您打开后有变化，请重新查看后再签字')
    await requireFiles(tx, session.uid, namedFiles('签名', true, [file]))
    const [signed] = await tx.query<{ id: Id }>(
      'select id from count_signature where org_id = $1 and task_id = $2 and role = $3 and uid = $4 and hash = $5',
      [tx.orgId, taskId, role, session.uid, hash],
    )
    if (signed) return signed
    const id = newId()
    await tx.query(
      `insert into count_signature (org_id, id, task_id, role, uid, hash, file)
       select t.org_id, $3, t.id, $4, $5, $6, $7 from count_task t where t.org_id = $1 and t.id = $2`,
      [tx.orgId, taskId, id, role, session.uid, hash, file ?? null],
    )
    return { id }
  }),
]
