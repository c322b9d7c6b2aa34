import { type ReactNode, useState } from 'react'
import { X } from 'lucide-react'
import type { RecordKind } from '../../domain/records/define.ts'
import type { Id } from '../../kernel/id.ts'
import { IconButton } from '../look/IconButton.tsx'
import { later } from '../look/later.tsx'
import type { Selection } from '../table/selection.ts'
import { t } from '../words.ts'
import { BulkBar } from './BulkBar.tsx'

/**
 * What may be done with many records of a list. `bar` is for what is chosen in it; `bottom` stands below the list while one goes on with what a
 * work could not do; `sheets` outlive the choice.
 */
export const useBulk = (kind: RecordKind): { bar: (selection: Selection) => ReactNode; bottom: ReactNode; sheets: ReactNode } => {
  const [work, setWork] = useState<Id>()
  const [looking, setLooking] = useState(false)
  const [rest, setRest] = useState<readonly Id[]>()
  const bar = (selection: Selection) => <BulkBar kind={kind} selection={selection} onWork={setWork} onWorks={() => setLooking(true)} />
  return {
    bar,
    bottom: rest && (
      <>
        <span role="status" className="mr-auto min-w-0 truncate text-small">
          {t('未能完成的 {count} 项', { count: rest.length })}
        </span>
        {bar({ ids: new Set(rest), all: false, asked: {}, count: rest.length, clear: () => setRest(undefined) })}
        <IconButton icon={X} label={t('取消选择')} iconSize={18} onClick={() => setRest(undefined)} />
      </>
    ),
    sheets: (
      <>
        {looking && <WorksSheet onClose={() => setLooking(false)} onOpen={setWork} />}
        {work && (
          <WorkSheet
            key={work}
            id={work}
            onClose={() => setWork(undefined)}
            onWork={setWork}
            onRest={(ids) => {
              setWork(undefined)
              setLooking(false)
              setRest(ids)
            }}
          />
        )}
      </>
    ),
  }
}

const WorkSheet = later(() => import('./WorkSheet.tsx'), { missing: ({ onClose }) => onClose() })
const WorksSheet = later(() => import('./WorksSheet.tsx'), { missing: ({ onClose }) => onClose() })
