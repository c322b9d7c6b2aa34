import { ChevronDown, PenLine } from 'lucide-react'
import { useMemo, useState } from 'react'
import { documentKind } from '../../domain/documents/all.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { bulkOperations, bulkOperationsOf, type Selected } from '../../domain/bulk/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { transferOperations } from '../../domain/bulk/transferOperations.ts'
import { asset } from '../../domain/records/asset.ts'
import { type RecordKind, thingOf } from '../../domain/records/define.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { choose, confirm } from '../look/overlays/confirm.ts'
import { loadLater } from '../look/later.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useAllowed } from '../shell/allowed.ts'
import { useExport } from '../forms/ExportButton.tsx'
import { useKindTitles } from '../documents/kindTitle.ts'
import { PrintChosen } from '../labels/PrintOfList.tsx'
import { withManyAssetsHref } from '../documents/assetsToBegin.ts'
import { recordCodeOf } from '../../domain/records/code.ts'
import { useWide } from '../screen.ts'
import type { Selection } from '../table/selection.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { exportOf, selectedOf } from './selected.ts'
import { useFirstLine } from './useFirstLine.ts'
import { useSettled } from './useFinished.ts'

/** The kinds that stand in the bar themselves, as far as there is room; the others are behind its last button. */
const kindsInBar = 4
const settledMs = 250

type Props = {
  kind: RecordKind
  selection: Selection
  /** A work was begun. */
  onWork: (id: Id) => void
  /** A person wants to look at the works before. */
  onWorks: () => void
}

export type BulkOffer = OutputOf<typeof bulkOperations.offers>['kinds'][number] & { readonly of: DocumentKind }

/** What may be done with what is chosen: documents that fit, labels, a change of fields, and the rest behind one button. */
export const BulkBar = ({ kind, selection, onWork, onWorks }: Props) => {
  const wide = useWide()
  const isAllowed = useAllowed()
  const titleOf = useKindTitles()
  const code = recordCodeOf(kind)
  const { ids, all, asked, columns } = selection
  const selected = useMemo(() => selectedOf({ ids, all, asked }), [ids, all, asked])
  const offers = useOffers(kind, selection.count > 0 ? selected : undefined)
  const [changing, setChanging] = useState(false)
  const [beginning, setBeginning] = useState<BulkOffer>()
  const { take } = useExport({ operation: transferOperations(kind).export, asked: exportOf(selection), columns, title: t(kind.title) })
  const mayChange = isAllowed(`${code}:save`)
  const wholeOffers = offers.filter(({ cannot }) => cannot.length === 0)
  const inBar = wide ? wholeOffers.slice(0, kindsInBar) : []
  const [line, fitting] = useFirstLine()
  const behind = offers.filter((offer) => !inBar.slice(0, fitting).includes(offer))

  const begin = async (offer: BulkOffer) => {
    const missedCount = offer.cannot.reduce((sum, { count }) => sum + count, 0)
    if (missedCount > 0) {
      const goesOn = await confirm({
        title: t('{count} 项不能办理{title}', { count: missedCount, title: titleOf(offer.of).list }),
        text: offer.cannot.map(({ words, count }) => t('{words}：{count} 项', { words, count })).join('\n'),
        yes: t('办理其余 {count} 项', { count: offer.fits }),
      })
      if (!goesOn) return
    }
    if (offer.documents > 1) return setBeginning(offer)
    try {
      const { ids: fitting } = await call(bulkOperations.fitting, { selection: selected, kind: offer.kind }, { quiet: true })
      goHref(withManyAssetsHref(offer.of, fitting))
    } catch (error) {
      say(error)
    }
  }

  const remove = async () => {
    const isAgreed = await confirm({
      title: t('删除选中的 {count} 项{thing}?', { count: selection.count, thing: t(thingOf(kind)) }),
      text: t('还在使用的不会删除，并逐项说明原因。'),
      yes: t('删除'),
      danger: true,
    })
    if (!isAgreed) return
    try {
      onWork((await call(bulkOperationsOf(kind).delete, { id: newId(), selection: selected }, { quiet: true })).id)
    } catch (error) {
      say(error)
    }
  }

  const chooseMore = async () => {
    const choice = await choose(t('已选 {count} 项', { count: selection.count }), [
      ...behind.map(({ kind: name, of, fits, cannot }) => ({
        value: name,
        label: t(of.offered!.title),
        ...(cannot.length > 0 && { text: t('其中 {count} 项可以', { count: fits }) }),
      })),
      ...(mayChange && !wide ? [{ value: 'change', label: t('修改字段') }] : []),
      ...(isAllowed(`${code}:export`) ? [{ value: 'export', label: t('导出') }] : []),
      ...(isAllowed(`${code}:delete`) ? [{ value: 'delete', label: t('删除'), danger: true }] : []),
      ...(mayChange ? [{ value: 'works', label: t('批量操作记录') }] : []),
    ])
    if (choice === 'change') setChanging(true)
    else if (choice === 'export') await take()
    else if (choice === 'delete') await remove()
    else if (choice === 'works') onWorks()
    else {
      const offer = behind.find((offer) => offer.kind === choice)
      if (offer) await begin(offer)
    }
  }

  if (selection.count === 0) return null
  return (
    <>
      {inBar.length > 0 && (
        <div
          key={inBar.map((offer) => offer.kind).join()}
          ref={line}
          className="relative -m-1 flex h-10 min-w-0 flex-[1000] flex-wrap justify-end gap-3 overflow-hidden p-1"
        >
          {inBar.map((offer, index) => (
            <Button
              key={offer.kind}
              kind="secondary"
              size="small"
              className={index < fitting ? '' : 'invisible'}
              onClick={() => void begin(offer)}
            >
              {t(offer.of.offered!.title)}
            </Button>
          ))}
        </div>
      )}
      <PrintChosen kind={kind} selection={selection} />
      {mayChange && wide && (
        <Button kind="secondary" size="small" icon={PenLine} onClick={() => setChanging(true)}>
          {t('修改字段')}
        </Button>
      )}
      <Button kind="secondary" size="small" icon={ChevronDown} onClick={() => void chooseMore()}>
        {wide ? t('更多') : t('办理')}
      </Button>
      {changing && (
        <ChangeSheet
          kind={kind}
          selected={selected}
          count={selection.count}
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
      {beginning && (
        <DocumentsSheet
          offer={beginning}
          selected={selected}
          onClose={() => setBeginning(undefined)}
          onWork={(id) => {
            setBeginning(undefined)
            onWork(id)
          }}
        />
      )}
    </>
  )
}

/** The kinds of documents that chosen assets fit, asked for once the choice rests. */
const useOffers = (kind: RecordKind, selected: Selected | undefined): readonly BulkOffer[] => {
  const settledSelection = useSettled(selected, settledMs)
  const { data } = useAsk(
    bulkOperations.offers,
    { selection: settledSelection ?? { ids: [] } },
    { enabled: kind === asset && settledSelection !== undefined, keep: true, staleMs: 5000 },
  )
  return (data?.kinds ?? []).flatMap((offer) => {
    const documentKindOffered = documentKind(offer.kind)
    return documentKindOffered ? [{ ...offer, of: documentKindOffered }] : []
  })
}

const say = (error: unknown): void => {
  if (!(error instanceof CallError)) throw error
  toast(error.message, 'error')
}

const ChangeSheet = loadLater(() => import('./ChangeSheet.tsx'), { missing: ({ onClose }) => onClose() })
const DocumentsSheet = loadLater(() => import('./DocumentsSheet.tsx'), { missing: ({ onClose }) => onClose() })
