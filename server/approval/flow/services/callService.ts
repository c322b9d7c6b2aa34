import type { Id } from '../../../../kernel/id.ts'
import type { Database } from '../../../db/pool.ts'
import { post, type Reach, signatureOf, TargetRefused } from './servicesPost.ts'

/** How long it waits after each try that came to nothing; after the last there is one more try, and then the service has failed. */
export const retrySeconds = [60, 300, 1800, 7200, 21_600] as const

/** What a registered service is sent; it knows a repeated call by its key. */
export type ServiceCall = {
  readonly service: string
  readonly idempotencyKey: string
  readonly payload: Readonly<Record<string, unknown>>
  /** How many calls came to nothing before. */
  readonly tries: number
}

/** What came of one call: an answer, a promise to answer later (202), a failure for good, or another try after some seconds. */
export type ServiceAnswer =
  | { readonly t: 'answered'; readonly text: string }
  | { readonly t: 'promised' }
  | { readonly t: 'failed'; readonly error: string }
  | { readonly t: 'later'; readonly seconds: number; readonly tries: number; readonly error: string }

/** Calls a service that an organisation has registered, signed with its secret, outside any transaction. */
export const callService = async (database: Database, orgId: Id, call: ServiceCall, reach: Reach): Promise<ServiceAnswer> => {
  const [service] = await database.reading(orgId, (tx) =>
    tx.query<{ url: string; secret: string; headers: Record<string, string>; timeout_seconds: number }>(
      'select url, secret, headers, timeout_seconds from wf_service where org_id = $1 and service_key = $2',
      [tx.orgId, call.service],
    ),
  )
  if (!service) return { t: 'failed', error: '外部服务没有登记' }
  const body = JSON.stringify(call.payload)
  const timestamp = String(Math.floor(database.now() / 1000))
  const headers = {
    ...service.headers,
    'user-agent': 'Zaice',
    'idempotency-key': call.idempotencyKey,
    'x-timestamp': timestamp,
    'x-signature': signatureOf(service.secret, timestamp, body),
  }
  try {
    const { status, text } = await post({ url: service.url, headers, body, timeoutSeconds: service.timeout_seconds }, reach)
    if (status === 202) return { t: 'promised' }
    if (status >= 200 && status < 300) return { t: 'answered', text }
    const isPassing = status === 408 || status === 425 || status === 429 || status >= 500
    return isPassing ? retryLater(call.tries, `HTTP ${status}`) : { t: 'failed', error: `HTTP ${status}` }
  } catch (error) {
    if (error instanceof TargetRefused) return { t: 'failed', error: '地址不能指向内部网络' }
    return retryLater(call.tries, '没有答复')
  }
}

const retryLater = (tries: number, error: string): ServiceAnswer => {
  const seconds = retrySeconds[tries]
  return seconds === undefined ? { t: 'failed', error } : { t: 'later', seconds, tries: tries + 1, error }
}
