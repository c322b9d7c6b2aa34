import { defineFlow, headOfDepartment } from './define.ts'

/** Punches that a person could not make: the head of the department knows. */
export const makeupFlow = defineFlow({
  key: 'oamakeup',
  version: 1,
  name: '补卡流程',
  moduleCode: 'oa',
  icon: 'calendar-check',
  color: '#12b5cb',
  documentKind: 'OaMakeupOrder',
  order: 21,
  byDefault: true,
  body: [headOfDepartment()],
})
