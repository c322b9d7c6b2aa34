-- Who looks at the assets of departments finds them without walking the register.
create index asset_department on asset (org_id, dept_id, id desc) where dept_id is not null and deleted_at is null;
