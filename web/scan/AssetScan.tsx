import { documentKind } from '../../domain/documents/all.ts'
import type { RecordRow } from '../../domain/records/operations.ts'
import { choose } from '../look/overlays/confirm.ts'
import { Page } from '../look/Page.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { learnRows } from '../forms/names.ts'
import { useKindTitles } from '../documents/kindTitle.ts'
import { kindsForAssets, withAssetsHref } from '../../domain/documents/offers.ts'
import ScanCollector from './ScanCollector.tsx'
import { useScreen } from '../screen.ts'
import { replaceHref } from '../travel.ts'
import { t } from '../words.ts'

/** Scans several assets and begins a document with them: of the kind that the query names, or one that is chosen then. */
export default function GoodsScan() {
  const { search, shown } = useScreen()
  const allowed = useAllowed()
  const titleOf = useKindTitles()
  const wantedKind = documentKind(search['kind'] ?? '')

  const begin = async (rows: readonly RecordRow[]) => {
    learnRows('asset', rows)
    const ids = rows.map(({ id }) => id)
    if (wantedKind) return replaceHref(withAssetsHref(wantedKind, ids))
    const kinds = kindsForAssets(
      rows.map((row) => row['state']),
      allowed,
    )
    if (kinds.length === 0) return toast(t('这些资产的状态不同，没有可以一起办理的业务'), 'error')
    const name = await choose(
      t('对 {count} 项资产办理', { count: rows.length }),
      kinds.map((kind) => ({ value: kind.kind, label: titleOf(kind).list })),
    )
    const kind = documentKind(name ?? '')
    if (kind) replaceHref(withAssetsHref(kind, ids))
  }

  return (
    <Page scroll={false}>
      <div className="mx-auto flex min-h-0 w-full max-w-180 flex-1 flex-col px-4 pb-[calc(1rem+env(safe-area-inset-bottom,0px))]">
        {shown && <ScanCollector done={wantedKind ? t('下一步') : t('办理业务')} onDone={(rows) => void begin(rows)} />}
      </div>
    </Page>
  )
}
