import type { Rule } from '../../domain/agenda/rule.ts'
import { lunarDayName, lunarMonthName } from '../../domain/agenda/lunar.ts'
import type { Minute } from '../../kernel/day.ts'
import { language, t } from '../words.ts'
import { weekdayName } from './shown.ts'

/** How it comes again, in words: "每2周的周一、周三，到2026-12-31为止". */
export const ruleWords = (rule: Rule | null, startLocal: Minute): string => {
  if (rule === null) return t('不重复')
  const { until, count } = rule
  const countWords = count ? t('，共{n}次', { n: count }) : ''
  return patternWords(rule, startLocal) + (until ? t('，到{day}为止', { day: until }) : countWords)
}

const patternWords = (rule: Rule, startLocal: Minute): string => {
  const n = 'every' in rule ? rule.every : 1
  const isSingle = n === 1
  switch (rule.each) {
    case 'day':
      return isSingle ? t('每天') : t('每{n}天', { n })
    case 'week': {
      const days = rule.days
        .toSorted()
        .map((day) => t(weekdayName(day)))
        .join(t('、'))
      return isSingle ? t('每周的{days}', { days }) : t('每{n}周的{days}', { n, days })
    }
    case 'monthDay':
      return isSingle ? t('每月{day}日', { day: rule.day }) : t('每{n}个月的{day}日', { n, day: rule.day })
    case 'monthEnd':
      return isSingle ? t('每月最后一天') : t('每{n}个月的最后一天', { n })
    case 'monthWeekday': {
      const which = t(nthNames[rule.nth], { weekday: t(weekdayName(rule.weekday)) })
      return isSingle ? t('每月{which}', { which }) : t('每{n}个月的{which}', { n, which })
    }
    case 'year': {
      const day = startLocal.slice(5, 10)
      return isSingle ? t('每年{day}', { day }) : t('每{n}年的{day}', { n, day })
    }
    case 'workday':
      return t('每个工作日（含调休上班日）')
    case 'lunarYear':
      return t('每年农历{day}', { day: lunarWords(rule.month, rule.day) })
  }
}

/** "八月十五"; in English "month 8, day 15". */
export const lunarWords = (month: number, day: number): string =>
  language() === 'en' ? t('农历{month}月{day}日', { month, day }) : lunarMonthName({ month, isLeap: false }) + lunarDayName(day)

export const nthNames: Readonly<Record<1 | 2 | 3 | 4 | -1, string>> = {
  1: '第一个{weekday}',
  2: '第二个{weekday}',
  3: '第三个{weekday}',
  4: '第四个{weekday}',
  [-1]: '最后一个{weekday}',
}
