import { Nfc, ScanLine, X } from 'lucide-react'
import { useState } from 'react'
import type { RecordRow } from '../../domain/records/operations.ts'
import type { Scan } from '../../devices/scanner.ts'
import { recordOf } from '../../domain/records/all.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Picture } from '../look/Picture.tsx'
import { toast } from '../look/overlays/toast.ts'
import { loadLater } from '../look/loadLater.tsx'
import { t } from '../words.ts'
import { recordLook } from '../records/recordLook.ts'
import { withRows } from '../rfid/pieces.ts'
import { CameraView } from './CameraView.tsx'
import { findScanned, meant } from './find.ts'

/** Camera above, what was collected below, newest first. An asset counts once. */
export default function ScanCollector({ done, onDone }: { done: string; onDone: (rows: readonly RecordRow[]) => void }) {
  const [rows, setRows] = useState<readonly RecordRow[]>([])
  const [busy, setBusy] = useState(false)
  const [byTag, setByTag] = useState(false)

  const read = async (scan: Scan) => {
    setBusy(true)
    try {
      const answer = await findScanned(scan, ['asset'])
      // What stands in one picture was meant together; what one code may mean is asked.
      const results = answer.t === 'choose' && scan.also ? answer.things : await meant(answer)
      if (typeof results === 'string') return results
      const subjects = [results ?? []].flat()
      const fresh = subjects.map(({ row }): RecordRow => row).filter((row) => !rows.some(({ id }) => id === row.id))
      const [onlySubject] = subjects
      if (onlySubject && fresh.length === 0) toast(t('{name}已在列表中', { name: String(onlySubject.row['instanceName']) }))
      else setRows([...fresh, ...rows])
      return undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return error.message
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <CameraView onRead={read} busy={busy} hint={t('对准资产标签，可连续扫描')} className="h-[46%] min-h-64 rounded-card" />
      <div className="flex min-h-11 items-center justify-between px-1 pb-2 pt-3 text-small text-quiet">
        <span role="status">{t('已扫到 {count} 项', { count: rows.length })}</span>
        <Button kind="plain" size="small" icon={Nfc} aria-expanded={byTag} onClick={() => setByTag(!byTag)}>
          {t('读RFID标签')}
        </Button>
      </div>
      {byTag && (
        <div className="pb-3">
          <ReaderBar className="mb-2" />
          <TagCollector onFound={(result) => setRows((now) => withRows(now, result))} />
        </div>
      )}
      <div className="scroller min-h-0 flex-1">
        {rows.length === 0 ? (
          <p className="flex flex-col items-center gap-2 py-8 text-center text-body text-faint">
            <ScanLine size={28} strokeWidth={1.5} aria-hidden />
            {t('扫到的资产会出现在这里')}
          </p>
        ) : (
          <ul className="overflow-hidden rounded-card bg-card">
            {rows.map((row) => {
              const { title, text, picture } = recordLook(recordOf('asset'), row)
              return (
                <li key={row.id} className="arrive-up flex items-center gap-3 border-b border-line py-2.5 pl-3 last:border-none">
                  <Picture src={picture} alt="" className="size-11" />
                  <span className="min-w-0 flex-1">
                    <span className="block truncate text-body">{title}</span>
                    <span className="block truncate text-small text-quiet">{text}</span>
                  </span>
                  <button
                    type="button"
                    aria-label={t('移除{name}', { name: title })}
                    onClick={() => setRows(rows.filter(({ id }) => id !== row.id))}
                    className="flex size-11 shrink-0 items-center justify-center text-faint"
                  >
                    <X size={18} aria-hidden />
                  </button>
                </li>
              )
            })}
          </ul>
        )}
      </div>
      <div className="shrink-0 pt-3">
        <Button size="large" wide disabled={rows.length === 0} onClick={() => onDone(rows)}>
          {rows.length === 0 ? done : t('{label}（{count}）', { label: done, count: rows.length })}
        </Button>
      </div>
    </div>
  )
}

const ReaderBar = loadLater(async () => ({ default: (await import('../rfid/ReaderBar.tsx')).ReaderBar }))
const TagCollector = loadLater(async () => ({ default: (await import('../rfid/TagCollector.tsx')).TagCollector }))
