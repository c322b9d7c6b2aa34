import type { Id } from '../../kernel/id.ts'
import type { ClearanceAct, clearanceInfo } from '../../domain/clearance/operations.ts'
import type { ReturnedLine } from '../../domain/clearance/paper.ts'
import { inWords } from '../../domain/english/all.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { holdingsOf } from '../access/holdings.ts'
import type { Tx } from '../db/tx.ts'
import { NotFound } from '../httpError.ts'
import { onlyRow } from '../db/rows.ts'

type ClearanceState = OutputOf<typeof clearanceInfo>

/** How a person who leaves stands. */
export const standingOf = async (tx: Tx, uid: Id, language: 'zh' | 'en'): Promise<ClearanceState> => {
  const [[person], holdings, disk, acts] = await Promise.all([
    tx.query<ClearanceState['person']>(
      `select p.id as uid, p.user_name as "userName", d.dept_name as "deptName", p.position, p.employee_no as "employeeNo",
         (p.state <> 'active' or p.deleted_at is not null) as "isDisabled"
       from person p left join department d on d.org_id = $1 and d.id = p.dept_id where p.org_id = $1 and p.id = $2`,
      [tx.orgId, uid],
    ),
    holdingsOf(tx, [uid]),
    onlyRow(
      tx.query<{ files: number }>(
        `select count(*)::int as files from disk_node where org_id = $1 and space_id = $2 and kind = 'file' and trashed_at is null`,
        [tx.orgId, uid],
      ),
    ),
    tx.query<ClearanceAct>(actsText, [tx.orgId, uid]),
  ])
  if (!person) throw new NotFound()
  return {
    person,
    holdings: holdings.map(({ key, what, count, names, ids }) => ({
      key,
      what: inWords(language, what),
      count,
      names: [...names],
      ids: [...ids],
    })),
    files: disk.files,
    acts,
  }
}

const actsText = `
  select c.id, c.at, b.user_name as by, s.user_name as successor, l.loc_name as store, c.note,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', d.id::text, 'kind', d.kind, 'code', d.code, 'state', d.state,
        'lines', (select count(*) from document_line l where l.org_id = $1 and l.document_id = d.id)) order by d.id)
      from clearance_document x join document d on d.org_id = $1 and d.id = x.document_id
      where x.org_id = $1 and x.clearance_id = c.id), '[]') as documents
  from clearance c
  join person b on b.org_id = $1 and b.id = c.by_uid
  left join person s on s.org_id = $1 and s.id = c.successor_uid
  left join location l on l.org_id = $1 and l.id = c.store_id
  where c.org_id = $1 and c.uid = $2 order by c.at desc, c.id desc limit 20`

/** What the clearances of a person bring back, line by line. */
export const returnedLines = (tx: Tx, uid: Id): Promise<ReturnedLine[]> =>
  tx.query<ReturnedLine>(
    `select d.code as document, d.kind, d.state, coalesce(a.instance_code, g.goods_code, '') as code,
       coalesce(a.instance_name, g.goods_name || coalesce(' ' || g.spec, ''), '') as name, trim_scale(coalesce(l.quantity, 1))::text as quantity
     from clearance c
     join clearance_document x on x.org_id = $1 and x.clearance_id = c.id
     join document d on d.org_id = $1 and d.id = x.document_id
     join document_line l on l.org_id = $1 and l.document_id = d.id
     left join asset a on a.org_id = $1 and a.id = l.item_id
     left join consumable g on g.org_id = $1 and g.id = l.item_id
     where c.org_id = $1 and c.uid = $2 order by d.id, l.line_no`,
    [tx.orgId, uid],
  )
