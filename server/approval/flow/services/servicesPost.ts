import { createHmac, timingSafeEqual } from 'node:crypto'
import { lookup as resolve } from 'node:dns'
import { type IncomingHttpHeaders, request as requestPlain } from 'node:http'
import { request as requestSafe, type RequestOptions } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { firstOf } from '../../../../kernel/assert.ts'
import { type Refusal, refusal } from '../../../../kernel/refusal.ts'
import type { Settings } from '../../../settings.ts'
import { inOutgoingSpan } from '../../../tracing/outgoing.ts'

/** Where services may stand: on the internet only, in private networks as well, or even on this machine. */
export type Reach = Settings['serviceReach']

export type ServiceRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
  readonly timeoutSeconds: number
}

/** What came back, whatever the status. */
export type ServiceResponse = { readonly status: number; readonly text: string; readonly headers: IncomingHttpHeaders }

/** Thrown where an address is none that a service may have: trying again does not help. */
export class TargetRefused extends Error {}

/** The HMAC-SHA256 of a text at a moment (seconds since 1970), as it stands in X-Signature. */
export const signatureOf = (secret: string, timestamp: string, text: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${timestamp}.${text}`).digest('hex')}`

export const isSignedBy = (secret: string, timestamp: string, text: string, signature: string): boolean => {
  const [expectedSignature, signatureBytes] = [Buffer.from(signatureOf(secret, timestamp, text)), Buffer.from(signature)]
  return expectedSignature.length === signatureBytes.length && timingSafeEqual(expectedSignature, signatureBytes)
}

/** Why an address cannot be that of a service, as far as it says so itself; what its name leads to is looked at when it is asked. */
export const urlRefusal = (url: string, reach: Reach): Refusal | undefined => {
  const wrong = refusal('approval.serviceUrl', '地址应以 https:// 开头，且不带用户名和密码')
  if (!URL.canParse(url)) return wrong
  const { protocol, hostname, username, password } = new URL(url)
  if (username !== '' || password !== '') return wrong
  if (protocol !== 'https:' && !(protocol === 'http:' && reach === 'local' && isLoopback(hostname))) return wrong
  const address = bare(hostname)
  const inside = isIP(address) ? !isAllowed(address, reach) : isLoopback(hostname) && reach !== 'local'
  return inside ? refusal('approval.serviceInside', '地址不能指向内部网络') : undefined
}

/**
 * Sends JSON, or what the headers say it is, and answers what came back; redirections are not followed. The connection goes to the very address that
 * was looked at, so that a name cannot lead elsewhere in between. Throws where nothing came back in time, or too much.
 */
export const post = async (serviceRequest: ServiceRequest, reach: Reach): Promise<ServiceResponse> => {
  if (urlRefusal(serviceRequest.url, reach)) throw new TargetRefused('The address is none that a service may have.')
  return inOutgoingSpan('service', serviceRequest.url, () => postWithin(serviceRequest, reach))
}

const postWithin = async ({ url, headers, body, timeoutSeconds }: ServiceRequest, reach: Reach): Promise<ServiceResponse> => {
  const { protocol } = new URL(url)
  const options: RequestOptions = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, 'content-length': Buffer.byteLength(body) },
    signal: AbortSignal.timeout(timeoutSeconds * 1000),
    lookup: lookupWithin(reach),
    agent: false,
  }
  return new Promise((resolve, fail) => {
    const request = (protocol === 'https:' ? requestSafe : requestPlain)(url, options, (response) => {
      const parts: Buffer[] = []
      let bytes = 0
      response.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > answerBytesAtMost) response.destroy(new Error('The answer is too large.'))
        else parts.push(part)
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8'), headers: response.headers }),
      )
      response.on('error', fail)
    })
    request.on('error', fail)
    // Whatever happened: no one waits on a line that is closed.
    request.on('close', () => fail(new Error('The line broke.')))
    request.end(body)
  })
}

const answerBytesAtMost = 256 * 1024

/** Without the brackets of an address and the full stop that says "from the root". */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$|\.$/g, '')

const isLoopback = (hostname: string): boolean => {
  const address = bare(hostname)
  return address === 'localhost' || address.endsWith('.localhost') || (isIP(address) !== 0 && isIn(loopback, address))
}

/** Looks a name up for a connection, and answers none that leads where no one of ours may stand. */
export const lookupWithin =
  (reach: Reach): LookupFunction =>
  (hostname, options, done) =>
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0)
      if (addresses.length === 0 || addresses.some(({ address }) => !isAllowed(address, reach)))
        return done(new TargetRefused('The name leads into an inside network.'), '', 0)
      const { address, family } = firstOf(addresses)
      return options.all ? done(null, addresses) : done(null, address, family)
    })

/** Whether a machine of this address may be asked. */
export const isAllowed = (address: string, reach: Reach): boolean =>
  (isIP(address) === 4 || isIn(reachableLists, address)) &&
  !isIn(never, address) &&
  (reach !== 'public' || !isIn(inner, address)) &&
  (reach === 'local' || !isIn(loopback, address))

const isIn = (list: BlockList, address: string): boolean => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const listOf = (...subnets: readonly string[]): BlockList => {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network = '', bits] = subnet.split('/')
    list.addSubnet(network, Number(bits), network.includes(':') ? 'ipv6' : 'ipv4')
  }
  return list
}

const loopback = listOf('127.0.0.0/8', '::1/128')

/** Networks of companies and providers. */
const inner = listOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7')

/** Of IPv6 what is given out to the world, to companies and to this machine, and IPv4 in its clothes; everything else is no one's. */
const reachableLists = listOf('2000::/3', 'fc00::/7', '::1/128', '::ffff:0:0/96')

/** Where no one's service stands: no address, link-local with the data of clouds, protocols, tests, multicast, reserved, and ways round through IPv6. */
const never = listOf(
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
)
