-- A subscription may send no file. Dashboards never had one; theirs may be pages to print from here on.
alter table view_subscription drop constraint view_subscription_sheet_format_check;
alter table view_subscription add constraint view_subscription_sheet_format_check check (sheet_format in ('none', 'xlsx', 'pdf'));
update view_subscription set sheet_format = 'none' where view_id is null;
