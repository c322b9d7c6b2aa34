import { Pencil, QrCode as QrIcon, ScanLine } from 'lucide-react'
import { useState } from 'react'
import { documentKind } from '../../domain/documents/all.ts'
import { Timelines } from './asOf/Timelines.tsx'
import { assetHistory, type RecordRow } from '../../domain/records/operations.ts'
import { aboutOf, together } from '../../domain/records/aboutRecord.ts'
import { asset } from '../../domain/records/asset.ts'
import { type Field, isEmpty } from '../../kernel/field.ts'
import { refersTo } from '../../kernel/fields/kinds.ts'
import { usePages } from '../pages.ts'
import { hrefOf } from '../frames.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { ActionGrid } from '../workbench/ActionGrid.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Notice } from '../look/Notice.tsx'
import { Page } from '../look/Page.tsx'
import { Picture } from '../look/Picture.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Timeline, type TimelineItem } from '../look/Timeline.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { SendCard } from '../cards/SendCard.tsx'
import { AssetBookValues } from '../books/AssetBookValues.tsx'
import { FieldValue } from '../forms/FieldValue.tsx'
import { FolderSection } from '../disk/FolderSection.tsx'
import { FoundReports } from '../found/FoundReports.tsx'
import { Gallery } from '../forms/Gallery.tsx'
import { InvoiceSection } from '../invoices/InvoiceSection.tsx'
import { PrintedLabels } from '../labels/PrintedLabels.tsx'
import { PrintLabelsButton } from '../labels/PrintLabelsButton.tsx'
import { useOutbox } from '../outbox/outbox.ts'
import { Arriving } from '../scan/Arriving.tsx'
import { useOpened } from '../find/recent.ts'
import { CountsOfAsset } from '../counting/CountsOfAsset.tsx'
import { OpenCounts } from '../counting/OpenCounts.tsx'
import { QrCode } from '../paper/QrCode.tsx'
import { recordCodeOf } from '../../domain/records/code.ts'
import { StateTag } from '../records/stateTag.tsx'
import { useRecordKind } from '../records/useRecordKind.ts'
import { when } from '../shell/when.ts'
import { CopyableText } from '../shell/CopyableText.tsx'
import { detailHrefOf, documentHref, editPathOfNoun } from '../places.ts'
import { go, goHref, replace } from '../travel.ts'
import { t } from '../words.ts'
import { codeOf, labelAddress, nameOf, useAssetActions } from './useAssetActions.ts'

type Props = { row: RecordRow; onRefresh: () => Promise<unknown>; scanned?: boolean }

/** One asset: what it is, how it stands, what may be done with it, and everything that happened to it. */
export const AssetView = ({ row, onRefresh, scanned }: Props) => {
  const allowed = useAllowed()
  const keptActions = useOutbox().actions.filter(({ things }) => things.includes(row.id))
  const [showingCode, setShowingCode] = useState(false)
  const [isSending, setSending] = useState(false)
  const pictures = picturePathsOf(row)
  const code = codeOf(row)
  const restricted = row['restricted'] === true
  useOpened({
    key: `asset ${row.id}`,
    title: nameOf(row),
    text: together(aboutOf(asset, row)),
    href: detailHrefOf('asset', row.id),
    icon: asset.screens.icon,
    picture: pictures[0] ?? null,
  })
  const writes = !restricted && row['writable'] !== false && allowed(`${recordCodeOf(asset)}:update`)
  const actions = useAssetActions({ row, writes, onSend: () => setSending(true) })

  return (
    <Page
      onRefresh={onRefresh}
      right={
        <>
          <PrintLabelsButton noun="asset" ids={[row.id]} />
          <IconButton icon={QrIcon} label={t('二维码')} iconSize={20} onClick={() => setShowingCode(true)} />
          {writes && (
            <IconButton
              icon={Pencil}
              label={t('修改')}
              iconSize={20}
              onClick={() => goHref(hrefOf(editPathOfNoun('asset'), { id: row.id }))}
            />
          )}
        </>
      }
      bottom={
        scanned && (
          <Button size="large" wide icon={ScanLine} onClick={() => replace('/pages/goods/components/scan-qrcode')}>
            {t('继续扫码')}
          </Button>
        )
      }
    >
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <AssetHead row={row} pictures={pictures} />
          {keptActions.length > 0 && (
            <Notice
              text={t('有 {count} 件操作还没有提交成功', { count: keptActions.length })}
              action={t('查看')}
              onPress={() => go('/pages/outbox/index')}
            />
          )}
          <Arriving item={row.id} />
          {scanned && <OpenCounts code={code} />}
          <Card className="mb-4 px-2! py-1!">
            <ActionGrid items={actions} />
          </Card>
          <SendCard card={{ noun: 'asset', id: row.id }} open={isSending} onClose={() => setSending(false)} />
          <Facts row={row} />
          {!restricted && <Timelines of="asset" id={row.id} />}
          {!restricted && <AssetBookValues id={row.id} />}
          {!restricted && <CountsOfAsset id={row.id} />}
          {!restricted && <FoundReports id={row.id} />}
          {!restricted && <InvoiceSection noun="asset" id={row.id} />}
          {!restricted && <FolderSection id={row.id} />}
          {!restricted && <PrintedLabels noun="asset" id={row.id} />}
          {restricted && <p className="px-1 pb-4 text-small text-faint">{t('不在您的管理范围内，只显示基本信息。')}</p>}
        </div>
        {!restricted && <History row={row} />}
      </div>
      <Sheet open={showingCode} onClose={() => setShowingCode(false)} title={t('资产二维码')}>
        <CodeLook row={row} />
      </Sheet>
    </Page>
  )
}

