import { firstOf } from '../../kernel/assert.ts'
import { half } from '../../kernel/cell.ts'
import { addDays, type Day, daysBetween, isDay } from '../../kernel/day.ts'

/** The holidays that the State Council announced, and the weekend days on which people work instead. A year that is not here has weekends only. */
const announcements: readonly { readonly holidays: readonly [from: Day, days: number][]; readonly makeUpDays: readonly Day[] }[] = [
  {
    holidays: [
      ['2025-01-01', 1],
      ['2025-01-28', 8],
      ['2025-04-04', 3],
      ['2025-05-01', 5],
      ['2025-05-31', 3],
      ['2025-10-01', 8],
    ],
    makeUpDays: ['2025-01-26', '2025-02-08', '2025-04-27', '2025-09-28', '2025-10-11'],
  },
  {
    holidays: [
      ['2026-01-01', 3],
      ['2026-02-15', 9],
      ['2026-04-04', 3],
      ['2026-05-01', 5],
      ['2026-06-19', 3],
      ['2026-09-25', 3],
      ['2026-10-01', 7],
    ],
    makeUpDays: ['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'],
  },
]

/** The days of a year that the State Council announced: false off, true worked although the week says otherwise. */
export type HolidayYear = Readonly<Record<Day, boolean>>
/** By the year. */
export type HolidayYears = ReadonlyMap<number, HolidayYear>

/** The years that come with the product. */
export const deliveredYears: HolidayYears = new Map(
  announcements.map(({ holidays, makeUpDays }) => {
    const off = holidays.flatMap(([from, days]) => Array.from({ length: days }, (_, day) => [addDays(from, day), false] as const))
    return [Number(firstOf(makeUpDays).slice(0, 4)), Object.fromEntries([...off, ...makeUpDays.map((day) => [day, true] as const)])]
  }),
)

/** The delivered years, and those that an organisation imported, which go before them. */
export const holidayYears = (importedYears: Readonly<Record<string, HolidayYear>>): HolidayYears =>
  Object.keys(importedYears).length === 0
    ? deliveredYears
    : new Map([...deliveredYears, ...Object.entries(importedYears).map(([year, days]) => [Number(year), days] as const)])

/** What the words of an announcement say: the days of one year, or why they are not understood. */
export type NoticeRead = { readonly year: number; readonly days: HolidayYear } | { readonly problem: string }

/**
 * Reads the holidays of a year from the announcement as it was published ("1月1日（周四）至3日（周六）放假调休，共3天。1月4日（周日）上班。"), or from a list
 * with one day in a line ("2027-01-01 休", "2027-02-07 班"). `year` where the text names none.
 */
export const readNotice = (text: string, year: number): NoticeRead => {
  const plain = half(text).replaceAll(/\((?:周|星期)[一二三四五六日天](?:、(?:周|星期)[一二三四五六日天])*\)|\(农历[^)]*\)/g, '')
  const namedYear = /(20\d{2})年[^。\n]*(?:放假|节假日)/.exec(plain)?.[1]
  const dayKinds = listedDays(plain) ?? sentences(plain, namedYear ? Number(namedYear) : year)
  const days = Object.keys(dayKinds)
  if (days.length === 0) return { problem: '没有读到放假或上班的日期' }
  const wrong = days.find((day) => !isDay(day))
  if (wrong !== undefined) return { problem: '日期有误' }
  const years = new Set(days.map((day) => day.slice(0, 4)))
  if (years.size > 1) return { problem: '请一次只导入一年' }
  return { year: Number(firstOf(days).slice(0, 4)), days: dayKinds }
}

/** One day in a line, with a word that says what it is; undefined where there is no such line. */
const listedDays = (text: string): Record<Day, boolean> | undefined => {
  const matches = [...text.matchAll(/^\s*(20\d{2})[-/.](\d{1,2})[-/.](\d{1,2})[\s,;]*(.*)$/gm)]
  if (matches.length === 0) return undefined
  return Object.fromEntries(
    matches.map(([, year, month, day, word = '']) => [dayOf(year!, month!, day!), /班|调|work/i.test(word) && !/休|off/i.test(word)]),
  )
}

/** Each sentence about days off or at work; a date without a month is of the month before it. */
const sentences = (text: string, year: number): Record<Day, boolean> => {
  const days: Record<Day, boolean> = {}
  for (const sentence of text.split(/[。;\n]/)) {
    const clauses = sentence.split(/(?<=放假|上班)/)
    for (const clause of clauses) {
      const isWorked = clause.includes('上班')
      if (!isWorked && !clause.includes('放假')) continue
      let month = ''
      const ends = [...clause.matchAll(/(?:(20\d{2})年)?(?:(\d{1,2})月)?(\d{1,2})日(\s*(?:至|到|-|—|~)\s*)?/g)]
      let from: Day | undefined
      for (const [, ownYear, ownMonth, day, to] of ends) {
        month = ownMonth ?? month
        const first = dayOf(ownYear ?? String(year), month, day!)
        // No one has a year off: what is longer was misread.
        if (from !== undefined && isDay(from) && isDay(first) && daysBetween(from, first) < 40)
          for (let day = from; day <= first; day = addDays(day, 1)) days[day] = isWorked
        else days[first] = isWorked
        from = to === undefined ? undefined : first
      }
    }
  }
  return days
}

const dayOf = (year: string, month: string, day: string): Day => `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
