import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * How Feishu seals its callbacks: AES-256-CBC, keyed by the SHA-256 of the encrypt key, with the sixteen bytes before the text as its start. It signs
 * the body as it was sent.
 */
export const sealText = (encryptKey: string, text: string): string => {
  const start = randomBytes(blockBytes)
  const cipher = createCipheriv('aes-256-cbc', keyOf(encryptKey), start)
  return Buffer.concat([start, cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

/** Undefined for what is sealed by another key, or damaged. */
export const unsealText = (encryptKey: string, encryptedText: string): string | undefined => {
  const bytes = Buffer.from(encryptedText, 'base64')
  if (bytes.length < 2 * blockBytes || bytes.length % blockBytes !== 0) return undefined
  const decipher = createDecipheriv('aes-256-cbc', keyOf(encryptKey), bytes.subarray(0, blockBytes))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(blockBytes)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

type SignedBody = { readonly timestamp: string; readonly nonce: string; readonly body: string }

export const bodySignature = (encryptKey: string, { timestamp, nonce, body }: SignedBody): string =>
  createHash('sha256')
    .update(timestamp + nonce + encryptKey + body)
    .digest('hex')

const keyOf = (encryptKey: string): Buffer => createHash('sha256').update(encryptKey).digest()
const blockBytes = 16
