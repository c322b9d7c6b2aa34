import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import pino from 'pino'
import { Webhook } from 'standardwebhooks'
import { newId, type Id } from '../../kernel/id.ts'
import type { Job } from '../jobs/jobs.ts'
import { disablePerson } from '../access/people.ts'
import { type Desk, desks, type Row } from '../testing/desk.ts'
import { webhookWorker } from './webhookWorker.ts'

const { app, newDesk } = await desks()
const reachable = { settings: { ...app.app.settings, serviceReach: 'local' as const } }

type Heard = { headers: IncomingHttpHeaders; body: string }
type Receiver = { url: string; heard: Heard[]; answer: { status: number; headers?: Record<string, string> } }

/** A receiver that answers as the test says and writes down what it heard. */
const receiver = async (): Promise<Receiver> => {
  const heard: Heard[] = []
  const answer: Receiver['answer'] = { status: 204 }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => {
      heard.push({ headers: request.headers, body })
      response.writeHead(answer.status, answer.headers).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, heard, answer }
}

const ok = async (desk: Desk, path: string, body: unknown): Promise<Row> => {
  const answer = await desk.call(path, body)
  assert.equal(answer['code'], 0, `${path}: ${answer['msg']} ${JSON.stringify(answer['details'])}`)
  return answer['result'] ?? answer['page']
}
const inside = <R>(desk: Desk, run: Parameters<typeof app.database.inTransaction<R>>[1]) =>
  app.database.inTransaction(desk.company.orgId, run)

const stage = async () => {
  const desk = await newDesk()
  const target = await receiver()
  const place = await ok(desk, 'goods/gsgoodsloc/save', { locCode: 'L1', locName: 'A座' })
  const model = await ok(desk, 'goods/gsgoods/save', { goodsCode: 'M1', goodsName: '笔记本' })
  const piece = (values: object = {}) => ok(desk, 'goods/gsgoodsinstance/save', { goodsId: model['id'], locId: place['id'], ...values })
  const subscribe = async (values: object = {}): Promise<{ id: Id; secret: string }> => {
    const id = newId()
    // The address of a test stands on this machine, which the settings of a handler do not allow.
    const { secret } = await ok(desk, 'operation/webhook/save', {
      id,
      version: 0,
      title: '对接',
      url: 'https://erp.example.com/hook',
      subject: 'gsgoodsinstance',
      events: ['created', 'changed'],
      isOn: true,
      ...values,
    })
    await inside(desk, (tx) => tx.query('update webhook set url = $3 where org_id = $1 and id = $2', [tx.orgId, id, target.url]))
    return { id, secret }
  }
  const worker = webhookWorker(reachable)
  const work = async (id: Id, times = 10) => {
    const job: Job = { orgId: desk.company.orgId, id: newId(), kind: 'webhook', key: id, body: {}, attempts: 1 }
    for (let count = 0; count < times; count++) await worker.piece(app.database, job, pino({ level: 'silent' }))
  }
  /** As if the pauses were over. */
  const skipPauses = (days = 0) =>
    inside(desk, async (tx) => {
      await tx.query(`update webhook set next_at = now() - interval '1 second' where org_id = $1`, [tx.orgId])
      await tx.query(
        `update webhook_delivery set next_at = now() - interval '1 second', begun_at = begun_at - make_interval(days => $2) where org_id = $1`,
        [tx.orgId, days],
      )
    })
  const log = async (id: Id): Promise<Row[]> => (await ok(desk, 'operation/webhook/deliveries', { id }))['list']
  const webhook = async (id: Id): Promise<Row> => {
    const { bytes } = await desk.get('operation/webhook/list')
    return JSON.parse(String(bytes)).result.list.find((row: Row) => row['id'] === id)
  }
  return { desk, target, piece, subscribe, work, skipPauses, log, webhook }
}

/** The check of the standard's own package. */
const isSigned = (secret: string, { headers, body }: Heard): boolean => {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return true
  } catch {
    return false
  }
}
const dataOf = ({ body }: Heard): Row[] => JSON.parse(body).data

