import { createHmac } from 'node:crypto'
import {
  type GroupMessage,
  robotBody,
  type RobotVendor,
  type RobotVerdict,
  type RobotWorld,
  robotVerdict,
  vendorOfRobot,
} from '../../domain/robots/robot.ts'
import { post, TargetRefused } from '../approval/flow/services/servicesPost.ts'
import { codeOf, messageOf } from '../../kernel/caughtError.ts'

/** The three chats as they are; a test has chats of its own. */
export const realRobots: RobotWorld = { vendorOf: vendorOfRobot, reach: 'public', timeoutSeconds: 10 }

export type Robot = { readonly vendor: RobotVendor; readonly url: string; readonly secret: string | null }

/** `unknown`: it was sent and nothing came back, so that it may have arrived. */
export type RobotAnswer = RobotVerdict | { readonly t: 'unknown'; readonly why: string }

/** Sends messages to a group as one; what came of it. `at` in milliseconds since 1970. */
export const callRobot = async (
  world: RobotWorld,
  { vendor, url, secret }: Robot,
  { messages, look, at }: { readonly messages: readonly GroupMessage[]; readonly look: string; readonly at: number },
): Promise<RobotAnswer> => {
  if (world.vendorOf(url) !== vendor) return { t: 'refused', why: 'no address of a robot' }
  const signed = secret === null || secret === '' ? undefined : signatureOf(vendor, secret, at)
  const address = new URL(url)
  if (vendor === 'dingtalk') for (const [name, value] of Object.entries(signed ?? {})) address.searchParams.set(name, value)
  const body = { ...(vendor === 'feishu' && signed), ...robotBody(vendor, messages, look) }
  try {
    const { status, text } = await post(
      {
        url: address.href,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify(body),
        timeoutSeconds: world.timeoutSeconds,
      },
      world.reach,
    )
    return robotVerdict(status, text)
  } catch (error) {
    const reason = messageOf(error)
    if (error instanceof TargetRefused) return { t: 'refused', why: reason }
    // What never came to stand took nothing along.
    const code = codeOf(error) ?? ''
    return connectionFaults.includes(code) ? { t: 'again', why: code, afterSeconds: 60 } : { t: 'unknown', why: reason }
  }
}

/** What went wrong where the line never came to stand. */
export const connectionFaults: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN']

/**
 * DingTalk: milliseconds and secret under the secret, in the address. Feishu: nothing under seconds and secret, in the body. WeCom has none: its
 * address is secret enough for it.
 */
export const signatureOf = (vendor: RobotVendor, secret: string, atMs: number): { timestamp: string; sign: string } | undefined => {
  if (vendor === 'wecom') return undefined
  const timestamp = String(vendor === 'dingtalk' ? atMs : Math.floor(atMs / 1000))
  const text = `${timestamp}\n${secret}`
  const sign = vendor === 'dingtalk' ? createHmac('sha256', secret).update(text) : createHmac('sha256', text)
  return { timestamp, sign: sign.digest('base64') }
}
