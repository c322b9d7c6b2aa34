-- What runs with every decision and posting is planned once in a session: arrays make the database plan a statement for its values each time.
alter function ledger_lock(bigint, text[], bigint[]) set plan_cache_mode = force_generic_plan;

-- The cards of a task on workplaces are due: as they stand under any revision of its form.
create or replace function settle_task_cards(p_org bigint, p_task bigint, p_form_rev int) returns void
language plpgsql set plan_cache_mode = force_generic_plan as $$
begin
  update job set due_at = now()
  where org_id = p_org and kind = 'workplace.card' and done_at is null
    and (key = p_task::text or key = any (select p_task || '-' || n from generate_series(0, p_form_rev) n));
end $$;