describe('webhooks', () => {
  test('tell what came and what changed, by whom, signed, and only of rows that meet the condition', async () => {
    const { desk, target, piece, subscribe, work, log } = await stage()
    const { id, secret } = await subscribe({ where: [{ key: 'value', is: 'between', value: ['1000', ''] }] })
    const row = await piece({ instanceName: '服务器', value: '5000' })
    await piece({ instanceName: '鼠标', value: '5' })
    await work(id)
    await ok(desk, 'goods/gsgoodsinstance/update', { id: row['id'], remark: '新' })
    await work(id)
    assert.equal(target.heard.length, 2)
    const [first, second] = target.heard
    assert.ok(first && second && isSigned(secret, first) && isSigned(secret, second))
    assert.deepEqual(
      dataOf(first).map(({ type, objectId, by, object }) => [type, objectId, by.id, object.instanceName]),
      [['gsgoodsinstance.created', row['id'], desk.company.admin, '服务器']],
    )
    assert.deepEqual(
      dataOf(second).map(({ type, changes }) => [type, changes]),
      [['gsgoodsinstance.changed', [{ key: 'remark', before: null, after: '新' }]]],
    )
    assert.deepEqual(
      (await log(id)).map(({ state, status }) => [state, status]),
      [
        ['delivered', 204],
        ['delivered', 204],
      ],
    )
  })

  test('come again with the same id until they are received, in order for each row; other rows do not wait', async () => {
    const { desk, target, piece, subscribe, work, skipPauses, log } = await stage()
    const { id } = await subscribe({ events: ['changed'] })
    const [one, two] = [await piece(), await piece()]
    const change = (row: Row, remark: string) => ok(desk, 'goods/gsgoodsinstance/update', { id: row['id'], remark })
    target.answer.status = 500
    await change(one, '1')
    await work(id, 1)
    await change(one, '2')
    await change(two, '3')
    await work(id)
    assert.equal(target.heard.length, 1, 'it rests after a failure')
    target.answer.status = 200
    await inside(desk, (tx) => tx.query(`update webhook set next_at = now() - interval '1 second' where org_id = $1`, [tx.orgId]))
    await work(id)
    assert.deepEqual(
      dataOf(target.heard[1]!).map(({ objectId }) => objectId),
      [two['id']],
    )
    await skipPauses()
    await work(id)
    const heard = target.heard.slice(2)
    assert.equal(heard[0]?.headers['webhook-id'], target.heard[0]?.headers['webhook-id'])
    assert.deepEqual(
      heard.flatMap(dataOf).map(({ changes }) => changes[0].after),
      ['1', '2'],
    )
    await change(one, '4')
    await change(one, '5')
    await work(id)
    assert.equal((await log(id))[0]?.['count'], 2, 'two events of one row in one message')
  })

  test('rest after three days without success, with one notice, and go on when they are switched on', async () => {
    const { desk, target, piece, subscribe, work, skipPauses, webhook, log } = await stage()
    const { id } = await subscribe()
    target.answer.status = 503
    await piece()
    await work(id)
    await skipPauses(4)
    await work(id)
    const webhookRow = await webhook(id)
    assert.deepEqual([webhookRow['isOn'], webhookRow['pause']], [false, 'failing'])
    const notices = await inside(desk, (tx) =>
      tx.query<{ title: string }>(`select title from message where org_id = $1 and uid = $2 and title like 'Webhook%'`, [
        tx.orgId,
        desk.company.admin,
      ]),
    )
    assert.equal(notices.length, 1)
    target.answer.status = 200
    await ok(desk, 'operation/webhook/switch', { id, isOn: true })
    const [failedRow] = await log(id)
    assert.equal(failedRow?.['state'], 'failed')
    await ok(desk, 'operation/webhook/resend', { id: failedRow?.['id'] })
    await work(id)
    assert.deepEqual(
      (await log(id)).map(({ state }) => state),
      ['delivered'],
    )
  })

  test('rest at once where the receiver answers 410, with one notice; what waits is sent when they are switched on', async () => {
    const { desk, target, piece, subscribe, work, skipPauses, webhook, log } = await stage()
    const { id } = await subscribe()
    target.answer.status = 410
    await piece()
    await work(id)
    assert.deepEqual([(await webhook(id))['isOn'], (await webhook(id))['pause']], [false, 'gone'])
    await skipPauses()
    await piece()
    await work(id)
    assert.equal(target.heard.length, 1)
    const titles = await inside(desk, (tx) =>
      tx.query<{ title: string }>(`select title from message where org_id = $1 and uid = $2`, [tx.orgId, desk.company.admin]),
    )
    assert.equal(titles.filter(({ title }) => title.includes('410')).length, 1)
    target.answer.status = 200
    await ok(desk, 'operation/webhook/switch', { id, isOn: true })
    await work(id)
    assert.deepEqual(
      (await log(id)).map(({ state }) => state),
      ['delivered', 'delivered'],
    )
  })

  test('sign with both secrets for a day', async () => {
    const { desk, target, piece, subscribe, work } = await stage()
    const { id, secret } = await subscribe()
    const renewal = await ok(desk, 'operation/webhook/renewSecret', { id })
    await piece()
    await work(id)
    const [heard] = target.heard
    assert.ok(heard && isSigned(secret, heard) && isSigned(renewal['secret'], heard))
    await inside(desk, (tx) => tx.query(`update webhook set former_until = now() - interval '1 second' where org_id = $1`, [tx.orgId]))
    await piece()
    await work(id)
    const [, next] = target.heard
    assert.ok(next && !isSigned(secret, next) && isSigned(renewal['secret'], next))
  })

  test('follow no redirection, and reach no inside network', async () => {
    const { desk, target, piece, subscribe, work, log } = await stage()
    const { id } = await subscribe()
    target.answer = Object.assign(target.answer, { status: 302, headers: { location: 'http://169.254.169.254/' } })
    await piece()
    await work(id)
    assert.deepEqual(
      (await log(id)).map(({ state, status }) => [state, status]),
      [['waiting', 302]],
    )
    for (const url of [
      'https://10.0.0.1/',
      'https://127.0.0.1/',
      'http://erp.example.com/',
      'https://169.254.169.254/',
      'https://a:b@erp.example.com/',
    ]) {
      const body = { id: newId(), version: 0, title: 'x', url, subject: 'gsgoodsinstance', events: ['created'], isOn: true }
      assert.notEqual((await desk.call('operation/webhook/save', body))['code'], 0, url)
    }
    // What the settings do not allow is not sent to, even where the row says so.
    await inside(desk, (tx) => tx.query(`update webhook set next_at = now() - interval '1 second' where org_id = $1`, [tx.orgId]))
    const strict = webhookWorker(app.app)
    const strictHook = await subscribe()
    await piece()
    const job: Job = { orgId: desk.company.orgId, id: newId(), kind: 'webhook', key: strictHook.id, body: {}, attempts: 1 }
    await strict.piece(app.database, job, pino({ level: 'silent' }))
    const [refusal] = await log(strictHook.id)
    assert.deepEqual([refusal?.['state'], refusal?.['status'], refusal?.['answer']], ['waiting', null, '地址指向内部网络，没有发送'])
  })

  test('stop when their maker may not any more, and send nothing that he may not read', async () => {
    const { desk, target, piece, subscribe, work, webhook } = await stage()
    const { id } = await subscribe()
    const second = await desk.company.hire('second', ['tenant'])
    await inside(desk, (tx) => tx.query('update webhook set maker_uid = $2 where org_id = $1', [tx.orgId, second]))
    await inside(desk, (tx) => disablePerson(tx, second, desk.company.admin))
    await piece()
    await work(id)
    assert.equal(target.heard.length, 0)
    assert.equal((await webhook(id))['pause'], 'maker')
  })
})
