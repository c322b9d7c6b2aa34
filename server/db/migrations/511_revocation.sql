-- An approved application by a form of the organisation's own is revoked by another one that refers to it.
alter table wf_instance add column revokes_id bigint;
alter table wf_instance add column revoked_at timestamptz;
comment on column wf_instance.revokes_id is 'The approved application that this one asks to revoke.';
comment on column wf_instance.revoked_at is 'When an approved application was revoked by another one.';
create index wf_instance_revokes on wf_instance (org_id, revokes_id) where revokes_id is not null;
