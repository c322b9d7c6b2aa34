alter table book add column voucher_service text;
comment on column book.voucher_service is 'The key of the registered service that takes the vouchers of closed months; null where they are exported by hand.';

-- When the general ledger took it, and why it did not at the last try.
alter table voucher add column pushed_at timestamptz;
alter table voucher add column push_error text;
