import type { Id } from '../../kernel/id.ts'
import { inWords } from '../../domain/english/all.ts'
import type { SheetFormat } from '../../domain/subscriptions/operations.ts'
import type { Source } from '../deliveries/deliverer.ts'
import { closedColumns, linkOf, sentenceOf, subjectFor } from './subject.ts'
import type { SubjectReader } from './subjectReader.ts'

/** The name of the source of mails with views. */
export const sendingMails = 'viewSending'

/** What is on its way by mail: to whom may read it at this moment, with figures and a sheet that are made in the name of the receiver. */
export const sendingSource = (reader: SubjectReader): Source => ({
  name: sendingMails,
  unread: async (tx, ids, uid) => {
    const rows = await tx.query<{
      id: Id
      uid: Id
      viewId: Id | null
      dashboardId: string | null
      rowCount: string
      sheetFormat: SheetFormat
    }>(
      `select g.id, g.uid, s.view_id as "viewId",
         coalesce(s.dashboard_id::text, s.delivered_dashboard) as "dashboardId", g.row_count as "rowCount", s.sheet_format as "sheetFormat" from view_sending g
       join view_subscription s on s.org_id = $1 and s.id = g.subscription_id and s.is_on and s.is_mailed
       where g.org_id = $1 and g.id = any ($2::bigint[]) and g.uid is not null and ($3::bigint is null or g.uid = $3)
         and g.state = 'sent' and g.row_count is not null`,
      [tx.orgId, ids, uid ?? null],
    )
    const messages = await Promise.all(
      rows.map(async (row) => {
        const ownSubject = await subjectFor(tx, row.uid, row)
        if (!ownSubject || closedColumns(ownSubject.subject).length > 0) return []
        const { session, subject } = ownSubject
        return [
          {
            id: row.id,
            uid: row.uid,
            category: 'system' as const,
            isForMe: true,
            isUrgent: false,
            about: row.id,
            shown: (language: 'zh' | 'en') => {
              const { words, params } = sentenceOf(subject, row.rowCount)
              return { title: inWords(language, words, params), content: '', link: linkOf(subject) }
            },
            entries: (language: 'zh' | 'en') => reader.figures(session, subject, language),
            attachment: (language: 'zh' | 'en') => reader.sheet(session, subject, { language, format: row.sheetFormat }),
          },
        ]
      }),
    )
    return messages.flat()
  },
})
