-- Units of production are begun and ended by documents: from which month on the units that are left are counted.
alter table book_asset add column units_from int;
comment on column book_asset.units_from is 'From which month on readings count towards units_total; null where from the entry month.';
