-- Comparisons of numerics are not leakproof, so row security keeps an index of them from lists; those of machine numbers are.
alter table own_value add column number_order double precision;
comment on column own_value.number_order is 'The number as machines have it: what own numbers are found and sorted by. The exact one stands beside it.';
create function own_value_order() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.number_order := new.number_value::double precision;
  return new;
end $$;
create trigger own_value_order before insert on own_value for each row when (new.number_value is not null) execute function own_value_order();
update own_value set number_order = number_value::double precision where number_value is not null;
drop index own_value_number;
create index own_value_number on own_value (org_id, noun, key, number_order, record_id) where number_order is not null;
-- A row that is looked at by itself is answered by the index alone.
alter table own_value drop constraint own_value_pkey;
alter table own_value add primary key (org_id, noun, key, record_id) include (number_order, day_value, ref_value);
