-- What assets are worth: books with their rules, a ledger of values beside the ledger of moves, and months that are closed.
-- Months stand as numbers, year × 12 + month − 1, so that the distance of two is their difference.

alter table asset add column in_service_on date;

create table book (
  org_id           bigint not null references organisation,
  id               bigint not null,
  book_name        text not null,
  regime           text not null check (regime in ('enterprise', 'smallEnterprise', 'government', 'tax', 'none')),
  -- A day in the first month that the book closes.
  starts_on        date not null,
  -- Assets up to this cost are written off in their first month; null where none are.
  low_value_limit  numeric(18, 2),
  remark           text,
  -- The last closed month; the month before the first one at the beginning, null until values were entered and the book was started.
  closed_month     int,
  -- How far the assets of the register have come in at the start: the last one, and when that was over.
  opened_through   bigint,
  opened_at        timestamptz,
  search           text not null default '',
  version          int not null default 1,
  created_at       timestamptz not null default now(),
  created_by       bigint,
  updated_at       timestamptz not null default now(),
  deleted_at       timestamptz,
  primary key (org_id, id)
);
create unique index book_name on book (org_id, book_name) where deleted_at is null;
comment on table book is 'A book of an organisation: under which rules values are kept, from which month on, and how far it is closed.';
select add_own_values('book');

create table depreciation_rule (
  org_id         bigint not null references organisation,
  id             bigint not null,
  rule_name      text not null,
  book_id        bigint not null,
  -- Null for every asset that no rule of its category is about.
  cat_id         bigint,
  method         text not null check (method in ('straightLine', 'doubleDeclining', 'sumOfYears', 'unitsOfProduction', 'immediate', 'none')),
  life_months    int check (life_months > 0),
  residual_rate  numeric(18, 4) check (residual_rate between 0 and 100),
  -- What an asset does in its whole life, where its units are what is charged.
  units_total    numeric(18, 4) check (units_total > 0),
  remark         text,
  search         text not null default '',
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  created_by     bigint,
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  primary key (org_id, id),
  foreign key (org_id, book_id) references book (org_id, id),
  foreign key (org_id, cat_id) references category (org_id, id)
);
create unique index depreciation_rule_name on depreciation_rule (org_id, rule_name) where deleted_at is null;
create unique index depreciation_rule_cat_id on depreciation_rule (org_id, book_id, cat_id) nulls not distinct where deleted_at is null;
create index depreciation_rule_book on depreciation_rule (org_id, book_id);
create index depreciation_rule_of_category on depreciation_rule (org_id, cat_id) where cat_id is not null;
comment on table depreciation_rule is 'How a book depreciates the assets of a category and of those below it.';
select add_own_values('depreciation_rule');

create table opening (
  org_id         bigint not null references organisation,
  id             bigint not null,
  asset_code     text not null,
  book_id        bigint not null,
  cost           numeric(18, 2) not null check (cost >= 0),
  depreciation   numeric(18, 2) not null check (depreciation >= 0),
  impairment     numeric(18, 2) check (impairment >= 0),
  net_value      numeric(18, 2),
  in_service_on  date not null,
  months_done    int check (months_done >= 0),
  life_months    int check (life_months > 0),
  remark         text,
  search         text not null default '',
  version        int not null default 1,
  created_at     timestamptz not null default now(),
  created_by     bigint,
  updated_at     timestamptz not null default now(),
  deleted_at     timestamptz,
  primary key (org_id, id),
  foreign key (org_id, book_id) references book (org_id, id)
);
create unique index opening_asset_code on opening (org_id, book_id, asset_code) where deleted_at is null;
create index opening_book on opening (org_id, book_id);
comment on table opening is 'What another register says of an asset when a book begins: cost, accumulated depreciation, months that were charged.';
select add_own_values('opening');

