-- The values of a record by which it is found, as before; besides, a change of a field waits for the records under way that have a value of it,
-- and later records wait for that change.
create or replace function own_value_write() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  v_field record;
  v_text text;
begin
  perform from own_field f
  where f.org_id = new.org_id and f.noun = tg_argv[0] and f.value_column is not null and coalesce(new.own_values, old.own_values) ? f.key
  order by f.key for key share;
  if tg_op = 'UPDATE' then
    delete from own_value where org_id = new.org_id and noun = tg_argv[0] and record_id = new.id;
  end if;
  if new.deleted_at is not null or new.own_values is null then
    return null;
  end if;
  for v_field in
    select f.key, f.value_column, f.is_unique from own_field f
    where f.org_id = new.org_id and f.noun = tg_argv[0] and f.value_column is not null and new.own_values ? f.key order by f.key
  loop
    v_text := new.own_values ->> v_field.key;
    insert into own_value (org_id, noun, key, record_id, text_value, number_value, day_value, ref_value, is_unique)
    values (new.org_id, tg_argv[0], v_field.key, new.id,
      case v_field.value_column when 'text' then left(v_text, 200) end,
      case v_field.value_column when 'number' then v_text::numeric end,
      case v_field.value_column when 'day' then v_text::date end,
      case v_field.value_column when 'ref' then v_text::bigint end,
      v_field.is_unique)
    on conflict do nothing;
    if not found then
      raise exception using errcode = 'unique_violation', message = 'an own value is there already', constraint = 'own_value_unique',
        table = tg_argv[0], column = v_field.key;
    end if;
  end loop;
  return null;
end $$;
