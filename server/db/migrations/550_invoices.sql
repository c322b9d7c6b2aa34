-- Invoices as they were read or typed, how much of their lines documents have taken, and what lines of a seller are of.

create table invoice (
  org_id             bigint not null references organisation,
  id                 bigint not null,
  -- Eight to twenty digits; invoices with a code are told apart by both.
  code               text not null default '',
  number             text not null,
  full_number        text not null generated always as (code || number) stored,
  kind               text not null default '',
  issued_on          date not null,
  seller_name        text not null,
  seller_tax_number  text not null default '',
  buyer_name         text not null default '',
  buyer_tax_number   text not null default '',
  amount             numeric(18, 2) not null,
  tax                numeric(18, 2) not null,
  total              numeric(18, 2) not null,
  remark             text not null default '',
  is_red             boolean not null default false,
  -- The full number of the invoice that this one takes back.
  blue_number        text not null default '',
  source             text not null check (source in ('xml', 'ofd', 'pdf', 'typed')),
  signature          text not null check (signature in ('intact', 'unchecked')),
  file_path          text,
  -- Of the file as it was sent.
  file_hash          text,
  -- Kept by the triggers below.
  coverage           text not null default 'open' check (coverage in ('open', 'part', 'whole')),
  search             text not null default '',
  version            int not null default 1,
  created_at         timestamptz not null default now(),
  created_by         bigint not null,
  updated_at         timestamptz not null default now(),
  deleted_at         timestamptz,
  primary key (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create unique index invoice_number on invoice (org_id, full_number) where deleted_at is null;
create index invoice_issued on invoice (org_id, issued_on, id);
create index invoice_blue on invoice (org_id, blue_number) where blue_number <> '';
create index invoice_author on invoice (org_id, created_by);
create index invoice_deleted on invoice (org_id, deleted_at desc) where deleted_at is not null;
comment on table invoice is 'An invoice that the organisation received, as its file says it or as a person typed it; its number is there once.';

create table invoice_line (
  org_id         bigint not null references organisation,
  invoice_id     bigint not null,
  line_no        int not null,
  name           text not null,
  tax_class      text not null default '',
  spec           text not null default '',
  unit           text not null default '',
  quantity       numeric(20, 6),
  price          numeric(20, 6),
  amount         numeric(18, 2) not null,
  tax_rate       text not null default '',
  tax            numeric(18, 2) not null,
  -- The line whose price this one lowers; what a line comes to after its discounts stands in the net columns.
  discount_of    int,
  net_amount     numeric(18, 2) not null,
  net_tax        numeric(18, 2) not null,
  model_id       bigint,
  consumable_id  bigint,
  primary key (org_id, invoice_id, line_no),
  foreign key (org_id, invoice_id) references invoice (org_id, id),
  foreign key (org_id, model_id) references model (org_id, id),
  foreign key (org_id, consumable_id) references consumable (org_id, id),
  check (num_nonnulls(model_id, consumable_id) <= 1)
);
create index invoice_line_model on invoice_line (org_id, model_id) where model_id is not null;
create index invoice_line_consumable on invoice_line (org_id, consumable_id) where consumable_id is not null;
comment on table invoice_line is 'A line of an invoice, and the model or the consumable that it was said to be of.';

create table invoice_use (
  org_id       bigint not null references organisation,
  invoice_id   bigint not null,
  line_no      int not null,
  document_id  bigint not null,
  -- What of the document it is: the model or the consumable of its lines.
  item_id      bigint not null,
  -- Orders and receipts are counted apart: the same things are ordered once and arrive once.
  is_receipt   boolean not null,
  quantity     numeric(20, 6) not null check (quantity >= 0),
  amount       numeric(18, 2) not null check (amount >= 0),
  created_by   bigint not null,
  created_at   timestamptz not null default now(),
  primary key (org_id, invoice_id, line_no, document_id, item_id),
  foreign key (org_id, invoice_id, line_no) references invoice_line (org_id, invoice_id, line_no),
  foreign key (org_id, document_id) references document (org_id, id) on delete cascade,
  foreign key (org_id, created_by) references person (org_id, id)
);
create index invoice_use_document on invoice_use (org_id, document_id);
create index invoice_use_person on invoice_use (org_id, created_by);
comment on table invoice_use is 'What a document has taken of a line of an invoice: never more than the line has, orders and receipts counted apart.';

create table invoice_asset (
  org_id      bigint not null references organisation,
  invoice_id  bigint not null,
  asset_id    bigint not null,
  created_by  bigint not null,
  created_at  timestamptz not null default now(),
  primary key (org_id, invoice_id, asset_id),
  foreign key (org_id, invoice_id) references invoice (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, created_by) references person (org_id, id)
);
create index invoice_asset_asset on invoice_asset (org_id, asset_id);
create index invoice_asset_person on invoice_asset (org_id, created_by);
comment on table invoice_asset is 'A card that an invoice is about although no document with the invoice brought it in.';

create table invoice_match (
  org_id         bigint not null references organisation,
  -- The tax number of the seller, or its name where it has none.
  seller         text not null,
  name           text not null,
  spec           text not null,
  model_id       bigint,
  consumable_id  bigint,
  updated_by     bigint not null,
  updated_at     timestamptz not null default now(),
  primary key (org_id, seller, name, spec),
  foreign key (org_id, model_id) references model (org_id, id),
  foreign key (org_id, consumable_id) references consumable (org_id, id),
  foreign key (org_id, updated_by) references person (org_id, id),
  check (num_nonnulls(model_id, consumable_id) = 1)
);
create index invoice_match_model on invoice_match (org_id, model_id) where model_id is not null;
create index invoice_match_consumable on invoice_match (org_id, consumable_id) where consumable_id is not null;
create index invoice_match_person on invoice_match (org_id, updated_by);
comment on table invoice_match is 'What a line of a seller was said to be of, for the next invoice with the same line.';

create table invoice_event (
  org_id      bigint not null references organisation,
  id          bigint not null,
  invoice_id  bigint not null,
  action      text not null,
  -- What it was about, for instance the code of a document.
  subject     text not null default '',
  actor_uid   bigint not null,
  at          timestamptz not null default now(),
  primary key (org_id, id),
  foreign key (org_id, invoice_id) references invoice (org_id, id),
  foreign key (org_id, actor_uid) references person (org_id, id)
);
create index invoice_event_invoice on invoice_event (org_id, invoice_id, id);
create index invoice_event_person on invoice_event (org_id, actor_uid);
comment on table invoice_event is 'What was done with an invoice, by whom, when.';

-- Holds the line while it looks: two that take the last of it come one after the other.
create function invoice_use_check() returns trigger language plpgsql as $$
declare
  v_line invoice_line;
  v_quantity numeric;
  v_amount numeric;
begin
  select * into v_line from invoice_line where org_id = new.org_id and invoice_id = new.invoice_id and line_no = new.line_no for no key update;
  select coalesce(sum(quantity), 0), coalesce(sum(amount), 0) into v_quantity, v_amount from invoice_use
  where org_id = new.org_id and invoice_id = new.invoice_id and line_no = new.line_no and is_receipt = new.is_receipt
    and (document_id, item_id) <> (new.document_id, new.item_id);
  if v_amount + new.amount > v_line.net_amount or v_quantity + new.quantity > coalesce(v_line.quantity, v_quantity + new.quantity) then
    raise exception 'line % of the invoice has less than that left', new.line_no using errcode = 'check_violation', constraint = 'invoice_use_within_line';
  end if;
  return new;
end $$;
create trigger invoice_use_checked before insert or update on invoice_use for each row execute function invoice_use_check();

-- How much of an invoice is taken: by orders or by receipts, whichever took more. What takes an earlier one back has nothing to take, nor has what is linked with cards.
create function invoice_cover(p_org bigint, p_invoice bigint) returns void language sql as $$
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
  where i.org_id = p_org and i.id = p_invoice and i.coverage <> s.coverage
$$;

create function invoice_taken() returns trigger language plpgsql as $$
begin
  perform invoice_cover(coalesce(new.org_id, old.org_id), coalesce(new.invoice_id, old.invoice_id));
  return null;
end $$;
create trigger invoice_use_taken after insert or update or delete on invoice_use for each row execute function invoice_taken();
create trigger invoice_asset_taken after insert or delete on invoice_asset for each row execute function invoice_taken();

-- What a document took is free again once it is reversed.
create function invoice_free() returns trigger language plpgsql as $$
begin
  delete from invoice_use where org_id = new.org_id and document_id = new.id;
  return null;
end $$;
create trigger invoice_freed after update of state on document
  for each row when (new.state = 'reversed' and old.state <> 'reversed') execute function invoice_free();
