import { createHash } from 'node:crypto'
import { refuse } from '../../../kernel/refusal.ts'
import type { SignatureState } from '../../../domain/invoices/invoice.ts'
import { existingPath, type OfdParts, pathFrom } from './ofdParts.ts'
import { type Element, elementsNamed, textAt } from './xml.ts'

/** Digests that signatures name, by object identifier or by word. */
const digests: Readonly<Record<string, string>> = {
  '1.2.156.10197.1.401': 'sm3',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  sm3: 'sm3',
  sha1: 'sha1',
  'sha-1': 'sha1',
  sha256: 'sha256',
  'sha-256': 'sha256',
  sha512: 'sha512',
}

/**
 * Holds the parts of an OFD file against the digests that its signatures carry, and the list of digests against the signed value. Refuses a file
 * that was changed after it was signed. `unchecked`: without signature, or with one by a method that is not known; also where `facts`, the parts that were read, are
 * not all covered. Whose certificate signed is not asked of anybody.
 */
export const checkSignatures = async (parts: OfdParts, facts: readonly string[]): Promise<SignatureState> => {
  const root = await parts.xmlOf('OFD.xml')
  const listRef = root && elementsNamed(root, 'Signatures').find(({ text }) => text.trim() !== '')
  if (!listRef) return 'unchecked'
  const listPath = pathFrom('OFD.xml', listRef.text.trim())
  const list = await parts.xmlOf(listPath)
  if (!list) return refuseChanged(listPath)
  const coveredParts = new Set<string>()
  for (const signature of elementsNamed(list, 'Signature')) {
    const path = existingPath(parts, [folderOf(listPath), ''], signature.attributes['BaseLoc'] ?? '')
    if (path === undefined) return refuseChanged(signature.attributes['BaseLoc'] ?? listPath)
    for (const part of await checkSignature(parts, path)) coveredParts.add(part.toLowerCase())
  }
  return facts.length > 0 && facts.every((path) => coveredParts.has(path.toLowerCase())) ? 'intact' : 'unchecked'
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const refuseChanged = (part: string): never =>
  refuse('invoice.changed', '这个文件在签发之后被改过（{part}与签名不符），不能使用；请向销售方重新要原件', { part })

/** The parts whose digests fit; none where the method is not known. */
const checkSignature = async (parts: OfdParts, path: string): Promise<string[]> => {
  const signature = await parts.xmlOf(path)
  if (!signature) return refuseChanged(path)
  const references = elementsNamed(signature, 'References')[0]
  const method = digests[(references?.attributes['CheckMethod'] ?? '').toLowerCase()]
  if (!references || method === undefined) return []
  const fittingParts: string[] = []
  for (const reference of elementsNamed(references, 'Reference')) fittingParts.push(await checkReference(parts, path, reference, method))
  await checkSignedValue(parts, path, signature)
  return fittingParts
}

const checkReference = async (parts: OfdParts, path: string, reference: Element, method: string): Promise<string> => {
  const fileRef = reference.attributes['FileRef'] ?? ''
  const part = existingPath(parts, ['', folderOf(path)], fileRef)
  const bytes = part === undefined ? undefined : await parts.bytesOf(part)
  if (part === undefined || !bytes) return refuseChanged(fileRef)
  const value = textAt(reference, 'CheckValue').replace(/\s/g, '')
  return createHash(method).update(bytes).digest('base64') === value ? part : refuseChanged(part)
}

/** The signed value (GB/T 38540) carries the digest of the list itself; a value of a form that carries none tells nothing. */
const checkSignedValue = async (parts: OfdParts, path: string, signature: Element): Promise<void> => {
  const valueRef = textAt(signature, 'SignedValue')
  const valuePath = valueRef === '' ? undefined : existingPath(parts, ['', folderOf(path)], valueRef)
  const [value, list] = await Promise.all([valuePath === undefined ? undefined : parts.bytesOf(valuePath), parts.bytesOf(path)])
  if (!value || !list) return refuseChanged(valueRef || path)
  if (!isSeal(value)) return
  const sizes = ['sm3', 'sha256', 'sha1'].map((method) => createHash(method).update(list).digest())
  if (!sizes.some((digest) => value.includes(digest))) refuseChanged(path)
}

/** A sequence of ASN.1 with the mark of an electronic seal. */
const isSeal = (value: Buffer): boolean => value[0] === 0x30 && value.includes(Buffer.from('ES', 'latin1'))
