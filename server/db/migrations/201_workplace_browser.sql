-- Whoever is led out to sign in comes back in the same browser. Only a hash of its secret is kept.
alter table workplace_state add column browser_hash text;
delete from workplace_state where purpose = 'signIn';
alter table workplace_state add check ((purpose = 'signIn') = (browser_hash is not null));
