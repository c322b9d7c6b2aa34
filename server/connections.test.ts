import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, describe, test } from 'node:test'
import { type ConnectionLimits, guardConnections } from './connections.ts'

const wide: ConnectionLimits = {
  atMost: 100,
  perNetwork: undefined,
  bodySeconds: 100,
  stallSeconds: 100,
  uploadBytesPerSecond: 1,
  lingerSeconds: 100,
}

/** A server that answers `/` when it has the body, and `/early` before; `/never` it leaves without an answer. */
const door = async (limits: Partial<ConnectionLimits>): Promise<{ open: () => Promise<Socket>; server: Server }> => {
  const server = createServer((request, response) => {
    if (request.url === '/never') return
    if (request.url === '/early') return void response.end('early')
    request.resume().on('end', () => response.end('whole'))
  })
  const guard = guardConnections(server, { ...wide, ...limits })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  after(() => {
    guard.stop()
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    after(() => socket.destroy())
    return socket
  }
  return { open, server }
}
const head = (path: string, headers: string) => `POST ${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n\r\n`
/** Sends the headers of a request, and answers when the server has them. */
const asks = async (server: Server, socket: Socket, path: string, headers: string, body = ''): Promise<void> => {
  const there = once(server, 'request')
  socket.write(head(path, headers) + body)
  await there
}
const heard = (socket: Socket, words: string): Promise<void> =>
  new Promise((resolve, reject) => {
    let text = ''
    socket.on('data', (data) => {
      text += String(data)
      if (text.includes(words)) resolve()
    })
    socket.once('close', () => reject(new Error(`closed before "${words}": ${text}`)))
  })
/** The server has closed its side; ours stays open, as that of a person who means no good. */
const isOver = (socket: Socket): boolean => socket.readableEnded || socket.destroyed
const closed = (socket: Socket): Promise<unknown> =>
  isOver(socket) ? Promise.resolve() : Promise.race([once(socket.resume(), 'end'), once(socket, 'close')])

describe('a body that does not come ends its connection', () => {
  const multipart = 'content-type: multipart/form-data; boundary=b\r\n'
  const stalls: [title: string, limits: Partial<ConnectionLimits>, path: string, headers: string, body: string][] = [
    ['a small one', { bodySeconds: 0.3 }, '/', 'content-length: 10', 'half'],
    ['in chunks', { bodySeconds: 0.3 }, '/', 'transfer-encoding: chunked', '2\r\nab\r\n'],
    ['an upload that stands still', { stallSeconds: 0.3 }, '/', `${multipart}content-length: 1000`, 'half'],
    ['an upload that trickles', { bodySeconds: 0.3, uploadBytesPerSecond: 1e6 }, '/', `${multipart}content-length: 1000`, 'half'],
    ['after the answer', { lingerSeconds: 0.3 }, '/early', 'content-length: 1000', 'half'],
  ]
  for (const [title, limits, path, headers, body] of stalls)
    test(title, async () => {
      const { open } = await door(limits)
      const socket = await open()
      socket.write(head(path, headers) + body)
      await closed(socket)
    })

  test('one that takes its time and comes is answered, and the connection serves on', async () => {
    const { open } = await door({ bodySeconds: 0.3, stallSeconds: 5 })
    const socket = await open()
    socket.write(head('/', `${multipart}content-length: 8`) + 'half')
    await new Promise((done) => setTimeout(done, 700))
    socket.write('half')
    await heard(socket, 'whole')
    socket.write(head('/early', 'content-length: 0'))
    await heard(socket, 'early')
    socket.destroy()
  })
})

describe('where all connections are taken', () => {
  test('the one that waits longest without being answered makes room, and who is answered stays', async () => {
    const { open, server } = await door({ atMost: 3 })
    const [answering, silent, stalled] = [await open(), await open(), await open()]
    await asks(server, answering, '/never', 'content-length: 0')
    await asks(server, stalled, '/', 'content-length: 10', 'half')
    const fourth = await open()
    fourth.write(head('/early', 'content-length: 0'))
    await heard(fourth, 'early')
    await closed(silent)
    const fifth = await open()
    fifth.write(head('/early', 'content-length: 0'))
    await heard(fifth, 'early')
    await closed(stalled)
    assert.deepEqual([isOver(answering), isOver(fifth)], [false, false])
    for (const socket of [answering, fourth, fifth]) socket.destroy()
  })

  test('a thousand that say nothing leave the door open', async () => {
    const { open, server } = await door({ atMost: 50 })
    for (let round = 0; round < 100; round++) await Promise.all(Array.from({ length: 10 }, open))
    const late = await open()
    late.write(head('/', 'content-length: 2') + 'ab')
    await heard(late, 'whole')
    const count = await new Promise<number>((done) => server.getConnections((_, n) => done(n)))
    assert.ok(count <= 82, `${count} connections`)
    late.destroy()
  })

  test('one network does not take all', async () => {
    const { open, server } = await door({ atMost: 100, perNetwork: 2 })
    const [first, second] = [await open(), await open()]
    await asks(server, first, '/never', 'content-length: 0')
    const third = await open()
    await closed(second)
    assert.deepEqual([isOver(first), isOver(third)], [false, false])
    for (const socket of [first, third]) socket.destroy()
  })

  test('where everybody is being answered the newcomer is not let in', async () => {
    const { open, server } = await door({ atMost: 1 })
    const first = await open()
    await asks(server, first, '/never', 'content-length: 0')
    const second = await open()
    await closed(second)
    assert.equal(isOver(first), false)
    first.destroy()
  })
})
