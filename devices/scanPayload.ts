import { isRecord } from '../kernel/isRecord.ts'
import { isFinderCode, type LabelNoun, thingOfCode } from '../domain/labels/content.ts'
import { type Id, isId } from '../kernel/id.ts'

/**
 * What a scanner read, as far as the text itself can say. `thing` is a code of ours that says of what it is (`L:QY0001`, a place). `code` is
 * the bare text of a label: whether it is an asset's code, serial or tag, or a consumable's code or barcode, is for the server to say; `finder` holds the letters
 * behind it that identify the owner's organisation to strangers. `gs1` holds GS1 keys as digits and
 * letters without their identifiers (a GTIN always with 14 digits).
 */
export type ScanPayload =
  | { readonly kind: 'asset'; readonly id: Id; readonly code?: string; readonly name?: string; readonly image?: string }
  | { readonly kind: 'consumable'; readonly id: Id }
  | { readonly kind: 'thing'; readonly noun: Exclude<LabelNoun, 'asset'>; readonly code: string }
  | { readonly kind: 'code'; readonly code: string; readonly finder?: string }
  | ({ readonly kind: 'gs1' } & Gs1Keys)
  | { readonly kind: 'unknown'; readonly text: string }

export type Gs1Keys = { readonly giai?: string; readonly grai?: string; readonly gtin?: string; readonly serial?: string }

/**
 * Reads our own address (`https://host/q/<code>`, in capitals as well, `https://host/#/q?c=<code>`, or a page with instanceId or goodsId),
 * JSON (`{instanceId, instanceCode, instanceName, instanceImage}`, `{goodsId}`, `{t, id}`), a GS1 element string or
 * Digital Link, or a bare code, after taking off what scanners put in front. Never throws; any host is accepted,
 * because labels outlive addresses and nothing of the address but the code is used.
 */
export const parseScan = (read: string): ScanPayload => {
  const unknown: ScanPayload = { kind: 'unknown', text: read.slice(0, maxTextLength) }
  if (read.length > maxTextLength) return unknown
  const [, aimId = '', text = ''] = /^(\][A-Za-z][0-9A-Za-z])?(.*)$/s.exec(read.trim().replace(hostPrefix, ''))!
  if (/^https?:/i.test(text)) return fromAddress(text) ?? unknown
  if (text.startsWith('{')) return fromJson(text) ?? unknown
  if (gs1AimIds.has(aimId) || text.startsWith(separator)) return fromElements(text) ?? fromCode(text) ?? unknown
  if (/^\(\d{2,4}\)/.test(text)) return fromBracketed(text) ?? fromCode(text) ?? unknown
  return fromCode(text) ?? unknown
}

const maxTextLength = 4096
const maxCodeLength = 64

/** WeCom's scanner names the symbology of a barcode in front of it. */
const hostPrefix = /^(?:CODE_?(?:128|39|93|25)|CODABAR|EAN_?(?:13|8)|UPC_?[AE]|ITF|QR_?CODE|DATA_?MATRIX|PDF_?417),/

/** Group separator: ends a GS1 value of variable length. */
const separator = '\u001d'
/** GS1-128, GS1 DataBar, GS1 DataMatrix, GS1 QR, GS1 DotCode. */
const gs1AimIds = new Set([']C1', ']e0', ']d2', ']Q3', ']J1'])

const fromCode = (text: string): ScanPayload | undefined => {
  const code = text.trim()
  if (code.length === 0 || code.length > maxCodeLength || /\p{C}/u.test(code)) return undefined
  const subject = thingOfCode(code)
  return subject.noun === 'asset' ? { kind: 'code', code } : { kind: 'thing', noun: subject.noun, code: subject.code }
}

const fromAddress = (text: string): ScanPayload | undefined => {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const [hashPath = '', hashQuery = ''] = url.hash.slice(1).split('?', 2)
  const values = new URLSearchParams(`${url.search.slice(1)}&${hashQuery}`)
  for (const path of [url.pathname, hashPath]) {
    const code = /^(?:\/[^/]+)*?\/q\/(.+?)\/?$/i.exec(path)?.[1]
    if (code) {
      const [, bare, finder] = /^([^/]+)\/([^/]+)$/.exec(code) ?? []
      if (!bare || !finder || !isFinderCode(finder.toUpperCase())) return fromCode(decodeText(code))
      const read = fromCode(decodeText(bare))
      return read?.kind === 'code' ? { ...read, finder: finder.toUpperCase() } : read
    }
    const queryCode = values.get('c')
    if (/\/q$/i.test(path) && queryCode !== null) return fromCode(queryCode)
  }
  return fromValues(Object.fromEntries(values)) ?? fromDigitalLink(url)
}

