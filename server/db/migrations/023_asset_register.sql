-- How many assets of an organisation are in the books: what a licence limits. Whoever adds some holds this row until his transaction ends, so
-- that of several at once each sees what the others added; the functions of the ledger keep the number, whatever moves.
create table asset_register (
  org_id  bigint primary key references organisation,
  n       bigint not null default 0 check (n >= 0)
) with (fillfactor = 50);

create function asset_register_begin() returns trigger language plpgsql as $$
begin
  insert into asset_register (org_id) values (new.org_id);
  return null;
end $$;
create trigger organisation_has_register after insert on organisation for each row execute function asset_register_begin();

alter table organisation no force row level security;
alter table balance no force row level security;
insert into asset_register (org_id, n)
select o.org_id, (select count(*) from balance b where b.org_id = o.org_id and b.item_kind = 'asset') from organisation o;
alter table organisation force row level security;
alter table balance force row level security;

-- Posts the moves of one stage of a document: releases what it reserved, checks everything, then writes. Answers what is short, one row
-- each; then the caller must roll back. `p_costs` is the whole cost of a move, or null where it comes with the goods: at moving
-- weighted average when they leave an inside account, 0 from outside.
create or replace function ledger_post(
  p_org bigint, p_document bigint, p_stage int, p_actor bigint, p_date date,
  p_ids bigint[], p_lines int[], p_kinds text[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[], p_reverses bigint[])
returns table (account text, item_id bigint, wanted numeric, free numeric) language plpgsql as $$
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
  else
    perform ledger_lock(p_org, p_froms || p_tos, p_items || p_items);
  end if;

  return query
    select k.account, k.item_id, k.wanted, coalesce(b.on_hand - b.reserved, 0)
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
      insert into balance as b (org_id, account, item_id, item_kind, on_hand, value, seq)
      values (p_org, p_tos[i], p_items[i], p_kinds[i], p_quantities[i], v_cost, 1)
      on conflict (org_id, account, item_id) do update set
        on_hand = b.on_hand + excluded.on_hand, value = b.value + excluded.value, seq = b.seq + 1
      returning b.seq, b.on_hand into v_to_seq, v_to_after;
    end if;
    insert into move (org_id, id, document_id, stage, line_no, item_kind, item_id, from_account, to_account, quantity, cost,
                      from_seq, from_after, to_seq, to_after, business_date, actor_uid, reverses)
    values (p_org, p_ids[i], p_document, p_stage, p_lines[i], p_kinds[i], p_items[i], p_froms[i], p_tos[i], p_quantities[i], v_cost,
            v_from_seq, v_from_after, v_to_seq, v_to_after, p_date, p_actor, p_reverses[i]);
  end loop;
end $$;

-- Brings many things into the books at once, all from outside accounts: what `ledger_post` does move by move, as two statements.
-- The same item may arrive in one account several times; then the moves follow each other in the order given.
create or replace function ledger_open(
  p_org bigint, p_document bigint, p_actor bigint, p_date date, p_kind text,
  p_ids bigint[], p_lines int[], p_items bigint[], p_froms text[], p_tos text[], p_quantities numeric[], p_costs numeric[])
returns void language plpgsql as $$
begin
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
