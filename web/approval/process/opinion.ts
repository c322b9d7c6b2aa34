import type { Attachment } from '../../../kernel/field.ts'
import type { ProcessDetail } from '../../../domain/approval/operations/process.ts'

/** What a person says with a decision, as it is being written. */
export type Opinion = {
  readonly comment: string
  readonly signature: string | undefined
  readonly pictures: readonly string[]
  readonly files: readonly Attachment[]
}

export const emptyOpinion: Opinion = { comment: '', signature: undefined, pictures: [], files: [] }

export const commentMaxLength = 500

export type OpinionProblem = 'comment' | 'signature' | 'attachment'

/** What a step asks for with a verdict and the opinion lacks, in the order in which it is asked. */
export const missingParts = (require: ProcessDetail['require'], opinion: Opinion, verdict: 'approve' | 'reject'): OpinionProblem[] => {
  const needsComment = require.comment === 'always' || (require.comment === 'onReject' && verdict === 'reject')
  return [
    ...(needsComment && opinion.comment.trim() === '' ? (['comment'] as const) : []),
    ...(require.signature && opinion.signature === undefined ? (['signature'] as const) : []),
    ...(require.attachment && opinion.pictures.length + opinion.files.length === 0 ? (['attachment'] as const) : []),
  ]
}

/** The comment once a sentence was tapped: it takes the place of another sentence and follows what was written by hand. */
export const withSentence = (comment: string, words: string, sentences: readonly string[]): string => {
  const trimmedComment = comment.trim()
  if (trimmedComment === '' || sentences.includes(trimmedComment)) return words
  return trimmedComment.endsWith(words) ? trimmedComment : `${trimmedComment}\n${words}`.slice(0, commentMaxLength)
}

/** The opinion as the calls take it. */
export const opinionInput = ({ comment, signature, pictures, files }: Opinion) => {
  const attachments = [...pictures, ...files.map(({ path }) => path)]
  return {
    ...(comment.trim() && { comment: comment.trim() }),
    ...(signature !== undefined && { signature }),
    ...(attachments.length > 0 && { attachments }),
  }
}
