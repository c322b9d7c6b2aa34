-- How many pieces of a model are idle, for whoever chooses what to ask for.
create index asset_idle_of_model on asset (org_id, goods_id) where state = 'idle' and deleted_at is null;
