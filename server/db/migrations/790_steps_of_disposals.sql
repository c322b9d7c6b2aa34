-- A voucher of disposals shows each step on the account for disposals, and a voucher says how many documents stand behind it.

alter table voucher_line add column step text check (step in ('retirement', 'proceeds', 'saleCost', 'gain', 'loss'));
alter table voucher add column document_count int not null default 0;
comment on column voucher.document_count is 'How many documents it is made of; 0 where that is not known.';
