import { ChevronRight, Link2 } from 'lucide-react'
import { useState } from 'react'
import { type InvoiceLineInfo, invoiceMatch, type InvoicedThing } from '../../domain/invoices/operations.ts'
import type { Id } from '../../kernel/id.ts'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { ignoreCallError } from '../ignoreCallError.ts'
import { choose } from '../look/overlays/confirm.ts'
import { Tag } from '../look/Tag.tsx'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

type Props = {
  invoiceId: Id
  line: InvoiceLineInfo
  /** The only sort of thing that is wanted; otherwise a person says which. */
  noun?: InvoicedThing['noun'] | undefined
  isEnabled: boolean
}

const sources = { chosen: '', remembered: '沿用上次', proposed: '建议' } as const

/** What a line is of: shown, and chosen where the reader may. */
export const MatchField = ({ invoiceId, line: { lineNo, item, matchedBy }, noun, isEnabled }: Props) => {
  const [pickerNoun, setPicking] = useState<InvoicedThing['noun']>()
  const { send, sending: busy } = useSend(invoiceMatch, { done: '已匹配，下次同样的明细会自动沿用' })
  const begin = async () =>
    setPicking(
      noun ??
        (await choose<InvoicedThing['noun']>(t('匹配到'), [
          { value: 'model', label: t('资产型号') },
          { value: 'consumable', label: t('耗材') },
        ])),
    )
  const match = (id: Id | undefined) => {
    if (id !== undefined && pickerNoun)
      void send({ id: invoiceId, lines: [{ lineNo, item: { noun: pickerNoun, id } }] }).catch(ignoreCallError)
  }
  const source = matchedBy === null ? '' : sources[matchedBy]
  return (
    <>
      <button
        type="button"
        disabled={!isEnabled || busy === true}
        onClick={() => void begin()}
        className="pressable -mx-2 flex min-h-9 max-w-full items-center gap-1.5 rounded-control px-2 text-left text-small disabled:opacity-100"
      >
        <Link2 size={15} className={`shrink-0 ${item ? 'text-accent' : 'text-warn'}`} aria-hidden />
        <span className={`min-w-0 truncate ${item ? '' : 'text-warn'}`}>{item?.name ?? t('还没有匹配')}</span>
        {source && <Tag tone="plain">{t(source)}</Tag>}
        {isEnabled && <ChevronRight size={15} className="shrink-0 text-faint" aria-hidden />}
      </button>
      {pickerNoun && (
        <ReferencePicker
          open
          onClose={() => setPicking(undefined)}
          noun={pickerNoun}
          title={pickerNoun === 'model' ? t('选择{label}', { label: t('资产型号') }) : t('选择{label}', { label: t('耗材') })}
          chosen={item?.noun === pickerNoun ? [item.id] : []}
          onChoose={([id]) => match(id)}
        />
      )}
    </>
  )
}
