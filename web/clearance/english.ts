/** English for the clearance of a person who leaves. */
export const clearanceWebEnglish: Record<string, string> = {
  名下未交接: 'Not yet handed over',
  已全部清退: 'Everything handed over',
  '{count}项': '{count}',
  '{time} 由{person}办理': '{time}, by {person}',
  没有要归还或移交的: 'Nothing to return or hand over',
  耗材一并退回: 'Return consumables as well',
  同时停用账号: 'Disable the account as well',
  '为{name}办理离职清退?': 'Offboard {name}?',
  '归还和移交一次完成，账号同时停用。': 'Everything is returned and handed over at once, and the account is disabled.',
  '归还和移交一次完成。': 'Everything is returned and handed over at once.',
  '接手审批、管理的区域和负责的部门': 'Takes over approvals, locations and departments',
  '名下资产、借用的资产和耗材都退回这里': 'Assets, loans and consumables are returned here',
}
