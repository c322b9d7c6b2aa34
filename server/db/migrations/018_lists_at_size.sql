-- What the lists of a large organisation read: the live applications of all flows and those of one status, newest first; how many of a
-- flow run; what somebody holds that it is not his turn for yet.
create index wf_instance_live_newest on wf_instance (org_id, id desc) where status in ('running', 'returned', 'posting');
create index wf_instance_status on wf_instance (org_id, status, id desc);
create index wf_instance_day on wf_instance (org_id, created_at);
drop index wf_instance_live;
create index wf_instance_live on wf_instance (org_id, flow_key, version, id) include (status) where status in ('running', 'returned', 'posting');
create index wf_task_waiting on wf_task (org_id, assignee_uid, instance_id) where status = 0;
