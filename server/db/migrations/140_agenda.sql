-- Agenda. An event says when it is by a wall clock of its zone ("2026-11-23 09:00") and a rule by which it comes again; each time that it takes
-- place is known by the wall clock that the rule gives it. `first_at` and `last_end` are the moments between which anything of it may be.
create table agenda_event (
  org_id       bigint not null references organisation,
  id           bigint not null,
  uid          bigint not null,
  title        text not null,
  place        text not null default '',
  point        jsonb,
  notes        text not null default '',
  all_day      boolean not null,
  start_local  text not null,
  minutes      int not null check (minutes > 0),
  zone         text not null,
  rule         jsonb,
  first_at     timestamptz not null,
  last_end     timestamptz not null,
  visibility   text not null check (visibility in ('full', 'busy', 'private')),
  reminders    int[] not null default '{}',
  split_from   bigint,
  version      int not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  deleted_at   timestamptz,
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  foreign key (org_id, split_from) references agenda_event (org_id, id)
);
create index agenda_event_owner on agenda_event (org_id, uid, last_end);
create index agenda_event_split on agenda_event (org_id, split_from) where split_from is not null;

-- A time that is otherwise than the rule says, or not at all.
create table agenda_exception (
  org_id      bigint not null references organisation,
  event_id    bigint not null,
  occurrence  text not null,
  cancelled   boolean not null,
  changes     jsonb not null,
  primary key (org_id, event_id, occurrence),
  foreign key (org_id, event_id) references agenda_event (org_id, id)
);

-- Who is invited, and what he says: to the series where `occurrence` is empty, otherwise to that time alone.
create table agenda_attendee (
  org_id       bigint not null references organisation,
  event_id     bigint not null,
  uid          bigint not null,
  occurrence   text not null default '',
  answer       text not null check (answer in ('none', 'accepted', 'declined', 'tentative')),
  comment      text not null default '',
  answered_at  timestamptz,
  primary key (org_id, event_id, uid, occurrence),
  foreign key (org_id, event_id) references agenda_event (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create index agenda_attendee_person on agenda_attendee (org_id, uid, event_id);

-- An address under which a calendar elsewhere reads somebody's agenda. Only the hash of its token is kept.
create table agenda_feed (
  org_id          bigint not null references organisation,
  id              bigint not null,
  uid             bigint not null,
  token_hash      text not null,
  sources         text[] not null,
  private_titles  boolean not null,
  created_at      timestamptz not null,
  fetched_at      timestamptz,
  revoked_at      timestamptz,
  primary key (org_id, id),
  foreign key (org_id, uid) references person (org_id, id)
);
create unique index agenda_feed_token on agenda_feed (org_id, token_hash);
create index agenda_feed_person on agenda_feed (org_id, uid);
