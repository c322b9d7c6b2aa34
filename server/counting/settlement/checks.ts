import { type Check, holds } from '../../audit/check.ts'

/** What must hold of counts that were settled. */
export const settlementChecks: readonly Check[] = [
  holds(
    'counts: a settled difference stands on the document that it names',
    `select t.code from count_result r join count_task t on t.org_id = $1 and t.id = r.task_id
     left join document_line l on l.org_id = $1 and l.document_id = r.document_id and l.line_no = r.line_no
     where r.org_id = $1 and r.document_id is not null and (l.item_id is distinct from r.item_id or r.decision is distinct from 'post')`,
  ),
  holds(
    'counts: a document of a count has a line for each of its differences and things without a card, and no others',
    `select d.code from document d
     join lateral (
       select (select count(*) from document_line l where l.org_id = $1 and l.document_id = d.id) as lines,
         (select count(*) from count_result r where r.org_id = $1 and r.document_id = d.id)
           + (select count(*) from count_unknown u where u.org_id = $1 and u.document_id = d.id) as bound
     ) n on true
     where d.org_id = $1 and d.header ? 'task' and d.state in ('inApproval', 'approved', 'posted') and n.lines <> n.bound`,
  ),
  holds(
    'counts: a closed count has nothing that is still on its way into the books',
    `select t.code from count_task t join count_result r on r.org_id = $1 and r.task_id = t.id and r.document_id is not null
     join document d on d.org_id = $1 and d.id = r.document_id
     where t.org_id = $1 and t.state = 'closed' and d.state not in ('posted', 'reversed')`,
  ),
]
