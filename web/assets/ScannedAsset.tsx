import { assetScan } from '../../domain/records/operations.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Page } from '../look/Page.tsx'
import { Picture } from '../look/Picture.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useKnown } from '../scan/useKnown.ts'
import { useSearch } from '../screen.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'
import { AssetView } from './AssetView.tsx'

/** What a label showed: the asset as the register knows it, and until that is known as the label tells it. */
export default function ScannedAsset() {
  const { instanceId, instanceCode, instanceName, instanceImage } = useSearch('/pages/goods/GsGoodsInstance/qrscan-detail')
  const code = instanceId ? JSON.stringify({ instanceId }) : (instanceCode ?? '')
  const { data: asked, error, isError, refetch } = useAsk(assetScan, { code })
  const knownAsset = useKnown('asset', instanceId, isError)
  const data = asked ?? knownAsset
  if (data) return <AssetView row={data} onRefresh={refetch} scanned />
  return (
    <Page>
      {(instanceName || instanceCode) && (
        <Card className="mb-4">
          <div className="flex items-center gap-4">
            <Picture src={instanceImage} alt="" className="size-24" />
            <div className="min-w-0">
              <p className="text-title font-semibold">{instanceName ?? t('资产')}</p>
              <p className="mt-1 break-all text-body text-quiet">{instanceCode}</p>
            </div>
          </div>
        </Card>
      )}
      {isError ? (
        <>
          <Problem error={error} onRetry={refetch} title={t('没有找到这件资产')} />
          <div className="flex justify-center">
            <Button kind="plain" onClick={() => replace('/pages/goods/components/scan-qrcode')}>
              {t('继续扫码')}
            </Button>
          </div>
        </>
      ) : (
        <Skeleton rows={6} picture={false} />
      )}
    </Page>
  )
}
