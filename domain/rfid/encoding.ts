import type { HeardTags } from './session.ts'

/** How far the tag of a piece is: an EPC is set aside, the reader was told to write it, it was read back and stands on the card. */
export const encodingStates = ['planned', 'written', 'verified'] as const
export type EncodingState = (typeof encodingStates)[number]

const apartDb = 10

/** Which tag lies in front of the reader: the only one, or one that is heard so much better that the others are elsewhere. */
export const aloneIn = (tags: HeardTags): { readonly epc: string; readonly tid: string | undefined } | 'none' | 'several' => {
  const [first, next] = [...tags]
    .map(([epc, { best, tids }]) => ({ epc, best: best ?? -Infinity, tid: tids[0] }))
    .toSorted((a, b) => b.best - a.best)
  if (!first) return 'none'
  if (next && !(first.best - next.best >= apartDb)) return 'several'
  return { epc: first.epc, tid: first.tid }
}

/**
 * What is to be done with the tag that lies there, for a piece whose tag is to carry `epc`. `ofAnother`: whose tag it is, where it is known and
 * another piece's. Written already it is only read back, so a job that broke off anywhere begins again at its beginning.
 */
export const nextStep = (
  plan: { readonly epc: string },
  tag: ReturnType<typeof aloneIn>,
  ofAnother: (epc: string) => string | undefined,
):
  | { readonly t: 'wait'; readonly why: 'none' | 'several' }
  | { readonly t: 'another'; readonly name: string }
  | { readonly t: 'verify' | 'write' } => {
  if (typeof tag === 'string') return { t: 'wait', why: tag }
  if (tag.epc === plan.epc) return { t: 'verify' }
  const name = ofAnother(tag.epc)
  return name === undefined ? { t: 'write' } : { t: 'another', name }
}
