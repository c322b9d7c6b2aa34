import type { DocumentKind, DocumentState } from '../../domain/documents/define.ts'
import { documentStateWords } from '../../domain/documents/stateWords.ts'
import type { DocumentRow } from '../../domain/documents/operations.ts'
import type { Tone } from '../look/Tag.tsx'
import { t } from '../words.ts'

/** What a state is called and its colour; a document on its way through several steps, or whose lines others fulfil, says what it waits for. */
export const stateLook = (
  kind: DocumentKind,
  document: Pick<DocumentRow, 'state' | 'stage' | 'fulfilled'>,
): { words: string; tone: Tone } => {
  const words = documentStateWords(kind, document, t)
  const { state, fulfilled } = document
  return { words, tone: kind.fulfilmentWords && fulfilled ? fulfilledTones[fulfilled] : tones[state] }
}

const fulfilledTones = { none: 'warn', some: 'warn', all: 'good', over: 'plain' } as const

const tones: Readonly<Record<DocumentState, Tone>> = {
  draft: 'plain',
  inApproval: 'accent',
  returned: 'warn',
  rejected: 'bad',
  withdrawn: 'plain',
  approved: 'warn',
  inProgress: 'accent',
  posted: 'good',
  reversed: 'plain',
}
