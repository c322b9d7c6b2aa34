import { isUnlimited } from '../../domain/licence/offers.ts'
import { organisationInfo } from '../../domain/organisation/operations.ts'
import { workbenchHome } from '../../domain/workbench/operations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { dayAt } from '../../kernel/day.ts'
import { useAsk } from '../ask.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Card } from '../look/Card.tsx'
import { Cell, Value } from '../look/Cell.tsx'
import { Problem } from '../look/Problem.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { useCodes } from '../shell/codes.ts'
import { useSession } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** What the organisation is, and what it has ordered. */
export const OrganisationInfo = ({ open, onClose }: { open: boolean; onClose: () => void }) => (
  <Sheet open={open} onClose={onClose} title={t('组织信息')}>
    {open && <Content onClose={onClose} />}
  </Sheet>
)

const Content = ({ onClose }: { onClose: () => void }) => {
  const { operationId } = useSession()
  const info = useAsk(organisationInfo, { id: operationId }, { staleMs: 60_000 })
  const codes = useCodes()
  const home = useAsk(workbenchHome, {}, { staleMs: 30_000 })
  if (info.isError) return <Problem error={info.error} onRetry={info.refetch} />
  if (!info.data) return <Skeleton rows={3} picture={false} />
  const { operationName, operationAvatar, people, createdAt, fileBytes, fileBytesLimit } = info.data
  const licence = home.data?.licence
  return (
    <>
      <div className="flex flex-col items-center pb-5 pt-2 text-center">
        <Avatar name={operationName} src={operationAvatar} size={64} />
        <p className="mt-3 text-large font-semibold">{operationName}</p>
      </div>
      <Card flush className="shrink-0">
        <Value label={t('在职人员')}>{t('{count}人', { count: people })}</Value>
        <Value label={t('启用日期')}>{dayAt(Date.parse(createdAt))}</Value>
        <Value label={t('会员套餐')}>{licence?.periodName}</Value>
        {licence && (
          <Value label={t('资产数量')}>
            {isUnlimited(licence.assetLimit)
              ? t('{kept}件，不限', { kept: licence.assetCount.toLocaleString('en') })
              : t('{kept} / {limit} 件', { kept: licence.assetCount.toLocaleString('en'), limit: licence.assetLimit.toLocaleString('en') })}
          </Value>
        )}
        <Value label={t('文件空间')}>
          {fileBytesLimit === null
            ? t('已用{used}', { used: inUnits(fileBytes) })
            : t('已用{used}，共{limit}', { used: inUnits(fileBytes), limit: inUnits(fileBytesLimit) })}
        </Value>
        {licence && <Value label={t('有效期至')}>{dayAt(Date.parse(licence.endDate) - 1)}</Value>}
      </Card>
      {codes.has('sysoperation:update') && (
        <Card flush className="mt-3 shrink-0">
          <Cell
            title={t('组织设置')}
            onPress={() => {
              onClose()
              go('/pages/user/organisation')
            }}
          />
        </Card>
      )}
    </>
  )
}
