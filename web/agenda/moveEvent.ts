import { type Rule } from '../../domain/agenda/rule.ts'
import { type AgendaShown, agendaOperations } from '../../domain/agenda/operations.ts'
import { addDays, type Minute } from '../../kernel/day.ts'
import { weekdays } from '../../kernel/weekday.ts'
import { call, CallError } from '../call.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { chooseScope } from './scope.ts'

/** Moves an own event, and of a series what the person means. */
export const moveEvent = async (item: AgendaShown, days: number, minutes: number): Promise<void> => {
  const { id, occurrence } = item
  const scope = item.repeats ? await chooseScope(t('移动哪些日程？')) : 'all'
  if (!scope) return
  try {
    const { values, version, startLocal, title, place, point, notes } = await call(
      agendaOperations.info,
      { id, occurrence },
      { quiet: true },
    )
    const only = scope === 'all' ? values : { ...values, title, place, point, notes, startLocal, minutes: item.minutes }
    const movedEvent = { ...only, startLocal: shiftWall(only.startLocal, days, minutes), rule: shiftRule(values.rule, days) }
    const send = (isConfirmed: boolean) =>
      call(agendaOperations.update, { id, version, scope, occurrence, ...movedEvent, confirmed: isConfirmed }, { quiet: true, fresh: true })
    await send(false).catch(async (error: unknown) => {
      if (!(error instanceof CallError) || error.reason !== 'agenda.exceptionsLost') throw error
      if (await confirm({ title: error.message, yes: t('仍然移动'), danger: true })) await send(true)
    })
    toast(t('已移动'), 'success')
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    toast(error.message, 'error')
  }
}

const shiftWall = (wall: Minute, days: number, minutes: number): Minute => {
  const movedDate = new Date(Date.parse(`${wall.replace(' ', 'T')}:00Z`) + minutes * 60_000).toISOString().slice(0, 16).replace('T', ' ')
  return `${addDays(movedDate.slice(0, 10), days)}${movedDate.slice(10)}`
}

/** A weekly rule follows to other days of the week; others begin on their first day from there on. */
const shiftRule = (rule: Rule | null, days: number): Rule | null =>
  rule?.each === 'week' && days % 7 !== 0
    ? { ...rule, days: weekdays.filter((weekday) => rule.days.some((day) => (weekday - day - days) % 7 === 0)) }
    : rule
