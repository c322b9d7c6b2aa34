-- Whoever has a phone signs in with it, and whoever is invited chooses a name on arrival: nobody needs one before.
alter table person alter column username drop not null;

-- `first_sign_in`: somebody else chose the password, so its owner is asked for another before anything else. Without a password there is
-- none to replace.
alter table person alter column first_sign_in set default false;
alter table person no force row level security;
update person set first_sign_in = false where first_sign_in and password_hash is null;
alter table person force row level security;
