import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { seal, signatureOf } from '../../callbackCrypto.ts'
import { writeXml } from '../xml.ts'
import type { StandInSettings } from './calls.ts'
import type { Corp, World } from './world.ts'

export type Fields = Readonly<Record<string, string | number>>

/** What WeCom pushes to the app, each settled when the app has taken it or has refused it three times. */
export type Callbacks = {
  readonly instruct: (type: string, fields: Fields) => Promise<void>
  readonly tellProvider: (type: string, fields: Fields) => Promise<void>
  readonly event: (corp: Corp, personId: string, event: string, fields: Fields) => Promise<void>
  readonly newTicket: () => Promise<boolean>
  readonly letGo: () => Promise<void>
}

type CallbackParts = {
  readonly world: World
  readonly settings: StandInSettings
  readonly tickets: Map<string, string[]>
  readonly app: () => string
}

export const openCallbacks = ({ world, settings, tickets, app }: CallbackParts): Callbacks => {
  const heldCallbacks: (() => Promise<void>)[] = []
  const nowSeconds = () => Math.floor(world.now() / 1000)
  const post = (receiver: string, fields: Fields) =>
    postSealed(settings, { receiver, fields, seconds: nowSeconds, address: () => `${app()}/api/workplaces/wecom/callback` })
  const tell = async (receiver: string, fields: Fields): Promise<void> => {
    const sendCallback = async () => {
      for (let times = world.mood.doubles ? 2 : 1; times > 0; times--) await post(receiver, fields)
    }
    if (world.mood.holds) heldCallbacks.push(sendCallback)
    else await sendCallback()
  }
  return {
    instruct: (type, fields) => tell(settings.suiteId, { SuiteId: settings.suiteId, InfoType: type, TimeStamp: nowSeconds(), ...fields }),
    event: (corp, person, event, fields) =>
      tell(corp.id, {
        ToUserName: corp.id,
        FromUserName: person,
        CreateTime: nowSeconds(),
        MsgType: 'event',
        Event: event,
        ...fields,
        AgentID: corp.installed?.agentId ?? 0,
      }),
    tellProvider: (type, fields) =>
      tell(settings.providerId, { ServiceCorpId: settings.providerId, InfoType: type, TimeStamp: nowSeconds(), ...fields }),
    newTicket: async () => {
      const responses = await Promise.all(
        [settings.suiteId, settings.loginSuite.suiteId].map((suiteId) => {
          const ticket = randomBytes(32).toString('base64url')
          tickets.set(suiteId, [...(tickets.get(suiteId) ?? []), ticket])
          return post(suiteId, { SuiteId: suiteId, InfoType: 'suite_ticket', TimeStamp: nowSeconds(), SuiteTicket: ticket })
        }),
      )
      return responses.every(Boolean)
    },
    letGo: async () => {
      world.mood.holds = false
      for (const sendHeld of heldCallbacks.splice(0).toReversed()) await sendHeld()
    },
  }
}

type SealedPost = {
  readonly receiver: string
  readonly fields: Fields
  readonly seconds: () => number
  readonly address: () => string
}

/** Sealed for the receiver; sent again where the answer is not the expected one. */
const postSealed = async ({ aesKey, token }: StandInSettings, { receiver, fields, seconds, address }: SealedPost): Promise<boolean> => {
  for (let tries = 0; tries < 3; tries++) {
    const encrypt = seal(aesKey, documentedXml(fields), receiver)
    const envelope = { timestamp: String(seconds()), nonce: String(randomBytes(4).readUInt32BE()), encrypt }
    const query = new URLSearchParams({
      msg_signature: signatureOf(token, envelope),
      timestamp: envelope.timestamp,
      nonce: envelope.nonce,
    })
    const body = writeXml({ ToUserName: receiver, AgentID: '', Encrypt: encrypt })
    const isTaken = await fetch(`${address()}?${query}`, { method: 'POST', body, signal: AbortSignal.timeout(5000) })
      .then(async (response) => response.status === 200 && (await response.text()) === 'success')
      .catch(() => false)
    if (isTaken) return true
    await sleep(200)
  }
  return false
}

/** As the documents print it: over several lines, with a blank before the kind, and an element of nothing ended in itself. */
const documentedXml = (fields: Fields): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${writeXml(fields)
    .replaceAll('<![CDATA[]]>', '')
    .replaceAll(/<(\w+)><\/\1>/g, '<$1/>')
    .replace('<InfoType>', '<InfoType> ')
    .replaceAll(/(<xml>|<\/\w+>|\/>)(?=<)/g, '$1\n  ')}\n`
