import { isDeepStrictEqual } from 'node:util'
import type { Id } from '../../kernel/id.ts'
import type { Event } from '../../domain/approval/event.ts'
import { fold } from '../../domain/approval/evolve.ts'
import { addCounts, type Counts, countsOf, type Logged } from '../../domain/approval/statistics.ts'
import { documentKinds } from '../../domain/documents/all.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { accountKinds } from '../../domain/ledger/account.ts'
import { leaverJob } from '../access/people.ts'
import type { Database } from '../db/pool.ts'
import { headerOf, valuesOf } from '../documents/body.ts'
import { bodyOf, type DocumentRecord, type LineRecord } from '../documents/store.ts'

/** A statement on one organisation's connection. `$1` is the organisation wherever a check asks. */
export type Query = <R extends object>(text: string, values: readonly unknown[]) => Promise<R[]>

/** What a check found: how many faults, and one of them in words. */
export type Finding = { readonly orgId: Id; readonly check: string; readonly count: number; readonly example: string | null }

/** Something that always holds. `faults` answers one text per fault. */
export type Check = {
  readonly name: string
  readonly faults: (query: Query, orgId: Id) => Promise<{ count: number; example: string | null }>
}

/** Runs every check on every organisation, each organisation in one snapshot, and answers every check's outcome; nothing is written. */
export const auditDatabase = async (database: Database): Promise<Finding[]> => {
  const organisations = await database.gate<{ org_id: Id }>('select org_id from gate_organisations()')
  return database.withPlainClient(undefined, async (client) => {
    // Named, so that each is planned once however many organisations there are.
    const names = new Map<string, string>()
    const query: Query = async (text, values) => {
      const name = names.get(text) ?? `audit ${names.size}`
      names.set(text, name)
      return (await client.query({ name, text, values: [...values] })).rows
    }
    const findings: Finding[] = []
    for (const { org_id: orgId } of organisations) {
      await client.query('begin isolation level repeatable read read only')
      await client.query("select set_config('app.org', $1, true)", [orgId])
      findings.push(...(await auditOrganisation(query, orgId)))
      await client.query('commit')
    }
    return findings
  })
}

export const auditOrganisation = async (query: Query, orgId: Id): Promise<Finding[]> => {
  const findings: Finding[] = []
  for (const { name, faults } of checks) findings.push({ orgId, check: name, ...(await faults(query, orgId)) })
  return findings
}

/** A check in one statement that answers a row with the text `what` for every fault. */
const holds = (name: string, faults: string): Check => ({
  name,
  faults: async (query, orgId) => {
    const [row] = await query<{ count: number; example: string | null }>(
      `select count(*)::int as count, min(what) as example from (${faults}) as fault (what)`,
      [orgId],
    )
    return row!
  },
})

/** Both ends of every move that keep a balance, each with its number and what was there afterwards. */
const entries = `
  select id, item_kind, item_id, to_account as account, quantity as delta, cost as value, to_seq as seq, to_after as after
  from move where org_id = $1 and is_inside(to_account)
  union all
  select id, item_kind, item_id, from_account, -quantity, -cost, from_seq, from_after
  from move where org_id = $1 and is_inside(from_account)`

/** What the books say of each asset: its last move. */
const lastMoves = `select distinct on (item_id) item_id, to_account from move where org_id = $1 and item_kind = 'asset' order by item_id, seq desc`

const states = Object.entries(accountKinds)
  .map(([kind, { assetState }]) => `('${kind}', '${assetState}')`)
  .join(', ')

/** A log entry that is no list counts as a hole. */
const eventCount = `case jsonb_typeof(events) when 'array' then jsonb_array_length(events) else 0 end`

const liveStatuses = `('running', 'returned', 'posting')`
const bookedStates = `('inProgress', 'posted', 'reversed')`

/** How many stages each kind of document goes through; one that is taken back between them was never wholly in the books. */
const stageCounts = documentKinds.map(({ kind, stages }) => `('${kind}', ${stages?.length ?? 1})`).join(', ')