create table book_asset (
  org_id              bigint not null,
  book_id             bigint not null,
  asset_id            bigint not null,
  in_service_on       date not null,
  method              text not null check (method in ('straightLine', 'doubleDeclining', 'sumOfYears', 'unitsOfProduction', 'immediate', 'none')),
  -- Null where neither a rule nor the category says it; such an asset stands in the way of a close.
  life_months         int,
  residual            numeric(18, 2) not null,
  units_total         numeric(18, 4),
  -- As the entries sum them.
  cost                numeric(18, 2) not null check (cost >= 0),
  impairment          numeric(18, 2) not null default 0 check (impairment >= 0),
  -- Of one that left: what it took with it, for the day on which it comes back.
  left_cost           numeric(18, 2) not null default 0,
  left_impairment     numeric(18, 2) not null default 0,
  -- What was depreciated before the first segment, as it was taken over.
  depreciation_before numeric(18, 2) not null default 0 check (depreciation_before >= 0),
  months_before       int not null default 0,
  -- The first and the last month in which it is charged; the last is null as long as the asset is there.
  first_month         int not null,
  last_month          int,
  -- The month in which the book got to know it: what was charged before is in its first entry.
  entry_month         int not null,
  -- Where its value stands in the book.
  dept_id             bigint,
  cat_id              bigint,
  primary key (org_id, book_id, asset_id),
  foreign key (org_id, book_id) references book (org_id, id),
  foreign key (org_id, asset_id) references asset (org_id, id)
);
create index book_asset_asset on book_asset (org_id, asset_id);
comment on table book_asset is 'An asset in a book: the terms under which it is depreciated, and its balance; the segments of its value follow from the terms.';

create table value_segment (
  org_id       bigint not null,
  book_id      bigint not null,
  asset_id     bigint not null,
  from_month   int not null,
  months       int not null check (months > 0),
  base         numeric(18, 2) not null check (base > 0),
  -- The last month that is charged: that of the run, or an earlier one where the terms changed.
  until_month  int not null,
  primary key (org_id, book_id, asset_id, from_month),
  foreign key (org_id, book_id, asset_id) references book_asset (org_id, book_id, asset_id),
  check (until_month between from_month - 1 and from_month + months - 1)
);
comment on table value_segment is 'A run of months in which an asset is charged evenly: base ÷ months, the last month takes the rest.';

-- Rows are added and never changed.
create table value_entry (
  org_id        bigint not null,
  book_id       bigint not null,
  month         int not null,
  asset_id      bigint not null,
  kind          text not null check (kind in (
    'opening', 'acquisition', 'takeover', 'addition', 'revaluation', 'impairment', 'depreciation', 'transferOut', 'transferIn',
    'disposal', 'return', 'reversal', 'undone')),
  -- The document, or the run of a month, that it comes of; 0 for what was typed on a card.
  source_id     bigint not null,
  -- Of several of one source: which of them.
  no            int not null default 0,
  cost          numeric(18, 2) not null default 0,
  depreciation  numeric(18, 2) not null default 0,
  impairment    numeric(18, 2) not null default 0,
  dept_id       bigint,
  cat_id        bigint,
  actor_uid     bigint not null,
  at            timestamptz not null,
  -- Given out by the database: seals find rows by it.
  number        bigint generated always as identity,
  primary key (org_id, book_id, month, asset_id, kind, source_id, no),
  foreign key (org_id, book_id, asset_id) references book_asset (org_id, book_id, asset_id)
);
create index value_entry_asset on value_entry (org_id, book_id, asset_id, month) where kind <> 'depreciation';
create index value_entry_source on value_entry (org_id, source_id, book_id) where kind <> 'depreciation';
create index value_entry_number on value_entry using brin (number) with (pages_per_range = 16);
create policy gate_seal on value_entry for select to zaice_gate using (true);
grant select on value_entry to zaice_gate;
comment on table value_entry is 'The ledger of values: what cost, accumulated depreciation and impairment of an asset became more or less by, in which month and why.';

create table value_change (
  org_id       bigint not null,
  document_id  bigint not null,
  book_id      bigint not null,
  asset_id     bigint not null,
  no           int not null,
  -- The terms before and after: method, life_months, residual, and impairment, which is an entry as well.
  was          jsonb not null,
  becomes      jsonb not null,
  month        int not null,
  -- Taken back with its document.
  reversed_at  timestamptz,
  primary key (org_id, document_id, book_id, asset_id, no),
  foreign key (org_id, document_id) references document (org_id, id),
  foreign key (org_id, book_id, asset_id) references book_asset (org_id, book_id, asset_id)
);
create index value_change_asset on value_change (org_id, book_id, asset_id);
comment on table value_change is 'What a document changed of the terms under which a book depreciates an asset.';

