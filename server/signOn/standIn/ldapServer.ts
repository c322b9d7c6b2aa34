import { createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { BerReader, BerWriter } from 'ldapts'
import { portOf } from '../../listeningPort.ts'
import { assertDefined } from '../../../kernel/assert.ts'

/** One entry of the tree: its place, and its attributes by their names as they are written. */
export type LdapEntry = { readonly dn: string; readonly attributes: Readonly<Record<string, string | readonly string[]>> }

export type StandInLdap = {
  readonly url: string
  readonly entries: LdapEntry[]
  /** Passwords by place in the tree. */
  readonly passwords: Map<string, string>
  /** How many entries one search answers at most, pages or not; more of them end in `sizeLimitExceeded`. */
  readonly limits: { entries?: number }
  /** How many pages of a list were asked for. */
  readonly pages: () => number
  readonly stop: () => Promise<void>
}

const bindRequest = 0x60
const unbindRequest = 0x42
const searchRequest = 0x63
const extendedRequest = 0x77
const confidentialityRequired = 13
const invalidCredentials = 49
const startTlsOid = '1.3.6.1.4.1.1466.20037'
const pagedOid = '1.2.840.113556.1.4.319'

/**
 * Another person's LDAP server: simple bind (one without a password is a bind by no one, and is agreed to), search below a place with filters,
 * and pages; no one who is not bound finds anything. With a certificate it changes over to an encrypted line when it is asked to, and binds no one
 * before.
 */
export const startLdap = async (
  entries: readonly LdapEntry[],
  passwords: Readonly<Record<string, string>>,
  certificate?: Certificate,
): Promise<StandInLdap> => {
  const store: LdapStore = {
    entries: [...entries],
    passwords: new Map(Object.entries(passwords).map(([dn, password]) => [dn.toLowerCase(), password])),
    pages: 0,
    limits: {},
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse({ store, certificate }, socket, false)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `ldap://127.0.0.1:${portOf(server)}`,
    entries: store.entries,
    limits: store.limits,
    passwords: store.passwords,
    pages: () => store.pages,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

type Certificate = { readonly key: string; readonly cert: string }
type LdapStore = {
  readonly entries: LdapEntry[]
  readonly passwords: Map<string, string>
  readonly limits: { entries?: number }
  pages: number
}
type LdapParts = { readonly store: LdapStore; readonly certificate: Certificate | undefined }

/** Hears what comes on a line, message by message. */
const converse = ({ store, certificate }: LdapParts, socket: Socket, isSafe: boolean): void => {
  let got = Buffer.alloc(0)
  let bound = false
  const hear = (part: Buffer) => {
    got = Buffer.concat([got, part])
    for (let size = messageSize(got); size !== undefined && got.length >= size; size = messageSize(got)) {
      const reader = new BerReader(got.subarray(0, size))
      got = got.subarray(size)
      reader.readSequence()
      const id = assertDefined(reader.readInt(), 'the number of the message')
      const kind = reader.peek()
      if (kind === unbindRequest) return void socket.end()
      reader.readSequence()
      if (kind === extendedRequest && certificate && !isSafe && reader.readString(0x80) === startTlsOid) {
        socket.off('data', hear)
        socket.write(result(id, 0x78, 0))
        return converse({ store, certificate }, new TLSSocket(socket, { isServer: true, ...certificate }), true)
      }
      if (kind === bindRequest) {
        const { isBound, code } = bind(store, reader, certificate !== undefined && !isSafe)
        bound = isBound
        socket.write(result(id, 0x61, code))
      } else if (kind === searchRequest) for (const message of search(store, reader, id, bound)) socket.write(message)
      else socket.write(result(id, 0x78, 2))
    }
  }
  socket.on('error', () => undefined)
  socket.on('data', hear)
}

/** Whether a bind makes anyone known, and what it is answered; `isPlain`: the line would have to be encrypted first. */
const bind = ({ passwords }: LdapStore, reader: BerReader, isPlain: boolean): { isBound: boolean; code: number } => {
  reader.readInt()
  const dn = (reader.readString() ?? '').toLowerCase()
  const password = reader.readString(0x80) ?? ''
  const isRight = password === '' || passwords.get(dn) === password
  if (isPlain) return { isBound: false, code: confidentialityRequired }
  return { isBound: isRight && password !== '', code: isRight ? 0 : invalidCredentials }
}

const sizeLimitExceeded = 4

const search = (store: LdapStore, reader: BerReader, id: number, bound: boolean): Buffer[] => {
  const base = (reader.readString() ?? '').toLowerCase()
  reader.readEnumeration()
  reader.readEnumeration()
  const sizeLimit = reader.readInt() ?? 0
  reader.readInt()
  reader.readBoolean()
  const fits = filterOf(reader)
  const attributes: string[] = []
  if (reader.readSequence()) {
    const end = reader.offset + reader.length
    while (reader.offset < end) attributes.push((reader.readString() ?? '').toLowerCase())
  }
  const page = pageOf(reader)
  if (!bound) return [result(id, 0x65, 50)]
  const matches = store.entries.filter((entry) => entry.dn.toLowerCase().endsWith(base) && fits(entry))
  const from = page ? Number(page.cookie || '0') : 0
  const size = page?.size ?? (sizeLimit > 0 ? sizeLimit : matches.length)
  const pageEntries = matches.slice(from, from + size)
  if (page) store.pages++
  const nextFrom = page && from + size < matches.length ? String(from + size) : ''
  const end = from + pageEntries.length
  const isOver = end > (store.limits.entries ?? end) || (!page && end < matches.length)
  return [
    ...pageEntries.map((entry) => entryMessage(id, entry, attributes)),
    result(id, 0x65, isOver ? sizeLimitExceeded : 0, page && !isOver ? nextFrom : undefined),
  ]
}

const valuesOf = ({ attributes }: LdapEntry, name: string): readonly string[] => {
  const key = Object.keys(attributes).find((attribute) => attribute.toLowerCase() === name.toLowerCase())
  const value = (key === undefined ? undefined : attributes[key]) ?? []
  return typeof value === 'string' ? [value] : value
}

const filterOf = (reader: BerReader): ((entry: LdapEntry) => boolean) => {
  const tag = assertDefined(reader.peek(), 'the tag of the filter')
  if (tag === 0x87) {
    const name = reader.readString(0x87) ?? ''
    return (entry) => valuesOf(entry, name).length > 0
  }
  reader.readSequence(tag)
  const end = reader.offset + reader.length
  if (tag === 0xa0 || tag === 0xa1 || tag === 0xa2) {
    const parts: ((entry: LdapEntry) => boolean)[] = []
    while (reader.offset < end) parts.push(filterOf(reader))
    if (tag === 0xa0) return (entry) => parts.every((part) => part(entry))
    return (entry) => parts.some((part) => part(entry)) === (tag === 0xa1)
  }
  const name = reader.readString() ?? ''
  const filterWord = (reader.readString() ?? '').toLowerCase()
  return (entry) => valuesOf(entry, name).some((value) => value.toLowerCase() === filterWord)
}

const pageOf = (reader: BerReader): { size: number; cookie: string } | undefined => {
  if (reader.remain === 0 || reader.peek() !== 0xa0) return undefined
  reader.readSequence(0xa0)
  reader.readSequence()
  if (reader.readString() !== pagedOid) return undefined
  if (reader.peek() === 0x01) reader.readBoolean()
  const value = new BerReader(reader.readString(0x04, true) as Buffer)
  value.readSequence()
  return { size: value.readInt() ?? 0, cookie: value.readString() ?? '' }
}

const entryMessage = (id: number, entry: LdapEntry, attributeNames: readonly string[]): Buffer => {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(0x64)
  writer.writeString(entry.dn)
  writer.startSequence()
  for (const name of Object.keys(entry.attributes)) {
    if (attributeNames.length > 0 && !attributeNames.includes(name.toLowerCase())) continue
    writer.startSequence()
    writer.writeString(name)
    writer.startSequence(0x31)
    for (const value of valuesOf(entry, name)) writer.writeString(value)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  writer.endSequence()
  writer.endSequence()
  return writer.buffer
}

/** How it ended; `cookie`: where the list goes on, empty at its end. */
const result = (id: number, kind: number, code: number, cookie?: string): Buffer => {
  const writer = new BerWriter()
  writer.startSequence()
  writer.writeInt(id)
  writer.startSequence(kind)
  writer.writeEnumeration(code)
  writer.writeString('')
  writer.writeString('')
  writer.endSequence()
  if (cookie !== undefined) {
    const value = new BerWriter()
    value.startSequence()
    value.writeInt(0)
    value.writeString(cookie)
    value.endSequence()
    writer.startSequence(0xa0)
    writer.startSequence()
    writer.writeString(pagedOid)
    writer.writeBuffer(value.buffer, 0x04)
    writer.endSequence()
    writer.endSequence()
  }
  writer.endSequence()
  return writer.buffer
}

/** How long the first message is; undefined where that is not known yet. */
const messageSize = (got: Buffer): number | undefined => {
  if (got.length < 2) return undefined
  const first = got.readUInt8(1)
  if (first < 0x80) return 2 + first
  const digits = first & 0x7f
  return got.length < 2 + digits ? undefined : 2 + digits + got.readUIntBE(2, digits)
}
