-- What is asked with every posting is planned once in a session: arrays of ids make the database plan anew at each call.
alter function ledger_reserve(bigint, bigint, text[], bigint[], numeric[]) set plan_cache_mode = force_generic_plan;
alter function ledger_release(bigint, bigint) set plan_cache_mode = force_generic_plan;

-- Whoever writes a document is a person of the organisation: that key holds the organisation as well, and does not make everybody lock its one row.
alter table document drop constraint document_org_id_fkey;

-- Announcements are read and dropped in their own order; nothing looks one up by its number.
alter table outbox drop constraint outbox_pkey;

drop function ledger_post(bigint, bigint, int, bigint, date, bigint[], int[], text[], bigint[], text[], text[], numeric[], numeric[], bigint[]);

-- Posts the moves of one stage of a document: releases what it reserved, checks everything, then writes. Answers what is short, one row
-- each, `low` unknown; then the caller must roll back. Else it answers the supplies whose stock in a place (`account`) fell below the least that
-- is wanted there (`wanted`, `low` true) or is back at it, with what is left (`free`). `p_costs` is the whole cost of a move, or null where it
-- comes with the goods: at moving weighted average when they leave an inside account, 0 from outside.
create function ledger_post(
  p_org bigint, p_document bigint, p_stage int, p_actor bigint, p_date date,
  p_ids bigint[], p_lines int[], p_kinds text[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[], p_reverses bigint[])
returns table (account text, item_id bigint, wanted numeric, free numeric, low boolean) language plpgsql set plan_cache_mode = force_generic_plan as $$
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
begin
  if exists (select from reservation where org_id = p_org and document_id = p_document) then
    -- The document's own reservations and what it touches besides are locked together, in one order.
    perform ledger_lock(p_org,
      p_froms || p_tos || (select array_agg(account) from reservation where org_id = p_org and document_id = p_document),
      p_items || p_items || (select array_agg(item_id) from reservation where org_id = p_org and document_id = p_document));
    perform ledger_release(p_org, p_document);
  elsif exists (select from unnest(p_froms) as f (account) where is_inside(f.account)) or exists (
    select from unnest(p_tos, p_items) as k (account, item_id)
    where is_inside(k.account) and not exists (select from balance b where b.org_id = p_org and b.account = k.account and b.item_id = k.item_id))
  then
    perform ledger_lock(p_org, p_froms || p_tos, p_items || p_items);
  end if;
  -- What only adds to rows that are there needs no lock beforehand: the moves come in the order of these rows, so writing them locks in that order.

  return query
    select k.account, k.item_id, k.wanted, coalesce(b.on_hand - b.reserved, 0), null::boolean
    from (
      select account, item_id, sum(quantity) as wanted from unnest(p_froms, p_items, p_quantities) as u (account, item_id, quantity)
      where is_inside(account) group by 1, 2
    ) k
    left join balance b on b.org_id = p_org and b.account = k.account and b.item_id = k.item_id
    where coalesce(b.on_hand - b.reserved, 0) < k.wanted;
  if found then return; end if;

  -- Only what enters the register or leaves it waits for others that do.
  select count(*) filter (where not is_inside(source)) - count(*) filter (where not is_inside(target)) into v_gain
  from unnest(p_kinds, p_froms, p_tos) as u (kind, source, target) where kind = 'asset' and is_inside(source) <> is_inside(target);
  if v_gain <> 0 then update asset_register set n = n + v_gain where org_id = p_org; end if;

  for i in 1 .. coalesce(array_length(p_ids, 1), 0) loop
    v_from_seq := null; v_from_after := null; v_to_seq := null; v_to_after := null;
    v_cost := coalesce(p_costs[i], 0);
    if is_inside(p_froms[i]) then
      select b.value, b.on_hand into v_value, v_on_hand from balance b
      where b.org_id = p_org and b.account = p_froms[i] and b.item_id = p_items[i];
      v_cost := case when v_on_hand = p_quantities[i] then v_value
                     else least(coalesce(p_costs[i], round(v_value * p_quantities[i] / v_on_hand, 6)), v_value) end;
      update balance b set on_hand = b.on_hand - p_quantities[i], value = b.value - v_cost, seq = b.seq + 1
      where b.org_id = p_org and b.account = p_froms[i] and b.item_id = p_items[i]
      returning b.seq, b.on_hand into v_from_seq, v_from_after;
    end if;
    if p_kinds[i] = 'asset' and v_from_after = 0 then
      delete from balance b where b.org_id = p_org and b.account = p_froms[i] and b.item_id = p_items[i];
    end if;
    if is_inside(p_tos[i]) then
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