create table book_period (
  org_id      bigint not null,
  id          bigint not null,
  book_id     bigint not null,
  month       int not null,
  state       text not null check (state in ('running', 'closed', 'undoing', 'undone')),
  -- The last asset that the run has been through; null before the first.
  run_through bigint,
  actor_uid   bigint not null,
  started_at  timestamptz not null,
  closed_at   timestamptz,
  undone_by   bigint,
  undone_at   timestamptz,
  reason      text,
  primary key (org_id, id),
  foreign key (org_id, book_id) references book (org_id, id),
  foreign key (org_id, actor_uid) references person (org_id, id),
  foreign key (org_id, undone_by) references person (org_id, id)
);
create unique index book_period_month on book_period (org_id, book_id, month) where state <> 'undone';
create index book_period_book on book_period (org_id, book_id, month desc, started_at desc);
create index book_period_actor on book_period (org_id, actor_uid);
create index book_period_undone on book_period (org_id, undone_by) where undone_by is not null;
comment on table book_period is 'The run of a month of a book: under way, closed, or undone with its reason.';

create table value_total (
  org_id        bigint not null,
  book_id       bigint not null,
  month         int not null,
  no            int not null,
  kind          text not null,
  dept_id       bigint,
  cat_id        bigint,
  assets        int not null,
  cost          numeric(18, 2) not null,
  depreciation  numeric(18, 2) not null,
  impairment    numeric(18, 2) not null,
  primary key (org_id, book_id, month, no),
  foreign key (org_id, book_id) references book (org_id, id)
);
create unique index value_total_key on value_total (org_id, book_id, month, kind, dept_id, cat_id) nulls not distinct;
comment on table value_total is 'The entries of a closed month by kind, department and category, so that reports need not add them up again.';

-- What a run of months charges in its first p_count months together. Same as chargedIn of domain/books/depreciation.ts.
create function charged_in(p_base numeric, p_months int, p_count int) returns numeric language sql immutable parallel safe as $$
  select case when p_count <= 0 then 0 when p_count >= p_months then p_base else least(p_count * round(p_base / p_months, 2), p_base) end
$$;

create table account_rule (
  org_id                bigint not null references organisation,
  id                    bigint not null,
  rule_name             text not null,
  book_id               bigint not null,
  cat_id                bigint,
  dept_id               bigint,
  asset_account         text,
  depreciation_account  text,
  impairment_account    text,
  expense_account       text,
  loss_account          text,
  source_account        text,
  clearing_account      text,
  remark                text,
  search                text not null default '',
  version               int not null default 1,
  created_at            timestamptz not null default now(),
  created_by            bigint,
  updated_at            timestamptz not null default now(),
  deleted_at            timestamptz,
  primary key (org_id, id),
  foreign key (org_id, book_id) references book (org_id, id),
  foreign key (org_id, cat_id) references category (org_id, id),
  foreign key (org_id, dept_id) references department (org_id, id)
);
create unique index account_rule_name on account_rule (org_id, rule_name) where deleted_at is null;
create unique index account_rule_cat_id on account_rule (org_id, book_id, cat_id, dept_id) nulls not distinct where deleted_at is null;
create index account_rule_category on account_rule (org_id, cat_id) where cat_id is not null;
create index account_rule_department on account_rule (org_id, dept_id) where dept_id is not null;
comment on table account_rule is 'To which accounts of the general ledger the entries of a category or a department go.';
select add_own_values('account_rule');

create table voucher (
  org_id          bigint not null,
  id              bigint not null,
  book_id         bigint not null,
  period_id       bigint not null,
  month           int not null,
  event           text not null check (event in ('addition', 'depreciation', 'impairment', 'disposal', 'transfer')),
  code            text not null,
  total           numeric(18, 2) not null,
  -- Its number in the general ledger, once it is there.
  foreign_number  text,
  -- The month was opened again: the voucher counts no more.
  voided_at       timestamptz,
  created_at      timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, book_id) references book (org_id, id),
  foreign key (org_id, period_id) references book_period (org_id, id)
);
create unique index voucher_event on voucher (org_id, period_id, event);
create unique index voucher_code on voucher (org_id, book_id, code) where voided_at is null;
create index voucher_month on voucher (org_id, book_id, month desc, code);
comment on table voucher is 'What a closed month of a book is to the general ledger; its lines balance.';

create table voucher_line (
  org_id      bigint not null,
  voucher_id  bigint not null,
  no          int not null,
  account     text not null,
  dept_id     bigint,
  debit       numeric(18, 2) not null check (debit >= 0),
  credit      numeric(18, 2) not null check (credit >= 0),
  primary key (org_id, voucher_id, no),
  foreign key (org_id, voucher_id) references voucher (org_id, id)
);
comment on table voucher_line is 'A debit or a credit of an account, of one department where it is an expense.';

