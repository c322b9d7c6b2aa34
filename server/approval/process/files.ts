import type { Id } from '../../../kernel/id.ts'
import { visibleForm } from '../../../domain/approval/form/form.ts'
import type { Entry } from '../../../domain/approval/flow/event.ts'
import { withDeducedHidden } from '../../../domain/approval/flow/deducedHidden.ts'
import type { Session } from '../../call.ts'
import type { Tx } from '../../db/tx.ts'
import { seesAllFlows } from '../../access/roles/processRights.ts'
import { designOf } from '../form/designs.ts'
import { filePathsIn } from '../form/work.ts'
import { readEntries, readProcess } from '../flow/store.ts'
import { mayOpen } from '../flow/visibility.ts'
import { permissionsFor } from './detail.ts'

/** The processes among these that show a file to the session's person: those open to that person, whose form does not hide the file. */
export const processesShowing = async (tx: Tx, session: Session, ids: readonly Id[], path: string): Promise<ReadonlySet<Id>> => {
  const shownFlags = await Promise.all(ids.map(async (id) => ((await isShown(tx, session, id, path)) ? [id] : [])))
  return new Set(shownFlags.flat())
}

const isShown = async (tx: Tx, session: Session, id: Id, path: string): Promise<boolean> => {
  if (!seesAllFlows(session) && !(await mayOpen(tx, id, session.uid))) return false
  const [{ state, definition }, entries] = await Promise.all([readProcess(tx, { processId: id }), readEntries(tx, id)])
  if (isWithOpinion(entries, path) || (await isWithComment(tx, id, path))) return true
  const design = await designOf(tx, definition)
  if (!design) return false
  const { permissions } = permissionsFor(session.uid, withDeducedHidden(definition, design), state, entries)
  return filePathsIn(design, visibleForm(permissions, state.form)).includes(path)
}

/** Whether a decision took the file along. */
const isWithOpinion = (entries: readonly Entry[], path: string): boolean =>
  entries.some(({ events }) =>
    events.some((event) => event.t !== 'Commented' && 'attachments' in event && event.attachments.includes(path)),
  )

const isWithComment = async (tx: Tx, id: Id, path: string): Promise<boolean> => {
  const rows = await tx.query(
    'select from wf_comment where org_id = $1 and instance_id = $2 and deleted_at is null and attachments @> to_jsonb($3::text) limit 1',
    [tx.orgId, id, path],
  )
  return rows.length > 0
}
