/** Applications of organisation $1 that do not go on by themselves: each of their causes by rank, since when, and what is known of it. */
export const stuckText = `
  select n.instance_id as id, 1 as rank, n.kind as cause, n.created_at as since, n.id as incident_id, null::bigint[] as gone,
         jsonb_build_object('words', n.words, 'params', n.params) as refusal
  from wf_incident n where n.org_id = $1 and n.resolved_at is null
  union all
  select i.id, 2, 'nobody', i.updated_at, null, null, null from wf_instance i where i.org_id = $1 and i.stuck
  union all
  select t.instance_id, 3, 'left', min(t.opened_at), null, array_agg(distinct p.id), null
  from person p join wf_task t on t.org_id = $1 and t.assignee_uid = p.id and t.status = 1
  where p.org_id = $1 and (p.state <> 'active' or p.deleted_at is not null) group by t.instance_id
  union all
  select i.id, 4, 'initiatorLeft', i.updated_at, null, array[p.id], null
  from person p join wf_instance i on i.org_id = $1 and i.initiator_uid = p.id and i.status = 'returned'
  where p.org_id = $1 and (p.state <> 'active' or p.deleted_at is not null)`
