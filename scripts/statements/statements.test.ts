import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import pg from 'pg'
import { testDatabase } from '../../server/db/testing.ts'
import { openDescriber } from './answers.ts'
import type { Outcome } from './statements.ts'

const { url, closeFirst } = await testDatabase()

const planted = 'scripts/statements/plantRows.ts'

const look = async (): Promise<Outcome> => {
  const args = ['--no-warnings', join(import.meta.dirname, 'statements.ts'), url, 'server', 'scripts', planted]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 })
  return JSON.parse(stdout) as Outcome
}
const found = look()
const isUnbound = / reads \w+ \w+ of no organisation in: /

test('every statement of the product answers the rows that the code expects', async (t) => {
  const { faults, sites, texts, excepted } = await found
  t.diagnostic(`${sites} places send ${texts} statements; ${excepted} places make theirs as they run`)
  assert.deepEqual(
    faults.filter((fault) => !fault.startsWith(planted)),
    [],
  )
  assert.ok(sites > 600 && texts > sites)
})

test('what is wrong is named by its place, what was expected and what was found', async () => {
  const { faults } = await found
  assert.deepEqual(
    faults.flatMap((fault) => (fault.startsWith(planted) && !isUnbound.test(fault) ? [fault.slice(planted.length + 1)] : [])),
    [
      '10 column "made_at" does not exist in: select id from person order by made_at desc',
      '11 relation "persons" does not exist in: select from persons',
      '12 nobody knows its text beforehand (ways at scripts/statements/plantRows.ts:12), and nothing that is asked here sends it',
      '13 gone: expected no such column, found boolean',
      '13 state: expected boolean, found no such column',
      '14 takes 2 values and is given 1',
      '15 $2: takes bigint[] and is given string',
      '16 $2: takes jsonb and is given string[]',
      '24 hands on what sends statements',
      '6 full_name: expected string, found no such column',
      '6 user_name: expected no such column, found text',
      '7 id: expected number, found bigint',
      '8 phone: expected string, found text that can be null',
      '9 dept: expected string, found text that can be null',
    ],
  )
})

test('a table that a statement does not bind to its organisation is named', async () => {
  const { faults } = await found
  const unboundFaults = faults.filter((fault) => isUnbound.test(fault))
  assert.ok(unboundFaults.every((fault) => fault.startsWith(planted)))
  assert.deepEqual(
    unboundFaults.map((fault) => /(\d+) reads (\w+)/.exec(fault)?.slice(1).join(' ')),
    [
      '10 person',
      '17 department',
      '17 person',
      '21 department',
      '21 location',
      '5 person',
      '6 person',
      '7 person',
      '8 person',
      '9 department',
      '9 person',
    ],
  )
})

const client = new pg.Client(url)
await client.connect()
closeFirst(() => client.end())
const describe = await openDescriber(client)

/** `!` never null, `?` can be null, `~` no one knows. */
const nullness: readonly (readonly [statement: string, expected: string])[] = [
  ['select id, phone from person', '!?'],
  ['select phone from person where phone is not null', '!'],
  ['select phone from person where phone = $1', '!'],
  ['select phone from person where phone = $1 or id = 1', '?'],
  ["select coalesce(phone, ''), phone || 'x', upper(user_name) from person", '!?!'],
  ['select count(*), max(id), sum(version) from person', '!??'],
  ['select dept_id, max(id), max(phone), count(phone) from person group by dept_id', '?!?!'],
  ['select d.id, d.dept_name from person p join department d on d.id = p.dept_id', '!!'],
  ['select p.dept_id from person p join department d on d.id = p.dept_id', '!'],
  ['select d.id, p.id from person p left join department d on d.id = p.dept_id', '?!'],
  ["select d.id, d.manager_uid from person p left join department d on d.id = p.dept_id where d.dept_name = 'x'", '!?'],
  ['select p.dept_id from person p left join department d on d.id = p.dept_id', '?'],
  ['select case when phone is not null then phone else user_name end, case when version > 1 then user_name end from person', '!?'],
  ['select (select user_name from person limit 1), (select count(*) from person), exists (select from person), array(select 1)', '?!!!'],
  ['select x.n from (select phone as n from person) x', '?'],
  ['with x as (select id as n from person) select n from x', '!'],
  [
    'with recursive x (n, m) as (select id, parent_id from location union select l.id, l.parent_id from x join location l on l.parent_id = x.n) select n, m from x',
    '!?',
  ],
  ['select id from person union all select dept_id from person', '?'],
  ['select active_version from wf_flow where state = 2', '!'],
  ['select active_version from wf_flow where state = 1', '?'],
  ['select phone is null or phone > user_name, phone > user_name, version > $1 from person', '!?~'],
  ["select header -> 'x', header ->> 'x' from document", '~~'],
  ['select v.a, v.b from (values (1, null::int), (2, 3)) v (a, b)', '!?'],
  ['select nullif(version, 1), lag(id) over (), row_number() over () from person', '?~!'],
  ["insert into location (org_id, id, loc_code, loc_name) values ($1, $2, 'a', 'b') returning id, remark, $1::bigint", '!?~'],
  ["update location set remark = 'x' where id = 1 returning remark, address", '!?'],
  ["update location set remark = remark || 'x' returning remark", '?'],
  ['delete from person returning phone', '?'],
  ['select u.x from unnest($1::int[]) u (x)', '~'],
]

for (const [statement, expected] of nullness)
  test(`what can be null: ${statement}`, async () => {
    const { columns } = await describe(statement)
    const found = columns.map((column) => ({ never: '!', maybe: '?', unknown: '~' })[column.nullness])
    assert.equal(found.join(''), expected)
  })

/** What our reader makes of each type is what a row is expected to hold. */
const values: readonly (readonly [expression: string, kind: string])[] = [
  ['1::bigint', 'string'],
  ['1::int', 'number'],
  ['1.5::numeric', 'string'],
  ['1.5::float8', 'number'],
  ['true', 'boolean'],
  ['now()', 'string'],
  ['current_date', 'string'],
  ["'{}'::jsonb", 'anything'],
  ["'x'::text", 'string'],
  ["'{}'::bigint[]", 'list of string'],
  ["'{}'::int[]", 'list of number'],
  ["'\\x00'::bytea", 'object'],
]

for (const [expression, expected] of values)
  test(`what a value is read as: ${expression}`, async () => {
    const [column] = (await describe(`select ${expression}`)).columns
    const words = ({ kinds, element }: NonNullable<typeof column>['value']): string =>
      `${[...kinds]}${element ? ` of ${words(element)}` : ''}`
    assert.equal(words(column!.value), expected)
  })
