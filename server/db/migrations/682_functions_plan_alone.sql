-- Functions that read tables are planned by themselves, with their parameters as values.

create or replace function gate_organisations_of_login(p_login text) returns table(org_id bigint, name text, avatar text, uid bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select o.org_id, o.name, o.avatar, p.id
    from person p join organisation o on o.org_id = p.org_id
    where (p.username = lower(p_login) or p.phone = p_login) and p.deleted_at is null and p.state = 'active' and o.state = 'active'
    order by o.org_id;
end $$;

create or replace function gate_organisations() returns table(org_id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select org_id from organisation order by org_id;
end $$;

create or replace function gate_ended_sessions(p_tokens text[]) returns table(token_hash text) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select t.token_hash from unnest(p_tokens) as t (token_hash)
    where not exists (
      select from session s join person p on p.org_id = s.org_id and p.id = s.uid
      where s.token_hash = t.token_hash and s.ended_at is null and s.expires_at > now() and p.state = 'active' and p.deleted_at is null);
end $$;

create or replace function gate_organisations_without_job(p_kind text) returns table(org_id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select o.org_id from organisation o
    where o.state = 'active' and not exists (
      select from job j where j.org_id = o.org_id and j.kind = p_kind and j.done_at is null and j.lease_until is distinct from 'infinity')
    order by o.org_id;
end $$;

create or replace function gate_last_numbers() returns table(noun text, number bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select split_part(c, '.', 1), coalesce(pg_sequence_last_value(pg_get_serial_sequence(split_part(c, '.', 1), split_part(c, '.', 2))::regclass), 0)
    from unnest(array['move.seq', 'document_event.seq', 'asset_event.seq', 'wf_event.number', 'file.number', 'watched_change.number', 'value_entry.number']) as c;
end $$;

create or replace function stock_closed_through(p_org bigint) returns integer language plpgsql stable as $$
#variable_conflict use_column
begin
  return (select max(s.month) from stock_month s where s.org_id = p_org and s.state = 'closed');
end $$;


create or replace function invoice_cover(p_org bigint, p_invoice bigint) returns void language plpgsql volatile as $$
#variable_conflict use_column
begin
  update invoice i set coverage = s.coverage
    from (
      select case
        when n.is_red or exists (select from invoice_asset a where a.org_id = p_org and a.invoice_id = p_invoice) then 'whole'
        when coalesce(bool_and(l.net_amount <= l.taken), false) then 'whole'
        when coalesce(bool_or(l.taken > 0), false) then 'part' else 'open' end as coverage
      from invoice n left join lateral (
        select l.net_amount, greatest(
          (select coalesce(sum(u.amount), 0) from invoice_use u
           where u.org_id = p_org and u.invoice_id = p_invoice and u.line_no = l.line_no and u.is_receipt),
          (select coalesce(sum(u.amount), 0) from invoice_use u
           where u.org_id = p_org and u.invoice_id = p_invoice and u.line_no = l.line_no and not u.is_receipt)) as taken
        from invoice_line l where l.org_id = p_org and l.invoice_id = p_invoice and l.discount_of is null) l on true
      where n.org_id = p_org and n.id = p_invoice group by n.is_red
    ) s
    where i.org_id = p_org and i.id = p_invoice and i.coverage <> s.coverage;
end $$;
