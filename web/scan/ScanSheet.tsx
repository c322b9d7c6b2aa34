import type { RecordRow } from '../../domain/records/operations.ts'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { t } from '../words.ts'
import { loadLater } from '../look/loadLater.tsx'

/** Scans one asset after the other in a sheet; `onDone` gets all of them. */
export const ScanSheet = ({
  open,
  onClose,
  onDone,
}: {
  open: boolean
  onClose: () => void
  onDone: (rows: readonly RecordRow[]) => void
}) => (
  <Sheet open={open} onClose={onClose} title={t('扫码添加')} tall>
    {open && (
      <ScanCollector
        done={t('添加')}
        onDone={(rows) => {
          onDone(rows)
          onClose()
        }}
      />
    )}
  </Sheet>
)

const ScanCollector = loadLater(() => import('./ScanCollector.tsx'))
