-- Dashboards are sent at moments that come again, as saved views are: a stored one by its id, a delivered one by its key.

alter table view_subscription alter column view_id drop not null;
alter table view_subscription add column dashboard_id bigint;
alter table view_subscription add column delivered_dashboard text;
alter table view_subscription add constraint view_subscription_dashboard_fkey
  foreign key (org_id, dashboard_id) references dashboard (org_id, id) on delete cascade;
alter table view_subscription add constraint view_subscription_subject
  check (num_nonnulls(view_id, dashboard_id, delivered_dashboard) = 1);
create index view_subscription_dashboard on view_subscription (org_id, dashboard_id) where dashboard_id is not null;
comment on table view_subscription is 'A saved view or a dashboard that is sent at moments that come again, to each receiver as far as that person may read it then.';
comment on column view_sending.row_count is 'How many rows the view had, as its list counts them: ''10000+'' where counting stopped. Of a dashboard how many tiles were answered.';
