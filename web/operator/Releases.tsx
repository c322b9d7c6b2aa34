import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { operatorReleases, type ReleaseRow } from '../../domain/releases/operations.ts'
import { inUnits } from '../../kernel/bytes.ts'
import { Button } from '../look/Button.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { type Column, List } from '../look/List.tsx'
import { Page } from '../look/Page.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { when } from '../shell/when.ts'
import { replace } from '../travel.ts'
import { t } from '../words.ts'
import { useOperatorAsk, usePass } from './pass.ts'
import { platformTitles } from './platforms.ts'
import { Release } from './Release.tsx'
import { Releasing } from './Releasing.tsx'

/** The versions of the app that devices are offered, for the person who runs the installation. */
export default function Releases() {
  const pass = usePass()
  useEffect(() => {
    if (!pass) replace('/pages/operator')
  }, [pass])
  return pass ? <All /> : null
}

const All = () => {
  const { data, error, refetch } = useOperatorAsk(operatorReleases, {})
  const [isReleasing, setReleasing] = useState(false)
  const [openedId, setOpenedId] = useState<string>()
  const rows = data?.list ?? []
  const withoutData = error ? 'failed' : 'loading'
  const openedRelease = rows.find(({ id }) => id === openedId)
  const begin = () => setReleasing(true)
  return (
    <Page scroll={false} right={<IconButton icon={Plus} label={t('发布新版本')} onClick={begin} />}>
      <List
        pages={{
          rows,
          totalCount: rows.length,
          status: data ? 'ready' : withoutData,
          error,
          hasMore: false,
          loadingMore: false,
          moreFailed: false,
          more: () => undefined,
          refresh: refetch,
        }}
        keyOf={({ id }) => id}
        picture={false}
        row={(row) => <Row row={row} onPress={() => setOpenedId(row.id)} />}
        columns={columns()}
        onOpen={({ id }) => setOpenedId(id)}
        empty={{
          title: t('还没有发布过版本'),
          text: t('在这里发布后，手机上的应用启动时会收到更新。网页版随服务器更新，不需要发布。'),
          action: { label: t('发布新版本'), onPress: begin },
        }}
      />
      <Sheet open={isReleasing} onClose={() => setReleasing(false)} title={t('发布新版本')} tall>
        {isReleasing && <Releasing onDone={() => setReleasing(false)} />}
      </Sheet>
      <Sheet
        open={openedRelease !== undefined}
        onClose={() => setOpenedId(undefined)}
        title={openedRelease ? `${t(platformTitles[openedRelease.platform])} ${openedRelease.version}` : ''}
        tall
        footer={
          <Button kind="secondary" size="large" className="flex-1" onClick={() => setOpenedId(undefined)}>
            {t('关闭')}
          </Button>
        }
      >
        {openedRelease && <Release key={openedRelease.id} row={openedRelease} />}
      </Sheet>
    </Page>
  )
}

const State = ({ row }: { row: ReleaseRow }) => {
  if (row.withdrawnAt !== null) return <Tag tone="bad">{t('已撤回')}</Tag>
  if (row.sharePercent < 100) return <Tag tone="warn">{t('灰度 {percent}%', { percent: row.sharePercent })}</Tag>
  return <Tag tone="good">{t('全部设备')}</Tag>
}

const sizeText = ({ packageName, sizeBytes, downUrl }: ReleaseRow): string => {
  if (packageName !== null && sizeBytes !== null) return inUnits(sizeBytes)
  return downUrl === '' ? t('无安装包') : t('外部地址')
}

const Row = ({ row, onPress }: { row: ReleaseRow; onPress: () => void }) => (
  <button type="button" onClick={onPress} className="pressable block w-full px-4 py-3 text-left">
    <span className="flex items-center gap-2">
      <span className="min-w-0 flex-1 truncate text-body font-medium">
        {t(platformTitles[row.platform])} {row.version}
      </span>
      {row.isForced && <Tag tone="accent">{t('强制')}</Tag>}
      <State row={row} />
    </span>
    <span className="mt-1 line-clamp-2 text-small text-quiet">{row.remarkZh || row.remarkEn || t('没有更新说明')}</span>
    <span className="mt-0.5 flex gap-3 text-small text-faint">
      <span className="min-w-0 flex-1 truncate">
        {row.code} · {sizeText(row)} · {row.byName}
      </span>
      <span className="shrink-0">{when(row.createdAt)}</span>
    </span>
  </button>
)

const columns = (): readonly Column<ReleaseRow>[] => [
  { key: 'platform', title: t('平台'), cell: ({ platform }) => t(platformTitles[platform]), width: '7rem' },
  { key: 'version', title: t('版本号'), cell: ({ version }) => <span className="font-medium">{version}</span>, width: '7rem' },
  { key: 'code', title: t('内部版本号'), cell: ({ code }) => code, width: '7rem', end: true },
  { key: 'state', title: t('状态'), cell: (row) => <State row={row} />, width: '8rem' },
  { key: 'forced', title: t('强制更新'), cell: ({ isForced }) => (isForced ? t('是') : ''), width: '6rem' },
  { key: 'remark', title: t('更新说明'), cell: ({ remarkZh, remarkEn }) => remarkZh || remarkEn, width: 'minmax(0,2fr)' },
  { key: 'package', title: t('安装包'), cell: sizeText, width: '7rem' },
  { key: 'by', title: t('发布人'), cell: ({ byName }) => byName, width: '7rem' },
  { key: 'at', title: t('发布时间'), cell: ({ createdAt }) => when(createdAt), width: '9rem', end: true },
]
