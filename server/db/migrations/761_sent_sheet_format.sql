-- A view that is sent regularly comes as a workbook or as pages to print.
alter table view_subscription add column sheet_format text not null default 'xlsx' check (sheet_format in ('xlsx', 'pdf'));
