import { createHash, createHmac, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import { tracedFetch } from '../tracing/outgoing.ts'

const fetchTraced = tracedFetch('sms')

/** Sends a sign-in code, or a link by which a person comes in, to a phone; throws where the gateway does not take it. */
export type SmsGateway = {
  readonly code: (phone: string, code: string) => Promise<void>
  readonly link: (phone: string, link: string) => Promise<void>
}

/** Whether links reach phones: there is a gateway, and a template for them where it wants one. */
export const sendsLinks = ({ smsUrl, smsKey, smsSecret, smsLinkTemplate }: Settings): boolean =>
  smsKey && smsSecret ? smsLinkTemplate !== '' : smsUrl !== undefined

/** Whether codes reach phones. */
export const sendsCodes = ({ smsUrl, smsKey, smsSecret }: Settings): boolean => Boolean(smsKey && smsSecret) || smsUrl !== undefined

/** The gateway the settings name; without one codes and links are printed for the person who develops. */
export const smsGateway = (settings: Settings, log: Logger): SmsGateway => {
  const { smsUrl, smsToken, smsKey, smsSecret, smsSign, smsTemplate, smsLinkTemplate } = settings
  if (smsKey && smsSecret)
    return aliyunGateway({
      url: smsUrl ?? 'https://dysmsapi.aliyuncs.com',
      key: smsKey,
      secret: smsSecret,
      sign: smsSign,
      template: smsTemplate,
      linkTemplate: smsLinkTemplate,
    })
  if (smsUrl) return plainGateway(smsUrl, smsToken)
  return {
    code: async (phone, code) => log.info(`SMS code for ${phone}: ${code}`),
    link: async (phone, link) => log.info(`SMS link for ${phone}: ${link}`),
  }
}

/** What Aliyun wants for SendSms: the key pair, the approved signature and the templates, with one place `code` and one place `link`. */
export type Aliyun = {
  readonly url: string
  readonly key: string
  readonly secret: string
  readonly sign: string
  readonly template: string
  readonly linkTemplate: string
}

/** Aliyun's SMS, signed by their scheme V3. */
export const aliyunGateway = ({ url, key, secret, sign, template, linkTemplate }: Aliyun): SmsGateway => {
  const send = async (phone: string, TemplateCode: string, values: Readonly<Record<string, string>>): Promise<void> => {
    const query = { PhoneNumbers: phone, SignName: sign, TemplateCode, TemplateParam: JSON.stringify(values) }
    const request = signedV3({
      method: 'POST',
      url,
      action: 'SendSms',
      version: '2017-05-25',
      query,
      key,
      secret,
      date: new Date(),
      nonce: randomUUID(),
    })
    const response = await fetchTraced(request.url, {
      method: 'POST',
      headers: request.headers,
      signal: AbortSignal.timeout(gatewaySeconds * 1000),
    })
    const answer: { Code?: string; Message?: string } = await response.json()
    if (answer.Code !== 'OK') throw new Error(`Aliyun did not take the SMS: ${response.status} ${answer.Code} ${answer.Message}`)
  }
  return { code: (phone, code) => send(phone, template, { code }), link: (phone, link) => send(phone, linkTemplate, { link }) }
}

export type V3Request = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly action: string
  readonly version: string
  readonly query: Readonly<Record<string, string>>
  readonly key: string
  readonly secret: string
  readonly date: Date
  readonly nonce: string
}

/** A request without a body, signed with ACS3-HMAC-SHA256. */
export const signedV3 = (request: V3Request): { readonly url: string; readonly headers: Record<string, string> } => {
  const { host } = new URL(request.url)
  const query = Object.entries(request.query)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .join('&')
  const bodyHash = sha256('')
  const headers: Record<string, string> = {
    host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': bodyHash,
    'x-acs-date': request.date.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  }
  const signed = Object.keys(headers).sort()
  const canonical = [request.method, '/', query, ...signed.map((name) => `${name}:${headers[name]}`), '', signed.join(';'), bodyHash].join(
    '\n',
  )
  const signature = createHmac('sha256', request.secret)
    .update(`${algorithm}\n${sha256(canonical)}`)
    .digest('hex')
  return {
    url: `${new URL(request.url).origin}/?${query}`,
    headers: {
      ...headers,
      authorization: `${algorithm} Credential=${request.key},SignedHeaders=${signed.join(';')},Signature=${signature}`,
    },
  }
}

const algorithm = 'ACS3-HMAC-SHA256'
const gatewaySeconds = 10
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const percent = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** A gateway of one's own: JSON {phone, code} or {phone, link} with a bearer token; any 2xx takes it. */
const plainGateway = (url: string, token: string | undefined): SmsGateway => {
  const send = async (params: Readonly<Record<string, string>>): Promise<void> => {
    const response = await fetchTraced(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(params),
      signal: AbortSignal.timeout(gatewaySeconds * 1000),
    })
    if (!response.ok) throw new Error(`The SMS gateway answered ${response.status}`)
  }
  return { code: (phone, code) => send({ phone, code }), link: (phone, link) => send({ phone, link }) }
}