const decodeText = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const fromJson = (text: string): ScanPayload | undefined => {
  try {
    // Ids may be larger than a number can hold exactly, so they are read as text.
    const values: unknown = JSON.parse(text.replace(/("(?:instanceId|goodsId|id)"\s{0,9}:\s{0,9})(\d+)/g, '$1"$2"'))
    return isRecord(values) ? fromValues(values) : undefined
  } catch {
    return undefined
  }
}

const fromValues = (values: Readonly<Record<string, unknown>>): ScanPayload | undefined => {
  const assetId = values['instanceId'] ?? (values['t'] === 'asset' ? values['id'] : undefined)
  const consumableId = values['goodsId'] ?? (values['t'] === 'consumable' ? values['id'] : undefined)
  const code = textOf(values['instanceCode'])
  if (isId(assetId))
    return {
      kind: 'asset',
      id: assetId,
      ...definedValues({ code, name: textOf(values['instanceName']), image: textOf(values['instanceImage']) }),
    }
  if (code) return fromCode(code)
  return assetId === undefined && isId(consumableId) ? { kind: 'consumable', id: consumableId } : undefined
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** Without the entries that are absent. */
const definedValues = <T extends Record<string, string | undefined>>(values: T): { [K in keyof T]?: string } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: string }

/** Application identifiers and the length of their value: exactly `length`, or up to it where it may vary. */
const identifiers: Readonly<Record<string, { readonly length: number; readonly varies?: true; readonly key?: keyof Gs1Keys }>> = {
  '00': { length: 18 },
  '01': { length: 14, key: 'gtin' },
  '02': { length: 14 },
  '10': { length: 20, varies: true },
  '11': { length: 6 },
  '12': { length: 6 },
  '13': { length: 6 },
  '15': { length: 6 },
  '16': { length: 6 },
  '17': { length: 6 },
  '20': { length: 2 },
  '21': { length: 20, varies: true, key: 'serial' },
  '240': { length: 30, varies: true },
  '241': { length: 30, varies: true },
  '250': { length: 30, varies: true },
  '8003': { length: 30, varies: true, key: 'grai' },
  '8004': { length: 30, varies: true, key: 'giai' },
}

const fromElements = (text: string): ScanPayload | undefined => {
  const keys: Record<string, string> = {}
  let remainder = text
  while (remainder !== '') {
    if (remainder.startsWith(separator)) {
      remainder = remainder.slice(1)
      continue
    }
    const identifier = [2, 3, 4].map((length) => remainder.slice(0, length)).find((start) => Object.hasOwn(identifiers, start))
    if (!identifier) break
    const { length, varies } = identifiers[identifier]!
    const end = varies ? remainder.indexOf(separator, identifier.length) : identifier.length + length
    const value = remainder.slice(identifier.length, end < 0 ? undefined : end)
    if (!take(keys, identifier, value)) return undefined
    remainder = remainder.slice(identifier.length + value.length)
  }
  return gs1(keys)
}

const fromBracketed = (text: string): ScanPayload | undefined => {
  const keys: Record<string, string> = {}
  for (const [, identifier = '', value = ''] of text.matchAll(/\((\d{2,4})\)([^(]*)/g)) if (!take(keys, identifier, value)) return undefined
  return gs1(keys)
}

/** Key and value take turns in the path, from the first known key on. */
const fromDigitalLink = (url: URL): ScanPayload | undefined => {
  const segments = url.pathname.split('/').map(decodeText)
  const keys: Record<string, string> = {}
  for (let index = segments.findIndex((segment) => primaryKeys.has(segment)); index >= 0 && index + 1 < segments.length; index += 2) {
    const [identifier, value] = [segments[index]!, segments[index + 1]!]
    if (!take(keys, identifier, identifier === '01' ? value.padStart(14, '0') : value)) return undefined
  }
  return gs1(keys)
}

const primaryKeys = new Set(['01', '8003', '8004'])

/** Keeps a value that we use; false where it cannot be one of its identifier. */
const take = (keys: Record<string, string>, identifier: string, value: string): boolean => {
  const identifierKnown = Object.hasOwn(identifiers, identifier) ? identifiers[identifier] : undefined
  if (!identifierKnown) return true
  const fits = identifierKnown.varies
    ? /^[!-~]+$/.test(value) && value.length <= identifierKnown.length
    : /^\d+$/.test(value) && value.length === identifierKnown.length
  if (fits && identifierKnown.key) keys[identifierKnown.key] = value
  return fits
}

const gs1 = (keys: Gs1Keys): ScanPayload | undefined => (Object.keys(keys).length > 0 ? { kind: 'gs1', ...keys } : undefined)
