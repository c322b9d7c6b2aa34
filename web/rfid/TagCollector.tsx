import { Pause, Play } from 'lucide-react'
import { useRef, useState } from 'react'
import type { RecordRow } from '../../domain/records/operations.ts'
import { hear, type HeardTags, isStrong } from '../../domain/rfid/session.ts'
import { host } from '../../hosts/here.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { toast } from '../look/overlays/toast.ts'
import { t } from '../words.ts'
import { learntThreshold, useConnection } from './connection.ts'
import { piecesWith } from './pieces.ts'
import { useReading, useTicking } from './useReading.ts'

const askMs = 700

/** Reads what lies there and tells the assets, many at once. Tags of no one are counted and never told. */
export const TagCollector = ({ onFound }: { onFound: (rows: readonly RecordRow[]) => void }) => {
  const { reader } = useConnection()
  const tags = useRef<HeardTags>(new Map())
  const askedTags = useRef(new Map<string, 'asked' | 'ours' | 'nobody'>())
  const [counts, setCounts] = useState({ nearby: 0, nobody: 0 })
  const { reading, start, stop } = useReading({ session: 1, hear: (read) => hear(tags.current, read) })

  const find = async (epcs: readonly string[]) => {
    try {
      const { pieces, rows } = await piecesWith(epcs)
      for (const epc of epcs) askedTags.current.set(epc, 'nobody')
      for (const { epc } of pieces) askedTags.current.set(epc, 'ours')
      if (rows.length === 0) return
      host.signal('hit')
      onFound(rows)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      for (const epc of epcs) askedTags.current.delete(epc)
      toast(error.message, 'error')
      stop()
    }
  }
  useTicking(reading, askMs, () => {
    const threshold = learntThreshold(reader)
    const fresh = [...tags.current].filter(([epc, heard]) => !askedTags.current.has(epc) && isStrong(heard, threshold)).map(([epc]) => epc)
    for (const epc of fresh) askedTags.current.set(epc, 'asked')
    if (fresh.length > 0) void find(fresh)
    setCounts({
      nearby: [...tags.current].filter(([epc]) => !askedTags.current.has(epc)).length,
      nobody: [...askedTags.current.values()].filter((answer) => answer === 'nobody').length,
    })
  })
  return (
    <div className="flex items-center gap-3">
      <span className="min-w-0 flex-1 text-small text-quiet" role="status">
        {[
          counts.nearby > 0 && t('附近还有 {n} 个，靠近后加入', { n: counts.nearby }),
          counts.nobody > 0 && t('{n} 个不认识，没有加入', { n: counts.nobody }),
        ]
          .filter(Boolean)
          .join(t('；')) || t('把读写器靠近标签，一次可以读很多个')}
      </span>
      <Button
        kind={reading ? 'secondary' : 'primary'}
        size="small"
        icon={reading ? Pause : Play}
        disabled={!reader}
        onClick={reading ? stop : start}
      >
        {reading ? t('暂停读取') : t('开始读取')}
      </Button>
    </div>
  )
}
