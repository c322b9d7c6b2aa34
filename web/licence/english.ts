/** What a membership covers, and what is left where it is over. */
export const licenceEnglish: Readonly<Record<string, string>> = {
  '试用期内登记的数据都会保留，开通会员后继续使用。': 'All your data is kept. Buy a licence to continue.',
  '您的数据都会保留，续费后继续使用。': 'All your data is kept. Renew to continue.',
  '您的组织还没有开通在册，开通后即可使用。': 'Your organisation has no licence yet. Buy one to get started.',
  '{why}，只能查看和导出': '{why}: read and export only',
  怎么办: 'What to do',
  可以: 'You can',
  不可以: 'You cannot',
  '查看、搜索和打印，导出表格和全部数据': 'View, search and print; export tables and all data',
  '查看、搜索和打印，导出表格': 'View, search and print; export tables',
  '登录、退出和修改密码': 'Sign in and out, change your password',
  '新增、修改、审批和盘点；到期的审批先停着，续费后接着计时':
    'Add, edit, approve and count. Approval deadlines pause and resume after renewal',
  先只读查看: 'View only',
  返回继续查看: 'Back to view only',
  '会员已生效，可以继续使用了': 'Your licence is active again. You can continue working.',
  续费: 'Renew',
  开通: 'Buy',
  续费或升级: 'Renew or upgrade',
  '续费或升级请联系：{contact}': 'To renew or upgrade, contact: {contact}',
  '续费或升级请联系为您安装在册的服务方。': 'To renew or upgrade, contact your Zaice service provider.',
  '请联系本单位的管理员：{names}': 'Ask an administrator of your organisation: {names}',
  '请联系本单位的管理员。': 'Ask an administrator of your organisation.',
  '套餐的{limit}件资产已经登记满，暂时不能新增资产。': 'All {limit} {limit|asset|assets} of your licence are used; no more can be added.',
  '这次要新增{adding}件资产，套餐只够再登记{left}件。':
    'This adds {adding} {adding|asset|assets}, but your licence covers only {left} more.',
  '套餐快用完了：已登记{kept}件资产，最多{limit}件，只剩{left}件。':
    'Nearly full: {kept} of {limit} {limit|asset|assets} used, {left} left.',
  '已登记{kept}件资产，套餐最多{limit}件，还能登记{left}件。': '{kept} of {limit} {limit|asset|assets} used, {left} left.',
  套餐已终止: 'Ended',
  '组织的会员已到期或尚未开通，现在不能保存和提交。': 'Your organisation has no licence in effect, so nothing can be saved or submitted.',
}