const tree = (table: string): Check =>
  holds(
    `${table}: the tree has no circle and no branch that hangs on something deleted`,
    `with recursive reached as (
       select id from ${table} where org_id = $1 and parent_id is null and deleted_at is null
       union all
       select c.id from ${table} c join reached r on c.parent_id = r.id where c.org_id = $1 and c.deleted_at is null
     )
     select id::text from ${table} where org_id = $1 and deleted_at is null and id not in (select id from reached)`,
  )

const figuresText = `concat_ws(',', started, approved, rejected, returned, withdrawn, terminated, tasks, overdue, wait_seconds, max_seconds, array_to_string(waits, ','))`

/** The figures of every flow, node and day, from the logs as far as they are counted. */
const figuresOfLogs = async (query: Query, orgId: Id): Promise<Map<string, string>> => {
  const totals = new Map<string, Counts>()
  let after = '0'
  for (;;) {
    const rows = await query<{ id: Id; flow_key: string; rev: number; entries: Logged[] | null }>(
      `select i.id, i.flow_key, f.rev, (
         select jsonb_agg(jsonb_build_object('seq', e.seq, 'at', e.at, 'events', e.events) order by e.seq) from wf_event e
         where e.org_id = i.org_id and e.instance_id = i.id and e.seq <= f.rev) as entries
       from wf_stat_fold f join wf_instance i on i.org_id = f.org_id and i.id = f.instance_id
       where f.org_id = $1 and f.instance_id > $2 order by f.instance_id limit 500`,
      [orgId, after],
    )
    for (const { flow_key: flowKey, entries } of rows) {
      const total = totals.get(flowKey) ?? new Map()
      totals.set(flowKey, total)
      addCounts(total, countsOf(entries ?? []))
    }
    if (rows.length < 500) break
    after = rows.at(-1)!.id
  }
  const places = [...totals].flatMap(([flowKey, nodes]) =>
    [...nodes].flatMap(([node, days]) => [...days].map(([day, count]) => [`${flowKey} ${node} ${day}`, count] as const)),
  )
  return new Map(
    places.map(
      ([place, { started, approved, rejected, returned, withdrawn, terminated, tasks, overdue, waitSeconds, maxSeconds, waits }]) => [
        place,
        [started, approved, rejected, returned, withdrawn, terminated, tasks, overdue, waitSeconds, maxSeconds, ...waits].join(),
      ],
    ),
  )
}

