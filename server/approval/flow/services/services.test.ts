import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, suite, test } from 'node:test'
import { type Id, newId } from '../../../../kernel/id.ts'
import type { Service } from '../../../../domain/approval/flow/definition.ts'
import { openTasks } from '../../../../domain/approval/flow/state.ts'
import { approval } from '../../../../domain/approval/flow/templates/define.ts'
import type { Tx } from '../../../db/tx.ts'
import type { Job } from '../../../jobs/jobs.ts'
import { openDoor, testApp } from '../../../testing/app.ts'
import { callOf } from '../../../testing/company.ts'
import { processHandlers } from '../../process/handlers.ts'
import { saveDraft } from '../../design/install.ts'
import { serviceHandlers } from './services.ts'
import { serviceJob, type ServiceRequest } from './servicesAsk.ts'
import { retrySeconds } from './callService.ts'
import { askService, serviceWorker, settle } from './servicesJob.ts'
import { isSignedBy, post, type Reach, signatureOf, urlRefusal } from './servicesPost.ts'
import { timerJob } from '../store.ts'
import { timerWorker } from '../timers.ts'
import { act, askForPaper, documents, documentState, foundOffice, type Office, publishFlow, stateOf, stock } from '../../testing/office.ts'

const { app, database } = await testApp([], { breaks: ['ledger: what is reserved is the sum of the reservations'] })
const local = { ...app, settings: { ...app.settings, serviceReach: 'local' as const } }
/** A token is `organisation.person`; the person who that is may design and administer flows. */
const door = await openDoor(local, [...processHandlers(documents), ...serviceHandlers(documents)], async (token) => {
  const [orgId, uid] = token.split('.') as [Id, Id]
  return callOf({ orgId } as Tx, uid, ['workflow:list', 'workflow:design', 'workflow:reassign', 'workflow:retry']).session
})

