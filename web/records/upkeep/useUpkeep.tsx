import { type ReactNode, useState } from 'react'
import { recordCodeOf } from '../../../domain/records/code.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { loadLater } from '../../look/loadLater.tsx'
import { useAllowed } from '../../shell/useAllowed.ts'
import { t } from '../../words.ts'

type UpkeepChoice = { value: string; label: string; text: string }

/** What tidies up a list of records: finding doubles, and the trash. Nothing for people who may not remove any. */
export const useUpkeep = (
  kind: RecordKind,
): { upkeepChoices: readonly UpkeepChoice[]; openUpkeep: (choice: string | undefined) => void; upkeepSheets: ReactNode } => {
  const isAllowed = useAllowed()
  const [open, setOpen] = useState<'alike' | 'trash'>()
  const mayRemove = isAllowed(`${recordCodeOf(kind)}:delete`)
  const close = () => setOpen(undefined)
  return {
    upkeepChoices: [
      ...(mayRemove && kind.canMerge ? [{ value: 'alike', label: t('查找重复'), text: t('找出名称相近的，合并成一个') }] : []),
      ...(mayRemove && kind.canRestore ? [{ value: 'trash', label: t('回收站'), text: t('查看和恢复已删除的') }] : []),
    ],
    openUpkeep: (choice) => {
      if (choice === 'alike' || choice === 'trash') setOpen(choice)
    },
    upkeepSheets: (
      <>
        {open === 'alike' && <AlikeSheet kind={kind} onClose={close} />}
        {open === 'trash' && <TrashSheet kind={kind} onClose={close} />}
      </>
    ),
  }
}

const AlikeSheet = loadLater(() => import('./AlikeSheet.tsx'), { missing: ({ onClose }) => onClose() })
const TrashSheet = loadLater(() => import('./TrashSheet.tsx'), { missing: ({ onClose }) => onClose() })
