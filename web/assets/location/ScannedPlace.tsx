import { MapPin, ScanLine } from 'lucide-react'
import { type RecordRow, recordOperations } from '../../../domain/records/operations.ts'
import { asset } from '../../../domain/records/asset.ts'
import { location } from '../../../domain/records/location.ts'
import { useAsk } from '../../ask.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Grid } from '../../look/Grid.tsx'
import { List } from '../../look/List.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { usePages } from '../../pages.ts'
import { Beside } from '../../panel/Beside.tsx'
import { usePanel } from '../../panel/usePanel.ts'
import { useAllowed } from '../../shell/useAllowed.ts'
import { menuIcon } from '../../workbench/menuIcon.ts'
import { atPlaceHref, kindsAtPlace } from '../../../domain/documents/offers.ts'
import { OpenCounts } from '../../counting/OpenCounts.tsx'
import { learnRows } from '../../forms/names.ts'
import { RecordCard } from '../../records/RecordCard.tsx'
import { together } from '../../../domain/records/aboutRecord.ts'
import { useSearch } from '../../screen.ts'
import { CopyableText } from '../../shell/CopyableText.tsx'
import { goHref, replace } from '../../travel.ts'
import { t } from '../../words.ts'

/** One place by its label: what it is and what stands there, as far as the reader may see. */
export default function ScannedPlace() {
  const { locId = '' } = useSearch('/pages/goods/GsGoodsLoc/qrscan-detail')
  const { data: row, error, refetch } = useAsk(recordOperations(location).info, { id: locId })
  const pages = usePages(recordOperations(asset).list, { locId }, { pageSize: 50 })
  const offers = kindsAtPlace(useAllowed())
  const panel = usePanel<RecordRow>(({ id }) => ({ what: 'asset', id }))
  const open = (row: RecordRow) => {
    learnRows('asset', [row])
    panel.table.onOpen(row)
  }
  if (!row) return <Pending error={error} onRetry={refetch} />
  const facts = [row.names[String(row['managerUid'])], row['address']].filter(Boolean).map(String)
  return (
    <Beside panel={panel}>
      <Page
        title={String(row['locName'])}
        text={together(facts)}
        scroll={false}
        onRefresh={() => Promise.all([refetch(), pages.refresh()])}
        bottom={
          <Button kind="secondary" size="large" wide icon={ScanLine} onClick={() => replace('/pages/goods/components/scan-qrcode')}>
            {t('继续扫码')}
          </Button>
        }
      >
        <List
          pages={pages}
          abreast={panel.opened ? 1 : 2}
          beside={{ ...panel.table, onOpen: open }}
          keyOf={({ id }) => id}
          row={(row) => <RecordCard kind={asset} row={row} evident={['locId']} onPress={() => open(row)} />}
          header={
            <>
              <p className="px-1 pb-2 text-small text-quiet">
                <CopyableText text={String(row['locCode'])} />
              </p>
              <OpenCounts code={`L:${String(row['locCode'])}`} />
              {offers.length > 0 && (
                <Card className="mb-3 px-2! py-1!">
                  <Grid
                    items={offers.map((kind) => ({
                      key: kind.kind,
                      title: t(kind.placeOffer?.title ?? kind.title),
                      icon: menuIcon(kind.icon),
                      onPress: () => goHref(atPlaceHref(kind, locId)),
                    }))}
                  />
                </Card>
              )}
              <p className="flex items-center gap-2 px-1 pb-3 text-body text-quiet">
                <MapPin size={18} className="text-accent" aria-hidden />
                {t('这里有 {count} 件资产', { count: pages.totalCount ?? 0 })}
              </p>
            </>
          }
          empty={{ title: t('这里没有资产'), text: t('放在这里、您能看到的资产会列在这里。') }}
        />
      </Page>
    </Beside>
  )
}
