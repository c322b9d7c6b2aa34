import { documentKind } from '../../domain/documents/all.ts'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { bulkOperations, type Selected } from '../../domain/bulk/operations.ts'
import type { OutputOf } from '../../domain/operations/define.ts'
import { asset } from '../../domain/records/asset.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import { useAsk } from '../ask.ts'
import { useRestingValue } from '../useRestingValue.ts'

const settledMs = 250

export type BulkOffer = OutputOf<typeof bulkOperations.offers>['kinds'][number] & {
  readonly of: DocumentKind
  /** The words of the button that begins the document. */
  readonly buttonTitle: string
}

/** The kinds of documents that chosen assets fit, asked for once the choice rests. */
export const useOffers = (kind: RecordKind, selected: Selected | undefined): readonly BulkOffer[] => {
  const settledSelection = useRestingValue(selected, settledMs)
  const { data } = useAsk(
    bulkOperations.offers,
    { selection: settledSelection ?? { ids: [] } },
    { enabled: kind === asset && settledSelection !== undefined, keep: true, staleMs: 5000 },
  )
  return (data?.kinds ?? []).flatMap((offer) => {
    const kind = documentKind(offer.kind)
    return kind?.cardOffer ? [{ ...offer, of: kind, buttonTitle: kind.cardOffer.title }] : []
  })
}
