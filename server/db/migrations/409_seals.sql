-- Events are sealed after they were committed: a job takes the digests of all new rows of an organisation into a seal, and each seal holds the
-- one before. Rows are told apart by numbers that the database gives out, so nothing depends on transaction numbers or on where a row lies, and a
-- restored database bears its seals.

-- ----------------------------------------------------------------------------------------------------- watched tables

create table watched_change (
  org_id   bigint not null references organisation,
  number   bigint generated always as identity,
  subject  text not null,
  key      text not null,
  -- Null where the row is gone.
  becomes  jsonb,
  at       timestamptz not null default now(),
  primary key (org_id, number)
);
create index watched_change_key on watched_change (org_id, subject, key, number desc);
-- Seals read changes in the order of their numbers.
create index watched_change_number on watched_change using brin (number) with (pages_per_range = 16);
create policy gate_seal on watched_change for select to zaice_gate using (true);
grant select on watched_change to zaice_gate;
comment on table watched_change is
  'A change of a row that gives a person power, limits it, or settles who owns a thing; the last row of a key must match the watched table.';

-- Which columns of which tables are watched; of a column behind a # its digest.
create function watched_tables() returns table (subject text, keys text[], columns text[]) language sql immutable parallel safe as $$
  values
    ('organisation', array['org_id'], array['name', 'state', 'settings']),
    ('person', array['id'], array['username', 'phone', 'admin', 'state', 'deleted_at', 'dept_id', '#password_hash']),
    ('department', array['id'], array['parent_id', 'manager_uid', 'deleted_at']),
    ('location', array['id'], array['parent_id', 'manager_uid', 'deleted_at']),
    ('location_user', array['loc_id', 'uid', 'kind'], array['kind']),
    ('role', array['id'], array['role_code', 'role_type', 'role_hide']),
    ('person_role', array['uid', 'role_id'], array['active']),
    ('licence_order', array['id'], array['purchase_type', 'created_by', 'start_date', 'end_date', 'order_state', 'period_name', 'price', 'asset_scope']),
    ('balance_opening', array['account', 'item_id'], array['item_kind', 'quantity', 'value']),
    ('wf_flow', array['flow_key'], array['active_version', 'state', 'document_kind', 'form_key']),
    ('wf_definition', array['flow_key', 'version'], array['#body', 'published_by']),
    ('wf_form_version', array['form_key', 'version'], array['#body', 'published_by']),
    ('wf_delegation', array['id'], array['principal_uid', 'agent_uid', 'flow_keys', 'valid']),
    ('wf_handover', array['uid'], array['successor_uid']),
    ('invitation', array['id'], array['uid', 'dept_id', '#token_hash', 'expires_at', 'revoked_at', 'used_at']),
    ('role_grant', array['id'], array['uid', 'role_word', 'granted', 'by_uid', 'at']),
    ('operator_act', array['id'], array['by_name', 'act', 'details', 'at']),
    ('dispute_export_step', array['id'], array['export_id', 'step', 'uid', 'details', 'at'])
$$;

-- The key of a watched row as one text.
create function watched_key(p_row jsonb, p_keys text[]) returns text language sql immutable parallel safe as $$
  select string_agg(p_row ->> k, '/' order by at) from unnest(p_keys) with ordinality as u (k, at)
$$;

-- The watched columns of a row as one value, digests in place of columns behind a #.
create function watched_value(p_row jsonb, p_columns text[]) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(ltrim(c, '#'), case when c like '#%' then to_jsonb(encode(sha256(convert_to(p_row ->> ltrim(c, '#'), 'UTF8')), 'hex')) else p_row -> c end)
  from unnest(p_columns) as c
$$;

