import type { Scope } from '../../domain/agenda/operations.ts'
import { choose } from '../look/overlays/confirm.ts'
import { t } from '../words.ts'

/** Asks which times of a series are meant; undefined where the person thinks better of it. */
export const chooseScope = (title: string): Promise<Scope | undefined> =>
  choose(title, [
    { value: 'one', label: t('仅这一次') },
    { value: 'following', label: t('这次及以后') },
    { value: 'all', label: t('全部') },
  ])
