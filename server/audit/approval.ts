import { isDeepStrictEqual } from 'node:util'
import type { Id } from '../../kernel/id.ts'
import { lastOf } from '../../kernel/assert.ts'
import type { Event } from '../../domain/approval/flow/event.ts'
import type { Definition } from '../../domain/approval/flow/definition.ts'
import { fold } from '../../domain/approval/flow/evolve.ts'
import type { State } from '../../domain/approval/flow/state.ts'
import { upgradeState } from '../../domain/approval/flow/upgradeState.ts'
import { addCounts, type Counts, countsOf, type LogEntry, tallyEntries } from '../../domain/approval/process/statistics.ts'
import { waitsForNobodySql } from '../../domain/approval/process/stuck.ts'
import { leaverJob } from '../access/people.ts'
import { type Check, holds, type Query } from './check.ts'

/** A log entry that is no list counts as a hole. */
const eventCount = `case jsonb_typeof(events) when 'array' then jsonb_array_length(events) else 0 end`

const liveStatuses = `('running', 'returned', 'posting')`
const bookedStates = `('inProgress', 'posted', 'reversed')`

const figuresText = `concat_ws(',', started, approved, rejected, returned, withdrawn, terminated, tasks, overdue, wait_seconds, max_seconds, array_to_string(waits, ','))`

/** Goes through the logs of all processes, as far as they are counted. */
const eachCountedLog = async (query: Query, orgId: Id, use: (flowKey: string, entries: readonly LogEntry[]) => void): Promise<void> => {
  let after = '0'
  for (;;) {
    const rows = await query<{ id: Id; flow_key: string; rev: number; entries: LogEntry[] | null }>(
      `select i.id, i.flow_key, f.rev, (
         select jsonb_agg(jsonb_build_object('seq', e.seq, 'at', e.at, 'events', e.events) order by e.seq) from wf_event e
         where e.org_id = $1 and e.instance_id = i.id and e.seq <= f.rev) as entries
       from wf_stat_fold f join wf_instance i on i.org_id = $1 and i.id = f.instance_id
       where f.org_id = $1 and f.instance_id > $2 order by f.instance_id limit 500`,
      [orgId, after],
    )
    for (const { flow_key: flowKey, entries } of rows) use(flowKey, entries ?? [])
    if (rows.length < 500) return
    after = lastOf(rows).id
  }
}

/** From when to when people had what they decided, by flow, node, person and day, in seconds since 1970. */
const spansOfLogs = async (query: Query, orgId: Id): Promise<Map<string, string[]>> => {
  const spans = new Map<string, string[]>()
  const seconds = (moment: string) => Math.floor(Date.parse(moment) / 1000)
  await eachCountedLog(query, orgId, (flowKey, entries) => {
    for (const { node, user, day, opened, decided } of tallyEntries(entries).spans) {
      const place = [flowKey, node, user, day].join(' ')
      const placeSpans = spans.get(place) ?? []
      placeSpans.push(`${seconds(opened)}-${seconds(decided)}`)
      spans.set(place, placeSpans)
    }
  })
  return spans
}

