/** The accounts that everyone may rely on. Those with a title are offered on the sign-in screen. */
export const demoAccounts: readonly { readonly login: string; readonly who: string; readonly title?: string }[] = [
  { login: 'admin', who: 'administrator, with a management location', title: '管理员' },
  { login: 'keeper', who: 'asset manager of one store', title: '资产管理员' },
  { login: 'stock', who: 'consumables manager', title: '耗材管理员' },
  { login: 'finance', who: 'finance: closes months, prints vouchers', title: '财务' },
  { login: 'boss', who: 'head of a department', title: '部门负责人' },
  { login: 'staff', who: 'employee of that department', title: '普通员工' },
  { login: 'staff2', who: 'employee of that department' },
  { login: 'newadmin', who: 'administrator without a management location' },
  { login: 'other', who: 'administrator of another organisation' },
  { login: 'trial', who: 'administrator of an organisation on trial' },
]
export const demoPassword = 'Demo2026'
