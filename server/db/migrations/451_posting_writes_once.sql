-- What a posting writes: each row once, and no index entry that nothing asks for.

-- A line that has all it waited for is told from one that waits by another column. An index whose condition looks at a quantity would get a new entry,
-- and so would all others of the table, whenever something of a line is brought.
alter table document_line add column waited_since timestamptz;
alter table document_line no force row level security;
update document_line set waited_since = waits_since, waits_since = null where waits_since is not null and done_quantity >= quantity;
alter table document_line force row level security;
drop index document_line_waiting;
create index document_line_waiting on document_line (org_id, item_id, waits_since) where waits_since is not null;
-- Room for what is brought, so that it stands beside the line as it was.
alter table document_line set (fillfactor = 85);

-- The balance of what a document has reserved and takes is written once, not to free it first; a piece that arrives is stored without a look whether it
-- is there.
create or replace function ledger_post(p_org bigint, p_document bigint, p_stage integer, p_actor bigint, p_date date, p_ids bigint[], p_lines integer[], p_kinds text[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[], p_reverses bigint[])
returns table (account text, item_id bigint, wanted numeric, free numeric, low boolean)
language plpgsql set plan_cache_mode = 'force_generic_plan' as $$
#variable_conflict use_column
declare
  i int;
  v_cost numeric;
  v_value numeric;
  v_on_hand numeric;
  v_from_seq bigint;
  v_from_after numeric;
  v_to_seq bigint;
  v_to_after numeric;
  v_gain bigint;
  v_takes boolean := false;
  v_reserved jsonb := '{}';
  v_own numeric;
begin
  if exists (select from count_freeze where org_id = p_org and account = any (p_froms || p_tos)) then
    return query
      select f.account, f.task_id, null::numeric, null::numeric, null::boolean from count_freeze f
      where f.org_id = p_org and f.account = any (p_froms || p_tos)
        and not exists (select from count_result r where r.org_id = p_org and r.document_id = p_document and r.task_id = f.task_id)
        and not exists (select from count_unknown u where u.org_id = p_org and u.document_id = p_document and u.task_id = f.task_id)
      limit 1 for share of f;
    if found then return; end if;
  end if;

  for i in 1 .. coalesce(array_length(p_ids, 1), 0) loop
    v_takes := v_takes or is_inside(p_froms[i]);
  end loop;

  if exists (select from reservation where org_id = p_org and document_id = p_document) then
    -- The document's own reservations and what it touches besides are locked together, in one order.
    perform ledger_lock(p_org,
      p_froms || p_tos || (select array_agg(account) from reservation where org_id = p_org and document_id = p_document),
      p_items || p_items || (select array_agg(item_id) from reservation where org_id = p_org and document_id = p_document));
    with gone as (delete from reservation r where r.org_id = p_org and r.document_id = p_document returning r.account, r.item_id, r.quantity)
    select coalesce(jsonb_object_agg(gone.account || ' ' || gone.item_id, gone.quantity), '{}') into v_reserved from gone;
  elsif v_takes or exists (
    select from unnest(p_tos, p_items) as k (account, item_id)
    where is_inside(k.account) and not exists (select from balance b where b.org_id = p_org and b.account = k.account and b.item_id = k.item_id))
  then
    perform ledger_lock(p_org, p_froms || p_tos, p_items || p_items);
  end if;
  -- What only adds to rows that are there needs no lock beforehand: the moves come in the order of these rows, so writing them locks in that order.

  if v_takes then
    return query
      select k.account, k.item_id, k.wanted, coalesce(b.on_hand - b.reserved + k.own, 0), null::boolean
      from (
        select account, item_id, sum(quantity) as wanted, coalesce((v_reserved ->> (account || ' ' || item_id))::numeric, 0) as own
        from unnest(p_froms, p_items, p_quantities) as u (account, item_id, quantity) where is_inside(account) group by 1, 2
      ) k
      left join balance b on b.org_id = p_org and b.account = k.account and b.item_id = k.item_id
      where coalesce(b.on_hand - b.reserved + k.own, 0) < k.wanted;
    if found then return; end if;
  end if;

  -- Only what enters the register or leaves it waits for others that do.
  if 'asset' = any (p_kinds) then
    select count(*) filter (where not is_inside(source)) - count(*) filter (where not is_inside(target)) into v_gain
    from unnest(p_kinds, p_froms, p_tos) as u (kind, source, target) where kind = 'asset' and is_inside(source) <> is_inside(target);
    if v_gain <> 0 then update asset_register set n = n + v_gain where org_id = p_org; end if;
  end if;

  for i in 1 .. coalesce(array_length(p_ids, 1), 0) loop
    v_from_seq := null; v_from_after := null; v_to_seq := null; v_to_after := null;
    v_cost := coalesce(p_costs[i], 0);
    if is_inside(p_froms[i]) then
      select b.value, b.on_hand into v_value, v_on_hand from balance b
      where b.org_id = p_org and b.account = p_froms[i] and b.item_id = p_items[i];
      v_cost := case when v_on_hand = p_quantities[i] then v_value
                     else least(coalesce(p_costs[i], round(v_value * p_quantities[i] / v_on_hand, 6)), v_value) end;
      v_own := coalesce((v_reserved ->> (p_froms[i] || ' ' || p_items[i]))::numeric, 0);
      v_reserved := v_reserved - (p_froms[i] || ' ' || p_items[i]);
      update balance b set on_hand = b.on_hand - p_quantities[i], reserved = b.reserved - v_own, value = b.value - v_cost, seq = b.seq + 1
      where b.org_id = p_org and b.account = p_froms[i] and b.item_id = p_items[i]
      returning b.seq, b.on_hand into v_from_seq, v_from_after;
    end if;
    if p_kinds[i] = 'asset' and v_from_after = 0 then
      delete from balance b where b.org_id = p_org and b.account = p_froms[i] and b.item_id = p_items[i];
    end if;
    if is_inside(p_tos[i]) and p_kinds[i] = 'asset' then
      -- A piece has a row only where it is, and it has just left the one that it had.
      insert into balance as b (org_id, account, item_id, item_kind, on_hand, value, seq)
      values (p_org, p_tos[i], p_items[i], p_kinds[i], p_quantities[i], v_cost, 1) returning b.seq, b.on_hand into v_to_seq, v_to_after;
    elsif is_inside(p_tos[i]) then
      update balance b set on_hand = b.on_hand + p_quantities[i], value = b.value + v_cost, seq = b.seq + 1
      where b.org_id = p_org and b.account = p_tos[i] and b.item_id = p_items[i]
      returning b.seq, b.on_hand into v_to_seq, v_to_after;
      if not found then
        insert into balance as b (org_id, account, item_id, item_kind, on_hand, value, seq)
        values (p_org, p_tos[i], p_items[i], p_kinds[i], p_quantities[i], v_cost, 1)
        on conflict (org_id, account, item_id) do update set
          on_hand = b.on_hand + excluded.on_hand, value = b.value + excluded.value, seq = b.seq + 1
        returning b.seq, b.on_hand into v_to_seq, v_to_after;
      end if;
    end if;
    insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost,
                      from_seq, from_after, to_seq, to_after, business_date, actor_uid, reverses)
    values (p_org, p_ids[i], p_document, p_stage, p_lines[i], p_kinds[i], p_items[i], p_froms[i], p_tos[i], p_quantities[i], v_cost,
            v_from_seq, v_from_after, v_to_seq, v_to_after, p_date, p_actor, p_reverses[i]);
  end loop;

  -- What was reserved and is not taken is free again.
  if v_reserved <> '{}' then
    update balance b set reserved = b.reserved - r.value::numeric
    from jsonb_each_text(v_reserved) r
    where b.org_id = p_org and b.account = split_part(r.key, ' ', 1) and b.item_id = split_part(r.key, ' ', 2)::bigint;
  end if;

  if 'consumable' = any (p_kinds) then
    perform count_mark_items(p_org, array(select m.item from unnest(p_kinds, p_items) as m (kind, item) where m.kind = 'consumable'));
  end if;

  -- The moves say what was in a store before and after, under the lock of its balance: of postings at the same moment exactly one crosses.
  -- What arrives in a store for the first time has never been too little there.
  if not exists (
    select from unnest(p_kinds, p_items) as k (kind, id) join consumable c on c.org_id = p_org and c.id = k.id
    where k.kind = 'consumable' and c.min_stock is not null)
  then return; end if;
  return query
    select s.account, s.item_id, c.min_stock, s.after, s.after < c.min_stock
    from (
      select e.account, e.item_id, min(e.seq) as first,
        (array_agg(e.before order by e.seq))[1] as before, (array_agg(e.after order by e.seq desc))[1] as after
      from (
        select m.from_account as account, m.item_id, m.from_seq as seq, m.from_after + m.quantity as before, m.from_after as after
        from move m where m.org_id = p_org and m.id = any (p_ids) and m.from_account like 'store:%'
        union all
        select m.to_account, m.item_id, m.to_seq, m.to_after - m.quantity, m.to_after
        from move m where m.org_id = p_org and m.id = any (p_ids) and m.to_account like 'store:%'
      ) e group by e.account, e.item_id
    ) s join consumable c on c.org_id = p_org and c.id = s.item_id
    where (s.before < c.min_stock) <> (s.after < c.min_stock) and (s.first > 1 or s.after < c.min_stock);
end $$;
