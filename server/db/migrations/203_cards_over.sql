-- A task that is over, however that came about, has its cards in chats say so: the job that keeps what opens them is due at once.
create function settle_cards() returns trigger language plpgsql as $$
begin
  update job set due_at = now()
  where org_id = new.org_id and kind = 'workplace.card' and key = new.id::text and done_at is null;
  return null;
end $$;
create trigger wf_task_settle_cards after update of status on wf_task
  for each row when (old.status = 1 and new.status <> 1) execute function settle_cards();