create table ledger_balance (
  org_id    bigint not null,
  book_id   bigint not null,
  month     int not null,
  account   text not null,
  -- Debits less credits.
  balance   numeric(18, 2) not null,
  typed_by  bigint not null,
  typed_at  timestamptz not null,
  primary key (org_id, book_id, month, account),
  foreign key (org_id, book_id) references book (org_id, id),
  foreign key (org_id, typed_by) references person (org_id, id)
);
create index ledger_balance_person on ledger_balance (org_id, typed_by);
comment on table ledger_balance is 'What the general ledger shows on an account at the end of a month, as it was typed in.';

create table unit_reading (
  org_id      bigint not null references organisation,
  id          bigint not null,
  asset_code  text not null,
  read_on     date not null,
  units       numeric(18, 4) not null check (units >= 0),
  remark      text,
  search      text not null default '',
  version     int not null default 1,
  created_at  timestamptz not null default now(),
  created_by  bigint,
  updated_at  timestamptz not null default now(),
  deleted_at  timestamptz,
  primary key (org_id, id)
);
create index unit_reading_day on unit_reading (org_id, read_on);
create index unit_reading_asset on unit_reading (org_id, asset_code, read_on);
comment on table unit_reading is 'How much an asset did, counted in the month of the day.';
select add_own_values('unit_reading');

-- ------------------------------------------------------------------------------------------------------------ seals

create function sealed(r value_entry) returns bytea language sql stable parallel safe as $$
  select sha256(convert_to(jsonb_build_array(r.number, r.book_id, r.month, r.asset_id, r.kind, r.source_id, r.no, r.cost, r.depreciation, r.impairment,
    r.dept_id, r.cat_id, r.actor_uid, extract(epoch from r.at))::text, 'UTF8'))
$$;

do $$
begin
  execute format('grant select on sequence %s to zaice_gate', pg_get_serial_sequence('value_entry', 'number'));
end $$;

-- As before, with the entries of values besides.
create or replace function gate_last_numbers()
returns table (noun text, number bigint) language sql stable security definer set search_path = public, pg_temp as $$
  select split_part(c, '.', 1), coalesce(pg_sequence_last_value(pg_get_serial_sequence(split_part(c, '.', 1), split_part(c, '.', 2))::regclass), 0)
  from unnest(array['move.seq', 'document_event.seq', 'asset_event.seq', 'wf_event.number', 'file.number', 'watched_change.number', 'value_entry.number']) as c
$$;

create or replace function gate_digests(p_noun text, p_after bigint, p_upto bigint)
returns table (org_id bigint, noun text, number bigint, key text, digest bytea)
language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  case p_noun
    when 'move' then return query select r.org_id, p_noun, r.seq, r.id::text, sealed(r) from move r where r.seq > p_after and r.seq <= p_upto;
    when 'asset_event' then return query select r.org_id, p_noun, r.seq, r.id::text, sealed(r) from asset_event r where r.seq > p_after and r.seq <= p_upto;
    when 'wf_event' then return query select r.org_id, p_noun, r.number, r.instance_id || '/' || r.seq, sealed(r) from wf_event r where r.number > p_after and r.number <= p_upto;
    when 'file' then return query select r.org_id, p_noun, r.number, r.id::text, sealed(r) from file r where r.number > p_after and r.number <= p_upto;
    when 'watched_change' then return query select r.org_id, p_noun, r.number, r.number::text, sealed(r) from watched_change r where r.number > p_after and r.number <= p_upto;
    when 'value_entry' then return query select r.org_id, p_noun, r.number, r.number::text, sealed(r) from value_entry r where r.number > p_after and r.number <= p_upto;
    when 'document_event' then
      return query
        select r.org_id, p_noun, r.seq, r.id::text, sealed(r) from document_event r join document d on d.org_id = r.org_id and d.id = r.document_id
        where r.seq > p_after and r.seq <= p_upto and (r.action not in ('save', 'update') or d.state <> 'draft');
      return query
        select d.org_id, 'document', e.seq, d.id::text, sealed(d)
        from (select r.org_id, r.document_id, max(r.seq) as seq from document_event r where r.seq > p_after and r.seq <= p_upto group by 1, 2) e
        join document d on d.org_id = e.org_id and d.id = e.document_id
        where d.state in ('inProgress', 'posted', 'reversed');
  end case;
end $$;
