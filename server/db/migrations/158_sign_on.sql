-- How an organisation signs its people in by what they have elsewhere. `secret` is what the other side knows us by (of `scim` the hash of what
-- it shows us); it is never answered. `exclusive`: whoever comes in by it needs no password here any more.
create table sign_on (
  org_id      bigint not null references organisation,
  kind        text not null check (kind in ('oidc', 'ldap', 'scim')),
  enabled     boolean not null default false,
  exclusive   boolean not null default false,
  settings    jsonb not null default '{}',
  secret      text,
  updated_by  bigint not null,
  updated_at  timestamptz not null,
  primary key (org_id, kind),
  foreign key (org_id, updated_by) references person (org_id, id)
);

-- What people type to find their organisation: a short name, the domain of an e-mail address. Several may have the same.
create table sign_on_word (
  org_id  bigint not null references organisation,
  word    text not null check (word = lower(word)),
  primary key (org_id, word)
);
create index sign_on_word_word on sign_on_word (word);

-- Somebody is on the way to the other side and back. Only the browser that began it ends it, once.
create table sign_on_attempt (
  org_id        bigint not null references organisation,
  state_hash    text not null,
  browser_hash  text not null,
  nonce         text not null,
  verifier      text not null,
  redirect      text not null,
  expires_at    timestamptz not null,
  primary key (org_id, state_hash)
);

create policy gate on sign_on for select to zaice_gate using (true);
create policy gate on sign_on_word for select to zaice_gate using (true);
grant select on sign_on, sign_on_word to zaice_gate;
create function gate_sign_on_of(p_word text)
returns table (org_id bigint, name text, avatar text, oidc text, ldap text) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select o.org_id, o.name, o.avatar,
      (select s.settings ->> 'title' from sign_on s where s.org_id = o.org_id and s.kind = 'oidc' and s.enabled),
      (select s.settings ->> 'title' from sign_on s where s.org_id = o.org_id and s.kind = 'ldap' and s.enabled)
    from sign_on_word w join organisation o on o.org_id = w.org_id
    where w.word = p_word and o.state = 'active'
      and exists (select from sign_on s where s.org_id = o.org_id and s.kind in ('oidc', 'ldap') and s.enabled)
    order by o.org_id limit 20;
end $$;
revoke all on function gate_sign_on_of(text) from public;
grant execute on function gate_sign_on_of(text) to zaice_app;
alter function gate_sign_on_of(text) owner to zaice_gate;
