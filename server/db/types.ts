import pg from 'pg'

/** What PostgreSQL's text answers become: bigint, numeric and date strings, moments ISO strings in UTC, numerics without idle zeros. */
export const typeParser = (oid: number, format: 'text' | 'binary' = 'text'): ((value: never) => unknown) =>
  (format === 'binary' ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format)

/** "2026-11-21 08:30:00.123456+00" → "2026-11-21T08:30:00.123Z": always milliseconds, so that text order is time order. */
export const momentOf = (text: string): string => {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(?:\+00)?$/.exec(text)
  return match ? `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z` : text
}

/** "12.5000" → "12.5": the form in which our decimals compare and add up. */
export const decimalOf = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

const { builtins } = pg.types
const same = (text: string): string => text
const arrayOf =
  (parse: (text: string) => string) =>
  (text: string): (string | null)[] =>
    textArray(text).map((item) => (item === null ? null : parse(item)))
const textArray: (text: string) => (string | null)[] = pg.types.getTypeParser(1009 as never)

const parsers = new Map<number, (text: never) => unknown>([
  [builtins.INT8, same],
  [builtins.NUMERIC, decimalOf],
  [builtins.DATE, same],
  [builtins.TIMESTAMP, momentOf],
  [builtins.TIMESTAMPTZ, momentOf],
  [1016, arrayOf(same)],
  [1231, arrayOf(decimalOf)],
  [1182, arrayOf(same)],
  [1115, arrayOf(momentOf)],
  [1185, arrayOf(momentOf)],
])
