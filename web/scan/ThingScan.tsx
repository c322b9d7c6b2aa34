import { useState } from 'react'
import type { Scan } from '../../devices/scanner.ts'
import type { ScannedNoun } from '../../domain/scan/operations.ts'
import { CallError } from '../call.ts'
import { t } from '../words.ts'
import { CameraView } from './CameraView.tsx'
import { findScanned, type ScanResult, meant } from './find.ts'

type Props = { wants: readonly ScannedNoun[]; onFound: (result: ScanResult) => void }

/** Camera, gun or fingers, until a thing of one of the wanted kinds is found. */
export default function ThingScan({ wants, onFound }: Props) {
  const [busy, setBusy] = useState(false)
  const read = async (scan: Scan) => {
    setBusy(true)
    try {
      const result = await meant(await findScanned(scan, wants))
      if (typeof result === 'string') return result
      if (result) onFound(result)
      return undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return error.message
    } finally {
      setBusy(false)
    }
  }
  return (
    <CameraView
      onRead={read}
      busy={busy}
      hint={t('将二维码或条码放入框内')}
      typed={t('编码、序列号或条码')}
      className="h-[60%] min-h-80 rounded-card"
    />
  )
}
