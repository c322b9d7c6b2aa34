import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { WebSocket } from 'ws'
import { type Id, newId } from '../kernel/id.ts'
import { createPerson } from '../server/access/people.ts'
import { openSession } from '../server/access/sessions.ts'
import { openDatabase } from '../server/db/pool.ts'
import { organised } from './data.ts'
import { copyDatabase, dropDatabase, settle } from './databases.ts'
import { percentile, timesOf } from './load.ts'
import { printBar } from './report.ts'
import { callsTo, serve, severally, type Measuring } from './serving.ts'

type Person = { readonly uid: Id; readonly token: string }

const people = 500
const rooms = 300

/**
 * Conversations over two server processes: sending beside the one statement that does it, from a request at one process to a socket at the
 * other, lists, history and search where there is much of it. Answers how many bars were missed.
 */
export const measureChat = async ({
  url,
  dir,
  say,
  long,
}: Pick<Measuring, 'url' | 'dir' | 'say'> & { readonly long: number }): Promise<number> => {
  say('Conversations')
  const address = await copyDatabase(url, 'bench_chat')
  const { orgId, persons, room, others } = await fillChats(address, long)
  await settle(address)
  const [one, two] = [await serve(address, join(dir, 'chat1')), await serve(address, join(dir, 'chat2'))]
  const [calls, callsOfOther] = [callsTo(one.port, '/api/msg'), callsTo(two.port, '/api/msg')]
  const { ask } = calls
  const said = (chatId: Id, text: string) => ({ id: newId(), chatId, content: { kind: 'text', body: { text } } })
  const [me] = persons as [Person]
  let missed = 0
  const bar = (words: string, figure: number, atMost: number) => {
    if (!printBar(words, figure, { atMost })) missed++
  }
  try {
    bar('Inbox of 300, p50 ms', percentile(await timesOf(100, () => ask(me, 'msgchat/list', {})), 0.5), 10)
    const inbox = await ask(me, 'msgchat/list', {})
    bar('Inbox of 300, KB gzip: all that a resume asks', gzipSync(JSON.stringify(inbox)).length / 1024, 30)
    bar(`Newest 50 of ${long}, p50 ms`, percentile(await timesOf(100, () => ask(me, 'msgchatmessage/list', { chatId: room })), 0.5), 5)
    bar(
      `Any 50 of ${long}, p50 ms`,
      percentile(
        await timesOf(100, (n) => ask(me, 'msgchatmessage/list', { chatId: room, around: 1000 + n * Math.floor(long / 120) })),
        0.5,
      ),
      5,
    )
    const search = (likeQuery: string) => timesOf(20, () => ask(me, 'msgchatmessage/search', { chatId: room, likeQuery }))
    bar(`Two characters in ${long} where they occur, p50 ms`, percentile(await search('天气'), 0.5), 10)
    bar(`Two characters in ${long} where they do not, p50 ms`, percentile(await search('鲲鹏'), 0.5), 100)

    const plain = await statementAlone(address, orgId, persons, others)
    const begun = performance.now()
    const sends = Array.from({ length: 2000 }, (_, n) => n)
    await severally(sends, 8, (n) =>
      (n % 2 ? calls : callsOfOther).ask(persons[n % 8]!, 'msgchatmessage/save', said(others[n % others.length]!, `第${n}句`)),
    )
    const perSecond = sends.length / ((performance.now() - begun) / 1000)
    console.log(`Sends a second over HTTP ${perSecond.toFixed(0)}, by the statement alone ${plain.toFixed(0)}`)
    if (!printBar('Sends over HTTP over the statement alone', perSecond / plain, { atLeast: 0.5 })) {
      missed++
      console.log(
        '... a send also looks at the session, reads back what it wrote, announces it, and asks three seconds later whom it rings at',
      )
    }

    // Eight screens talk in three hundred conversations; then five hundred look on while one conversation is written in.
    const few = await listen(two.port, persons.slice(0, 8))
    const paced = await pace(
      200,
      600,
      (n) => ask(persons[n % 8]!, 'msgchatmessage/save', said(others[n % others.length]!, `第${n}句`)),
      few,
    )
    bar('Sent at one process, on a socket of the other, 200 a second, p50 ms', percentile(paced.first, 0.5), 20)
    bar('... p99 ms', percentile(paced.first, 0.99), 100)
    few.close()
    const all = await listen(two.port, persons)
    const crowded = await pace(20, 60, (n) => ask(persons[n % 60]!, 'msgchatmessage/save', said(room, `第${n}句`)), all)
    bar(`... on the last of ${people} sockets of one conversation, p50 ms`, percentile(crowded.last, 0.5), 150)
    all.close()
  } finally {
    calls.end()
    callsOfOther.end()
    await Promise.all([one.stop(), two.stop()])
    await dropDatabase(address)
  }
  return missed
}

/** So many a second; for each how long until the first and until the last socket had it, in milliseconds. */
const pace = async (
  perSecond: number,
  count: number,
  send: (n: number) => Promise<{ id: Id }>,
  { heard }: { readonly heard: Map<Id, number[]> },
): Promise<{ first: number[]; last: number[] }> => {
  const begun = new Map<Id, number>()
  const sending: Promise<void>[] = []
  for (let n = 0; n < count; n++) {
    const at = performance.now()
    sending.push(send(n).then(({ id }) => void begun.set(id, at)))
    await sleep(1000 / perSecond)
  }
  await Promise.all(sending)
  await sleep(1500)
  const waits = [...begun].map(([id, at]) => (heard.get(id) ?? []).map((moment) => moment - at))
  const rising = (times: readonly number[]) => times.toSorted((a, b) => a - b)
  return { first: rising(waits.map((each) => Math.min(...each))), last: rising(waits.map((each) => Math.max(...each))) }
}

