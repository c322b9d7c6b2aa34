export const directoryEnglish: Record<string, string> = {
  '成员{id}': 'Member {id}',
  '部门{id}': 'Department {id}',
  '{name}：{things}': '{name}: {things}',
  由谁维护: 'Maintained by',
  同步情况: 'Sync status',
  确认离开的人: 'Confirm who leaves',
  放弃同步: 'Discard the sync',
  'LDAP 目录': 'LDAP directory',
  单点登录: 'Single sign-on',
  '部门互为上级：{names}': 'Departments are above each other: {names}',
  '这个{keeper}账号已与另一个人对应': 'This {keeper} account already belongs to someone else',
  '由{keeper}维护，请在那里修改': 'Maintained by {keeper}; change it there',
  '由{keeper}维护，请在那里删除': 'Maintained by {keeper}; delete it there',
  '{keeper}拒绝了读取：{reason}': '{keeper} refused to be read: {reason}',
  '与{keeper}的连接已断开': 'No longer connected to {keeper}',
  '离开的人太多，这次同步已放弃': 'Too many people would have left; this sync was discarded',
  '{keeper}同步后将有{n}人离开，请确认': 'After syncing with {keeper}, {n} {n|person|people} would leave. Please confirm',
  '{name}已从{keeper}离开，账号已停用': '{name} has left {keeper}; the account is disabled',
  '{name}已从{keeper}离开，账号已停用，还有{n}项要交接':
    '{name} has left {keeper}; the account is disabled and {n} {n|thing is|things are} to be handed over',
  '{count}人已从{keeper}离开，账号已停用，还有{n}项要交接':
    '{count} {count|person has|people have} left {keeper}; their accounts are disabled and {n} {n|thing is|things are} to be handed over',
  '{name}已不在{keeper}中，因为是最后一位管理员，账号没有停用':
    '{name} is no longer in {keeper}, but stays enabled as the last administrator',
  没有姓名的人: 'People without a name',
  按代称查没有姓名的人: 'People without a name by what stands for it',
  按代称查没有名称的部门: 'Departments without a name by what stands for it',
}
