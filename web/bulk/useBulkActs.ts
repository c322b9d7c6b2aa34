import { bulkOperations, bulkOperationsOf, type Selected } from '../../domain/bulk/operations.ts'
import { transferOperations } from '../../domain/bulk/transferOperations.ts'
import { type RecordKind, thingOf } from '../../domain/records/define.ts'
import { type Id, newId } from '../../kernel/id.ts'
import { call, CallError } from '../call.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { withManyAssetsHref } from '../documents/assetsToBegin.ts'
import { useExport } from '../forms/ExportButton.tsx'
import { useKindTitles } from '../documents/kindTitle.ts'
import type { Selection } from '../table/selection.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import type { BulkOffer } from './offers.ts'
import { exportOf } from './selectedRows.ts'

type BulkContext = {
  readonly kind: RecordKind
  readonly selection: Selection
  readonly selected: Selected
  readonly onWork: (id: Id) => void
  /** The chosen things go into several documents: their header is asked for first. */
  readonly onDocuments: (offer: BulkOffer) => void
}

/** Beginning documents with chosen records, deleting them and exporting them. */
export const useBulkActs = ({ kind, selection, selected, onWork, onDocuments }: BulkContext) => {
  const titleOf = useKindTitles()
  const { take } = useExport({
    operation: transferOperations(kind).export,
    asked: exportOf(selection),
    columns: selection.columns,
    title: t(kind.title),
  })

  const begin = async (offer: BulkOffer): Promise<void> => {
    if (!(await confirmObstacles(offer, titleOf(offer.of).list))) return
    if (offer.documents > 1) return onDocuments(offer)
    try {
      const { ids } = await call(bulkOperations.fitting, { selection: selected, kind: offer.kind }, { quiet: true })
      goHref(withManyAssetsHref(offer.of, ids))
    } catch (error) {
      toastCallError(error)
    }
  }

  const remove = async (): Promise<void> => {
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
      toastCallError(error)
    }
  }

  return { begin, remove, exportChosen: take }
}

/** True where the document fits all that is chosen, or the reader goes on with what it fits. */
const confirmObstacles = async (offer: BulkOffer, title: string): Promise<boolean> => {
  const missedCount = offer.cannot.reduce((sum, { count }) => sum + count, 0)
  if (missedCount === 0) return true
  return confirm({
    title: t('{count} 项不能办理{title}', { count: missedCount, title }),
    text: offer.cannot.map(({ words, count }) => t('{words}：{count} 项', { words, count })).join('\n'),
    yes: t('办理其余 {count} 项', { count: offer.fits }),
  })
}

const toastCallError = (error: unknown): void => {
  if (!(error instanceof CallError)) throw error
  toast(error.message, 'error')
}
