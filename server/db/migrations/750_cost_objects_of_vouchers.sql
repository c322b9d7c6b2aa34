-- A ledger keeps expenses by project as well: lines of vouchers have the cost object that bears them, as shares of depreciation do.

alter table voucher_line add column cost_object text;
comment on table voucher_line is 'A debit or a credit of an account, of one department and one cost object where it is an expense.';
