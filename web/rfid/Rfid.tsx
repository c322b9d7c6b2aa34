import { PenLine, Radar, ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { rfidOpen } from '../../domain/rfid/operations.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { asset } from '../../domain/records/asset.ts'
import { hrefOf } from '../frames.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Section } from '../look/Card.tsx'
import { Cell } from '../look/Cell.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { RecordCard } from '../records/RecordCard.tsx'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { ReaderBar } from './ReaderBar.tsx'
import { withRows } from './pieces.ts'
import { TagCollector } from './TagCollector.tsx'
import { detailHrefOf } from '../places.ts'
import { go, goHref } from '../travel.ts'
import { t } from '../words.ts'

/** What may be done with tags: counting by them, writing them, finding by them, and seeing whose they are. */
export default function Rfid() {
  const [pickingPurpose, setPickingPurpose] = useState<'write' | 'find'>()
  const [rows, setRows] = useState<readonly RecordRow[]>([])
  const open = useAsk(rfidOpen, {}, { staleMs: 0 })
  const write = (ids: readonly string[]) => goHref(hrefOf('/pages/goods/GsGoodsInstance/rfid-write', { ids: ids.join(',') }))
  return (
    <Page>
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <ReaderBar className="mb-3" />
          {open.data && open.data.length > 0 && (
            <Notice
              text={t('有 {count} 个标签还没写好', { count: open.data.length })}
              action={t('继续写')}
              onPress={() => write(open.data.slice(0, 100).map(({ instanceId }) => instanceId))}
            />
          )}
          <Section>
            <Cell
              icon={ScanBarcode}
              title={t('RFID盘点')}
              text={t('走一圈，看看账上的资产在不在')}
              onPress={() => go('/pages/goods/GsInventoryOrder/rfid-inventory')}
            />
            <Cell
              icon={PenLine}
              tint="#ff8a00"
              title={t('写标签')}
              text={t('给资产写上标签号，读回核对')}
              onPress={() => setPickingPurpose('write')}
            />
            <Cell
              icon={Radar}
              tint="#00a86b"
              title={t('找一找')}
              text={t('按信号强弱走到资产跟前')}
              onPress={() => setPickingPurpose('find')}
            />
          </Section>
        </div>
        <Section title={t('读一读是谁的')} flush={false}>
          <TagCollector onFound={(tags) => setRows((now) => withRows(now, tags))} />
          {rows.length > 0 && (
            <>
              <ul className="-mx-4 mt-2 border-t border-line">
                {rows.map((row) => (
                  <li key={row.id} className="border-b border-line last:border-none">
                    <RecordCard kind={asset} row={row} onPress={() => goHref(detailHrefOf('asset', row.id))} />
                  </li>
                ))}
              </ul>
              <Button kind="plain" wide onClick={() => setRows([])}>
                {t('清空')}
              </Button>
            </>
          )}
        </Section>
      </div>
      <ReferencePicker
        open={pickingPurpose !== undefined}
        onClose={() => setPickingPurpose(undefined)}
        noun="asset"
        many={pickingPurpose === 'write'}
        title={pickingPurpose === 'write' ? t('给哪些资产写标签') : t('找哪件资产')}
        chosen={[]}
        onChoose={(ids) => {
          const [first] = ids
          if (first === undefined) return
          if (pickingPurpose === 'write') write(ids)
          else go('/pages/goods/GsGoodsInstance/rfid-find', { id: first })
        }}
      />
    </Page>
  )
}
