import type { Params } from '../../../kernel/refusal.ts'
import { t, inOwnWords } from '../../words.ts'

/** What is said where the books refuse again: the reason, and that a retry alone does not mend it. */
export const refusedAgain = (refusal: { readonly words: string; readonly params: Params }): string =>
  t('仍未能入账：{words}。请先修改再重试', { words: inOwnWords(refusal) })
