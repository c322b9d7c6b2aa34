/**
 * SQL: every line of task `$2` with what holds of it in its last round, and what was found besides. `worth` is what its difference is worth in
 * yuan, negative where something is missing.
 */
export const joinedResults = `(
  select j.*, case when j.kind = 'asset' then case j.verdict when 'missing' then -j.value when 'back' then j.value else 0 end
                   else round(coalesce(j.difference, 0) * coalesce(j.value / nullif(j.quantity, 0), 0), 2) end as worth
  from (
    select coalesce(l.item_kind, r.item_kind) as kind, coalesce(l.item_id, r.item_id) as item_id, coalesce(l.account, r.account) as account,
      coalesce(l.loc_id, r.loc_id) as loc_id, case when l.item_id is null and r.item_kind = 'asset' then a.loc_id else coalesce(l.loc_id, r.loc_id) end as booked_loc_id,
      coalesce(l.dept_id, a.dept_id) as dept_id, coalesce(a.cat_id, c.cat_id) as cat_id, l.holder_uid,
      l.item_id is not null as expected, coalesce(r.verdict, 'pending') as verdict, coalesce(l.value, a.value, 0) as value, l.quantity,
      r.seen, r.counted, r.difference, r.explained, r.decision, r.reason, r.note, r.document_id,
      coalesce(a.instance_code, c.goods_code) as code, coalesce(a.instance_name, c.goods_name) as name
    from (select * from count_line where org_id = $1 and task_id = $2) l
    full join (
      select distinct on (item_id, account) * from count_result where org_id = $1 and task_id = $2 order by item_id, account, round desc
    ) r on r.item_id = l.item_id and r.account = l.account
    left join asset a on a.org_id = $1 and a.id = coalesce(l.item_id, r.item_id)
    left join consumable c on c.org_id = $1 and c.id = coalesce(l.item_id, r.item_id)
  ) j
)`