/** A socket for each member; when each message came. */
const listen = async (port: number, persons: readonly Person[]) => {
  const heard = new Map<Id, number[]>()
  const sockets = await severally(persons, 20, async ({ uid, token }) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/websocket/${uid}_mobile?token=${token}`)
    socket.on('message', (data) => {
      const now = performance.now()
      // Read as far as it must be: five hundred of these are on this machine, and no one waits for what they do.
      const text = String(data)
      const id = /"message":\{"id":"(\d+)"/.exec(text)?.[1]
      if (id === undefined) return
      const moments = heard.get(id) ?? []
      moments.push(now)
      heard.set(id, moments)
    })
    await new Promise((done, fail) => socket.once('open', done).once('error', fail))
    return socket
  })
  return { heard, close: () => sockets.forEach((socket) => socket.terminate()) }
}

/** Sends a second by the statement that sends, each in a transaction of its own, eight at a time. */
const statementAlone = async (address: string, orgId: Id, persons: readonly Person[], others: readonly Id[]): Promise<number> => {
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = new pg.Client({ connectionString: address })
      await client.connect()
      await client.query("select set_config('app.org', $1, false)", [orgId])
      return client
    }),
  )
  const begun = performance.now()
  const each = 250
  await Promise.all(
    clients.map(async (client, at) => {
      for (let n = 0; n < each; n++)
        await client.query({
          name: 'append',
          text: `select outcome from chat_append($1, $2, $3, $4, 'text', '{"text": "一句", "mentions": []}', '一句', null, null, '{}', '{}', false, now(), '0', '1 day')`,
          values: [orgId, newId(), others[(at * 37 + n) % others.length], persons[at]!.uid],
        })
    }),
  )
  const seconds = (performance.now() - begun) / 1000
  await Promise.all(clients.map((client) => client.end()))
  return (each * clients.length) / seconds
}

/** An organisation of 500 people in one long conversation, eight of which person are in 299 shorter ones as well. */
const fillChats = async (address: string, long: number): Promise<{ orgId: Id; persons: Person[]; room: Id; others: Id[] }> => {
  const database = openDatabase({ url: address, poolSize: 4 })
  const orgId = newId()
  const persons = await database.inTransaction(orgId, async (tx) => {
    await organised(tx, '会话')
    const made: Person[] = []
    for (let n = 0; n < people; n++) {
      const uid = await createPerson(tx, { username: `chat${n}`, userName: `人${n}`, passwordHash: 'x' })
      made.push({ uid, token: await openSession(tx, { uid, client: 'app', platform: 'bench' }) })
    }
    return made
  })
  await database.close()
  const ids = Array.from({ length: rooms }, () => newId())
  const client = new pg.Client({ connectionString: address })
  client.on('error', () => undefined)
  await client.connect()
  await client.query("select set_config('app.org', $1, false)", [orgId])
  const sizeOf = (n: number) => (n === 0 ? long : Math.round(long / rooms))
  await client.query(
    `insert into chat (org_id, id, kind, name, owner_uid, last_seq, counted, last_at, preview, member_count, created_at)
     select $1, u.id, 'group', '群', $4::bigint, u.n, u.n, now() - interval '1 hour', jsonb_build_object('seq', u.n, 'senderUid', $4::bigint::text, 'brief',
       jsonb_build_object('kind', 'text', 'text', '明天上午九点半在三楼会议室开会，请带上报表')), case when u.id = $5::bigint then $6::int else 8 end, now()
     from unnest($2::bigint[], $3::int[]) as u (id, n)`,
    [orgId, ids, ids.map((_, n) => sizeOf(n)), persons[0]!.uid, ids[0], people],
  )
  await client.query(
    `insert into chat_member (org_id, uid, chat_id, role, joined_seq, from_seq, read_seq, read_counted, joined_at)
     select $1, p.uid, c.id, case when p.uid = $3::bigint then 'owner' else 'member' end, 0, 0, c.last_seq - 33, c.last_seq - 33, now()
     from chat c, unnest($2::bigint[]) with ordinality as p (uid, n) where c.org_id = $1 and (c.id = $4::bigint or p.n <= 8)`,
    [orgId, persons.map(({ uid }) => uid), persons[0]!.uid, ids[0]],
  )
  for (const [n, id] of ids.entries())
    await client.query(
      `insert into chat_message (org_id, id, chat_id, seq, counted, sender_uid, kind, body, search, created_at)
       select $1, $5::bigint + g, $2::bigint, g, g, ($3::bigint[])[1 + g % 8], 'text', jsonb_build_object('text', w.words, 'mentions', '[]'::jsonb), w.words,
         now() - interval '400 days' + make_interval(secs => g)
       from generate_series(1, $4::int) g, lateral (select case when g % 100 = 0 then '今天天气不错 ' else '请把第 ' end || g || ' 号资产的盘点结果发我一下' as words) w`,
      [orgId, id, persons.slice(0, 8).map(({ uid }) => uid), sizeOf(n), String((n + 1) * 1_000_000_000)],
    )
  await client.end()
  return { orgId, persons, room: ids[0]!, others: ids.slice(1) }
}
