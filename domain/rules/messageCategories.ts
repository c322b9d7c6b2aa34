/** What a message is about, with the Chinese name, in the order people read them. */
export const messageCategories = {
  approval: '审批',
  asset: '资产',
  stock: '耗材',
  news: '公告',
  agenda: '日程',
  attendance: '考勤',
  disk: '网盘',
  worklog: '日志',
  system: '系统',
} as const
export type MessageCategory = keyof typeof messageCategories
