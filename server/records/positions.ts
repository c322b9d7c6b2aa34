import { positionList, positionsAtMost } from '../../domain/access/positionOperations.ts'
import { handle, type Handler } from '../call.ts'
import { belowNodes } from '../db/conditions.ts'
import { onlyRow } from '../db/rows.ts'

/** True of a person `p` who is there, and in one of the departments where some are asked for. */
const isThereSql = `p.org_id = $1 and p.state = 'active' and p.deleted_at is null
  and ($2::bigint[] is null or p.dept_id in ${belowNodes('department', '$1', '$2')})`

export const positionHandlers: readonly Handler[] = [
  handle(positionList, async ({ tx }, { deptId }) => {
    const params = [tx.orgId, deptId === undefined ? null : [deptId]]
    const [list, { people }] = await Promise.all([
      tx.query<{ name: string; people: number }>(
        `select p.position as name, count(*)::int as people from person p where ${isThereSql} and p.position is not null
         group by p.position order by count(*) desc, p.position limit ${positionsAtMost}`,
        params,
      ),
      onlyRow(tx.query<{ people: number }>(`select count(*)::int as people from person p where ${isThereSql}`, params)),
    ])
    return { list, people }
  }),
]
