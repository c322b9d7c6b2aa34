-- The tag that is written for a piece: an EPC is set aside, the reader was told to write it, it was read back and stands on the card. `tid` is
-- the number of the chip. A piece has one; written anew it begins again with another EPC.
create table rfid_tag (
  org_id       bigint not null references organisation,
  asset_id     bigint not null,
  epc          text not null,
  state        text not null default 'planned' check (state in ('planned', 'written', 'verified')),
  tid          text,
  planned_by   bigint not null,
  planned_at   timestamptz not null,
  written_at   timestamptz,
  verified_at  timestamptz,
  primary key (org_id, asset_id),
  foreign key (org_id, asset_id) references asset (org_id, id),
  foreign key (org_id, planned_by) references person (org_id, id)
);
create unique index rfid_tag_epc on rfid_tag (org_id, epc);
create index rfid_tag_open on rfid_tag (org_id, planned_at, asset_id) where state <> 'verified';
create index rfid_tag_planned_by on rfid_tag (org_id, planned_by);

-- The last number that an EPC of the organisation was made of.
create table rfid_number (
  org_id  bigint not null references organisation,
  last    bigint not null default 0,
  primary key (org_id)
);
