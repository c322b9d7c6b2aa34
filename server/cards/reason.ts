import type { DocumentKind } from '../../domain/documents/define.ts'
import type { SignedIn } from '../call.ts'
import { sayTo } from './reader.ts'

/** Why a document was written, as a row of its card: its header as the reader sees it; nothing where the kind asks for no reason. */
export const reasonRow = (
  call: Pick<SignedIn, 'language'>,
  kind: Pick<DocumentKind, 'header'>,
  header: Readonly<Record<string, unknown>>,
): readonly [label: string, value: string | null] => {
  const field = kind.header['reason']
  const reason = header['reason']
  return [field ? sayTo(call)(field.label) : '', typeof reason === 'string' ? reason : null]
}
