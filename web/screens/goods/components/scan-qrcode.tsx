import { useState } from 'react'
import type { Scan } from '../../../../devices/scanner.ts'
import { Button } from '../../../look/Button.tsx'
import { Header } from '../../../look/Header.tsx'
import { learnRows } from '../../../parts/names.ts'
import { CameraView } from '../../../parts/scan/CameraView.tsx'
import { findScanned } from '../../../parts/scan/find.ts'
import { useScreen } from '../../../screen.ts'
import { replace } from '../../../travel.ts'
import { t } from '../../../words.ts'

/** Scans one label and shows what it names. */
export default function ScanQrcode() {
  const { shown } = useScreen()
  const [busy, setBusy] = useState(false)
  const read = async ({ text }: Scan) => {
    setBusy(true)
    try {
      const { noun, row } = await findScanned(text)
      learnRows(noun, [row])
      if (noun === 'consumable') replace('/pages/consumables/CsConsum/qrscan-detail', { goodsId: row.id })
      else
        replace('/pages/goods/GsGoodsInstance/qrscan-detail', {
          instanceId: row.id,
          instanceCode: String(row['instanceCode']),
          instanceName: String(row['instanceName']),
        })
      return undefined
    } catch (error) {
      setBusy(false)
      return error instanceof Error ? error.message : t('没有找到')
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
            className="min-h-0 flex-1 wide:mx-auto wide:mb-6 wide:w-full wide:max-w-180 wide:rounded-card"
          />
        )}
      </main>
    </div>
  )
}
