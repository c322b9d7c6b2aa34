import { defineFlow, headOfDepartment } from './define.ts'

/** Time off: the head of the department knows. */
export const leaveFlow = defineFlow({
  key: 'oaleave',
  version: 1,
  name: '请假流程',
  moduleCode: 'oa',
  icon: 'calendar-days',
  color: '#12b5cb',
  documentKind: 'OaLeaveOrder',
  order: 22,
  byDefault: true,
  body: [headOfDepartment()],
})
