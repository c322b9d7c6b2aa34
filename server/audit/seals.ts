import { createHash } from 'node:crypto'
import type { Id } from '../../kernel/id.ts'
import { type Check, checkOrganisation, type Faults, inPieces, type Query } from './check.ts'
import { headOf, type SealedNoun, sealedNouns, type Leaf } from './seal.ts'
import { onlyRow } from '../db/rows.ts'
import { assertDefined } from '../../kernel/assert.ts'
import { keysOf } from '../../kernel/keysOf.ts'

/**
 * Where the rows of a noun lie, how a seal names them, and by which numbers they are found. `isWalked`: no index finds one of them, so all are
 * walked through.
 */
export const placesOfSealed: Readonly<
  Record<
    SealedNoun,
    { readonly table: string; readonly number?: string; readonly key: string; readonly match: string; readonly isWalked?: true }
  >
> = {
  move: { table: 'move', number: 'seq', key: 't.id::text', match: 't.id = l.key::bigint' },
  document_event: { table: 'document_event', number: 'seq', key: 't.id::text', match: 't.id = l.key::bigint', isWalked: true },
  asset_event: { table: 'asset_event', number: 'seq', key: 't.id::text', match: 't.id = l.key::bigint' },
  wf_event: {
    table: 'wf_event',
    number: 'number',
    key: "t.instance_id || '/' || t.seq",
    match: "t.instance_id = split_part(l.key, '/', 1)::bigint and t.seq = split_part(l.key, '/', 2)::int",
  },
  file: { table: 'file', number: 'number', key: 't.id::text', match: 't.id = l.key::bigint' },
  watched_change: { table: 'watched_change', number: 'number', key: 't.number::text', match: 't.number = l.key::bigint' },
  value_entry: { table: 'value_entry', number: 'number', key: 't.number::text', match: 't.number = l.key::bigint', isWalked: true },
  document: { table: 'document', key: 't.id::text', match: 't.id = l.key::bigint' },
  seal: { table: 'seal', key: 't.no::text', match: 't.no = l.key::int' },
}

type Row = {
  no: number
  atMs: string
  upto: Record<string, string>
  nouns: string[]
  keys: string[]
  digests: string[]
  keyed: boolean
  elsewhere: boolean
  head: string
}

const seals = (query: Query, orgId: Id) =>
  inPieces<Row>(
    query,
    orgId,
    `select no, (extract(epoch from at) * 1000)::bigint::text as "atMs", upto, nouns, keys, array(select encode(d, 'hex') from unnest(digests) with ordinality u (d, at) order by u.at) as digests, keyed, elsewhere, head
     from seal where org_id = $1 and no > $2 order by no limit $3`,
    { keyOf: ({ no }) => no, size: 5 },
  )

/**
 * Answers what `run` answers. Where no index finds a row of the noun, the planner may not go through its table once for each leaf: it would
 * where it takes few leaves for granted, as of an organisation that has just arrived, or of few seals that name many rows each.
 */
const withWalk = async <R>(query: Query, { isWalked }: { readonly isWalked?: true }, run: () => Promise<R>): Promise<R> => {
  if (!isWalked) return run()
  await allowNestedLoops(query, false)
  const answer = await run()
  await allowNestedLoops(query, true)
  return answer
}

const allowNestedLoops = (query: Query, isAllowed: boolean): Promise<unknown> =>
  query("select set_config('enable_nestloop', $1, true)", [isAllowed ? 'on' : 'off'])

/** Rows that a seal names and that are gone or are not what it names. */
const changedRows = async (query: Query, orgId: Id, noun: SealedNoun): Promise<Faults> => {
  const { table, match, isWalked } = placesOfSealed[noun]
  let count = 0
  let example: string | null = null
  const last = await onlyRow(query<{ no: number }>('select coalesce(max(no), 0)::int as no from seal where org_id = $1', [orgId]))
  // What is walked through is walked through once, whatever room the leaves of all seals take.
  const sealsAtOnce = isWalked ? Math.max(1, last.no) : 20
  for (let number = 0; number < last.no; number += sealsAtOnce) {
    const row = await onlyRow(
      query<Faults>(
        `select count(*)::int as count, min(l.key || case when t.org_id is null then ' is gone' else ' was changed' end) as example
         from (
           select l.key, l.digest from seal s cross join lateral unnest(s.nouns, s.keys, s.digests) as l (noun, key, digest)
           where s.org_id = $1 and s.no > $2 and s.no <= $3 and l.noun = $4 offset 0
         ) l left join ${table} t on t.org_id = $1 and ${match}
         where t.org_id is null or sealed(t) <> l.digest`,
        [orgId, number, number + sealsAtOnce, noun],
      ),
    )
    count += row.count
    example ??= row.example
  }
  return { count, example }
}

