import { t } from '../words.ts'

/** When a person is reminded: "提前15分钟"; of a whole day "前1天 09:00". */
export const reminderWords = (minutes: number, allDay: boolean): string => {
  if (allDay) {
    const days = Math.ceil(minutes / 1440)
    const time = days * 1440 - minutes
    const clock = `${String(Math.floor(time / 60)).padStart(2, '0')}:${String(time % 60).padStart(2, '0')}`
    return days === 0 ? t('当天 {time}', { time: clock }) : t('前{n}天 {time}', { n: days, time: clock })
  }
  if (minutes === 0) return t('开始时')
  if (minutes % 1440 === 0) return t('提前{n}天', { n: minutes / 1440 })
  if (minutes % 60 === 0) return t('提前{n}小时', { n: minutes / 60 })
  return t('提前{n}分钟', { n: minutes })
}

/** What is offered; others stay where they were chosen before. */
export const offeredReminders = (allDay: boolean): readonly number[] =>
  allDay ? [-540, -480, 900, 2340, 9540] : [0, 5, 15, 30, 60, 120, 1440, 2880, 10_080]
