-- An order that a workplace chat sold: which of its orders it is, and how that stood when it was taken over last.
alter table licence_order add column source text;
alter table licence_order add column source_order_id text;
alter table licence_order add column source_state jsonb;
create unique index licence_order_source on licence_order (org_id, source, source_order_id);

-- How many assets each edition covers that is sold in a chat. Of no organisation: whoever runs the installation says so.
create table licence_edition (
  source       text not null,
  edition      text not null,
  asset_scope  int not null check (asset_scope > 0),
  primary key (source, edition)
);

-- What the operator may have done: a licence is ended early as well, and what an edition covers is changed.
alter table operator_act drop constraint operator_act_act_check;
alter table operator_act add constraint operator_act_act_check check (act in ('make', 'licence', 'end', 'edition', 'close', 'reopen', 'link'));
