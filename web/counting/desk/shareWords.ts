import { shareKinds } from '../../../domain/counting/task.ts'
import type { CountShareRow } from '../../../domain/counting/operations.ts'
import { t } from '../../words.ts'

/** What a person is to count, in words. */
export const shareWords = ({ kind, ref, expected }: Pick<CountShareRow, 'kind' | 'ref' | 'expected'>): string => {
  if (kind === 'self') return t('名下的资产')
  if (kind === 'lines') return t('指定的{n}项', { n: expected })
  return ref?.name ?? t(shareKinds[kind])
}
