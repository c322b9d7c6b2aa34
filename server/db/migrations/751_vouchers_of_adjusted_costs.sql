-- A cost that is adjusted stands in a voucher of its own: together with additions a lower cost would read as less of them.

alter table voucher drop constraint voucher_event_check;
alter table voucher add constraint voucher_event_check
  check (event in ('addition', 'revaluation', 'depreciation', 'impairment', 'disposal', 'transfer'));
