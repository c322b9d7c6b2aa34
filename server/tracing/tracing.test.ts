import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { newId } from '../../kernel/id.ts'
import { post } from '../approval/flow/services/servicesPost.ts'
import { handlers } from '../routes.ts'
import { fetchWithin } from '../signOn/outside.ts'
import { testApp } from '../testing/app.ts'
import { tracedFetch } from './outgoing.ts'
import { startTracing } from './tracing.ts'

const { ask, newCompany } = await testApp(handlers)
const company = await newCompany()
const token = await company.tokenOf(company.admin)

/** What a collector is sent while `work` goes on; names and identifiers stand in it byte by byte. */
const collect = async (work: () => Promise<unknown>, more: Partial<Parameters<typeof startTracing>[0]> = {}): Promise<Buffer> => {
  const bodies: Buffer[] = []
  const collector = createServer(async (request, response) => {
    assert.equal(request.url, '/v1/traces')
    bodies.push(await buffer(request))
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end()
  })
  collector.listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const tracesEndpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const stop = await startTracing({ tracesEndpoint, tracesSampler: 'parentbased_always_on', tracesSampledPart: 1, ...more })
  try {
    await work()
  } finally {
    await stop()
    collector.close()
  }
  return Buffer.concat(bodies)
}

test('a request is recorded in the trace of the program that sent it, with its statements and none of their values', async () => {
  const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
  const secret = `机密${newId()}`
  const sent = await collect(async () => {
    const headers = { traceparent: `00-${trace}-00f067aa0ba902b7-01`, 'x-request-id': 'proxy-17' }
    await ask({ path: '/api/goods/gsgoodsinstance/list', body: { likeQuery: secret }, token, headers })
  })
  for (const part of ['gsgoodsinstance.list', 'from asset', 'postgresql', 'proxy-17', 'zaice']) assert.ok(sent.includes(part), part)
  assert.ok(sent.includes(Buffer.from(trace, 'hex')))
  assert.ok(!sent.includes(secret))
})

test('calls to other systems are spans with the host and nothing else of the address', async () => {
  const receiver = createServer((_, response) => void response.end('taken'))
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hooks/geheim17`
  const sent = await collect(async () => {
    await post({ url, headers: {}, body: '{}', timeoutSeconds: 5 }, 'local')
    await tracedFetch('feishu')(`${url}?access_token=geheim18`)
    await fetchWithin('local')(url, {})
  })
  receiver.close()
  for (const part of ['service 127.0.0.1', 'feishu 127.0.0.1', 'sign-on 127.0.0.1', 'server.address']) assert.ok(sent.includes(part), part)
  assert.ok(!sent.includes('geheim'))
})

test('a trace that its sender does not record is not recorded', async () => {
  const headers = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00' }
  const sent = await collect(() => ask({ path: '/api/goods/gsgoodsinstance/list', body: {}, token, headers }))
  assert.ok(!sent.includes('gsgoodsinstance.list'))
})

test('nothing is loaded and nothing recorded without a collector', async () => {
  assert.equal(
    (await collect(() => ask({ path: '/api/goods/gsgoodsinstance/list', body: {}, token }), { tracesEndpoint: undefined })).length,
    0,
  )
})

test('a collector that cannot be reached does not make the stop fail', async () => {
  // The exporter goes on trying for so long, and holds the process meanwhile.
  process.env['OTEL_EXPORTER_OTLP_TIMEOUT'] = '500'
  const stop = await startTracing({ tracesEndpoint: 'http://127.0.0.1:9', tracesSampler: 'always_on', tracesSampledPart: 1 })
  await ask({ path: '/api/goods/gsgoodsinstance/list', body: {}, token })
  await stop()
})
