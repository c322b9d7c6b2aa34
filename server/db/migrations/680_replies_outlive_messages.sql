-- What takes messages away empties the references to them, because a key over several machines may not be emptied in part.
alter table chat_message drop constraint chat_message_org_id_reply_id_fkey;
alter table chat_message add constraint chat_message_org_id_reply_id_fkey foreign key (org_id, reply_id) references chat_message (org_id, id) not valid;
alter table chat_message validate constraint chat_message_org_id_reply_id_fkey;
alter table chat_message drop constraint chat_message_org_id_target_id_fkey;
alter table chat_message add constraint chat_message_org_id_target_id_fkey foreign key (org_id, target_id) references chat_message (org_id, id) not valid;
alter table chat_message validate constraint chat_message_org_id_target_id_fkey;
