import * as v from 'valibot'
import { keysOf } from '../../kernel/keysOf.ts'
import { documentStates } from './define.ts'

export const fulfilment = v.nullable(v.picklist(['none', 'some', 'all', 'over']))

export const relatedDocument = v.object({
  id: v.string(),
  kind: v.string(),
  code: v.string(),
  state: v.picklist(keysOf(documentStates)),
  stage: v.number(),
  fulfilled: fulfilment,
  createdAt: v.string(),
})
export type RelatedDocument = v.InferOutput<typeof relatedDocument>
/** A document (`document`), those that it follows and those that follow it, without those that the caller does not see. */
export const relatedDocuments = v.object({
  document: relatedDocument,
  sources: v.array(relatedDocument),
  followers: v.array(relatedDocument),
})
export type RelatedDocuments = v.InferOutput<typeof relatedDocuments>
