-- When a chat said what is kept, by its own clock: what is older never takes the place of what is newer.
alter table workplace_kept add column said_ms bigint;
-- Until when a chat wants not to be asked about an organisation.
alter table workplace_corp add column quiet_until timestamptz;
