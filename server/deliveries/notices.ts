import type { Id } from '../../kernel/id.ts'
import type { MessageCategory } from '../../domain/rules/messageCategories.ts'
import { messageColumns, messageIn, type StoredMessage } from '../messaging/messages.ts'
import type { Source } from './deliverer.ts'

/** What people are told by `notify`. That something did not arrive is told on the screen alone. */
export const notices: Source = {
  name: 'message',
  unread: async (tx, ids, uid) => {
    const rows = await tx.query<StoredMessage & { uid: Id }>(
      `select ${messageColumns}, m.uid from message m
       where m.org_id = $1 and m.id = any ($2::bigint[]) and ($3::bigint is null or m.uid = $3) and m.read_at is null
         and coalesce(m.notice, '') not like '${undeliveredPrefix}%'
         and exists (select from person p where p.org_id = $1 and p.id = m.uid and p.state = 'active' and p.deleted_at is null)
       order by m.seq`,
      [tx.orgId, ids, uid ?? null],
    )
    return rows.map(({ uid: reader, ...row }) => ({
      id: row.id,
      uid: reader,
      category: row.category as MessageCategory,
      isForMe: true,
      isUrgent: row.category === 'approval',
      about: row.notice !== null && row.about !== null ? `${row.notice}/${row.about}` : row.id,
      shown: (language) => {
        const { title, content, link } = messageIn(language)(row)
        return { title, content, link }
      },
    }))
  },
}

/** How notices begin that tell of what did not arrive. */
export const undeliveredPrefix = 'undelivered.'
