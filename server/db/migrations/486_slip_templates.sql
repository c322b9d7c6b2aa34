-- How an organisation prints the documents of a kind.
create table slip_template (
  org_id     bigint not null references organisation,
  kind       text not null,
  template   jsonb not null,
  version    int not null default 1,
  updated_by bigint not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, kind)
);
comment on table slip_template is 'How an organisation prints the documents of a kind: size, fields, columns, words, places to sign.';
