-- An invoice of several cards is shared by what they cost when they were linked: a later addition to one does not change the share of the others.
alter table invoice_asset add column weight numeric(18, 2) not null default 0 check (weight >= 0);
update invoice_asset c set weight = greatest(a.value, 0) from asset a where a.org_id = c.org_id and a.id = c.asset_id and a.value is not null;
comment on column invoice_asset.weight is 'What the card cost when it was linked.';
