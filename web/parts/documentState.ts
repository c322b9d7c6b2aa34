import { type DocumentKind, type DocumentState, documentStates } from '../../domain/documents/define.ts'
import type { DocumentInfo, DocumentRow } from '../../domain/operations/documents.ts'
import type { Tone } from '../look/Tag.tsx'
import { t } from '../words.ts'

/** What a state is called and its colour; a document on its way through several steps, or whose lines others fulfil, says what it waits for. */
export const stateLook = (
  kind: DocumentKind,
  { state, stage, fulfilled }: Pick<DocumentRow, 'state' | 'stage' | 'fulfilled'>,
): { words: string; tone: Tone } => {
  if (kind.fulfilled && fulfilled) return { words: t(kind.fulfilled[fulfilled]), tone: fulfilledTones[fulfilled] }
  const next = state === 'inProgress' ? kind.stages?.[stage] : undefined
  return { words: next ? t('待{step}', { step: t(next.title) }) : t(documentStates[state]), tone: tones[state] }
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

/** True for what a keeper did at once, without an approval. */
export const isDirect = (document: Pick<DocumentInfo, 'events'>): boolean =>
  document.events.some(({ details }) => details['direct'] === true)
