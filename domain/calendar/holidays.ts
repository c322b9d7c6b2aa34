import { addDays, type Day } from '../../kernel/day.ts'

/** The holidays that the State Council announced, and the weekend days on which people work instead. A year that is not here has weekends only. */
const announced: readonly { readonly holidays: readonly [from: Day, days: number][]; readonly makeUpDays: readonly Day[] }[] = [
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

export const chineseHolidays: ReadonlySet<Day> = new Set(
  announced.flatMap(({ holidays }) => holidays.flatMap(([from, days]) => Array.from({ length: days }, (_, day) => addDays(from, day)))),
)
export const chineseMakeUpDays: ReadonlySet<Day> = new Set(announced.flatMap(({ makeUpDays }) => makeUpDays))