type AssetProps = { row: RecordRow }

const AssetHead = ({ row, pictures }: AssetProps & { pictures: readonly string[] }) => (
  <Card className="mb-4">
    <div className="flex gap-4">
      {pictures.length > 0 ? <Gallery paths={pictures} className="size-24" /> : <Picture alt="" className="size-24" />}
      <div className="min-w-0 flex-1">
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 text-title font-semibold">
            <CopyableText text={nameOf(row)} />
          </p>
          <StateTag kind={asset} row={row} />
        </div>
        <p className="mt-1 text-body text-quiet">
          <CopyableText text={codeOf(row)} />
        </p>
        <p className="mt-1 text-small text-quiet">
          {['locId', 'holderUid'].flatMap((key) => row.names[String(row[key])] ?? []).join(' · ')}
        </p>
      </div>
    </div>
  </Card>
)

const Facts = ({ row }: AssetProps) => {
  const kind = useRecordKind('asset') ?? asset
  return (
    <Section title={t('资产卡片')}>
      {Object.entries(kind.fields)
        .filter(([key]) => !headKeys.has(key) && !isEmpty(row[key]))
        .map(([key, field]) => (
          <Value key={key} label={t(field.label)}>
            <FactValue row={row} fieldKey={key} field={field} />
          </Value>
        ))}
    </Section>
  )
}

/** A fact of the card; what names the piece elsewhere may be copied. */
const FactValue = ({ row, fieldKey, field }: AssetProps & { fieldKey: string; field: Field }) => {
  const value = row[fieldKey]
  if (copiedKeys.has(fieldKey)) return <CopyableText text={String(value)} />
  return refersTo(field.control) ? (row.names[String(value)] ?? '') : <FieldValue field={field} value={value} />
}

const copiedKeys = new Set(['serialNo', 'epc'])

/** What the head says already. */
const headKeys = new Set(['instanceName', 'instanceCode', 'instanceImage', 'state'])

const CodeLook = ({ row }: AssetProps) => (
  <div className="flex flex-col items-center gap-3 pb-4 text-center">
    <QrCode text={labelAddress(row)} label={t('{name}的二维码', { name: nameOf(row) })} className="size-56" />
    <p className="text-title font-semibold">{nameOf(row)}</p>
    <p className="text-body text-quiet">{codeOf(row)}</p>
    <p className="text-small text-faint">{t('用手机扫一扫即可查看这件资产')}</p>
  </div>
)

const picturePathsOf = (row: RecordRow): readonly string[] => {
  const pictures: unknown = row['instanceImage']
  return Array.isArray(pictures) ? pictures.map(String) : []
}

const History = ({ row }: { row: RecordRow }) => {
  const pages = usePages(assetHistory, { instanceId: row.id })
  return (
    <section className="mb-4">
      <h2 className="flex min-h-9 items-center px-1 pb-1.5 text-small font-medium text-quiet">{t('资产履历')}</h2>
      <Card>
        {pages.status === 'loading' ? (
          <Skeleton rows={3} picture={false} />
        ) : (
          <Timeline
            items={pages.rows.map((event): TimelineItem => {
              const { documentKind: kindName, documentId } = event
              return {
                key: event.id,
                title: t(event.action),
                time: when(event.at),
                state: 'done',
                text: (
                  <>
                    {event.changes.map(({ field, label, before, after }) => (
                      <span key={field} className="block">
                        {t('{label}：', { label: t(label) })}
                        {before && (
                          <>
                            <span className="text-faint line-through">{t(before)}</span>
                            {' → '}
                          </>
                        )}
                        {after === null ? t('无') : t(after)}
                      </span>
                    ))}
                    {event.actorName}
                  </>
                ),
                ...(kindName &&
                  documentId &&
                  documentKind(kindName) && {
                    extra: (
                      <button
                        type="button"
                        onClick={() => goHref(documentHref(kindName, documentId))}
                        className="-my-2 min-h-11 text-small text-accent-strong"
                      >
                        {event.documentCode}
                      </button>
                    ),
                  }),
              }
            })}
          />
        )}
        {pages.hasMore && (
          <Button kind="plain" wide busy={pages.loadingMore} onClick={pages.more}>
            {t('查看更多')}
          </Button>
        )}
      </Card>
    </section>
  )
}
