-- From where somebody signed in lately: a network that others locked still lets them in. Both are kept as one hash.
create table sign_in_known (
  key         text primary key,
  expires_at  timestamptz not null
);
create index sign_in_known_expires on sign_in_known (expires_at);
