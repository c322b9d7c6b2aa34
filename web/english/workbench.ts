export const workbenchEnglish: Readonly<Record<string, string>> = {
  '您好，{name}': 'Hello, {name}',
  常用: 'Frequent',
  '当前管理员未指定管理区域，请在PC端进行配置':
    'The current administrator has not specified a management location, please configure it on the PC side',
  开始盘点: 'Start a count',
  借用资产: 'Borrowed assets',
  '{n}件在用': '{n} in use',
  '{n}件即将到期': '{n} due soon',
  '{n}件借用中': '{n} on loan',
  审批处理: 'Approvals',
  资产申请: 'Asset requests',
  耗材申请: 'Consumable requests',
  还没有可以发起的申请: 'Nothing to apply for yet',
  最近访问: 'Recently visited',
  打开过的功能会出现在这里: 'What you open will appear here',
  常用服务: 'Frequent services',
}
