import { type RefObject, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../words.ts'
import type { Offer } from './useOffers.ts'

type Props = {
  id: string
  offers: readonly Offer[]
  picked: number
  /** The cell that they are for. */
  anchor: RefObject<HTMLElement | null>
  /** Opens the whole list, where there is one. */
  onMore: (() => void) | undefined
  onChoose: (offer: Offer) => void
}

/** What may be chosen, below the cell; above it where there is no room. */
export const Offers = ({ id, offers, picked, anchor, onMore, onChoose }: Props) => {
  const placed = (list: HTMLDivElement | null) => {
    const box = anchor.current?.getBoundingClientRect()
    if (!list || !box) return
    const isBelow = innerHeight - box.bottom > 340
    Object.assign(list.style, {
      left: `${box.left}px`,
      top: isBelow ? `${box.bottom + 4}px` : 'auto',
      bottom: isBelow ? 'auto' : `${innerHeight - box.top + 4}px`,
    })
  }
  useLayoutEffect(() => document.getElementById(`${id}-${picked}`)?.scrollIntoView({ block: 'nearest' }), [id, picked])
  return createPortal(
    // What has the focus keeps it: the list is worked with the keys of the cell.
    <div ref={placed} className="line-grid-options" onPointerDown={(event) => event.preventDefault()}>
      <div id={id} role="listbox" aria-label={t('可以选择的内容')}>
        {offers.map((offer, index) => (
          <div key={offer.key} id={`${id}-${index}`} role="option" aria-selected={index === picked} onClick={() => onChoose(offer)}>
            <span className="block truncate">{offer.title}</span>
            {offer.text && <span className="block truncate text-tiny text-quiet">{offer.text}</span>}
          </div>
        ))}
      </div>
      {onMore && (
        <button type="button" tabIndex={-1} className="w-full text-left text-accent-strong" onClick={onMore}>
          {t('在列表中选择…')}
        </button>
      )}
    </div>,
    document.body,
  )
}
