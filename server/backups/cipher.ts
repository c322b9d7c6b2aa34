import { createCipheriv, createDecipheriv, createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable, Transform } from 'node:stream'

/** The key of one backup, which a passphrase and the salt of the backup give. */
export type BackupKey = { readonly salt: string; readonly secret: Buffer }

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
/** 64 MB of memory for each guess. */
const scryptCost = { N: 2 ** 16, r: 8, p: 1, maxmem: 128 * 2 ** 20 }

export const newSalt = (): string => randomBytes(16).toString('hex')

export const deriveKey = (passphrase: string, salt: string): BackupKey => ({
  salt,
  secret: scryptSync(passphrase, Buffer.from(salt, 'hex'), 32, scryptCost),
})

/** What only the holder of the passphrase can write below a text. */
export const sign = ({ secret }: BackupKey, text: string): string => createHmac('sha256', secret).update(text).digest('hex')

export const isSignedBy = (key: BackupKey, text: string, signature: string): boolean => {
  const [ownSignature, givenSignature] = [Buffer.from(sign(key, text), 'hex'), Buffer.from(signature, 'hex')]
  return ownSignature.length === givenSignature.length && timingSafeEqual(ownSignature, givenSignature)
}

/** Encrypts a file of a backup: the vector, the content, the tag, which also holds the path that the file has there. */
export const encrypterOf = ({ secret }: BackupKey, path: string): ((pieces: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>) =>
  async function* (pieces) {
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(algorithm, secret, iv).setAAD(Buffer.from(path))
    yield iv
    for await (const piece of pieces) yield cipher.update(piece)
    yield cipher.final()
    yield cipher.getAuthTag()
  }

/** The content of an encrypted file; its end fails where the content is another, so what was read before counts only then. */
export const readDecrypted = async ({ secret }: BackupKey, file: string, path: string): Promise<readonly [Readable, Transform]> => {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const [iv, tag] = [Buffer.alloc(ivBytes), Buffer.alloc(tagBytes)]
    await handle.read(iv, 0, ivBytes, 0)
    await handle.read(tag, 0, tagBytes, size - tagBytes)
    const decipher = createDecipheriv(algorithm, secret, iv).setAAD(Buffer.from(path)).setAuthTag(tag)
    const end = size - tagBytes - 1
    return [end < ivBytes ? emptyStream(file) : createReadStream(file, { start: ivBytes, end }), decipher]
  } finally {
    await handle.close()
  }
}

const emptyStream = (file: string): Readable => createReadStream(file, { start: Number.MAX_SAFE_INTEGER })