/** What must hold in every organisation at every moment, in the order in which one would look. */
export const checks: readonly Check[] = [
  holds(
    'ledger: a balance is the sum of its moves, in quantity and value',
    `select account || ' ' || item_id from (select account, item_id, sum(delta) as delta, sum(value) as value from (${entries}) e group by 1, 2) m
     full join (select account, item_id, on_hand, value from balance where org_id = $1) b using (account, item_id)
     where coalesce(m.delta, 0) <> coalesce(b.on_hand, 0) or coalesce(m.value, 0) <> coalesce(b.value, 0)`,
  ),
  holds(
    'ledger: what came in from outside and did not go out again is on hand',
    `select item_id::text from (
       select item_id, sum(case when is_inside(to_account) then quantity else 0 end - case when is_inside(from_account) then quantity else 0 end) as net
       from move where org_id = $1 group by 1
     ) m full join (select item_id, sum(on_hand) as on_hand from balance where org_id = $1 group by 1) b using (item_id)
     where coalesce(net, 0) <> coalesce(on_hand, 0)`,
  ),
  holds(
    'ledger: an end of a move is numbered exactly where its account keeps a balance',
    `select id::text from move where org_id = $1 and (
       is_inside(from_account) <> (from_seq is not null) or is_inside(from_account) <> (from_after is not null)
       or is_inside(to_account) <> (to_seq is not null) or is_inside(to_account) <> (to_after is not null))`,
  ),
  holds(
    'ledger: the history of supplies has no hole and every step adds up',
    `select account || ' ' || item_id from (
       select account, item_id, seq, after, delta, lag(after, 1, 0) over w as before, lag(seq, 1, 0::bigint) over w as seq_before
       from (${entries}) e where item_kind = 'consumable' window w as (partition by account, item_id order by seq)
     ) h where after <> before + delta or seq <> seq_before + 1`,
  ),
  holds(
    'ledger: the last number of a history is the one of its balance',
    `select account || ' ' || item_id from (select account, item_id, max(seq) as seq from (${entries}) e where item_kind = 'consumable' group by 1, 2) m
     join balance b using (account, item_id) where b.org_id = $1 and b.seq <> m.seq`,
  ),
  holds('ledger: nothing was ever below zero', `select account || ' ' || item_id from (${entries}) e where after < 0`),
  holds(
    'ledger: what is reserved is the sum of the reservations',
    `select account || ' ' || item_id from (select account, item_id, sum(quantity) as quantity from reservation where org_id = $1 group by 1, 2) r
     full join (select account, item_id, reserved from balance where org_id = $1) b using (account, item_id)
     where coalesce(r.quantity, 0) <> coalesce(b.reserved, 0)`,
  ),
  holds(
    'ledger: only documents in approval have reservations',
    `select d.code from reservation r join document d on d.org_id = r.org_id and d.id = r.document_id
     where r.org_id = $1 and d.state not in ('inApproval', 'approved')`,
  ),
  holds(
    'ledger: a reversal is the mirror of a move that is none itself',
    `select r.id::text from move r join move o on o.org_id = r.org_id and o.id = r.reverses
     where r.org_id = $1 and (r.item_id <> o.item_id or r.item_kind <> o.item_kind or r.quantity <> o.quantity or r.document_id <> o.document_id
       or r.from_account <> o.to_account or r.to_account <> o.from_account or r.seq <= o.seq or o.reverses is not null)`,
  ),
  holds(
    'ledger: a document is reversed exactly where all its moves are, each once',
    `select d.code from document d
     join (select m.document_id, count(*) filter (where m.reverses is null) as made, count(m.reverses) as reversals, count(distinct m.reverses) as reversed
           from move m where m.org_id = $1 group by 1) m on m.document_id = d.id
     where d.org_id = $1 and (m.reversals <> m.reversed or m.reversed <> case when d.state = 'reversed' then m.made else 0 end)`,
  ),
  holds(
    'ledger: what is moved is on the register under its kind',
    `select b.item_id::text from (
       select item_id, item_kind from balance where org_id = $1 union select item_id, item_kind from move where org_id = $1
     ) b left join asset a on a.org_id = $1 and a.id = b.item_id left join consumable c on c.org_id = $1 and c.id = b.item_id
     where case b.item_kind when 'asset' then a.id is null or c.id is not null else c.id is null or a.id is not null end`,
  ),
  holds(
    'ledger: accounts name a place or a person that exists',
    `select account from (select from_account as account from move where org_id = $1 union select to_account from move where org_id = $1) m
     where case split_part(account, ':', 1)
       when 'store' then not exists (select from location where org_id = $1 and id::text = split_part(account, ':', 2))
       when 'transit' then not exists (select from location where org_id = $1 and id::text = split_part(account, ':', 2))
       when 'person' then not exists (select from person where org_id = $1 and id::text = split_part(account, ':', 2))
       when 'loan' then not exists (select from person where org_id = $1 and id::text = split_part(account, ':', 2))
       else split_part(account, ':', 1) not in (${Object.keys(accountKinds)
         .map((kind) => `'${kind}'`)
         .join(', ')}) end`,
  ),
  holds(
    'assets: a piece is in one place at most, and as one',
    `select item_id::text from balance where org_id = $1 and item_kind = 'asset' group by item_id having count(*) > 1 or sum(on_hand) <> 1`,
  ),
  holds(
    'assets: the card names the account that has the piece',
    `select a.instance_code from asset a left join balance b on b.org_id = a.org_id and b.item_id = a.id
     where a.org_id = $1 and case when is_inside(a.account) then b.account is distinct from a.account else b.account is not null end`,
  ),
  holds(
    'assets: the card names where the last move went',
    `select a.instance_code from asset a left join (${lastMoves}) m on m.item_id = a.id
     where a.org_id = $1 and a.account <> coalesce(m.to_account, 'supplier:')`,
  ),
  holds(
    'assets: state, holder, place and due day follow from the account',
    `select a.instance_code from asset a left join (values ${states}) as s (kind, state) on s.kind = split_part(a.account, ':', 1)
     where a.org_id = $1 and (
       a.state is distinct from s.state
       or a.holder_uid is distinct from case when s.kind in ('person', 'loan') then nullif(split_part(a.account, ':', 2), '')::bigint end
       or (s.kind = 'store' and a.loc_id::text is distinct from split_part(a.account, ':', 2))
       or (s.kind <> 'loan' and a.due_on is not null))`,
  ),
  holds(
    'assets: a deleted card is nowhere of ours',
    `select instance_code from asset where org_id = $1 and deleted_at is not null and is_inside(account)`,
  ),
  holds(
    'assets: the counts by place and state are the real ones',
    `select loc_id || ' ' || state from (select coalesce(loc_id, 0) as loc_id, state, count(*) as n from asset where org_id = $1 and deleted_at is null group by 1, 2) a
     full join (select loc_id, state, sum(n) as n from asset_count where org_id = $1 group by 1, 2) c using (loc_id, state)
     where coalesce(a.n, 0) <> coalesce(c.n, 0)`,
  ),
  holds(
    'assets: every move of a piece stands in its history',
    `select m.id::text from move m where m.org_id = $1 and m.item_kind = 'asset' and not exists (
       select from asset_event e where e.org_id = $1 and e.asset_id = m.item_id and e.document_id = m.document_id)`,
  ),
  holds(
    'documents: only what is in the books has moves, and no stage ahead of itself',
    `select distinct d.code from document d join move m on m.org_id = d.org_id and m.document_id = d.id
     where d.org_id = $1 and (d.state not in ${bookedStates} or m.stage >= d.stage)`,
  ),
  {
    name: 'documents: what is in the books has made its moves',
    faults: async (query, orgId) => {
      const rows = await query<DocumentRecord & { lines: LineRecord[] }>(
        `select d.id, d.code, d.kind, d.stage, d.header, d.source_id as "sourceId",
                (select jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'sourceLine', l.source_line, 'data', l.data) order by l.line_no)
                 from document_line l where l.org_id = d.org_id and l.document_id = d.id) as lines
         from document d where d.org_id = $1 and d.state in ${bookedStates} and d.kind = any ($2::text[])
           and not exists (select from move m where m.org_id = d.org_id and m.document_id = d.id)`,
        [orgId, movingKinds.map(({ kind }) => kind)],
      )
      const faulty = rows.filter((row) => shouldHaveMoved(row, row.lines ?? []))
      return { count: faulty.length, example: faulty[0]?.code ?? null }
    },
  },
  holds(
    'documents: what is in the books says since when',
    `select code from document d join (values ${stageCounts}) as s (kind, stages) on s.kind = d.kind
     where org_id = $1 and ((state = 'posted' or state = 'reversed' and stage >= s.stages) > (posted_at is not null)
       or (state = 'draft' and (submitted_at is not null or instance_id is not null)))`,
  ),
  holds(
    'documents: no line is fulfilled further than it asked for',
    `select d.code from document_line l join document d on d.org_id = l.org_id and d.id = l.document_id
     where l.org_id = $1 and l.done_quantity > coalesce(l.quantity, 0)`,
  ),
  holds(
    'documents: what is fulfilled is what the followers in the books say',
    `select d.code from document_line l join document d on d.org_id = l.org_id and d.id = l.document_id
     left join (
       select f.source_id, fl.source_line, sum(fl.quantity) as quantity
       from document f join document_line fl on fl.org_id = f.org_id and fl.document_id = f.id
       where f.org_id = $1 and f.source_id is not null and fl.source_line is not null and f.state in ('inProgress', 'posted') group by 1, 2
     ) f on f.source_id = l.document_id and f.source_line = l.line_no
     where l.org_id = $1 and l.done_quantity <> coalesce(f.quantity, 0)`,
  ),
  holds(
    'approval: a document is in approval exactly where its flow is under way',
    `select d.code from document d left join wf_instance i on i.org_id = d.org_id and i.document_id = d.id and i.status in ${liveStatuses}
     where d.org_id = $1 and ((d.state in ('inApproval', 'approved')) <> (coalesce(i.status, '') in ('running', 'posting')) or (i.status = 'returned' and d.state <> 'returned'))`,
  ),
  holds(
    'approval: an approved flow has put its document into the books',
    `select d.code from wf_instance i join document d on d.org_id = i.org_id and d.id = i.document_id
     where i.org_id = $1 and i.status = 'approved' and (d.state not in ${bookedStates} or d.instance_id is distinct from i.id)`,
  ),
  holds(
    'approval: nothing is open in a flow that is over',
    `select i.id::text from wf_instance i where i.org_id = $1 and i.status in ('approved', 'rejected', 'withdrawn', 'terminated')
       and exists (select from wf_task t where t.org_id = i.org_id and t.instance_id = i.id and t.status in (0, 1))`,
  ),
  holds(
    'approval: a running flow waits for somebody in service or about to be replaced, for a time, or for help',
    `select i.id::text from wf_instance i where i.org_id = $1 and i.status = 'running' and not i.suspended
       and not exists (select from wf_task t join person p on p.org_id = t.org_id and p.id = t.assignee_uid
                       where t.org_id = i.org_id and t.instance_id = i.id and t.status = 1 and (p.state = 'active' and p.deleted_at is null
                         or exists (select from job j where j.org_id = t.org_id and j.kind = '${leaverJob}' and j.key = t.assignee_uid::text
                                    and j.done_at is null and j.lease_until is distinct from 'infinity')))
       and coalesce(i.state -> 'timers', '[]') = '[]'
       and not jsonb_path_exists(i.state, '$.steps[*] ? (@.waitsFor == "service" || @.waitsFor == "child")')
       and not exists (select from wf_incident n where n.org_id = i.org_id and n.instance_id = i.id and n.resolved_at is null)`,
  ),
  holds(
    'approval: a flow that is approved and not posted says why',
    `select i.id::text from wf_instance i where i.org_id = $1 and i.status = 'posting'
       and not exists (select from wf_incident n where n.org_id = i.org_id and n.instance_id = i.id and n.kind = 'posting' and n.resolved_at is null)`,
  ),
  holds(
    'approval: the log of a flow has no hole',
    `select instance_id::text from (
       select instance_id, seq, lag(seq + ${eventCount}, 1, 1) over (partition by instance_id order by seq) as expected from wf_event where org_id = $1
     ) e where seq <> expected
     union all
     select i.id::text from wf_instance i left join (select instance_id, sum(${eventCount}) as n from wf_event where org_id = $1 group by 1) e on e.instance_id = i.id
     where i.org_id = $1 and i.rev <> coalesce(e.n, 0)`,
  ),
  {
    name: 'approval: the state of a flow is what its log adds up to',
    faults: async (query, orgId) => {
      let after = '0'
      let count = 0
      let example: string | null = null
      for (;;) {
        const rows = await query<{ id: Id; state: unknown; log: Event[][] | null }>(
          `select i.id, i.state, (select jsonb_agg(e.events order by e.seq) from wf_event e where e.org_id = i.org_id and e.instance_id = i.id) as log
           from wf_instance i where i.org_id = $1 and i.id > $2 order by i.id limit 500`,
          [orgId, after],
        )
        for (const { id, state, log } of rows) {
          if (isTheFold(state, (log ?? []).flat())) continue
          count++
          example ??= id
        }
        if (rows.length < 500) return { count, example }
        after = rows.at(-1)!.id
      }
    },
  },
  holds(
    'approval: the work list has the open tasks of the state and no other',
    `select id::text from (
       select t.id, t.assignee_uid::text as uid, t.status::int from wf_task t where t.org_id = $1 and t.status in (0, 1)
     ) listed full join (
       select (task ->> 'id')::bigint as id, task ->> 'user' as uid, case task ->> 'status' when 'open' then 1 else 0 end as status
       from wf_instance i, jsonb_path_query(i.state, '$.steps[*].tasks[*] ? (@.status == "open" || @.status == "waiting")') task where i.org_id = $1
     ) held using (id, uid, status) where listed is null or held is null`,
  ),
  {
    name: 'approval: the figures that are kept are what the logs add up to',
    faults: async (query, orgId) => {
      const kept = await query<{ place: string; figures: string }>(
        `select flow_key || ' ' || node_id || ' ' || day as place, ${figuresText} as figures from wf_stat_day where org_id = $1`,
        [orgId],
      )
      const logged = await figuresOfLogs(query, orgId)
      const wrong = kept.filter(({ place, figures }) => logged.get(place) !== figures).map(({ place }) => place)
      const missing = [...logged.keys()].filter((place) => !kept.some((row) => row.place === place))
      return { count: wrong.length + missing.length, example: [...wrong, ...missing][0] ?? null }
    },
  },
  holds(
    'approval: the columns beside the state say the same',
    `select id::text from wf_instance where org_id = $1 and (status <> state ->> 'status' or rev <> (state ->> 'rev')::int or form_rev <> (state ->> 'formRev')::int
       or (ended_at is null) <> (status in ${liveStatuses}))`,
  ),
  holds(
    'approval: whoever has a part in a flow may open it',
    `select i.instance_id::text from (
       select instance_id, assignee_uid as uid from wf_task where org_id = $1 and status in (1, 2, 3)
       union select instance_id, uid from wf_cc where org_id = $1
       union select id, initiator_uid from wf_instance where org_id = $1
     ) i where not exists (select from wf_participant p where p.org_id = $1 and p.instance_id = i.instance_id and p.uid = i.uid)`,
  ),
  tree('location'),
  tree('category'),
  tree('department'),
  holds(
    'people: nobody out of service has a session',
    `select p.username from session s join person p on p.org_id = s.org_id and p.id = s.uid
     where s.org_id = $1 and s.ended_at is null and s.expires_at > now() and (p.state <> 'active' or p.deleted_at is not null)`,
  ),
  holds(
    'outbox: no announcement lies in a future that the relay would wait for',
    `select id::text from outbox where org_id = $1 and xid >= pg_snapshot_xmax(pg_current_snapshot())`,
  ),
]

const movingKinds = documentKinds.filter((kind) => kind.moves ?? kind.creates)

/** Asks the kind itself whether a document of it with this content moves anything. */
const shouldHaveMoved = (record: DocumentRecord, lines: readonly LineRecord[]): boolean => {
  const kind: DocumentKind = movingKinds.find((each) => each.kind === record.kind)!
  const body = bodyOf(record, lines)
  return body.lines.some(
    (line) =>
      (kind.moves?.(headerOf(body), valuesOf(line), 0) ?? []).length > 0 ||
      (kind.creates?.(headerOf(body), valuesOf(line)) ?? []).length > 0,
  )
}

/** As both would be stored. A log that cannot be followed is a fault like any other. */
const isTheFold = (state: unknown, log: readonly Event[]): boolean => {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(fold(log))), state)
  } catch {
    return false
  }
}
