-- When a domain was last seen to be the organisation's; null for a short name, and for a domain that was saved before anybody looked.
alter table sign_on_word add column proven_at timestamptz;
drop function gate_sign_on_of(text);
create function gate_sign_on_of(p_word text)
returns table (org_id bigint, name text, avatar text, oidc text, ldap text, proven_at timestamptz)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select o.org_id, o.name, o.avatar,
      (select s.settings ->> 'title' from sign_on s where s.org_id = o.org_id and s.kind = 'oidc' and s.enabled),
      (select s.settings ->> 'title' from sign_on s where s.org_id = o.org_id and s.kind = 'ldap' and s.enabled),
      w.proven_at
    from sign_on_word w join organisation o on o.org_id = w.org_id
    where w.word = p_word and o.state = 'active'
      and exists (select from sign_on s where s.org_id = o.org_id and s.kind in ('oidc', 'ldap') and s.enabled)
    order by o.org_id limit 20;
end $$;
revoke all on function gate_sign_on_of(text) from public;
grant execute on function gate_sign_on_of(text) to zaice_app;
alter function gate_sign_on_of(text) owner to zaice_gate;