/** Rows of the numbers that are sealed and that no seal names, or of numbers that were never given. */
const unsealedRows = async (query: Query, orgId: Id, noun: (typeof sealedNouns)[number]): Promise<Faults> => {
  const { table, number, key } = placesOfSealed[noun]
  // What is done to a draft goes with it, and is in no seal.
  const matters = noun === 'document_event' ? "t.action not in ('save', 'update')" : 'true'
  const until = `coalesce((select value::bigint from installation where key = 'sealed.${noun}'), 0)`
  const figures = await onlyRow(
    query<{ rows: string; sealed: string; beyond: string | null }>(
      `select (select count(*) from ${table} t where org_id = $1 and ${number} <= ${until} and ${matters}) as rows,
            (select count(*) from (
               select distinct l.key from seal s cross join lateral unnest(s.nouns, s.keys) as l (noun, key) where s.org_id = $1 and l.noun = $2
             ) l join ${table} t on t.org_id = $1 and ${placesOfSealed[noun].match} and ${matters}) as sealed,
            (select min(${key}) from ${table} t where org_id = $1 and ${number} > (select g.number from gate_last_numbers() g where g.noun = $2)) as beyond`,
      [orgId, noun],
    ),
  )
  if (figures.rows === figures.sealed) return { count: figures.beyond === null ? 0 : 1, example: figures.beyond }
  return onlyRow(
    query<Faults>(
      `select count(*)::int as count, min(what) as example from (
       select ${key} as what from ${table} t where org_id = $1 and ${number} <= ${until} and ${matters}
       except select l.key from seal s cross join lateral unnest(s.nouns, s.keys) as l (noun, key) where s.org_id = $1 and l.noun = $2) strange`,
      [orgId, noun],
    ),
  )
}

/** The seals themselves, and everything that is sealed. */
export const sealChecks: readonly Check[] = [
  checkOrganisation('seals: every seal holds the one before, and none was made anew', async function* (query, orgId, { sealKey }) {
    let before = ''
    let expected = 1
    let isKeyed = false
    let isPresent = false
    for await (const row of seals(query, orgId)) {
      if (row.no !== expected) yield `seal ${expected} is gone`
      expected = row.no + 1
      const leaves: Leaf[] = row.keys.map((key, place) => ({
        noun: assertDefined(row.nouns[place], 'the noun of a leaf'),
        key,
        digest: assertDefined(row.digests[place], 'the digest of a leaf'),
      }))
      const head = headOf({ orgId, no: row.no, atMs: row.atMs, upto: row.upto, leaves }, before, row.keyed ? (sealKey ?? '') : undefined)
      if (row.elsewhere && isPresent) yield `seal ${row.no} cannot have come from elsewhere`
      if (row.keyed && (row.elsewhere || sealKey === undefined)) {
        // Without the key it can only be said whether the rows are those that the seal names.
      } else if (head !== row.head) yield `seal ${row.no} was changed`
      else if (isKeyed && !row.keyed) yield `seal ${row.no} was made without the key`
      isPresent ||= !row.elsewhere
      isKeyed = row.keyed && !row.elsewhere
      before = row.head
    }
    if (sealKey !== undefined && before !== '' && !isKeyed) yield `seal ${expected - 1} was made without the key`
  }),
  checkOrganisation('seals: heads that were written down are still there', async function* (query, orgId, { heads = [] }) {
    for (const { no, head } of heads.filter((head) => head.orgId === orgId)) {
      const [row] = await query<{ head: string }>('select head from seal where org_id = $1 and no = $2', [orgId, no])
      if (row?.head !== head) yield `seal ${no} was ${head}, and is ${row?.head ?? 'gone'}`
    }
  }),
  ...keysOf(placesOfSealed).map((noun) => ({
    name: `sealed: no ${noun} was changed or taken away`,
    faults: (query: Query, orgId: Id) => withWalk(query, placesOfSealed[noun], () => changedRows(query, orgId, noun)),
  })),
  ...sealedNouns.map((noun) => ({
    name: `sealed: no ${noun} came in between`,
    faults: (query: Query, orgId: Id) => withWalk(query, placesOfSealed[noun], () => unsealedRows(query, orgId, noun)),
  })),
  checkOrganisation('files: what is stored is what was uploaded', async function* (query, orgId, { storage }) {
    if (!storage) return
    const files = inPieces<{ id: Id; path: string; sha256: string; size: string }>(
      query,
      orgId,
      'select id, path, sha256, size_bytes as size from file where org_id = $1 and emptied_at is null and id > $2 order by id limit $3',
      { keyOf: ({ id }) => id },
    )
    for await (const { path, sha256, size } of files) {
      const body = await storage.get(orgId, path)
      if (!body) {
        yield `${path} is gone`
        continue
      }
      const hash = createHash('sha256')
      let bytes = 0
      for await (const part of body.body) {
        hash.update(part)
        bytes += part.length
      }
      if (hash.digest('hex') !== sha256 || String(bytes) !== size) yield `${path} was changed`
    }
  }),
]
