import { countMethods, type CountPlan } from '../../../domain/counting/plan.ts'
import { assetStates } from '../../../domain/ledger/ledger.ts'
import { t } from '../../words.ts'
import { kindWords } from './countLook.ts'

type Schedule = NonNullable<CountPlan['schedule']>

/** How often a plan opens a count by itself. */
export const everyWords: Readonly<Record<Schedule['every'], string>> = {
  day: '每天',
  week: '每周',
  month: '每月',
  quarter: '每季度',
  year: '每年',
}

export const weekdayWords = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** When a plan opens a count by itself, as people say it. */
export const scheduleWords = ({ every, day, month }: Schedule): string => {
  if (every === 'day') return t('每天')
  if (every === 'week') return t('每{weekday}', { weekday: t(weekdayWords[day - 1] ?? '周一') })
  if (every === 'month') return t('每月{day}日', { day })
  if (every === 'quarter') return t('每季度首月{day}日', { day })
  return t('每年{month}月{day}日', { month, day })
}

/** What a plan takes in and how it is counted, in one sentence. */
export const planWords = ({ scope, methods }: CountPlan, names: Readonly<Record<string, string>>): string =>
  [
    kindWords(scope.kinds),
    ...[scope.places, scope.departments, scope.categories, scope.holders, scope.models].map((ids) => someNames(ids, names)),
    scope.states.map((state) => t(assetStates[state])).join(t('、')),
    scope.valueFrom && t('原值{value}元以上', { value: scope.valueFrom }),
    scope.valueTo && t('原值{value}元以下', { value: scope.valueTo }),
    scope.sample &&
      (scope.sample.percent === undefined ? t('抽{n}项', { n: scope.sample.count ?? 0 }) : t('抽{n}%', { n: scope.sample.percent })),
    scope.abc && t('循环盘点'),
    methods.map((method) => t(countMethods[method])).join('/'),
  ]
    .filter(Boolean)
    .join(' · ')

const someNames = (ids: readonly string[], names: Readonly<Record<string, string>>): string => {
  const firstNames = ids.slice(0, 3).map((id) => names[id] ?? '…')
  return ids.length > 3 ? t('{names}等{n}个', { names: firstNames.join(t('、')), n: ids.length }) : firstNames.join(t('、'))
}
