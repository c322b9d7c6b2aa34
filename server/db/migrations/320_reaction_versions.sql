-- How often the reactions to a message have changed: a screen that hears of a change knows whether it has heard of those before.
alter table chat_message add column reaction_version int not null default 0;
