-- Feishu as a chat that an organisation comes from, and that keeps its people.
alter table workplace_corp drop constraint workplace_corp_chat_check;
alter table workplace_corp add constraint workplace_corp_chat_check check (chat in ('dingtalk', 'wecom', 'feishu'));
alter table foreign_person drop constraint foreign_person_keeper_check;
alter table foreign_person add constraint foreign_person_keeper_check check (keeper in ('dingtalk', 'wecom', 'feishu', 'ldap', 'scim', 'oidc'));
alter table foreign_department drop constraint foreign_department_keeper_check;
alter table foreign_department
  add constraint foreign_department_keeper_check check (keeper in ('dingtalk', 'wecom', 'feishu', 'ldap', 'scim', 'oidc'));
alter table directory_sync drop constraint directory_sync_keeper_check;
alter table directory_sync add constraint directory_sync_keeper_check check (keeper in ('dingtalk', 'wecom', 'feishu', 'ldap', 'scim', 'oidc'));
alter table directory_arrival drop constraint directory_arrival_keeper_check;
alter table directory_arrival
  add constraint directory_arrival_keeper_check check (keeper in ('dingtalk', 'wecom', 'feishu', 'ldap', 'scim', 'oidc'));
