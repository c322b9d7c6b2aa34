-- Where somebody signs in by a chat: its code is opened by another credential on a desk.
alter table workplace_state add column place text check (place in ('client', 'desk'));

-- `alarm_*`: why a chat lets nothing through until somebody mends it, and when the administrators were told last. `member_licence`: what the
-- organisation has of the chat's own licence for members, when it was asked for, and which of its ends the administrators were told of.
alter table workplace_corp add column alarm_code text;
alter table workplace_corp add column alarm_words text;
alter table workplace_corp add column alarm_at timestamptz;
alter table workplace_corp add column member_licence jsonb;
alter table workplace_corp add column member_licence_at timestamptz;
alter table workplace_corp add column member_licence_told text;
