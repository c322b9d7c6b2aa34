-- The arms that an instance took are kept sorted, as its log adds up to them whatever order their keys were stored in.
alter table wf_instance no force row level security;
update wf_instance i set state = jsonb_set(i.state, '{taken}', sorted.taken)
from (
  select s.org_id, s.id, jsonb_object_agg(t.node, coalesce((select jsonb_agg(arm order by arm collate "C") from jsonb_array_elements_text(t.arms) arm), '[]')) as taken
  from wf_instance s, jsonb_each(s.state -> 'taken') t (node, arms)
  group by s.org_id, s.id
) sorted
where i.org_id = sorted.org_id and i.id = sorted.id and i.state -> 'taken' <> sorted.taken;
update wf_instance i set state = jsonb_set(i.state, '{parked,taken}', sorted.taken)
from (
  select s.org_id, s.id, jsonb_object_agg(t.node, coalesce((select jsonb_agg(arm order by arm collate "C") from jsonb_array_elements_text(t.arms) arm), '[]')) as taken
  from wf_instance s, jsonb_each(s.state -> 'parked' -> 'taken') t (node, arms)
  where jsonb_typeof(s.state -> 'parked') = 'object'
  group by s.org_id, s.id
) sorted
where i.org_id = sorted.org_id and i.id = sorted.id and i.state -> 'parked' -> 'taken' <> sorted.taken;
alter table wf_instance force row level security;
