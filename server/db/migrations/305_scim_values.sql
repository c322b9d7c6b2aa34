-- People as a directory that speaks SCIM describes them have several mail addresses and numbers, each with its type.
alter table scim_user no force row level security;

update scim_user set said = (said - 'email' - 'phone')
  || case when said ? 'email' then jsonb_build_object('emails', jsonb_build_array(
       jsonb_build_object('value', said ->> 'email', 'type', 'work', 'primary', true))) else '{}'::jsonb end
  || case when said ? 'phone' then jsonb_build_object('phoneNumbers', jsonb_build_array(
       jsonb_build_object('value', said ->> 'phone', 'type', 'mobile'))) else '{}'::jsonb end
where said ?| array['email', 'phone'];

alter table scim_user force row level security;