-- Writes the row of watched_change for a changed row; the arguments are the key columns and the watched columns of its table.
create function note_watched() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  v_keys text[] := string_to_array(tg_argv[0], ',');
  v_columns text[] := string_to_array(tg_argv[1], ',');
  v_was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_is jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_op = 'UPDATE' then
    if watched_value(v_was, v_columns) = watched_value(v_is, v_columns) and watched_key(v_was, v_keys) = watched_key(v_is, v_keys) then return null; end if;
    if watched_key(v_was, v_keys) <> watched_key(v_is, v_keys) then
      insert into watched_change (org_id, subject, key) values (old.org_id, tg_table_name, watched_key(v_was, v_keys));
    end if;
  end if;
  insert into watched_change (org_id, subject, key, becomes) values (
    (coalesce(v_is, v_was) ->> 'org_id')::bigint, tg_table_name, watched_key(coalesce(v_is, v_was), v_keys),
    case when v_is is not null then watched_value(v_is, v_columns) end);
  return null;
end $$;

-- Every watched table has the trigger `watched`.
do $$
declare w record;
begin
  for w in select * from watched_tables() loop
    execute format('create trigger watched after insert or update or delete on %I for each row execute function note_watched(%L, %L)',
      w.subject, array_to_string(w.keys, ','), array_to_string(w.columns, ','));
  end loop;
end $$;

-- Watched rows of an organisation that differ from their last change.
create function watched_faults(p_org bigint) returns table (what text) language plpgsql stable set timezone = 'UTC' as $$
declare w record;
begin
  for w in select * from watched_tables() loop
    return query execute format(
      'select %L || '' '' || key || case when r.key is null then '' is gone'' when l.key is null then '' came from nowhere'' else '' was changed'' end
       from (select watched_key(to_jsonb(t), %L) as key, watched_value(to_jsonb(t), %L) as value from %I t where org_id = $1) r
       full join (select distinct on (key) key, becomes from watched_change where org_id = $1 and subject = %L order by key, number desc) l using (key)
       where r.value is distinct from l.becomes',
      w.subject, w.keys, w.columns, w.subject, w.subject) using p_org;
  end loop;
end $$;

-- -------------------------------------------------------------------------------------------------------------- seals

create table seal (
  org_id     bigint not null references organisation,
  no         int not null,
  at         timestamptz not null,
  -- By noun, up to which number everything of the organisation is in this seal or one before.
  upto       jsonb not null,
  nouns      text[] not null,
  keys       text[] not null,
  digests    bytea[] not null,
  -- True where the seal was made with a key that lies outside the database.
  keyed      boolean not null,
  head       text not null,
  -- True where it was made in another installation, perhaps with another key; the first seal made here holds such seals as rows.
  elsewhere  boolean not null default false,
  primary key (org_id, no),
  check (cardinality(nouns) = cardinality(keys) and cardinality(keys) = cardinality(digests))
);
comment on table seal is 'A seal over the rows of an organisation that were new when it was made; it holds the head of the seal before.';

-- ---------------------------------------------------------------------------------------------------- digests of rows

-- All of a row that says something; moments as seconds, so that no setting of a session changes the digest.

create function sealed(r move) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.id, r.seq, r.document_id, r.stage, r.line_no, r.item_kind, r.item_id, r.from_account, r.to_account,
    r.quantity, r.cost, r.from_seq, r.from_after, r.to_seq, r.to_after, r.business_date, extract(epoch from r.posted_at), r.actor_uid, r.reverses)::text, 'UTF8'))
$$;

create function sealed(r document_event) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.id, r.seq, r.document_id, r.action, r.actor_uid, extract(epoch from r.at), r.details)::text, 'UTF8'))
$$;

create function sealed(r asset_event) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.id, r.seq, r.asset_id, r.document_id, r.action, r.actor_uid, extract(epoch from r.at), r.changes)::text, 'UTF8'))
$$;

create function sealed(r wf_event) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.number, r.instance_id, r.seq, extract(epoch from r.at), r.actor, r.via, r.command_id, r.schema, r.events)::text, 'UTF8'))
$$;

create function sealed(r file) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.number, r.id, r.path, r.name, r.mime, r.size_bytes, r.sha256, r.uploaded_by, extract(epoch from r.created_at))::text, 'UTF8'))
$$;

create function sealed(r watched_change) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.number, r.subject, r.key, r.becomes, extract(epoch from r.at))::text, 'UTF8'))
$$;

