-- What a way of counting that the plan forbids brought, and what somebody counted again himself, are kept under words of their own.
alter table count_event drop constraint count_event_disposition_check;
alter table count_event add constraint count_event_disposition_check
  check (disposition in ('ok', 'late', 'foreign', 'again', 'method', 'unknown', 'duplicate')) not valid;
alter table count_event validate constraint count_event_disposition_check;

-- A plan that asks for photos or for words about what is seen: what lacks them is told apart from here on.
update count_task set refold = true, refold_after = null, refold_done = 0
where state in ('open', 'review') and (plan ->> 'photo' <> 'never' or plan -> 'confirms' <> '[]');
