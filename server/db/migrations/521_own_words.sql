create table own_word (
  org_id      bigint not null references organisation,
  dict_code   text not null,
  -- Of a delivered word its delivered key, which clients know; of one that the organisation added, the word as it was added.
  value       text not null,
  zh          text not null,
  -- Null where the delivered English holds, or the Chinese is shown to readers of English as well.
  en          text,
  position    int not null,
  -- Kept where it was written, and offered no more.
  is_retired  boolean not null default false,
  updated_by  bigint not null,
  updated_at  timestamptz not null,
  primary key (org_id, dict_code, value),
  foreign key (org_id, updated_by) references person (org_id, id)
);
comment on table own_word is 'A word of a delivered list as an organisation has it: added, called otherwise, moved or retired. A list without rows is as delivered.';
