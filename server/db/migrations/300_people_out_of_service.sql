-- People out of service are few among all; the workbench asks each time whether pieces stand in their names.
create index person_out_of_service on person (org_id, id) where state <> 'active' or deleted_at is not null;
