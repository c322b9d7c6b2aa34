import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RecordKind } from '../../domain/records/define.ts'
import type { Id } from '../../kernel/id.ts'
import { loadLater } from '../look/loadLater.tsx'
import { useScreen } from '../screen.ts'
import type { Selection } from '../table/selection.ts'
import { BulkBar } from './BulkBar.tsx'

/**
 * What may be done with many records of a list. `bar` is for what is chosen in it, `sheets` outlive the choice. The person who goes on with what a work
 * could not do has that chosen instead; the person who looks at a document that came of it finds the others again on coming back.
 */
export const useBulk = (kind: RecordKind): { bar: (selection: Selection) => ReactNode; sheets: ReactNode } => {
  const [work, setWork] = useState<Id>()
  const [isLooking, setLooking] = useState(false)
  const choose = useRef<Selection['choose']>(undefined)
  const { shown } = useScreen()
  const leftWork = useRef<Id>(undefined)
  useEffect(() => {
    if (shown && leftWork.current) setWork(leftWork.current)
    if (shown) leftWork.current = undefined
  }, [shown])
  return {
    bar: (selection) => (
      <BulkBar
        kind={kind}
        selection={selection}
        onWork={(id) => {
          choose.current = selection.choose
          setWork(id)
        }}
        onWorks={() => {
          choose.current = selection.choose
          setLooking(true)
        }}
      />
    ),
    sheets: (
      <>
        {isLooking && <WorksSheet onClose={() => setLooking(false)} onOpen={setWork} />}
        {work && (
          <WorkSheet
            key={work}
            id={work}
            onClose={() => setWork(undefined)}
            onLeave={() => {
              leftWork.current = work
              setWork(undefined)
            }}
            onWork={setWork}
            onRest={(ids) => {
              setWork(undefined)
              setLooking(false)
              choose.current?.(ids)
            }}
          />
        )}
      </>
    ),
  }
}

const WorkSheet = loadLater(() => import('./WorkSheet.tsx'), { missing: ({ onClose }) => onClose() })
const WorksSheet = loadLater(() => import('./WorksSheet.tsx'), { missing: ({ onClose }) => onClose() })
