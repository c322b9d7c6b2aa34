import { createElement } from 'react'
import { itemAt } from '../../../../domain/approval/design/formEdit.ts'
import type { FormDesign } from '../../../../domain/approval/form/formDesign.ts'
import { t } from '../../../words.ts'
import type { Drag } from './drag.ts'
import { kindLooks } from './kindLook.ts'

/** What is dragged, beside the pointer. */
export const Ghost = ({ drag: { what, x, y }, design }: { drag: Drag; design: FormDesign }) => {
  const item = 'path' in what ? itemAt(design, what.path) : undefined
  const words = 'kind' in what ? t(kindLooks[what.kind].title) : item?.label || t('未命名')
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed left-0 top-0 z-60 flex h-11 max-w-60 items-center gap-2 rounded-control bg-raised px-4 text-body shadow-float ring-1 ring-accent"
      style={{ transform: `translate(${x + 12}px, ${y - 22}px)` }}
    >
      {'kind' in what && createElement(kindLooks[what.kind].icon, { size: 18, className: 'text-accent' })}
      <span className="truncate">{words}</span>
    </div>
  )
}
