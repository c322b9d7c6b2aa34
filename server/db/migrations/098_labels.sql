-- Labels. A template is never changed: each saving is a version, and a printing names the one that it was made with. A delivered template that
-- the organisation changed has versions here under the delivered key.
create table label_template (
  org_id        bigint not null references organisation,
  template_key  text not null,
  version       int not null check (version > 0),
  noun          text not null check (noun in ('asset', 'location', 'consumable', 'person', 'blank')),
  name          text not null,
  body          jsonb not null,
  is_deleted    boolean not null default false,
  created_by    bigint not null,
  created_at    timestamptz not null default now(),
  primary key (org_id, template_key, version),
  foreign key (org_id, created_by) references person (org_id, id)
);

-- `address`: host and port of a printer that the server reaches over the network; otherwise what a page knows its device by.
create table printer (
  org_id         bigint not null references organisation,
  id             bigint not null,
  name           text not null,
  way            text not null check (way in ('pdf', 'network', 'station', 'serial', 'usb', 'bluetooth', 'shell')),
  language       text not null check (language in ('tspl', 'zpl', 'cpcl', 'escpos', 'brother')),
  dpi            int not null check (dpi in (203, 300, 600)),
  offset_x_mm    double precision not null default 0,
  offset_y_mm    double precision not null default 0,
  scale_percent  double precision not null default 100,
  black_bit      smallint check (black_bit in (0, 1)),
  speed          int,
  density        int,
  address        text,
  version        int not null default 1,
  created_by     bigint not null,
  created_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  primary key (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create unique index printer_name on printer (org_id, name) where deleted_at is null;

-- A printing. Labels up to `done_to` are known to have come out, those up to `sent_to` were handed out. `send_key` is of the page that took
-- the last of them. `template_version` 0: the delivered one as the program has it.
create table print_job (
  org_id            bigint not null references organisation,
  id                bigint not null,
  noun              text not null check (noun in ('asset', 'location', 'consumable', 'person', 'blank')),
  template_key      text not null,
  template_version  int not null,
  template          jsonb not null,
  printer_id        bigint,
  way               text not null check (way in ('pdf', 'network', 'station', 'serial', 'usb', 'bluetooth', 'shell')),
  state             text not null default 'open' check (state in ('open', 'sending', 'doubtful', 'done', 'cancelled')),
  total             int not null check (total > 0),
  sent_to           int not null default 0,
  done_to           int not null default 0,
  copies            int not null,
  start_cell        int not null default 1,
  send_key          uuid,
  reason            text,
  failure           text,
  uid               bigint not null,
  created_at        timestamptz not null default now(),
  ended_at          timestamptz,
  primary key (org_id, id),
  foreign key (org_id, printer_id) references printer (org_id, id),
  foreign key (org_id, uid) references person (org_id, id),
  check (done_to between 0 and sent_to and sent_to <= total)
);
create index print_job_open on print_job (org_id, printer_id) where state in ('open', 'sending', 'doubtful');
create index print_job_person on print_job (org_id, uid, id desc);

-- What each label of a printing says, fixed when it began. `bound`: the fields of the thing that the template shows, as the books had them.
-- Copies of one label follow each other: label n is item (n - 1) / copies + 1.
create table print_job_item (
  org_id        bigint not null references organisation,
  job_id        bigint not null,
  no            int not null,
  item_id       bigint not null,
  texts         jsonb not null,
  bound         jsonb not null,
  content_hash  text not null,
  primary key (org_id, job_id, no),
  foreign key (org_id, job_id) references print_job (org_id, id)
);

-- Every label that came out.
create table label_print (
  org_id            bigint not null references organisation,
  job_id            bigint not null,
  label_no          int not null,
  noun              text not null,
  item_id           bigint not null,
  template_key      text not null,
  template_version  int not null,
  content_hash      text not null,
  bound             jsonb not null,
  copy              int not null,
  reason            text,
  printed_by        bigint not null,
  printed_at        timestamptz not null default now(),
  primary key (org_id, job_id, label_no),
  foreign key (org_id, job_id) references print_job (org_id, id),
  foreign key (org_id, printed_by) references person (org_id, id)
);
create index label_print_item on label_print (org_id, noun, item_id, printed_at desc);

-- The last label of each thing, kept with the prints: what it says is held against the thing as it is now.
create table label_state (
  org_id        bigint not null references organisation,
  noun          text not null,
  item_id       bigint not null,
  copies        int not null,
  content_hash  text not null,
  bound         jsonb not null,
  template_key  text not null,
  printed_at    timestamptz not null,
  primary key (org_id, noun, item_id)
);

create function note_label_print() returns trigger language plpgsql as $$
begin
  insert into label_state as s (org_id, noun, item_id, copies, content_hash, bound, template_key, printed_at)
  values (new.org_id, new.noun, new.item_id, 1, new.content_hash, new.bound, new.template_key, new.printed_at)
  on conflict (org_id, noun, item_id) do update
  set copies = s.copies + excluded.copies, content_hash = excluded.content_hash, bound = excluded.bound,
      template_key = excluded.template_key, printed_at = excluded.printed_at;
  return null;
end $$;
create trigger label_print_noted after insert on label_print for each row execute function note_label_print();

-- Labels that were printed blank, each with a code of its own, and what they were bound to by scanning.
create table label_code (
  org_id      bigint not null references organisation,
  id          bigint not null,
  code        text not null,
  noun        text check (noun in ('asset', 'location', 'consumable')),
  item_id     bigint,
  bound_by    bigint,
  bound_at    timestamptz,
  created_by  bigint not null,
  created_at  timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, code),
  foreign key (org_id, bound_by) references person (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id),
  check ((noun is null) = (item_id is null) and (item_id is null) = (bound_at is null))
);
create index label_code_item on label_code (org_id, noun, item_id) where item_id is not null;
