import { type Id, newId } from '../../kernel/id.ts'
import { agendaOperations as calls } from '../../domain/agenda/operations.ts'
import { newToken, tokenHash } from '../access/tokens.ts'
import { handle, type Handler } from '../call.ts'
import { NotFound } from '../httpError.ts'

/** Where a calendar elsewhere reads an agenda; the token names the organisation, the row the person. */
export const feedPath = (token: string): string => `/api/agenda/feed/${token}.ics`

export const feedHandlers: readonly Handler[] = [
  handle(calls.feed, async ({ tx, session }, { sources, privateTitles }) => {
    const [id, token] = [newId(), newToken(tx.orgId)]
    await tx.query(
      `insert into agenda_feed (org_id, id, uid, token_hash, sources, private_titles, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [tx.orgId, id, session.uid, tokenHash(token), sources, privateTitles, new Date(tx.now()).toISOString()],
    )
    return { id, path: feedPath(token) }
  }),
  handle(calls.feeds, async ({ tx, session }) => ({
    list: await tx.query<{ id: Id; sources: string[]; privateTitles: boolean; createdAt: string; fetchedAt: string | null }>(
      `select f.id, f.sources, f.private_titles as "privateTitles", f.created_at as "createdAt", f.fetched_at as "fetchedAt"
       from agenda_feed f where f.org_id = $1 and f.uid = $2 and f.revoked_at is null order by f.id desc`,
      [tx.orgId, session.uid],
    ),
  })),
  handle(calls.revokeFeed, async ({ tx, session }, { id }) => {
    const rows = await tx.query(
      'update agenda_feed set revoked_at = $4 where org_id = $1 and id = $2 and uid = $3 and revoked_at is null returning 1',
      [tx.orgId, id, session.uid, new Date(tx.now()).toISOString()],
    )
    if (rows.length === 0) throw new NotFound()
    return { revoked: true }
  }),
]
