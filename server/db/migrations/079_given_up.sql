-- What of a line nobody fulfils any more: a purchase that will not arrive, a request that is not waited for.
alter table document_line add column given_up numeric(18, 4) not null default 0 check (given_up >= 0);
