import type { Speaker } from '../../kernel/fields/kind.ts'
import { type DocumentKind, type DocumentState, documentStates } from './define.ts'

type DocumentStanding = {
  readonly state: DocumentState
  readonly stage: number
  readonly fulfilled: keyof NonNullable<DocumentKind['fulfilmentWords']> | null
}

/** What a state is called; a document on its way through several steps, or whose lines others fulfil, says what it waits for. */
export const documentStateWords = (kind: DocumentKind, { state, stage, fulfilled }: DocumentStanding, say: Speaker['say']): string => {
  if (kind.fulfilmentWords && fulfilled) return say(kind.fulfilmentWords[fulfilled])
  const next = state === 'inProgress' ? kind.stages?.[stage] : undefined
  return next ? say('待{step}', { step: say(next.title) }) : say(documentStates[state])
}

/** True for what a keeper did at once, without an approval. */
export const isDirect = (document: { readonly events: readonly { readonly details: Readonly<Record<string, unknown>> }[] }): boolean =>
  document.events.some(({ details }) => details['direct'] === true)
