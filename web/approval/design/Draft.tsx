import { CircleCheck, CloudAlert, LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SavingState } from '../../../domain/approval/design/draft.ts'
import { Button } from '../../look/Button.tsx'
import { t } from '../../words.ts'
import { type DraftState, savingWords } from './useDraft.ts'

export const SavingMark = ({ saving }: { saving: SavingState }) => {
  const isBad = saving === 'conflict' || saving === 'failed' || saving === 'refused'
  const GoodIcon = saving === 'saved' ? CircleCheck : LoaderCircle
  const Icon = isBad ? CloudAlert : GoodIcon
  return (
    <span role="status" className={`mr-1 flex items-center gap-1.5 text-small ${isBad ? 'text-bad' : 'text-faint'}`}>
      <Icon size={15} className={saving === 'saving' ? 'animate-spin' : ''} aria-hidden />
      {savingWords(saving)}
    </span>
  )
}

/** Over what is designed, where something is to be known before going on. */
export const Banner = ({ words: text, actions }: { words: string; actions: ReactNode }) => (
  <div
    role="status"
    className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-y border-line bg-warn-soft px-4 py-2 text-body text-warn wide:px-6"
  >
    <span>{text}</span>
    <span className="flex gap-2">{actions}</span>
  </div>
)

/** Both have changed the same; the rest of what either did stands with either choice. */
export const Conflict = ({ what, settle }: { what: readonly string[]; settle: DraftState<unknown>['settle'] }) => (
  <Banner
    words={t('您和另一位管理员都修改了{what}。其他的修改会合在一起；这里以谁的为准？另一份用撤销找回。', { what: what.join(t('、')) })}
    actions={
      <>
        <Button size="small" kind="secondary" onClick={() => settle('theirs')}>
          {t('以对方的为准')}
        </Button>
        <Button size="small" kind="plain" onClick={() => settle('ours')}>
          {t('以我的为准')}
        </Button>
      </>
    }
  />
)
