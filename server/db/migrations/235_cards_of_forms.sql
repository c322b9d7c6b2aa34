-- A card shows a form as it was: the job that keeps what opens it has the task and the revision of the form as its key, and is due when the task is
-- over or the form another one.
create function settle_task_cards(p_org bigint, p_task bigint, p_form_rev int) returns void language sql as $$
  update job set due_at = now()
  where org_id = p_org and kind = 'workplace.card' and done_at is null
    and (key = p_task::text or key = any (select p_task || '-' || n from generate_series(0, p_form_rev) n))
$$;

create or replace function settle_cards() returns trigger language plpgsql as $$
begin
  perform settle_task_cards(new.org_id, new.id, i.form_rev) from wf_instance i where i.org_id = new.org_id and i.id = new.instance_id;
  return null;
end $$;

create function settle_cards_of_form() returns trigger language plpgsql as $$
begin
  perform settle_task_cards(new.org_id, t.id, old.form_rev) from wf_task t where t.org_id = new.org_id and t.instance_id = new.id and t.status = 1;
  return null;
end $$;
create trigger wf_instance_settle_cards after update of form_rev on wf_instance
  for each row when (old.form_rev <> new.form_rev) execute function settle_cards_of_form();
