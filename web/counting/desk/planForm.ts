import * as v from 'valibot'
import { type CountPlan, countPlan } from '../../../domain/counting/plan.ts'
import { addDays } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { today } from '../../shell/dateWords.ts'
import { t } from '../../words.ts'

/** A plan with the plain choices: what most people mean by a count. */
export const plainPlan = (): CountPlan => v.parse(countPlan, { name: '-', scope: { kinds: ['asset'] }, methods: ['scan', 'hand'] })

/** What a count is called that no one named: what is counted, and the month. */
export const plainName = (place: string): string => {
  const month = today().slice(0, 7)
  return (place ? t('{place}盘点 {month}', { place, month }) : t('全部资产盘点 {month}', { month })).slice(0, 60)
}

export const dueDay = (days: number): string => addDays(today(), days)

/** What is wrong with a plan, in words, by the field it is about; undefined where nothing is. */
export const wrongIn = (plan: CountPlan): Readonly<Record<string, string>> | undefined => {
  const { success, issues } = v.safeParse(countPlan, plan)
  if (success && !(plan.photo === 'value' && !plan.photoFrom) && !isOdd(plan)) return undefined
  const wrong: Record<string, string> = {}
  for (const issue of issues ?? [])
    wrong[issue.path?.map(({ key }) => String(key)).join('.') ?? ''] ??= t(issue.message, { max: 60, min: 0 })
  if (plan.photo === 'value' && !plan.photoFrom) wrong['photoFrom'] ??= t('请填写金额')
  if (isOdd(plan)) wrong['scope.valueTo'] ??= t('应不小于最低原值')
  return wrong
}

const isOdd = ({ scope: { valueFrom, valueTo } }: CountPlan): boolean =>
  valueFrom !== undefined && valueTo !== undefined && Number(valueFrom) > Number(valueTo)

/** Leaves out what is empty, as the plan knows nothing of it. */
export const without = <T extends object, K extends keyof T>(record: T, key: K, value: T[K] | '' | undefined): T => {
  const { [key]: _, ...rest } = record
  return (value === '' || value === undefined ? rest : { ...rest, [key]: value }) as T
}

/** A seed no one chose: anyone can draw the same sample from it again. */
export const newSeed = (): string => String(Math.floor(Math.random() * 900_000) + 100_000)

export type ScopeIds = 'places' | 'categories' | 'departments' | 'holders' | 'models'
export const idsIn = (plan: CountPlan, key: ScopeIds): readonly Id[] => plan.scope[key]