/** The figures of every flow, node and day. */
const figuresOfLogs = async (query: Query, orgId: Id): Promise<Map<string, string>> => {
  const totals = new Map<string, Counts>()
  await eachCountedLog(query, orgId, (flowKey, entries) => {
    const total = totals.get(flowKey) ?? new Map()
    totals.set(flowKey, total)
    addCounts(total, countsOf(entries))
  })
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

/** What must hold of flows, their logs and work lists. */
export const approvalChecks: readonly Check[] = [
  holds(
    'approval: a document is in approval exactly where its flow is under way',
    `select d.code from document d left join wf_instance i on i.org_id = $1 and i.document_id = d.id and i.status in ${liveStatuses}
     where d.org_id = $1 and ((d.state in ('inApproval', 'approved')) <> (coalesce(i.status, '') in ('running', 'posting')) or (i.status = 'returned' and d.state <> 'returned'))`,
  ),
  holds(
    'approval: an approved flow has put its document into the books',
    `select d.code from wf_instance i join document d on d.org_id = $1 and d.id = i.document_id
     where i.org_id = $1 and i.status = 'approved' and (d.state not in ${bookedStates} or d.instance_id is distinct from i.id)`,
  ),
  holds(
    'approval: nothing is open in a flow that is over',
    `select i.id::text from wf_instance i where i.org_id = $1 and i.status in ('approved', 'rejected', 'withdrawn', 'terminated')
       and exists (select from wf_task t where t.org_id = $1 and t.instance_id = i.id and t.status in (0, 1))`,
  ),
  holds(
    'approval: a running flow waits for somebody in service or about to be replaced, for a time, or for help',
    `select i.id::text from wf_instance i where i.org_id = $1 and i.status = 'running' and not i.suspended
       and not exists (select from wf_task t join person p on p.org_id = $1 and p.id = t.assignee_uid
                       where t.org_id = $1 and t.instance_id = i.id and t.status = 1 and (p.state = 'active' and p.deleted_at is null
                         or exists (select from job j where j.org_id = $1 and j.kind = '${leaverJob}' and j.key = t.assignee_uid::text
                                    and j.done_at is null and j.lease_until is distinct from 'infinity')))
       and coalesce(i.state -> 'timers', '[]') = '[]'
       and not jsonb_path_exists(i.state, '$.steps[*] ? (@.waitsFor == "service" || @.waitsFor == "child")')
       and not exists (select from wf_incident n where n.org_id = $1 and n.instance_id = i.id and n.resolved_at is null)`,
  ),
  holds(
    'approval: a flow that is approved and not posted says why',
    `select i.id::text from wf_instance i where i.org_id = $1 and i.status = 'posting'
       and not exists (select from wf_incident n where n.org_id = $1 and n.instance_id = i.id and n.kind = 'posting' and n.resolved_at is null)`,
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
          `select i.id, i.state, (select jsonb_agg(e.events order by e.seq) from wf_event e where e.org_id = $1 and e.instance_id = i.id) as log
           from wf_instance i where i.org_id = $1 and i.id > $2 order by i.id limit 500`,
          [orgId, after],
        )
        for (const { id, state, log } of rows) {
          const events = (log ?? []).flat()
          if (isTheFold(state, events) || (await isTheFoldUpgraded(query, { orgId, id, state }, events))) continue
          count++
          example ??= id
        }
        if (rows.length < 500) return { count, example }
        after = lastOf(rows).id
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
      const storedFigures = await query<{ place: string; figures: string }>(
        `select flow_key || ' ' || node_id || ' ' || day as place, ${figuresText} as figures from wf_stat_day where org_id = $1`,
        [orgId],
      )
      const loggedFigures = await figuresOfLogs(query, orgId)
      const wrong = storedFigures.filter(({ place, figures }) => loggedFigures.get(place) !== figures).map(({ place }) => place)
      const missing = [...loggedFigures.keys()].filter((place) => !storedFigures.some((row) => row.place === place))
      return { count: wrong.length + missing.length, example: [...wrong, ...missing][0] ?? null }
    },
  },
  {
    name: 'approval: how long people had what they decided is what the logs say',
    faults: async (query, orgId) => {
      const storedSpans = await query<{ place: string; spans: string[] }>(
        `select concat_ws(' ', s.flow_key, s.node_id, s.uid, s.day) as place,
                array(select d.opened || '-' || d.decided from unnest(s.opened, s.decided) as d (opened, decided)) as spans
         from wf_stat_person s where s.org_id = $1`,
        [orgId],
      )
      const loggedSpans = await spansOfLogs(query, orgId)
      const spansByPlace = new Map(storedSpans.map(({ place, spans }) => [place, spans.toSorted().join()]))
      const places = [...new Set([...spansByPlace.keys(), ...loggedSpans.keys()])]
      const wrong = places.filter((place) => spansByPlace.get(place) !== loggedSpans.get(place)?.toSorted().join())
      return { count: wrong.length, example: wrong[0] ?? null }
    },
  },
  holds(
    'approval: the columns beside the state say the same',
    `select id::text from wf_instance i where org_id = $1 and (status <> state ->> 'status' or rev <> (state ->> 'rev')::int or form_rev <> (state ->> 'formRev')::int
       or (ended_at is null) <> (status in ${liveStatuses}) or stuck <> (${waitsForNobodySql}))`,
  ),
  holds(
    'approval: no step of a flow under way waits for nobody',
    `select i.id::text from wf_instance i where i.org_id = $1 and ${waitsForNobodySql}`,
  ),
  holds(
    'approval: whoever has a part in a flow may open it',
    `select i.instance_id::text from (
       select instance_id, assignee_uid as uid from wf_task where org_id = $1 and status in (1, 2, 3)
       union select instance_id, uid from wf_cc where org_id = $1
       union select id, initiator_uid from wf_instance where org_id = $1
     ) i where not exists (select from wf_participant p where p.org_id = $1 and p.instance_id = i.instance_id and p.uid = i.uid)`,
  ),
  holds(
    'approval: the search has the grams of every application that has words, and of no other',
    `select coalesce(i.number, s.instance_id::text) from (select * from wf_instance where org_id = $1) i
     full join (select * from wf_instance_search where org_id = $1) s on s.instance_id = i.id
     where (coalesce(i.search, '') <> '') <> (coalesce(s.grams, '') <> '')`,
  ),
]

/** Where a flow was upgraded before states had a schema, the log adds up to what is read as the state that is stored. */
const isTheFoldUpgraded = async (
  query: Query,
  { orgId, id, state }: { readonly orgId: Id; readonly id: Id; readonly state: unknown },
  log: readonly Event[],
): Promise<boolean> => {
  if (!log.some(({ t }) => t === 'Migrated')) return false
  const [row] = await query<{ body: Definition }>(
    `select d.body from wf_instance i join wf_definition d on d.org_id = $1 and d.flow_key = i.flow_key and d.version = i.version
     where i.org_id = $1 and i.id = $2`,
    [orgId, id],
  )
  return row !== undefined && isTheFold(state, log, (state) => upgradeState(row.body, state))
}

/** As both would be stored. A log that cannot be followed is a fault like any other. */
const isTheFold = (state: unknown, log: readonly Event[], read: (state: State) => State = (state) => state): boolean => {
  try {
    return isDeepStrictEqual(JSON.parse(JSON.stringify(read(fold(log)))), state)
  } catch {
    return false
  }
}
