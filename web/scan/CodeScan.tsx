import { useEffect, useState } from 'react'
import { type Scan, textsOf } from '../../devices/scanner.ts'
import { CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { Header } from '../look/Header.tsx'
import { CameraView } from './CameraView.tsx'
import { findScanned, meant } from './find.ts'
import { learnOwn } from './knownThings.ts'
import { showFound } from './showFound.ts'
import { useScreen } from '../screen.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'
import { firstOf } from '../../kernel/assert.ts'

/** Scans one label and shows what it names. */
export default function ScanQrcode() {
  const { shown } = useScreen()
  const [busy, setBusy] = useState(false)
  useEffect(() => void learnOwn(), [])
  const read = async (scan: Scan) => {
    setBusy(true)
    try {
      const scanned = await findScanned(scan)
      // What has to be bound first has a screen of its own.
      if (scanned.t === 'blank') {
        replace('/pages/goods/components/scanned', { code: firstOf(textsOf(scan)) })
        return undefined
      }
      const meaning = await meant(scanned)
      if (typeof meaning === 'string') return meaning
      if (meaning) showFound(meaning)
      return undefined
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      return error.message
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="flex h-full flex-col bg-page">
      <Header
        right={
          <Button kind="plain" size="small" onClick={() => replace('/pages/goods/components/goodsScan/index')}>
            {t('连续扫描')}
          </Button>
        }
      />
      <main className="flex min-h-0 flex-1 flex-col">
        {shown && (
          <CameraView
            onRead={read}
            busy={busy}
            hint={t('将二维码或条码放入框内')}
            typed={t('编码、序列号或条码')}
            className="min-h-0 flex-1 wide:mx-auto wide:mb-6 wide:w-full wide:max-w-180 wide:rounded-card"
          />
        )}
      </main>
    </div>
  )
}
