import { leftBehind } from '../../domain/access/leftBehindOperations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import type { Id } from '../../kernel/id.ts'
import { handle, type Handler, type Session } from '../call.ts'

type Leaver = OutputOf<typeof leftBehind>['list'][number]

export const leftBehindHandlers: readonly Handler[] = [
  handle(leftBehind, async ({ tx, session }) => {
    const rows = await tx.query<Leaver>(
      `select l.id as uid, l.user_name as "userName", d.dept_name as "deptName", count(*)::int as pieces,
         ${piecesText(`a.state <> 'lent'`)} as "inUse", ${piecesText(`a.state = 'lent'`)} as lent
       from ${leftBehindText('$2')} left join department d on d.org_id = $1 and d.id = l.dept_id
       group by l.id, l.user_name, d.dept_name order by count(*) desc, l.id limit 500`,
      [tx.orgId, placesOf(session)],
    )
    return { pieces: rows.reduce((sum, { pieces }) => sum + pieces, 0), list: rows }
  }),
]

/** The places whose pieces a keeper is asked about; null for all. */
export const placesOf = ({ locations }: Session): readonly Id[] | null => (locations === 'all' ? null : locations)

/** Pieces `a` of organisation $1 in the names of people `l` out of service, at or from the `places`, where these are named. */
export const leftBehindText = (places: string): string => `
  (select id, user_name, dept_id from person where org_id = $1 and (state <> 'active' or deleted_at is not null)) l
  join asset a on a.org_id = $1 and a.holder_uid = l.id and a.deleted_at is null
    and (${places}::bigint[] is null or coalesce(a.loc_id, a.home_id) = any (${places}::bigint[]))`

/** As many as a form takes. */
const piecesAtMost = 200

const piecesText = (which: string): string => `
  coalesce((select jsonb_agg(one) from unnest((array_agg(jsonb_build_object('id', a.id::text, 'name', a.instance_name, 'code', a.instance_code)
    order by a.id) filter (where ${which}))[1:${piecesAtMost}]) as one), '[]')`
