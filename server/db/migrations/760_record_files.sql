-- What happens to the files in the folder of a record stands among what became of the record: it outlives the files.
alter table record_event drop constraint record_event_action_check;
alter table record_event add constraint record_event_action_check check (action in (
  'delete', 'restore', 'merge', 'absorb', 'attach', 'revise', 'detach')) not valid;
alter table record_event validate constraint record_event_action_check;
comment on table record_event is
  'A removal, a restoration or a merge of a record of master data, or a change of a file in its folder, with its actor and moment.';

-- Files that lie there already; ids are unique over all tables, so the id of the file names its event.
insert into record_event (org_id, id, noun, record_id, action, actor_uid, at, details)
select n.org_id, n.id, s.noun, s.id, 'attach', n.created_by, n.created_at, jsonb_build_object('name', n.name)
from disk_node n join disk_space s on s.org_id = n.org_id and s.id = n.space_id
where s.noun in ('asset', 'consumable', 'supplier') and n.kind = 'file' and n.created_by is not null;