/** Another person's server: it answers what a test wants and remembers what it was asked. */
type Asked = { headers: IncomingMessage['headers']; text: string }
const asked: Asked[] = []
let answers: (request: Asked, response: ServerResponse) => void = (_, response) => response.end()
const stranger = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part.toString('utf8')))
  request.on('end', () => {
    const seen = { headers: request.headers, text }
    asked.push(seen)
    answers(seen, response)
  })
})
await new Promise<void>((done) => stranger.listen(0, '127.0.0.1', done))
stranger.unref()
after(() => {
  stranger.closeAllConnections()
  stranger.close()
})
const url = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/orders`
const answering = (status: number, body?: unknown) => (_: Asked, response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(body === undefined ? '' : JSON.stringify(body))

const secret = 'a-secret-of-32-characters-for-us'
const service: Service = {
  t: 'service',
  id: 'order',
  name: '下单',
  service: 'erp',
  wait: true,
  onFail: 'incident',
  fields: { reason: 'write', from: 'hide' },
}

/** An office whose flow asks the service after the head of department. */
const opened = async (more: Partial<Service> = {}): Promise<Office & { token: string }> => {
  const orgId = newId()
  await database.inTransaction(orgId, (tx) => tx.query('insert into organisation (org_id, name) values ($1, $2)', [orgId, '测试公司']))
  const office = await foundOffice(database, orgId)
  await stock(database, office, '10')
  const token = `${orgId}.${office.admin}`
  const saved = await door({
    path: '/api/workflow/service/save',
    token,
    body: { serviceKey: 'erp', name: '采购系统', url, secret, headers: { Authorization: 'Bearer of-the-erp' }, timeoutSeconds: 1 },
  })
  assert.equal(saved.json.code, 0, saved.text)
  await publishFlow(
    database,
    office,
    [
      approval('head', '部门负责人审批', [{ k: 'users', ids: [office.boss] }]),
      { ...service, ...more },
      approval('keeper', '发放', [{ k: 'users', ids: [office.keeper] }]),
    ],
    { takeBack: false },
  )
  return { ...office, token }
}

/** An application at which the service is to be asked, with the job that asks. */
const requested = async (office: Office): Promise<{ processId: Id; id: Id; job: Job<ServiceRequest> }> => {
  const { id, processId } = await askForPaper(database, office, '1')
  await act(database, office, processId!, office.boss, { t: 'approve' })
  return { id, processId: processId!, job: await jobOf(office, processId!) }
}
const jobOf = async (office: Office, processId: Id): Promise<Job<ServiceRequest> & { due_at: string }> => {
  const rows = await database.reading(office.orgId, (tx) =>
    tx.query<Job<ServiceRequest> & { due_at: string }>(
      'select id, kind, key, body, attempts, due_at from job where org_id = $1 and kind = $2 and key like $3 order by id desc limit 1',
      [office.orgId, serviceJob, `${processId}/%`],
    ),
  )
  return { ...rows[0]!, orgId: office.orgId }
}
const worker = serviceWorker(documents, 'local')
const run = (job: Job<ServiceRequest>) => worker.piece(database, job, app.log)
const holders = async (office: Office, processId: Id) => openTasks(await stateOf(database, office, processId)).map(({ task }) => task.user)
const incidents = async (office: Office, processId: Id) =>
  database.reading(office.orgId, (tx) =>
    tx.query<{ id: Id; params: { error: string } }>(
      'select id, params from wf_incident where org_id = $1 and instance_id = $2 and resolved_at is null',
      [office.orgId, processId],
    ),
  )

suite('asking', () => {
  test('it is signed, names itself, hides what the step hides, and its answer is written where the step allows', async () => {
    const office = await opened()
    const { processId, job } = await requested(office)
    answers = answering(200, { patch: { reason: '已下单 PO-1' } })
    await run(job)
    const seen = asked.at(-1)!
    const { seq } = job.body as ServiceRequest
    assert.equal(seen.headers['idempotency-key'], `${office.orgId}:${processId}:${seq}`)
    assert.equal(seen.headers.authorization, 'Bearer of-the-erp')
    assert.ok(isSignedBy(secret, String(seen.headers['x-timestamp']), seen.text, String(seen.headers['x-signature'])))
    const sent = JSON.parse(seen.text)
    assert.deepEqual(
      [sent.node.id, sent.form.reason, 'from' in sent.form, sent.correlation],
      ['order', '办公', false, seen.headers['idempotency-key']],
    )
    assert.equal((await stateOf(database, office, processId)).form.reason, '已下单 PO-1')
    assert.deepEqual(await holders(office, processId), [office.keeper])
  })

  const ends: [what: string, answer: typeof answers, more: Partial<Service>, error: string][] = [
    ['a refusal', answering(422), {}, 'HTTP 422'],
    ['a redirection, which is not followed', (_, response) => void response.writeHead(302, { location: url }).end(), {}, 'HTTP 302'],
    ['what is no JSON', (_, response) => void response.writeHead(200).end('<html>'), {}, '答复的格式有误'],
    ['a patch of what it may not write', answering(200, { patch: { recipient: '1' } }), {}, '“领用人”在这个环节不能修改'],
    ['too much', (_, response) => void response.writeHead(200).end('x'.repeat(300_000)), {}, '没有答复'],
  ]
  for (const [what, answer, more, error] of ends)
    test(`${what} is a failure that somebody of authority sees and tries again`, async () => {
      const office = await opened(more)
      const { processId, job } = await requested(office)
      answers = answer
      // What may only be bad luck fails after the last try.
      await run({ ...job, body: { ...job.body, tries: retrySeconds.length } })
      const [incident] = await incidents(office, processId)
      assert.equal(incident?.params.error, error)
      assert.deepEqual(await holders(office, processId), [])
      answers = answering(204)
      const again = await door({ path: '/api/workflow/incidentRetry', token: office.token, body: { id: incident!.id } })
      assert.equal(again.json.code, 0, again.text)
      assert.deepEqual(await incidents(office, processId), [])
      await run(await jobOf(office, processId))
      assert.deepEqual(await holders(office, processId), [office.keeper])
    })

  for (const [onFail, what] of [
    ['continue', 'the flow goes on'],
    ['reject', 'the application goes back'],
  ] as const)
    test(`where the step says so, ${what} after a failure`, async () => {
      const office = await opened({ onFail })
      const { processId, id, job } = await requested(office)
      answers = answering(400)
      await run(job)
      assert.deepEqual(await incidents(office, processId), [])
      if (onFail === 'continue') assert.deepEqual(await holders(office, processId), [office.keeper])
      else assert.equal(await documentState(database, office, id), 'returned')
    })

  for (const [what, answer] of [
    ['nothing in time', () => undefined],
    ['a server in trouble', answering(503)],
    ['a broken line', (_: Asked, response: ServerResponse) => void response.destroy()],
  ] as const)
    test(`after ${what} it asks again later, six times in all`, async () => {
      const office = await opened()
      const { processId, job } = await requested(office)
      answers = answer
      const before = asked.length
      await run(job)
      const next = await jobOf(office, processId)
      // The moment is the database's, whose clock may be a moment ahead of ours.
      const waits = (Date.parse(next.due_at) - Date.now()) / 1000
      assert.ok(waits > retrySeconds[0] - 10 && waits <= retrySeconds[0] + 1, `${waits} s`)
      for (let tries = next.body.tries; tries <= retrySeconds.length; tries++) {
        answers = answering(500)
        await run(await jobOf(office, processId))
      }
      assert.equal(asked.length - before, 6)
      assert.equal(new Set(asked.slice(before).map(({ headers }) => headers['idempotency-key'])).size, 1)
      assert.equal((await incidents(office, processId)).length, 1)
    })

  test('cut off between the answer and its writing, it is asked again by the same name and counted once', async () => {
    const office = await opened()
    const { processId, job } = await requested(office)
    answers = answering(200, {})
    const lost = await askService(database, job, 'local')
    assert.deepEqual(lost, { t: 'done' })
    await run(job)
    await run(job)
    await settle(database, documents, job, lost!)
    const names = asked.slice(-2).map(({ headers, text }) => [headers['idempotency-key'], text])
    assert.deepEqual(names[0], names[1])
    const completed = await database.reading(office.orgId, (tx) =>
      tx.query(
        `select 1 from wf_event where org_id = $1 and instance_id = $2 and jsonb_path_exists(events, '$[*] ? (@.t == "ServiceCompleted")')`,
        [office.orgId, processId],
      ),
    )
    assert.equal(completed.length, 1)
    assert.deepEqual(await holders(office, processId), [office.keeper])
  })

  test('nobody waits where the step says so, and what comes of it changes nothing', async () => {
    const office = await opened({ wait: false })
    const { processId, job } = await requested(office)
    assert.deepEqual(await holders(office, processId), [office.keeper])
    answers = answering(422)
    const before = asked.length
    await run(job)
    assert.equal(asked.length, before + 1)
    assert.deepEqual(await incidents(office, processId), [])
  })

  test('while the flow is suspended nothing is asked; when it was ended, never', async () => {
    const office = await opened()
    const { processId, job } = await requested(office)
    const before = asked.length
    await act(database, office, processId, office.admin, { t: 'suspend', reason: '核对' })
    await run(job)
    assert.ok(Date.parse((await jobOf(office, processId)).due_at) > Date.now() + 300_000)
    await act(database, office, processId, office.admin, { t: 'resume' })
    await act(database, office, processId, office.staff, { t: 'withdraw' })
    await run(job)
    assert.equal(asked.length, before)
  })
})

suite('answering later', () => {
  const callback = (body: unknown, { key = secret, seconds = 0, text = JSON.stringify(body) } = {}) => {
    const timestamp = String(Math.floor(Date.now() / 1000) + seconds)
    const headers = { 'x-timestamp': timestamp, 'x-signature': signatureOf(key, timestamp, text) }
    return { path: '/api/workflow/service/callback', body, headers }
  }
  const later = async (office: Office) => {
    const made = await requested(office)
    answers = answering(202)
    await run(made.job)
    assert.deepEqual(await holders(office, made.processId), [])
    return { ...made, correlation: JSON.parse(asked.at(-1)!.text).correlation as string }
  }

  test('a signed answer lets the flow go on, and once', async () => {
    const office = await opened()
    const { processId, correlation } = await later(office)
    const sent = callback({ correlation, patch: { reason: '已到货' } })
    const [first, second] = [await door(sent), await door(sent)]
    assert.deepEqual(
      [first.json.result, second.json.result],
      [
        { accepted: true, repeated: false },
        { accepted: true, repeated: true },
      ],
    )
    assert.equal((await stateOf(database, office, processId)).form.reason, '已到货')
    assert.deepEqual(await holders(office, processId), [office.keeper])
    const late = await door(callback({ correlation, patch: { reason: '晚了' } }))
    assert.equal(late.json.reason, 'approval.stepGone')
  })

  test('a failure that was told, tried again, is not told a second time by a replay', async () => {
    const office = await opened()
    const { processId, correlation } = await later(office)
    const failed = callback({ correlation, error: '缺货' })
    assert.equal((await door(failed)).json.code, 0)
    const [incident] = await incidents(office, processId)
    assert.equal(incident!.params.error, '缺货')
    await door({ path: '/api/workflow/incidentRetry', token: office.token, body: { id: incident!.id } })
    assert.deepEqual((await door(failed)).json.result, { accepted: true, repeated: true })
    assert.deepEqual(await incidents(office, processId), [])
  })

  test('nobody else answers: a wrong key, another body, an old or missing signature, a request that never was', async () => {
    const office = await opened()
    const { processId, correlation } = await later(office)
    const body = { correlation, patch: { reason: '假的' } }
    const wrong = [
      callback(body, { key: 'b-secret-of-32-characters-for-us' }),
      callback(body, { text: JSON.stringify({ correlation }) }),
      callback(body, { seconds: -301 }),
      callback(body, { seconds: 310 }),
      { path: '/api/workflow/service/callback', body },
      callback({ ...body, correlation: `${office.orgId}:${processId}:1` }),
      callback({ ...body, correlation: `${newId()}:${processId}:${correlation.split(':')[2]}` }),
    ]
    for (const [i, each] of wrong.entries()) assert.equal((await door(each)).status, 401, `wrong answer ${i}`)
    assert.deepEqual(await holders(office, processId), [])
    assert.equal((await door(callback(body, { seconds: -290 }))).status, 200)
  })
})

suite('a service that never answers', () => {
  const timed = async (office: Office, processId: Id) => {
    const jobs = await database.reading(office.orgId, (tx) =>
      tx.query<Job & { due_at: string }>(
        'select id, kind, key, body, attempts, due_at from job where org_id = $1 and kind = $2 and key like $3 and done_at is null',
        [office.orgId, timerJob, `${processId}/%`],
      ),
    )
    return jobs.map((job) => ({ ...job, orgId: office.orgId }))
  }
  const fire = (office: Office, job: Job) => database.inTransaction(office.orgId, (tx) => timerWorker(documents).run(tx, job))
  const deadline = { after: { value: 2, unit: 'hours' }, calendar: '24x7' } as const

  test('is an incident at its deadline; asked again it has as long anew, and once answered nothing is due', async () => {
    const office = await opened({ deadline: { ...deadline, act: 'incident' } })
    const { processId, job } = await requested(office)
    answers = answering(202)
    await run(job)
    const [due] = await timed(office, processId)
    const hours = (Date.parse(due!.due_at) - Date.now()) / 3_600_000
    assert.ok(hours > 1.9 && hours <= 2)
    await fire(office, due!)
    const [incident] = await incidents(office, processId)
    assert.equal(incident!.params.error, '没有在时限内答复')
    assert.deepEqual(await timed(office, processId), [])
    const retried = await door({ path: '/api/workflow/incidentRetry', token: office.token, body: { id: incident!.id } })
    assert.equal(retried.json.code, 0, retried.text)
    assert.deepEqual(await incidents(office, processId), [])
    await fire(office, due!)
    assert.deepEqual(await incidents(office, processId), [], 'a late wake-up for the first asking')
    assert.equal((await timed(office, processId)).length, 1)
    answers = answering(200)
    await run(await jobOf(office, processId))
    assert.deepEqual([await holders(office, processId), await timed(office, processId)], [[office.keeper], []])
  })

  test('or the flow goes on without it, and its late answer changes nothing', async () => {
    const office = await opened({ deadline: { ...deadline, act: 'continue' } })
    const { processId, job } = await requested(office)
    answers = answering(202)
    await run(job)
    const [due] = await timed(office, processId)
    await fire(office, due!)
    assert.deepEqual([await holders(office, processId), await incidents(office, processId)], [[office.keeper], []])
  })
})

suite('registering', () => {
  test('a secret is made where none is given and told once; neither it nor headers are ever answered', async () => {
    const office = await opened()
    const save = (more: object) =>
      door({
        path: '/api/workflow/service/save',
        token: office.token,
        body: { serviceKey: 'crm', name: '客户系统', url: 'https://crm.example.com/hook', ...more },
      })
    const made = (await save({ headers: { 'X-Key': 'hidden-value' } })).json.result.secret as string
    assert.ok(made.length >= 40)
    assert.equal((await save({ name: '客户', headers: { 'X-Key': '' } })).json.result.secret, null)
    const moved = await save({ name: '客户', url: 'https://other.example.com/hook', headers: { 'X-Key': '' } })
    assert.equal(moved.json.reason, 'secret.address')
    const list = await door({ path: '/api/workflow/service/list', token: office.token, body: {} })
    for (const hidden of [made, secret, 'hidden-value', 'Bearer of-the-erp']) assert.ok(!list.text.includes(hidden))
    const [crm, erp] = list.json.result.list
    assert.deepEqual([crm.headerNames, crm.flows, erp.flows.length], [['X-Key'], [], 1])
    const [kept] = await database.reading(office.orgId, (tx) =>
      tx.query<{ secret: string; headers: object }>(`select secret, headers from wf_service where org_id = $1 and service_key = 'crm'`, [
        office.orgId,
      ]),
    )
    assert.deepEqual(kept, { secret: made, headers: { 'X-Key': 'hidden-value' } })
    const remove = (serviceKey: string) => door({ path: '/api/workflow/service/delete', token: office.token, body: { serviceKey } })
    assert.equal((await remove('erp')).json.reason, 'approval.serviceInUse')
    assert.equal((await remove('crm')).json.result.deleted, true)
  })

  test('a secret that was lost is made anew: told once, and the one before signs nothing any more', async () => {
    const office = await opened()
    const renew = (serviceKey: string) => door({ path: '/api/workflow/service/renewSecret', token: office.token, body: { serviceKey } })
    const { processId, job } = await requested(office)
    answers = answering(202)
    const fresh = (await renew('erp')).json.result.secret as string
    await run(job)
    const seen = asked.at(-1)!
    assert.ok(isSignedBy(fresh, String(seen.headers['x-timestamp']), seen.text, String(seen.headers['x-signature'])))
    const body = { correlation: seen.headers['idempotency-key'] }
    const timestamp = String(Math.floor(Date.now() / 1000))
    const answer = (signedWith: string) =>
      door({
        path: '/api/workflow/service/callback',
        body,
        headers: { 'x-timestamp': timestamp, 'x-signature': signatureOf(signedWith, timestamp, JSON.stringify(body)) },
      })
    assert.equal((await answer(secret)).status, 401)
    assert.equal((await answer(fresh)).status, 200)
    assert.deepEqual(await holders(office, processId), [office.keeper])
    assert.ok(!(await door({ path: '/api/workflow/service/list', token: office.token, body: {} })).text.includes(fresh))
    assert.equal((await renew('nobody')).status, 404)
  })

  test('a draft that asks a service nobody registered cannot be published', async () => {
    const office = await opened()
    const found = await database.inTransaction(office.orgId, (tx) =>
      saveDraft(tx, {
        flowKey: 'csoutstock',
        revision: 0,
        body: { name: '领用', body: [approval('a', '审批', [{ k: 'initiator' }]), { ...service, service: 'nobody' }] },
        byUid: office.admin,
      }),
    )
    assert.deepEqual(
      found.findings.filter(({ level }) => level === 'error').map(({ reason }) => reason.reason),
      ['approval.publish.noService'],
    )
  })
})

suite('where a service may stand', () => {
  const places: [url: string, ...allowed: Reach[]][] = [
    ['https://example.com/x', 'public', 'private', 'local'],
    ['https://8.8.8.8/x', 'public', 'private', 'local'],
    ['http://example.com/x'],
    ['https://user:word@example.com/'],
    ['ftp://example.com/'],
    ['https://10.1.2.3/', 'private', 'local'],
    ['https://192.168.0.5:8443/', 'private', 'local'],
    ['https://[fd00::1]/', 'private', 'local'],
    ['https://127.0.0.1/', 'local'],
    ['https://2130706433/', 'local'],
    ['https://0x7f.1/', 'local'],
    ['https://[::ffff:127.0.0.1]/', 'local'],
    ['http://localhost:3000/', 'local'],
    ['https://localhost/', 'local'],
    ['http://10.1.2.3/'],
    ['https://169.254.169.254/latest/meta-data'],
    ['https://[fe80::1]/'],
    ['https://0.0.0.0/'],
    ['https://[64:ff9b::7f00:1]/'],
    ['https://[64:ff9b:1::7f00:1]/'],
    ['https://[::127.0.0.1]/'],
    ['https://[::ffff:0:127.0.0.1]/'],
    ['https://[fec0::1]/'],
    ['https://[100::1]/'],
    ['https://[2001:db8::1]/'],
    ['https://[2002:7f00:1::]/'],
    ['https://localhost./', 'local'],
    ['https://[2606:4700::1111]/', 'public', 'private', 'local'],
  ]
  for (const [place, ...allowed] of places)
    test(`${place} is for ${allowed.join(', ') || 'nobody'}`, () => {
      const found = (['public', 'private', 'local'] as const).filter((reach) => urlRefusal(place, reach) === undefined)
      assert.deepEqual(found, allowed)
    })

  test('a name that leads inside is not followed', async () => {
    const posting = { headers: {}, body: '{}', timeoutSeconds: 1 }
    const before = asked.length
    const { port } = stranger.address() as AddressInfo
    // The name of this machine is looked up, and what it leads to is refused.
    await assert.rejects(post({ ...posting, url: `https://localhost.localdomain:${port}/` }, 'public'))
    await assert.rejects(post({ ...posting, url: `https://127.0.0.1:${port}/` }, 'private'))
    assert.equal(asked.length, before)
  })
})
