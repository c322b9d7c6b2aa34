import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../storage/storage.ts'

/** A body of bytes that can be fetched in parts. */
export type FileResponse = {
  readonly name: string
  readonly mime: string
  /** Undefined: it is sent whole. */
  readonly sizeBytes: number | undefined
  /** Names the bytes: the same tag, the same bytes for ever. */
  readonly tag: string
  /** True where the browser has to ask each time whether it may still show what it has. */
  readonly askAgain: boolean
  /** True where it is to be kept, whatever it is. */
  readonly asAttachment?: boolean
  /** Undefined where the bytes are gone; `mime` where it is not what was expected. */
  readonly open: (range: ByteRange | undefined) => Promise<OpenFile | undefined>
}

export type OpenFile = { readonly body: Readable; readonly sizeBytes: number; readonly mime?: string }

/**
 * Answers a file, or the part of it that `Range` names, or 304 where the browser has it. Shown in the page is only what cannot run
 * anything: pictures, sound and film. False where the bytes are gone.
 */
export const sendBytes = async (request: FastifyRequest, reply: FastifyReply, file: FileResponse): Promise<boolean> => {
  const { name, sizeBytes, askAgain } = file
  const tag = `"${file.tag}"`
  reply
    .header('cache-control', askAgain ? 'private, no-cache' : 'private, max-age=31536000, immutable')
    .header('etag', tag)
    .header('accept-ranges', sizeBytes === undefined ? 'none' : 'bytes')
  if (tagsOf(request.headers['if-none-match']).some((otherTag) => otherTag === tag || otherTag === '*')) {
    await reply.code(304).send()
    return true
  }
  const rangeHeader = request.headers['if-range'] === undefined || request.headers['if-range'] === tag ? request.headers.range : undefined
  const range = sizeBytes === undefined ? undefined : rangeOf(rangeHeader, sizeBytes)
  if (range === 'none') {
    await reply.code(416).header('content-range', `bytes */${sizeBytes}`).send()
    return true
  }
  const openFile = await file.open(range)
  if (!openFile) {
    for (const header of ['cache-control', 'etag', 'accept-ranges']) reply.removeHeader(header)
    return false
  }
  if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${sizeBytes}`)
  const mime = openFile.mime ?? file.mime
  const inline = !file.asAttachment && isShown(mime)
  await reply
    .header('content-length', range ? range.to - range.from + 1 : openFile.sizeBytes)
    .header('content-disposition', `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .type(mime)
    .send(openFile.body)
  return true
}

/** A drawing may hold a script; it is no picture here. */
const isShown = (mime: string): boolean => /^(image|audio|video)\//.test(mime) && !mime.startsWith('image/svg')

const tagsOf = (header: string | undefined): string[] => (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/**
 * The bytes that a `Range` header names, both ends counted: `0-99`, `100-`, or the last ones, `-100`. Undefined where the whole is to be sent,
 * also for several ranges at once, which no one has to answer; `none` where there are no such bytes.
 */
export const rangeOf = (header: string | undefined, sizeBytes: number): ByteRange | 'none' | undefined => {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '')
    return Number(last) === 0 || sizeBytes === 0 ? 'none' : { from: Math.max(0, sizeBytes - Number(last)), to: sizeBytes - 1 }
  if (last !== '' && Number(last) < Number(first)) return undefined
  return Number(first) >= sizeBytes ? 'none' : { from: Number(first), to: Math.min(last === '' ? Infinity : Number(last), sizeBytes - 1) }
}
