-- What was uploaded to be taken over from elsewhere: read once, checked, then written all or nothing. `state` goes
-- analysed → checked → done; a batch that is done is never written again.
create table import_batch (
  org_id       bigint not null references organisation,
  id           bigint not null,
  kind         text not null,
  file_path    text not null,
  file_name    text not null,
  mapping      jsonb not null default '{}',
  state        text not null default 'analysed' check (state in ('analysed', 'running', 'done', 'failed')),
  row_count    int not null default 0,
  done_count   int not null default 0,
  document_id  bigint,
  failure      jsonb,
  created_by   bigint not null,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id),
  foreign key (org_id, document_id) references document (org_id, id)
);

-- Brings many things into the books at once, all from outside accounts: what `ledger_post` does move by move, as two statements.
-- The same item may arrive in one account several times; then the moves follow each other in the order given.
create function ledger_open(
  p_org bigint, p_document bigint, p_actor bigint, p_date date, p_kind text,
  p_ids bigint[], p_lines int[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[])
returns void language plpgsql as $$
begin
  if exists (select from unnest(p_froms, p_tos) as u (source, target) where is_inside(source) or not is_inside(target)) then
    raise exception 'ledger_open takes moves from outside accounts to inside ones only';
  end if;
  perform ledger_lock(p_org, p_tos, p_items);
  with arrived as (
    select * from unnest(p_ids, p_lines, p_items, p_froms, p_tos, p_quantities, p_costs) with ordinality
      as u (id, line_no, item_id, source, account, quantity, cost, place)
  ), kept as (
    insert into balance as b (org_id, account, item_id, item_kind, on_hand, value, seq)
    select p_org, account, item_id, p_kind, sum(quantity), sum(cost), count(*) from arrived group by account, item_id order by account, item_id
    on conflict (org_id, account, item_id) do update set
      on_hand = b.on_hand + excluded.on_hand, value = b.value + excluded.value, seq = b.seq + excluded.seq
    returning b.account, b.item_id, b.on_hand, b.seq
  )
  insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost,
                    to_seq, to_after, business_date, actor_uid)
  select p_org, a.id, p_document, 0, a.line_no, p_kind, a.item_id, a.source, a.account, a.quantity, a.cost,
         k.seq - count(*) over later + 1, k.on_hand - coalesce(sum(a.quantity) over after_it, 0), p_date, p_actor
  from arrived a join kept k using (account, item_id)
  window later as (partition by a.account, a.item_id order by a.place desc),
         after_it as (partition by a.account, a.item_id order by a.place desc rows between unbounded preceding and 1 preceding)
  order by a.place;
end $$;

-- The same as gate_search_assets with everything else a list may be narrowed by; null where it is not. `p_locations` and `p_own` together
-- are the caller's data scope: in one of these places, or held by this person.
create function gate_find_assets(
  p_grams text[], p_pattern text, p_locations bigint[], p_own bigint, p_in bigint[], p_models bigint[], p_categories bigint[], p_dept bigint, p_state text,
  p_holder bigint, p_supplier bigint, p_condition text, p_before bigint, p_limit int)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  v_org bigint := current_org();
  v_found int;
  v_last bigint;
begin
  return query
    select w.id from (
      select a.* from asset a where a.org_id = v_org and a.deleted_at is null and a.id < p_before order by a.id desc limit 2000
    ) w where w.search like p_pattern
      and (p_locations is null or w.loc_id = any (p_locations) or w.holder_uid = p_own) and (p_in is null or w.loc_id = any (p_in))
      and (p_models is null or w.goods_id = any (p_models)) and (p_categories is null or w.cat_id = any (p_categories))
      and (p_dept is null or w.dept_id = p_dept) and (p_state is null or w.state = p_state) and (p_holder is null or w.holder_uid = p_holder)
      and (p_supplier is null or w.supplier_id = p_supplier) and (p_condition is null or w.condition = p_condition)
    order by w.id desc limit p_limit;
  get diagnostics v_found = row_count;
  if v_found < p_limit then
    select min(w.id) into v_last from (
      select a.id from asset a where a.org_id = v_org and a.deleted_at is null and a.id < p_before order by a.id desc limit 2000
    ) w;
    return query
      select w.id from asset w
      where w.org_id = v_org and w.grams @> p_grams and w.search like p_pattern and w.deleted_at is null and w.id < coalesce(v_last, p_before)
        and (p_locations is null or w.loc_id = any (p_locations) or w.holder_uid = p_own) and (p_in is null or w.loc_id = any (p_in))
        and (p_models is null or w.goods_id = any (p_models)) and (p_categories is null or w.cat_id = any (p_categories))
        and (p_dept is null or w.dept_id = p_dept) and (p_state is null or w.state = p_state) and (p_holder is null or w.holder_uid = p_holder)
        and (p_supplier is null or w.supplier_id = p_supplier) and (p_condition is null or w.condition = p_condition)
      order by w.id desc limit p_limit - v_found;
  end if;
end $$;
do $$ declare f text := 'gate_find_assets(text[], text, bigint[], bigint, bigint[], bigint[], bigint[], bigint, text, bigint, bigint, text, bigint, int)';
begin
  execute format('revoke all on function %s from public', f);
  execute format('grant execute on function %s to zaice_app', f);
  execute format('alter function %s owner to zaice_gate', f);
end $$;
