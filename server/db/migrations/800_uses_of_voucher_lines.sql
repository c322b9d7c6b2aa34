-- A line of a voucher says what its account was chosen for, so that an audit finds its amount in the entries whatever accounts are named later.

alter table voucher_line add column account_use text;
comment on column voucher_line.account_use is 'What the account was chosen for (AccountUse); null in vouchers from before this was kept.';
