-- What stands behind the code of an asset on labels of organisations that let strangers report what they find: letters that nobody guesses.
create table asset_finder (
  org_id      bigint not null references organisation,
  asset_id    bigint not null,
  code        text not null,
  created_at  timestamptz not null default now(),
  primary key (org_id, asset_id),
  unique (org_id, code),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
create policy gate on asset_finder for select to zaice_gate using (true);
grant select on asset_finder to zaice_gate;

-- What somebody who is nobody of ours said about an asset that they have found.
create table found_report (
  org_id      bigint not null references organisation,
  id          bigint not null,
  asset_id    bigint not null,
  words       text not null,
  phone       text not null default '',
  point       jsonb,
  picture     text,
  at          timestamptz not null,
  settled_by  bigint,
  settled_at  timestamptz,
  primary key (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, settled_by) references person (org_id, id),
  check ((settled_by is null) = (settled_at is null))
);
create index found_report_asset on found_report (org_id, asset_id, at desc);
create index found_report_settler on found_report (org_id, settled_by) where settled_by is not null;

-- Whose label a stranger holds, among organisations that let strangers see a page: by the letters of a finder, or by a blank label's code. Without
-- either the only organisation of the installation, if there is but one.
create function gate_found(p_finder text, p_blank text)
returns table (org_id bigint, asset_id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select o.org_id,
      case when p_finder is not null then (select f.asset_id from asset_finder f where f.org_id = o.org_id and f.code = p_finder)
           when p_blank is not null then (select l.item_id from label_code l where l.org_id = o.org_id and l.code = p_blank and l.noun = 'asset') end
    from organisation o
    where o.state = 'active' and (o.settings -> 'strangers' ->> 'isOn')::boolean
      and case when p_finder is not null then exists (select from asset_finder f where f.org_id = o.org_id and f.code = p_finder)
               when p_blank is not null then exists (select from label_code l where l.org_id = o.org_id and l.code = p_blank and l.noun = 'asset')
               else not exists (select from organisation x where x.org_id <> o.org_id and x.state = 'active') end
    limit 1;
end $$;
revoke all on function gate_found(text, text) from public;
grant execute on function gate_found(text, text) to zaice_app;
alter function gate_found(text, text) owner to zaice_gate;

create or replace function gate_is_elsewhere(p_asset bigint, p_code text)
returns boolean language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return exists (
    select from organisation o
    where o.org_id is distinct from current_org()
      and (exists (select from asset a where a.org_id = o.org_id and a.id = p_asset)
        or exists (select from label_code l where l.org_id = o.org_id and l.code = p_code)
        or exists (select from asset_finder f where f.org_id = o.org_id and f.code = p_code))
  );
end $$;
