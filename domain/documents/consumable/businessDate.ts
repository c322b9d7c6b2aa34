import { date } from '../../../kernel/field.ts'

/** The day on which supplies came or went, where a document is written afterwards. */
export const businessDate = date('业务日期', {
  required: 'never',
  notAfter: 'today',
  filledBy: 'keeper',
  hint: '补记以前的收发时填写；不填时为入账当天',
})
