import { addDays, type Day, dayAt } from '../../kernel/day.ts'
import { refuse } from '../../kernel/refusal.ts'
import type { Tx } from '../db/tx.ts'
import { rulesBackDays } from './days/deriveAgain.ts'

/** Refuses to change what days long past were worked out by. */
export const requireRecent = (tx: Tx, fromDay: Day): void => {
  if (fromDay < addDays(dayAt(tx.now()), -rulesBackDays)) refuse('attendance.tooEarly', '生效日期最早是{days}天前', { days: rulesBackDays })
}
