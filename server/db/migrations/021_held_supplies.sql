-- What people hold of supplies keeps a balance like what lies in a store: `consumed:<person>` is an account of ours from here on.
create or replace function is_inside(account text) returns boolean language sql immutable parallel safe
  as $$ select split_part(account, ':', 1) in ('store', 'person', 'loan', 'transit', 'repair', 'consumed') $$;

-- What an account began with that no move tells: written once, by the migration below.
create table balance_opening (
  org_id     bigint not null references organisation,
  account    text not null,
  item_id    bigint not null,
  item_kind  text not null check (item_kind in ('asset', 'consumable')),
  quantity   numeric(18, 4) not null check (quantity >= 0),
  value      numeric(20, 6) not null,
  primary key (org_id, account, item_id)
);

-- Histories that had no balance are told again. Whoever gave back more than the books knew of had that much before the books began:
-- his account opens with it. What came back without a value took its share along all the same, as it would today; that share was lost
-- to the stock when it was posted and stays so: the opening value takes it off what is held.
alter table move no force row level security;
alter table balance no force row level security;
do $$
declare
  e record;
  v_quantity numeric;
  v_value numeric;
  v_booked numeric;
  v_seq bigint;
  v_leaves numeric;
begin
  for e in
    with ends as (
      select org_id, id, seq, to_account as account, item_id, item_kind, quantity as delta, cost, reverses from move where to_account like 'consumed:%'
      union all
      select org_id, id, seq, from_account, item_id, item_kind, -quantity, cost, reverses from move where from_account like 'consumed:%'
    ), running as (
      select *, sum(delta) over (partition by org_id, account, item_id order by seq) as after from ends
    )
    select *, greatest(0, -min(after) over (partition by org_id, account, item_id)) as opening,
      row_number() over (partition by org_id, account, item_id order by seq) as nth,
      count(*) over (partition by org_id, account, item_id) as entries
    from running order by org_id, account, item_id, seq
  loop
    if e.nth = 1 then v_quantity := e.opening; v_value := 0; v_booked := 0; v_seq := 0; end if;
    v_seq := v_seq + 1;
    if e.delta > 0 then
      v_value := v_value + e.cost;
      v_booked := v_booked + e.cost;
      v_quantity := v_quantity + e.delta;
      update move set to_seq = v_seq, to_after = v_quantity where org_id = e.org_id and id = e.id;
    else
      v_leaves := case when v_quantity = -e.delta then v_value
                       else least(v_value, case when e.reverses is null then round(v_value * -e.delta / v_quantity, 6) else e.cost end) end;
      v_value := v_value - v_leaves;
      v_booked := v_booked - e.cost;
      v_quantity := v_quantity + e.delta;
      update move set from_seq = v_seq, from_after = v_quantity where org_id = e.org_id and id = e.id;
    end if;
    if e.nth = e.entries then
      insert into balance (org_id, account, item_id, item_kind, on_hand, value, seq)
      values (e.org_id, e.account, e.item_id, e.item_kind, v_quantity, v_value, v_seq);
      if e.opening > 0 or v_value <> v_booked then
        insert into balance_opening (org_id, account, item_id, item_kind, quantity, value)
        values (e.org_id, e.account, e.item_id, e.item_kind, e.opening, v_value - v_booked);
      end if;
    end if;
  end loop;
end $$;
alter table move force row level security;
alter table balance force row level security;
