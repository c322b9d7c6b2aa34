import { ChevronDown, PenLine } from 'lucide-react'
import { type Ref, useMemo, useState } from 'react'
import { recordCodeOf } from '../../domain/records/code.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { mergedAtMost } from '../../domain/records/mergeOperations.ts'
import type { Id } from '../../kernel/id.ts'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { loadLater } from '../look/loadLater.tsx'
import { useAllowed } from '../shell/useAllowed.ts'
import { PrintChosen } from '../labels/PrintOfList.tsx'
import { useWide } from '../screen.ts'
import type { Selection } from '../table/selection.ts'
import { t } from '../words.ts'
import { type BulkOffer, useOffers } from './offers.ts'
import { selectedOf } from './selectedRows.ts'
import { useBulkActs } from './useBulkActs.ts'
import { useFirstLine } from './useFirstLine.ts'

/** The kinds that stand in the bar themselves, as far as there is room; the others are behind its last button. */
const kindsInBar = 4

type Props = {
  kind: RecordKind
  selection: Selection
  /** A work was begun. */
  onWork: (id: Id) => void
  /** A person wants to look at the works before. */
  onWorks: () => void
}

/** What may be done with what is chosen: documents that fit, labels, a change of fields, and the rest behind one button. */
export const BulkBar = ({ kind, selection, onWork, onWorks }: Props) => {
  const wide = useWide()
  const isAllowed = useAllowed()
  const code = recordCodeOf(kind)
  const { ids, all, asked, count } = selection
  const selected = useMemo(() => selectedOf({ ids, all, asked }), [ids, all, asked])
  const offers = useOffers(kind, count > 0 ? selected : undefined)
  const [isChanging, setChanging] = useState(false)
  const [documentsOffer, setDocumentsOffer] = useState<BulkOffer>()
  const { begin, remove, exportChosen } = useBulkActs({ kind, selection, selected, onWork, onDocuments: setDocumentsOffer })
  const [mergeIds, setMergeIds] = useState<readonly Id[]>()
  const mayChange = isAllowed(`${code}:update`)
  const mayMerge = kind.canMerge && mayChange && isAllowed(`${code}:delete`) && !all && count > 1 && count <= mergedAtMost + 1
  const inBar = wide ? offers.filter(({ cannot }) => cannot.length === 0).slice(0, kindsInBar) : []
  const [line, fitting] = useFirstLine()
  const behind = offers.filter((offer) => !inBar.slice(0, fitting).includes(offer))

  const chooseMore = async () => {
    const choice = await choose(t('已选 {count} 项', { count }), [
      ...behind.map(offerChoice),
      ...(mayChange && !wide ? [{ value: 'change', label: t('修改字段') }] : []),
      ...(isAllowed(`${code}:export`) ? [{ value: 'export', label: t('导出') }] : []),
      ...(mayMerge ? [{ value: 'merge', label: t('合并'), text: t('选中的合并成一个') }] : []),
      ...(isAllowed(`${code}:delete`) ? [{ value: 'delete', label: t('删除'), danger: true }] : []),
      ...(mayChange ? [{ value: 'works', label: t('批量操作记录') }] : []),
    ])
    if (choice === 'change') return setChanging(true)
    if (choice === 'export') return exportChosen()
    if (choice === 'merge') return setMergeIds([...ids])
    if (choice === 'delete') return remove()
    if (choice === 'works') return onWorks()
    const offer = behind.find((offer) => offer.kind === choice)
    if (offer) await begin(offer)
  }

  if (count === 0) return null
  return (
    <>
      <OfferButtons key={inBar.map((offer) => offer.kind).join()} ref={line} offers={inBar} fitting={fitting} onBegin={begin} />
      <PrintChosen kind={kind} selection={selection} />
      {mayChange && wide && (
        <Button kind="secondary" size="small" icon={PenLine} onClick={() => setChanging(true)}>
          {t('修改字段')}
        </Button>
      )}
      <Button kind="secondary" size="small" icon={ChevronDown} onClick={() => void chooseMore()}>
        {wide ? t('更多') : t('办理')}
      </Button>
      {isChanging && (
        <ChangeSheet
          kind={kind}
          selected={selected}
          count={count}
          offers={offers}
          onClose={() => setChanging(false)}
          onBegin={(offer) => {
            setChanging(false)
            void begin(offer)
          }}
          onWork={(id) => {
            setChanging(false)
            onWork(id)
          }}
        />
      )}
      {mergeIds && (
        <MergeSheet
          kind={kind}
          ids={mergeIds}
          onClose={() => setMergeIds(undefined)}
          onMerged={() => {
            setMergeIds(undefined)
            selection.clear()
          }}
        />
      )}
      {documentsOffer && (
        <DocumentsSheet
          offer={documentsOffer}
          selected={selected}
          onClose={() => setDocumentsOffer(undefined)}
          onWork={(id) => {
            setDocumentsOffer(undefined)
            onWork(id)
          }}
        />
      )}
    </>
  )
}

type OfferButtonsProps = {
  ref: Ref<HTMLDivElement>
  offers: readonly BulkOffer[]
  /** So many stand whole in the first line; the others are measured and not seen. */
  fitting: number
  onBegin: (offer: BulkOffer) => Promise<void>
}

const OfferButtons = ({ ref, offers, fitting, onBegin }: OfferButtonsProps) =>
  offers.length > 0 && (
    <div ref={ref} className="relative -m-1 flex h-10 min-w-0 flex-[1000] flex-wrap justify-end gap-3 overflow-hidden p-1">
      {offers.map((offer, index) => (
        <Button
          key={offer.kind}
          kind="secondary"
          size="small"
          className={index < fitting ? '' : 'invisible'}
          onClick={() => void onBegin(offer)}
        >
          {t(offer.buttonTitle)}
        </Button>
      ))}
    </div>
  )

const offerChoice = ({ kind, buttonTitle, fits, cannot }: BulkOffer) => ({
  value: kind,
  label: t(buttonTitle),
  ...(cannot.length > 0 && { text: t('其中 {count} 项可以', { count: fits }) }),
})

const ChangeSheet = loadLater(() => import('./ChangeSheet.tsx'), { missing: ({ onClose }) => onClose() })
const MergeSheet = loadLater(() => import('../records/upkeep/MergeSheet.tsx'), { missing: ({ onClose }) => onClose() })
const DocumentsSheet = loadLater(() => import('./DocumentsSheet.tsx'), { missing: ({ onClose }) => onClose() })
