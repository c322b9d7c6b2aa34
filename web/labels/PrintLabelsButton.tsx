import { Tags } from 'lucide-react'
import type { LabelNoun } from '../../domain/labels/content.ts'
import type { Id } from '../../kernel/id.ts'
import { Button } from '../look/Button.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { t } from '../words.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { goPrint } from './goPrint.ts'

/** Prints the labels of what a screen shows, for the person who may. */
export const PrintLabelsButton = ({ noun, ids }: { noun: LabelNoun; ids: readonly Id[] }) =>
  useAllowed()('gslabel:print') && (
    <IconButton icon={Tags} label={t('打印标签')} iconSize={20} disabled={ids.length === 0} onClick={() => goPrint(noun, ids)} />
  )

/** The same with words, beside a heading. */
export const PrintLabelsLink = ({ noun, ids }: { noun: LabelNoun; ids: readonly Id[] }) =>
  useAllowed()('gslabel:print') &&
  ids.length > 0 && (
    <Button kind="plain" size="small" icon={Tags} onClick={() => goPrint(noun, ids)}>
      {t('打印标签')}
    </Button>
  )
