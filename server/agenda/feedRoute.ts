import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { addDays, dayAt, defaultTimeZone } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { keepRecent } from '../../kernel/recent.ts'
import { fill } from '../../kernel/refusal.ts'
import { occurrencesDuring } from '../../domain/agenda/expand.ts'
import { type FeedEvent, feedText } from '../../domain/agenda/feedText.ts'
import { instantOf } from '../../domain/agenda/zone.ts'
import { inNameOf } from '../access/sessions.ts'
import { claimedOrganisation, tokenHash } from '../access/tokens.ts'
import type { App } from '../call.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { rateLimit } from '../rateLimit.ts'
import { NotFound } from '../httpError.ts'
import { workCalendarOf } from '../calendar/calendar.ts'
import { answerTo, type Event, eventsOf } from './events.ts'
import { fromSources } from './eventReads.ts'

/** Days before and after today that a feed has. */
const daysBefore = 30
const daysAfter = 365

/** A calendar that asks more often than this has something wrong with it. */
const askedPerMinute = 30

/** For so long what other nouns said last is good enough; events are asked for each time. */
const sourcesSeconds = 300

type Row = { id: Id; uid: Id; sources: string[]; privateTitles: boolean; wasJustFetched: boolean }
type CachedFeed = { readonly state: string; readonly at: number; readonly tag: string; readonly text: string }

/** GET /api/agenda/feed/<token>.ics: a person's agenda for the calendar of his phone, for the person who knows the address. */
export const addFeedRoute = (server: FastifyInstance, app: App): void => {
  const count = rateLimit(askedPerMinute)
  const cache = new Map<string, CachedFeed>()
  server.get<{ Params: { file: string } }>('/api/agenda/feed/:file', async (request, reply) => {
    const token = /^(.{1,80})\.ics$/.exec(request.params.file)?.[1] ?? ''
    const orgId = claimedOrganisation(token)
    if (orgId === undefined) throw new NotFound()
    const hash = tokenHash(token)
    const now = app.database.now()
    count(hash, now)
    const [feed, state] = await app.database.reading(orgId, async (tx) => {
      const row = await feedOf(tx, hash, now)
      return row ? ([row, await stateOf(tx, row.uid, now)] as const) : ([undefined, ''] as const)
    })
    if (!feed) throw new NotFound()
    const cachedFeed = cache.get(hash)
    const isGood = cachedFeed?.state === state && (feed.sources.length === 0 || now - cachedFeed.at < sourcesSeconds * 1000)
    const answer = isGood ? cachedFeed : await app.database.reading(orgId, (tx) => writeFeed(tx, feed, state, now))
    keepRecent(cache, hash, answer, 1000)
    if (!feed.wasJustFetched)
      await app.database.inTransaction(orgId, (tx) =>
        tx.query('update agenda_feed set fetched_at = $3 where org_id = $1 and id = $2', [orgId, feed.id, new Date(now).toISOString()]),
      )
    reply.header('cache-control', 'private, no-cache').header('etag', answer.tag)
    if (request.headers['if-none-match'] === answer.tag) return reply.code(304).send()
    return reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="agenda.ics"').send(answer.text)
  })
}

const feedOf = async (tx: Tx, hash: string, now: number): Promise<Row | undefined> =>
  (
    await tx.query<Row>(
      `select f.id, f.uid, f.sources, f.private_titles as "privateTitles", coalesce(f.fetched_at > $3, false) as "wasJustFetched"
       from agenda_feed f join person p on p.org_id = $1 and p.id = f.uid and p.state = 'active' and p.deleted_at is null
       where f.org_id = $1 and f.token_hash = $2 and f.revoked_at is null
         and exists (select from organisation o where o.org_id = $1 and o.state = 'active')`,
      [tx.orgId, hash, new Date(now - 3_600_000).toISOString()],
    )
  )[0]

/** Changes with everything that events of a person's agenda say, and with the day. */
const stateOf = async (tx: Tx, uid: Id, now: number): Promise<string> => {
  const row = await onlyRow(
    tx.query<{ n: number; changed: string | null; answered: string | null; calendar: string | null }>(
      `with mine as materialized (
         select x.id from agenda_event x where x.org_id = $1 and x.uid = $2 and x.last_end > $3
         union select a.event_id from agenda_attendee a where a.org_id = $1 and a.uid = $2 and a.occurrence = ''
       )
       select count(*)::int as n, max(e.updated_at) as changed,
         (select max(a.answered_at) from agenda_attendee a where a.org_id = $1 and a.uid = $2) as answered,
         greatest((select c.updated_at from work_calendar c where c.org_id = $1), (select max(h.updated_at) from holiday_year h where h.org_id = $1)) as calendar
       from mine m join agenda_event e on e.org_id = $1 and e.id = m.id where e.deleted_at is null and e.last_end > $3`,
      [tx.orgId, uid, new Date(now - daysBefore * 86_400_000).toISOString()],
    ),
  )
  return [dayAt(now), row.n, row.changed, row.answered, row.calendar].join(' ')
}

const writeFeed = async (tx: Tx, { uid, sources, privateTitles }: Row, state: string, now: number): Promise<CachedFeed> => {
  const session = await inNameOf(tx, uid)
  if (!session) throw new NotFound()
  const [first, last] = [addDays(dayAt(now), -daysBefore), addDays(dayAt(now), daysAfter)]
  const [from, to] = [instantOf(`${first} 00:00`, defaultTimeZone), instantOf(`${last} 00:00`, defaultTimeZone)]
  const [events, workdays, others] = await Promise.all([
    eventsOf(tx, [uid], from, to),
    workCalendarOf(tx),
    fromSources({ tx, session, at: now }, first, last, sources),
  ])
  const text = feedText({
    name: '在册日程',
    domain: `${tx.orgId}.zaice`,
    events: events
      .filter((event) => occurrencesDuring(event, event.exceptions, { from, to }, workdays).length > 0)
      .flatMap((event) => forFeed(event, uid, privateTitles) ?? []),
    things: others.map(({ source, each }) => ({
      key: `${source}-${each.id}-${'day' in each ? each.day : each.begin}`,
      title: fill(each.words, each.params),
      ...('day' in each ? { day: each.day } : { begin: each.begin, end: each.end }),
    })),
    from,
    to,
    workdays,
  })
  return { state, at: now, text, tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"` }
}

/** An event as a person's feed has it: without what he declined, and without what only he is to see unless he wants that. */
const forFeed = (event: Event, uid: Id, privateTitles: boolean): FeedEvent | undefined => {
  const series = event.people.find((person) => person.uid === uid && person.occurrence === '')
  const declinedOccurrences = event.people
    .filter((person) => person.uid === uid && person.occurrence !== '' && person.answer === 'declined')
    .map(({ occurrence }) => occurrence)
  if (series?.answer === 'declined') return undefined
  const isHidden = event.visibility === 'private' && !privateTitles
  const content = isHidden ? { title: '忙碌', place: '', notes: '' } : { title: event.title, place: event.place, notes: event.notes }
  return {
    ...event,
    ...content,
    isTentative: event.uid !== uid && answerTo(event, uid, '')?.answer !== 'accepted',
    exceptions: [
      ...event.exceptions
        .filter(({ occurrence }) => !declinedOccurrences.includes(occurrence))
        .map(({ changes, ...each }) => ({ ...each, changes: { ...changes, ...(isHidden && content) } })),
      ...declinedOccurrences.map((occurrence) => ({ occurrence, cancelled: true, changes: {} })),
    ],
  }
}
