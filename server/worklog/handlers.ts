import { spanOf } from '../../domain/worklog/period.ts'
import { logOperations as calls } from '../../domain/worklog/operations.ts'
import { dayAt } from '../../kernel/day.ts'
import { handle, type Handler } from '../call.ts'
import { settleNotices } from '../messaging/collective.ts'
import { pageOfWhole } from '../page.ts'
import { commentLog, deleteComment, likeLog } from './comments.ts'
import { insertTemplate, publishStandard, publishTemplate, updateTemplate } from './designing.ts'
import { exportLogs } from './export.ts'
import { announceLog, deleteLog, saveDraft, sendLog, unreadLogs, updateLog } from './logs.ts'
import { workOf } from './prefill.ts'
import { beginLog, listLogs, logCounts, logInfo } from './logReads.ts'
import { standingHandlers } from './standings.ts'
import { listTemplates, templateAnswer, templateToWriteWith } from './templates.ts'

/** Work logs: writing, reading, talking about them, and the templates that they are written with. */
export const worklogHandlers: readonly Handler[] = [
  handle(calls.list, ({ tx, session }, input) => listLogs(tx, session.uid, input)),
  handle(calls.counts, (call) => logCounts(call)),
  handle(calls.info, ({ tx, session }, { id }) => logInfo(tx, session.uid, id)),
  handle(calls.begin, (call, { templateId, day }) => beginLog(call, templateId, day)),
  handle(calls.prefill, async ({ tx, session, at }, { templateId, periodKey }) => {
    const { period } = await templateToWriteWith(tx, templateId, session.uid)
    const today = dayAt(at)
    return { work: await workOf(tx, session.uid, spanOf(period, periodKey) ?? { from: today, to: today }) }
  }),
  handle(calls.save, saveDraft),
  handle(calls.send, sendLog),
  handle(calls.update, updateLog),
  handle(calls.delete, async (call, { id }) => ({ deleted: await deleteLog(call, id) })),
  handle(calls.read, async ({ tx, session, at }, { ids = [], all = false }) => {
    const read = await tx.query<{ entry_id: string; author: string }>(
      `update log_receiver r set read_at = $5 from log_entry e
       where r.org_id = $1 and r.uid = $2 and r.read_at is null and ($4 or r.entry_id = any ($3::bigint[])) and e.org_id = $1 and e.id = r.entry_id
       returning r.entry_id, e.uid as author`,
      [tx.orgId, session.uid, ids, all, new Date(at).toISOString()],
    )
    await settleNotices(
      tx,
      [session.uid],
      read.map(({ entry_id }) => entry_id),
      unreadLogs,
    )
    for (const { entry_id, author } of read.slice(0, announcedAtMost)) await announceLog(tx, entry_id, [author, session.uid])
    return { updated: read.length }
  }),
  handle(calls.comment, async (call, { id, body, mentions }) => ({ id: await commentLog(call, id, body, mentions) })),
  handle(calls.deleteComment, async (call, { id, commentId }) => ({ deleted: await deleteComment(call, id, commentId) })),
  handle(calls.like, async (call, { id, liked }) => ({ likeCount: await likeLog(call, id, liked) })),
  ...standingHandlers,
  exportLogs,
  handle(calls.templates, async ({ tx, session }, input) => pageOfWhole(input, await listTemplates(tx, session))),
  handle(calls.saveTemplate, async (call, { id, formKey, ...input }) => {
    await insertTemplate(call, id, input, { formKey })
    return templateAnswer(call.tx, call.session, id)
  }),
  handle(calls.updateTemplate, async (call, input) => {
    await updateTemplate(call, input)
    return templateAnswer(call.tx, call.session, input.id)
  }),
  handle(calls.publishTemplate, async (call, { id }) => {
    await publishTemplate(call, id)
    return templateAnswer(call.tx, call.session, id)
  }),
  handle(calls.standardTemplates, async (call) => {
    await publishStandard(call)
    return { list: await listTemplates(call.tx, call.session) }
  }),
]

/** Authors of more hear of it when they look. */
const announcedAtMost = 20
