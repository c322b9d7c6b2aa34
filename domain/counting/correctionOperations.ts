import * as v from 'valibot'
import { idInput, operation } from '../operations/define.ts'

/** The pieces whose own fields were seen to be otherwise than on their cards: what was said last of each field, as far as the card does not say so by now. */
export const countTaskCorrections = operation({
  name: 'gsinventorytask.corrections',
  path: '/api/goods/gsinventorytask/corrections',
  title: '盘点更正',
  access: ['gsinventorytask:review'],
  input: v.strictObject({ taskId: idInput }),
  output: v.object({ list: v.array(v.object({ itemId: v.string(), ownValues: v.record(v.string(), v.unknown()) })) }),
  reads: true,
})