-- The content of a document in the books, which is not changed any more.
create function sealed(r document) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.id, r.kind, r.code, r.author_uid, r.dept_id, r.subject_uid, r.loc_ids, r.header, r.amount, r.source_id,
    r.instance_id, r.body_hash, extract(epoch from r.submitted_at),
    (select jsonb_agg(jsonb_build_array(l.line_no, l.item_id, l.quantity, l.source_line, l.data) order by l.line_no)
     from document_line l where l.org_id = r.org_id and l.document_id = r.id))::text, 'UTF8'))
$$;

create function sealed(r seal) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.no, extract(epoch from r.at), r.upto, r.nouns, r.keys,
    array(select encode(d, 'hex') from unnest(r.digests) with ordinality u (d, place) order by place), r.keyed, r.head)::text, 'UTF8'))
$$;

-- gate_last_numbers reads these sequences.
do $$
declare c text;
begin
  foreach c in array array['move.seq', 'document_event.seq', 'asset_event.seq', 'wf_event.number', 'file.number', 'watched_change.number'] loop
    execute format('grant select on sequence %s to zaice_gate', pg_get_serial_sequence(split_part(c, '.', 1), split_part(c, '.', 2)));
  end loop;
end $$;

-- The last number given out of each noun, whatever organisation has it.
create function gate_last_numbers()
returns table (noun text, number bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select split_part(c, '.', 1), coalesce(pg_sequence_last_value(pg_get_serial_sequence(split_part(c, '.', 1), split_part(c, '.', 2))::regclass), 0)
  from unnest(array['move.seq', 'document_event.seq', 'asset_event.seq', 'wf_event.number', 'file.number', 'watched_change.number']) as c
$$;

-- The digests of rows with a number after p_after, up to p_upto, of all organisations. Events of a draft are deleted with it, so they are not
-- sealed; a document comes along with its events once it is in the books.
create function gate_digests(p_noun text, p_after bigint, p_upto bigint)
returns table (org_id bigint, noun text, number bigint, key text, digest bytea)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  case p_noun
    when 'move' then return query select r.org_id, p_noun, r.seq, r.id::text, sealed(r) from move r where r.seq > p_after and r.seq <= p_upto;
    when 'asset_event' then return query select r.org_id, p_noun, r.seq, r.id::text, sealed(r) from asset_event r where r.seq > p_after and r.seq <= p_upto;
    when 'wf_event' then return query select r.org_id, p_noun, r.number, r.instance_id || '/' || r.seq, sealed(r) from wf_event r where r.number > p_after and r.number <= p_upto;
    when 'file' then return query select r.org_id, p_noun, r.number, r.id::text, sealed(r) from file r where r.number > p_after and r.number <= p_upto;
    when 'watched_change' then return query select r.org_id, p_noun, r.number, r.number::text, sealed(r) from watched_change r where r.number > p_after and r.number <= p_upto;
    when 'document_event' then
      return query
        select r.org_id, p_noun, r.seq, r.id::text, sealed(r) from document_event r join document d on d.org_id = r.org_id and d.id = r.document_id
        where r.seq > p_after and r.seq <= p_upto and (r.action not in ('save', 'update') or d.state <> 'draft');
      return query
        select d.org_id, 'document', e.seq, d.id::text, sealed(d)
        from (select r.org_id, r.document_id, max(r.seq) as seq from document_event r where r.seq > p_after and r.seq <= p_upto group by 1, 2) e
        join document d on d.org_id = e.org_id and d.id = e.document_id
        where d.state in ('inProgress', 'posted', 'reversed');
  end case;
end $$;

-- The functions that read across organisations or past row-level security run with the rights of zaice_gate.
do $$
declare f regprocedure;
begin
  foreach f in array array['gate_last_numbers', 'gate_digests']::regproc[] loop
    execute format('revoke all on function %s from public', f);
    execute format('grant execute on function %s to zaice_app', f);
    execute format('alter function %s owner to zaice_gate', f);
  end loop;
end $$;
