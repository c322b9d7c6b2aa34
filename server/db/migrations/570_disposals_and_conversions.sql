-- Cards that become others, and an asset whose coming is taken back.
alter table value_entry drop constraint value_entry_kind_check;
alter table value_entry add constraint value_entry_kind_check check (kind in (
  'opening', 'acquisition', 'takeover', 'addition', 'revaluation', 'impairment', 'depreciation', 'transferOut', 'transferIn',
  'convertedOut', 'convertedIn', 'disposal', 'return', 'withdrawal', 'reversal', 'undone'));

-- What a disposal brought and cost, and what it came to.
alter table account_rule add column cash_account text;
alter table account_rule add column gain_account text;
alter table account_rule add column disposal_account text;
