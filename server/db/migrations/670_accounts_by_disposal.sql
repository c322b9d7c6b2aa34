-- Accounts by the way in which an asset left: a transfer without payment of a public body goes to net assets, not to costs.
alter table account_rule add column disposal_method text;
drop index account_rule_cat_id;
create unique index account_rule_cat_id on account_rule (org_id, book_id, cat_id, dept_id, disposal_method) nulls not distinct where deleted_at is null;
comment on column account_rule.disposal_method is 'The way of disposal that the accounts are for alone; null for all.';
