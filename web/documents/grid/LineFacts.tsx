import { memo, useEffect, useState } from 'react'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { itemFieldIn, quantityFieldOf } from '../../../domain/documents/lines.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import { type FormLine, type Values, whoseOf } from '../documentForm.ts'
import { CardFacts, WithCardFacts } from '../../assets/CardFacts.tsx'
import { Present } from '../DocumentLines.tsx'
import { InHand } from '../HeldSupplies.tsx'
import { InStock, useInStock } from '../InStock.tsx'
import { useItemLook } from '../../forms/names.ts'
import { fieldIn } from '../../shell/fieldIn.ts'

type Props = { kind: DocumentKind; header: Values; line: FormLine }

/**
 * Facts about the item on the line where the cursor rests: identifiers, stock, holder, present values of its card. Nothing is loaded while the
 * cursor moves on or the user types.
 */
export const LineFacts = ({ kind, header, line, isTyping }: Props & { isTyping: boolean }) => {
  const [restedLine, setRestedLine] = useState(line)
  useEffect(() => {
    if (isTyping) return undefined
    const timer = setTimeout(() => setRestedLine(line), restMs)
    return () => clearTimeout(timer)
  }, [line, isTyping])
  return <Facts kind={kind} header={header} line={restedLine} />
}

const restMs = 150

const Facts = memo(({ kind, header, line }: Props) => {
  const item = itemFieldIn(kind, line.values)
  const id = String(line.values[item] ?? '')
  const { placeId, holder } = whoseOf(kind, header)
  const { title, text } = useItemLook(refersTo(fieldIn(kind.line, item).control) ?? 'asset', id)
  const stock = useInStock(placeId && id, placeId)
  if (id === '') return null
  return (
    <div className="flex flex-wrap items-center gap-3 px-1 pt-2 text-small text-quiet">
      <span>{[title, text].filter(Boolean).join('  · ')}</span>
      {stock && <InStock {...stock} wanted={kind.shortfallRule && line.values[quantityFieldOf(kind) ?? '']} />}
      {holder && <InHand goodsId={id} uid={holder} />}
      <Present kind={kind} line={line.values} />
      <WithCardFacts kind={kind} lines={[line.values]}>
        <CardFacts line={line.values} />
      </WithCardFacts>
    </div>
  )
})
