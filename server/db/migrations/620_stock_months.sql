-- Months of the stock that are closed: what was in each account at their end is fixed, and nothing is dated into them any more.

create table stock_month (
  org_id      bigint not null,
  id          bigint not null,
  -- Year × 12 + month − 1.
  month       int not null,
  state       text not null check (state in ('closed', 'undone')),
  actor_uid   bigint not null,
  closed_at   timestamptz not null,
  undone_by   bigint,
  undone_at   timestamptz,
  reason      text,
  primary key (org_id, id),
  foreign key (org_id, actor_uid) references person (org_id, id),
  foreign key (org_id, undone_by) references person (org_id, id)
);
create unique index stock_month_closed on stock_month (org_id, month) where state = 'closed';
create index stock_month_actor on stock_month (org_id, actor_uid);
create index stock_month_undone on stock_month (org_id, undone_by) where undone_by is not null;
comment on table stock_month is 'A month of the stock that was closed, or was closed and opened again for a reason.';

create table stock_closing (
  org_id    bigint not null,
  month_id  bigint not null,
  -- A store, or the road to one, as balances name them.
  account   text not null,
  item_id   bigint not null,
  quantity  numeric(18, 4) not null,
  amount    numeric(20, 6) not null,
  primary key (org_id, month_id, account, item_id),
  foreign key (org_id, month_id) references stock_month (org_id, id)
);
comment on table stock_closing is 'What was in stock at the end of a closed month, by account and item; written with the close and never changed.';

-- The stock of a day is read back from the present one over the moves since.
create index move_of_stock on move (org_id, business_date, seq) where item_kind = 'consumable';

create function month_of(p_day date) returns int language sql immutable parallel safe as
  $$ select (extract(year from p_day) * 12 + extract(month from p_day) - 1)::int $$;
create function first_day_of(p_month int) returns date language sql immutable parallel safe as
  $$ select make_date(p_month / 12, p_month % 12 + 1, 1) $$;

-- Postings of supplies share this lock and a close takes it alone, so that nothing is posted into a month that is just being closed.
create function stock_share(p_org bigint) returns void language sql as
  $$ select pg_advisory_xact_lock_shared(hashtextextended('stock', p_org)) $$;

-- The last month of the stock that is closed; null where none is.
create function stock_closed_through(p_org bigint) returns int language sql stable as
  $$ select max(s.month) from stock_month s where s.org_id = p_org and s.state = 'closed' $$;

-- The posting of moves, which now asks for the month.
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
  -- Nothing of stock is dated into a month that is closed: one row without quantities, of no certain store, says the last of them.
  if 'consumable' = any (p_kinds) then
    perform stock_share(p_org);
    return query select 'store:', stock_closed_through(p_org)::bigint, null::numeric, null::numeric, null::boolean
      where stock_closed_through(p_org) >= month_of(p_date);
    if found then return; end if;
  end if;

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

-- The opening of many things at once, the same.
create or replace function ledger_open(
  p_org bigint, p_document bigint, p_actor bigint, p_date date, p_kind text,
  p_ids bigint[], p_lines int[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[])
returns void language plpgsql as $$
begin
  if p_kind = 'consumable' then
    perform stock_share(p_org);
    -- What comes in while its day is being closed comes in on the first open day.
    p_date := greatest(p_date, first_day_of(stock_closed_through(p_org) + 1));
  end if;
  if exists (select from unnest(p_froms, p_tos) as u (source, target) where is_inside(source) or not is_inside(target)) then
    raise exception 'ledger_open takes moves from outside accounts to inside ones only';
  end if;
  if p_kind = 'asset' then update asset_register set n = n + cardinality(p_ids) where org_id = p_org; end if;
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
