import type { Id } from '../../kernel/id.ts'
import { inWords } from '../../domain/english/all.ts'
import type { Source } from '../deliveries/deliverer.ts'
import type { ViewReader } from './readView.ts'
import { readersView, viewLink } from './readersView.ts'

/** The name of the source of mails with views. */
export const sendingMails = 'viewSending'

/** Views on their way by mail: to whom may read them at this moment, with a sheet that is made in the name of the receiver. */
export const sendingSource = (reader: ViewReader): Source => ({
  name: sendingMails,
  unread: async (tx, ids, uid) => {
    const rows = await tx.query<{ id: Id; uid: Id; viewId: Id; rowCount: string }>(
      `select g.id, g.uid, s.view_id as "viewId", g.row_count as "rowCount" from view_sending g
       join view_subscription s on s.org_id = $1 and s.id = g.subscription_id and s.is_on and s.is_mailed
       where g.org_id = $1 and g.id = any ($2::bigint[]) and g.uid is not null and ($3::bigint is null or g.uid = $3)
         and g.state = 'sent' and g.row_count is not null`,
      [tx.orgId, ids, uid ?? null],
    )
    const messages = await Promise.all(
      rows.map(async (row) => {
        const readerView = await readersView(tx, row.uid, row.viewId)
        if (!readerView || readerView.view.closed.length > 0) return []
        const { session, view } = readerView
        return [
          {
            id: row.id,
            uid: row.uid,
            category: 'system' as const,
            isForMe: true,
            isUrgent: false,
            about: row.id,
            shown: (language: 'zh' | 'en') => ({
              title: inWords(language, '{view}：{rows}条', { view: view.title, rows: row.rowCount }),
              content: '',
              link: viewLink(view),
            }),
            attachment: (language: 'zh' | 'en') => reader.sheet(session, view, language),
          },
        ]
      }),
    )
    return messages.flat()
  },
})
