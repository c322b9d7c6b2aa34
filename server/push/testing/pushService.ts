import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Payload } from '../payload.ts'

/** A browser as far as pushes go: it alone reads what is encrypted for it. */
export type Browser = { readonly p256dh: string; readonly auth: string; readonly read: (body: Buffer) => string }

export const newBrowser = (privateKey?: string, auth: Buffer = randomBytes(16)): Browser => {
  const own = createECDH('prime256v1')
  if (privateKey) own.setPrivateKey(privateKey, 'base64url')
  else own.generateKeys()
  const ownPublic = own.getPublicKey()
  return {
    p256dh: ownPublic.toString('base64url'),
    auth: auth.toString('base64url'),
    read: (body) => {
      // RFC 8188: salt, size of records, length and key of the sender; RFC 8291: how the secret comes of both keys.
      const [salt, theirs] = [body.subarray(0, 16), body.subarray(21, 21 + body[20]!)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownPublic, theirs])
      const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(theirs), auth, info, 32))
      const key = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
      const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
      const sealed = body.subarray(21 + body[20]!)
      const opening = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
      const plain = Buffer.concat([opening.update(sealed.subarray(0, -16)), opening.final()])
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
    },
  }
}

export type Pushed = {
  /** Which browser's address was posted to. */
  readonly to: string
  readonly payload: Payload
  readonly headers: IncomingHttpHeaders
  readonly bytes: number
}

/**
 * A push service as those of browsers are: takes what is signed by the key that a browser subscribed with, and answers as the last word of
 * the address says: a status (`410`, or `429-once`: that one the first time), `small` takes little, `slow` answers after a while, `silent` never.
 */
export type PushService = {
  readonly subscribe: (browser: Browser, word?: string) => { endpoint: string; p256dh: string; auth: string }
  /** Everything that was posted, and what of it was taken. */
  readonly asked: readonly string[]
  readonly taken: readonly Pushed[]
  readonly close: () => void
}

export const openPushService = async (publicKey: () => Promise<string>): Promise<PushService> => {
  const browsers = new Map<string, Browser>()
  const asked: string[] = []
  const taken: Pushed[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      void (async () => {
        const to = request.url!
        const isFirst = !asked.includes(to)
        asked.push(to)
        const body = Buffer.concat(parts)
        const browser = browsers.get(to)
        if (!browser || !isSigned(request.headers.authorization ?? '', await publicKey(), `http://${request.headers.host}`))
          return response.writeHead(browser ? 403 : 404).end()
        const word = to.split('/').at(-1)!
        const [status, once] = word.split('-')
        if (/^[345]\d\d$/.test(status!) && (!once || isFirst))
          return response.writeHead(Number(status), { 'retry-after': '0', location: '/elsewhere' }).end('no')
        if (word === 'small' && body.length > 1200) return response.writeHead(413).end()
        if (word === 'silent') return
        if (word === 'slow') await new Promise((done) => setTimeout(done, 300))
        if (body.length > 4096) return response.writeHead(413).end()
        taken.push({ to, payload: JSON.parse(browser.read(body)) as Payload, headers: request.headers, bytes: body.length })
        response.writeHead(201).end()
      })()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    subscribe: (browser, word = 'plain') => {
      const path = `/push/${randomBytes(9).toString('base64url')}/${word}`
      browsers.set(path, browser)
      return { endpoint: `http://127.0.0.1:${port}${path}`, p256dh: browser.p256dh, auth: browser.auth }
    },
    asked,
    taken,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Whether a VAPID header is signed by this key, for this service, and not for ever. */
const isSigned = (header: string, publicKey: string, audience: string): boolean => {
  const [, token, key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? []
  if (!token || key !== publicKey) return false
  const [head, claims, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const asked = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
    format: 'jwk',
  })
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims!, 'base64url').toString()) as { aud: string; exp: number; sub: string }
  const isIts = aud === audience && exp * 1000 > Date.now() && exp * 1000 < Date.now() + 86_400_000 && sub.startsWith('mailto:')
  return (
    isIts &&
    verify('sha256', Buffer.from(`${head}.${claims}`), { key: asked, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature!, 'base64url'))
  )
}
