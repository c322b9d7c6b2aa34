import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * How DingTalk and WeCom seal what they call us back with: AES-256-CBC over sixteen random bytes, the length of the text, the text, and who it
 * is for, padded to 32 bytes; signed by a SHA-1 over the token and what stands beside it.
 * `token` and `aesKey` (43 characters) are those that the operator of the app has given to the chat.
 */
export type CallbackKeys = { readonly token: string; readonly aesKey: string }

/** What stands around a sealed text. */
export type EncryptedCallback = { readonly timestamp: string; readonly nonce: string; readonly encrypt: string }

export const signatureOf = (token: string, { timestamp, nonce, encrypt }: EncryptedCallback): string =>
  createHash('sha1').update([token, timestamp, nonce, encrypt].toSorted().join('')).digest('hex')

/**
 * The decrypted text (UTF-8) and its receiver. Undefined where the signature is not ours or the text cannot be read; whether the receiver is the
 * right one is the caller's to say, by `isSame`.
 */
export const unseal = (
  { token, aesKey }: CallbackKeys,
  signature: string | undefined,
  callback: EncryptedCallback,
): { readonly text: string; readonly receiver: string } | undefined =>
  signature !== undefined && isSame(signatureOf(token, callback), signature) ? decryptCallback(aesKey, callback.encrypt) : undefined

/** A text sealed for a person, base64. `random`: sixteen bytes. */
export const seal = (aesKey: string, text: string, receiver: string, random: Uint8Array = randomBytes(randomLength)): string => {
  const key = keyOf(aesKey)
  const textBytes = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32BE(textBytes.length)
  const plain = Buffer.concat([random, length, textBytes, Buffer.from(receiver)])
  const pad = blockLength - (plain.length % blockLength)
  const cipher = createCipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  return Buffer.concat([cipher.update(plain), cipher.update(Buffer.alloc(pad, pad)), cipher.final()]).toString('base64')
}

/** Whether two texts are the same, in a time that does not tell how far they are. */
export const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

/** Whether something can be a key: 43 characters of base64 that are 32 bytes. */
export const isAesKey = (aesKey: string): boolean => /^[A-Za-z0-9+/]{43}$/.test(aesKey)

const decryptCallback = (aesKey: string, encrypt: string) => {
  const encryptedBytes = Buffer.from(encrypt, 'base64')
  // Whole blocks of the cipher; some senders pad to 16 bytes only.
  if (encryptedBytes.length < blockLength || encryptedBytes.length % 16 !== 0) return undefined
  const key = keyOf(aesKey)
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false)
  const paddedBytes = Buffer.concat([decipher.update(encryptedBytes), decipher.final()])
  const pad = paddedBytes.at(-1)
  if (pad === undefined || pad < 1 || pad > blockLength || pad > paddedBytes.length) return undefined
  const plain = paddedBytes.subarray(0, paddedBytes.length - pad)
  if (plain.length < textAt) return undefined
  const end = textAt + plain.readUInt32BE(randomLength)
  if (end > plain.length) return undefined
  return { text: plain.toString('utf8', textAt, end), receiver: plain.toString('utf8', end) }
}

const keyOf = (aesKey: string): Buffer => Buffer.from(`${aesKey}=`, 'base64')
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const randomLength = 16
const textAt = randomLength + 4
const blockLength = 32
