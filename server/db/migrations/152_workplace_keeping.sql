-- What workplace chats keep between calls: tickets, tokens, lasting codes, for all processes of the installation. It belongs to no
-- organisation, is answered to nobody and travels with nobody. `making`: whoever fetches it at this moment, and until when others wait for it.
create table workplace_kept (
  key           text primary key,
  value         text,
  until         timestamptz,
  making        uuid,
  making_until  timestamptz,
  check ((making is null) = (making_until is null))
);
