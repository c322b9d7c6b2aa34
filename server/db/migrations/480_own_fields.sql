-- Fields that an organisation adds to its records. Values stand on the record, by the keys of the fields; numbers as decimals in text.
create table own_field (
  org_id        bigint not null references organisation,
  noun          text not null,
  -- `x` and a number; never given twice.
  key           text not null,
  label         text not null,
  english_label text,
  hint          text,
  control       jsonb not null,
  -- Which column of `own_value` finds and sorts by it; null for what is only shown.
  value_column  text check (value_column in ('text', 'number', 'day', 'ref')),
  is_required   boolean not null default false,
  is_unique     boolean not null default false,
  is_open       boolean not null default false,
  category_ids  bigint[] not null default '{}',
  position      int not null,
  retired_at    timestamptz,
  version       int not null default 1,
  created_by    bigint not null,
  created_at    timestamptz not null default now(),
  primary key (org_id, noun, key)
);
comment on table own_field is 'A field that an organisation adds to a kind of its records; for assets of some categories and what lies below them.';

create table own_value (
  org_id       bigint not null,
  noun         text not null,
  key          text not null,
  record_id    bigint not null,
  text_value   text,
  number_value numeric,
  day_value    date,
  ref_value    bigint,
  is_unique    boolean not null,
  primary key (org_id, noun, key, record_id),
  foreign key (org_id, noun, key) references own_field (org_id, noun, key)
);
comment on table own_value is 'The values of own fields by which records are found and sorted; triggers write them from the records.';
create index own_value_of_record on own_value (org_id, noun, record_id);
create index own_value_text on own_value (org_id, noun, key, text_value, record_id) where text_value is not null;
create index own_value_number on own_value (org_id, noun, key, number_value, record_id) where number_value is not null;
create index own_value_day on own_value (org_id, noun, key, day_value, record_id) where day_value is not null;
create index own_value_ref on own_value (org_id, noun, key, ref_value, record_id) where ref_value is not null;
create unique index own_value_unique on own_value (org_id, noun, key, coalesce(text_value, number_value::text, ref_value::text)) where is_unique;

-- The values of a record by which it is found. A deleted record takes no value from another one; the error of a value that another one has names
-- the key of the field as its column.
create function own_value_write() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  v_field record;
  v_text text;
begin
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

-- Lets records of a table have own fields; the table is called as the noun.
create function add_own_values(p_table text) returns void language plpgsql as $$
begin
  execute format('alter table %I add column own_values jsonb', p_table);
  execute format('create trigger own_value_insert after insert on %I for each row when (new.own_values is not null) execute function own_value_write(%L)', p_table, p_table);
  execute format('create trigger own_value_update after update of own_values, deleted_at on %I for each row
    when (new.own_values is distinct from old.own_values or (new.own_values is not null and (new.deleted_at is null) <> (old.deleted_at is null)))
    execute function own_value_write(%L)', p_table, p_table);
end $$;
select add_own_values(t) from unnest(array['asset', 'category', 'consumable', 'department', 'location', 'model', 'person', 'supplier']) t;
