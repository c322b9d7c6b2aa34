import { webhookFaults } from '../../domain/eventRules/webhookOperations.ts'
import { codeOf, messageOf } from '../../kernel/caughtError.ts'
import { post, type Reach, TargetRefused } from '../approval/flow/services/servicesPost.ts'
import { signedHeaders, type SignedMessage } from './signing.ts'
import type { SendOutcome } from './webhookStore.ts'

/** A receiver that has not answered by then has not received. */
export const webhookSeconds = 10
const answerAtMost = 500

type SendInput = { readonly url: string; readonly secrets: readonly string[]; readonly message: SignedMessage; readonly reach: Reach }

/** Sends a message once; 2xx is received, everything else is not, redirections as well. */
export const sendMessage = async ({ url, secrets, message, reach }: SendInput): Promise<SendOutcome> => {
  const begunMs = performance.now()
  const tookMs = () => Math.round(performance.now() - begunMs)
  try {
    const headers = { 'user-agent': 'Zaice-Webhooks', ...signedHeaders(message, secrets) }
    const { status, text } = await post({ url, headers, body: message.body, timeoutSeconds: webhookSeconds }, reach)
    return {
      isDelivered: status >= 200 && status < 300,
      status,
      tookMs: tookMs(),
      answer: text.replaceAll('\0', '').slice(0, answerAtMost),
    }
  } catch (error) {
    return { isDelivered: false, status: null, tookMs: tookMs(), answer: faultWords(error).slice(0, answerAtMost) }
  }
}

/** Why nothing came back: a sentence where the cause is known, else what the system says. */
const faultWords = (error: unknown): string => {
  if (error instanceof TargetRefused) return webhookFaults.inside
  const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
  if (isLate || codeOf(error) === 'ETIMEDOUT') return webhookFaults.late
  return faultsByCode[codeOf(error) ?? ''] ?? messageOf(error)
}

const faultsByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: webhookFaults.closed,
  ENOTFOUND: webhookFaults.unknown,
  EAI_AGAIN: webhookFaults.unknown,
}
