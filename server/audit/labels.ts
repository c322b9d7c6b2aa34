import { type Check, holds } from './check.ts'

/** What must hold of the labels that came out. */
export const labelChecks: readonly Check[] = [
  holds(
    'labels: what is kept of each thing is its prints counted',
    `select p.item_id::text from (select noun, item_id, count(*) as n, max(copy) as copy from label_print where org_id = $1 group by 1, 2) p
     full join (select noun, item_id, copies from label_state where org_id = $1) s using (noun, item_id)
     where p.n is distinct from s.copies or p.copy is distinct from s.copies`,
  ),
  holds(
    'labels: a printing has written down each label that came out',
    `select j.id::text from print_job j where j.org_id = $1 and j.done_to <> (
       select count(*) from label_print l where l.org_id = $1 and l.job_id = j.id and l.label_no between 1 and j.done_to)`,
  ),
]
