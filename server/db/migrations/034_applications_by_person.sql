-- What somebody has or had a part in, the newest first: where he looks for an application to link to.
create index wf_participant_person on wf_participant (org_id, uid, instance_id desc);
