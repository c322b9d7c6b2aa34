import { documentKind } from '../../../domain/documents/all.ts'
import type { DocumentState } from '../../../domain/documents/define.ts'
import type { Tone } from '../../look/Tag.tsx'
import { stateLook } from '../../documents/documentState.ts'
import { assertDefined } from '../../../kernel/assert.ts'

/** What the state of a document that books a count is called, and its colour. */
export const documentState = (kind: string, state: string): { words: string; tone: Tone } =>
  stateLook(assertDefined(documentKind(kind), `the kind ${kind}`), { state: state as DocumentState, stage: 0, fulfilled: null })
