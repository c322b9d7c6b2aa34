import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as v from 'valibot'
import { codeOf } from '../../kernel/caughtError.ts'
import { type BackupKey, deriveKey, encrypterOf, isSignedBy, newSalt, readDecrypted, sign } from './cipher.ts'

/** A backup cannot be made, read or brought back; the message is a sentence for the operator. */
export class BackupRefused extends Error {}

const manifestFile = 'manifest.json'
const manifest = v.object({
  version: v.literal(1),
  at: v.string(),
  /** The first file of the database's log that a recovery from this backup reads. */
  firstLog: v.optional(v.string()),
  bytes: v.optional(v.number()),
  /** There where the files are encrypted: what the key is made with, and the signature of `at` and `files`. */
  cipher: v.optional(v.object({ salt: v.string(), signature: v.string() })),
  files: v.record(v.string(), v.string()),
})
export type Manifest = v.InferOutput<typeof manifest>

/** The files of a backup that is being made, each with its hash as it lies there. */
export type BackupDraft = {
  /** Copies a file; one that is gone is not missed. */
  readonly copy: (from: string, path: string) => Promise<void>
  readonly write: (path: string, text: string) => Promise<void>
  /** Writes the manifest; the backup is whole. */
  readonly finish: (facts: { readonly at: string; readonly firstLog: string }) => Promise<void>
}

/** Begins a backup in an empty folder, encrypted where there is a passphrase. */
export const openDraft = (folder: string, passphrase: string | undefined): BackupDraft => {
  const key = passphrase === undefined ? undefined : deriveKey(passphrase, newSalt())
  const files: Record<string, string> = {}
  let bytes = 0
  const add = async (content: Readable, path: string): Promise<void> => {
    const hash = createHash('sha256')
    const hashPieces = async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.length
        yield piece
      }
    }
    await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 })
    const end = createWriteStream(join(folder, path), { mode: 0o600 })
    if (key) await pipeline(content, encrypterOf(key, path), hashPieces, end)
    else await pipeline(content, hashPieces, end)
    files[path] = hash.digest('hex')
  }
  return {
    copy: async (from, path) => {
      const handle = await open(from).catch(ignoreGone)
      if (handle) await add(handle.createReadStream(), path)
    },
    write: (path, text) => add(Readable.from([Buffer.from(text)]), path),
    finish: async ({ at, firstLog }) => {
      const cipher = key && { cipher: { salt: key.salt, signature: sign(key, signedText({ at, files })) } }
      const content: Manifest = { version: 1, at, firstLog, bytes, ...cipher, files }
      await writeFile(join(folder, manifestFile), JSON.stringify(content))
    },
  }
}

const signedText = ({ at, files }: Pick<Manifest, 'at' | 'files'>): string => JSON.stringify([at, Object.entries(files).toSorted()])

export const ignoreGone = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error
}

/** What a backup says of itself. Throws BackupRefused where the folder is none. */
export const readManifest = async (backup: string): Promise<Manifest> => {
  const text = await readFile(join(backup, manifestFile), 'utf8').catch(ignoreGone)
  if (text === undefined) throw new BackupRefused(`${backup} is no backup: it has no ${manifestFile}.`)
  return v.parse(manifest, JSON.parse(text))
}

/** The key of an encrypted backup; undefined where it is not encrypted. Throws BackupRefused where the passphrase is missing or another one. */
const keyOf = ({ cipher, ...content }: Manifest, backup: string, passphrase: string | undefined): BackupKey | undefined => {
  if (!cipher) return undefined
  if (passphrase === undefined) throw new BackupRefused(`${backup} is encrypted; set BACKUP_PASSPHRASE or BACKUP_PASSPHRASE_FILE.`)
  const key = deriveKey(passphrase, cipher.salt)
  if (!isSignedBy(key, signedText(content), cipher.signature))
    throw new BackupRefused(`${backup} was encrypted with another passphrase, or its manifest was changed.`)
  return key
}

/**
 * Reads every file of a backup as a restore would and compares it with the manifest. Throws BackupRefused with the first file that is missing,
 * changed or not in it.
 */
export const checkBackup = async (backup: string, passphrase?: string): Promise<Manifest> => {
  const expected = await readManifest(backup)
  const key = keyOf(expected, backup, passphrase)
  for (const path of await pathsBelow(backup, expected)) await readPiece({ backup, path, key, expected })
  return expected
}

/** Writes the content of a backup into a folder, compared on the way. Throws BackupRefused as `checkBackup` does. */
export const unpackBackup = async (backup: string, target: string, passphrase?: string): Promise<Manifest> => {
  const expected = await readManifest(backup)
  const key = keyOf(expected, backup, passphrase)
  for (const path of await pathsBelow(backup, expected)) {
    await mkdir(dirname(join(target, path)), { recursive: true, mode: 0o700 })
    await readPiece({ backup, path, key, expected, target: join(target, path) })
  }
  return expected
}

/** The paths of a backup. Throws BackupRefused where a file is missing or one too many. */
const pathsBelow = async (backup: string, { files }: Manifest): Promise<string[]> => {
  const entries = await readdir(backup, { recursive: true, withFileTypes: true })
  const paths = new Set(entries.filter((entry) => entry.isFile()).map((entry) => relative(backup, join(entry.parentPath, entry.name))))
  paths.delete(manifestFile)
  const expected = new Set(Object.keys(files))
  const [odd] = [...paths.symmetricDifference(expected)]
  if (odd !== undefined) throw notAsBackedUp(join(backup, odd))
  return [...expected]
}

type Piece = {
  readonly backup: string
  readonly path: string
  readonly key: BackupKey | undefined
  readonly expected: Manifest
  /** The file to write; not given: the content is only read. */
  readonly target?: string
}

const readPiece = async ({ backup, path, key, expected, target }: Piece): Promise<void> => {
  const file = join(backup, path)
  const hash = createHash('sha256')
  const hashPieces = async function* (pieces: AsyncIterable<Uint8Array>) {
    for await (const piece of pieces) {
      hash.update(piece)
      yield piece
    }
  }
  const source = createReadStream(file)
  if (target === undefined || key) await pipeline(source, hashPieces, nowhere())
  else await pipeline(source, hashPieces, createWriteStream(target, { mode: 0o600 }))
  if (hash.digest('hex') !== expected.files[path]) throw notAsBackedUp(file)
  if (!key) return
  // The hash is over what lies there and the tag over what it says, so an encrypted file is read twice.
  const [content, decipher] = await readDecrypted(key, file, path)
  await pipeline(content, decipher, target === undefined ? nowhere() : createWriteStream(target, { mode: 0o600 }))
}

const nowhere = (): Writable => new Writable({ write: (_piece, _encoding, onWritten) => onWritten() })

const notAsBackedUp = (file: string): BackupRefused => new BackupRefused(`${file} is not as it was backed up.`)
