/** What the server says to whoever runs the installation, and of him. */
export const operatorEnglish: Readonly<Record<string, string>> = {
  运营方进入: 'Operator enters',
  运营方退出: 'Operator leaves',
  全部组织: 'All organisations',
  新建组织: 'New organisation',
  发放套餐: 'Give a licence',
  重新开启组织: 'Reopen an organisation',
  生成管理员的密码链接: 'Link for an administrator to set a password',
  请输入进入码: 'Enter the entry code',
  请输入管理员姓名: 'Enter the name of the administrator',
  '进入码有误、已经使用过，或已过期': 'The entry code is wrong, used or over',
  '运营方的会话已失效，请重新生成进入地址': 'The session of the operator is over. Make another address to enter by',
  '{days}天': '{days} days',
  请填写资产数量: 'Say how many assets',
  '组织已关闭，请先重新开启': 'The organisation is closed. Reopen it first',
  '会员套餐已更新：{licence}': 'There is another licence: {licence}',
  '运营方为{name}生成了设置密码的链接': 'The operator made a link for {name} to set a password',
}
