import { createHmac, randomBytes } from 'node:crypto'

/** A secret as Standard Webhooks has it: a prefix that scanners know, and 256 random bits. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export type SignedMessage = { readonly id: string; readonly atMs: number; readonly body: string }

/** The headers of Standard Webhooks: id, moment in seconds, and a signature for each secret that is in use. */
export const signedHeaders = ({ id, atMs, body }: SignedMessage, secrets: readonly string[]): Record<string, string> => {
  const timestamp = String(Math.floor(atMs / 1000))
  const signatureBy = (secret: string): string => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  }
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(signatureBy).join(' ') }
}
