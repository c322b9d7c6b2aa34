-- A receiver that answers 410 wants nothing more.
alter table webhook drop constraint webhook_pause_check;
alter table webhook add constraint webhook_pause_check check (pause in ('failing', 'maker', 'gone'));
