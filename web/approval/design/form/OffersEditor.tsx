import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { FormDesign, FormField, FormTable, OptionOffer } from '../../../../domain/approval/form/formDesign.ts'
import { conditionWords } from '../../../../domain/approval/design/describe.ts'
import { optionsOf } from '../../../../kernel/fields/kinds.ts'
import { Card } from '../../../look/Card.tsx'
import { t } from '../../../words.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { valueWords } from './speech.ts'
import { useAskedFields } from './useAskedFields.ts'

type Props = {
  design: FormDesign
  path: string
  field: FormField
  table: FormTable | undefined
  onChange: (offers: OptionOffer[] | undefined) => void
}

/** When each option of a choice is offered, by what other fields say. */
export const OffersEditor = ({ design, path, field, table, onChange }: Props) => {
  const [open, setOpen] = useState<string>()
  const { offers = [], control } = field
  const { fields, labelOf } = useAskedFields(design, path, table)
  const put = (option: string, when: OptionOffer['when'] | undefined) => {
    const otherOffers = offers.filter((offer) => offer.option !== option)
    const next = when ? [...otherOffers, { option, when }] : otherOffers
    onChange(next.length > 0 ? next : undefined)
  }
  return (
    <div className="space-y-2.5">
      <Card flush>
        <ul>
          {(optionsOf(control) ?? []).map(({ value, label }) => {
            const when = offers.find(({ option }) => option === value)?.when
            const words =
              when &&
              conditionWords(when, {
                say: t,
                labelOf,
                valueOf: (path, comparison) => valueWords(fields.find((otherField) => otherField.path === path)?.field, comparison),
              })
            return (
              <li key={value} className="border-b border-line last:border-none">
                <button
                  type="button"
                  aria-expanded={open === value}
                  onClick={() => setOpen(open === value ? undefined : value)}
                  className="pressable flex w-full items-center gap-2 px-4 py-2.5 text-left"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block break-words text-body">{label || t('未命名')}</span>
                    <span className="block break-words text-small text-faint">{words ?? t('总是可选')}</span>
                  </span>
                  <ChevronDown size={16} className={`shrink-0 text-faint transition ${open === value ? 'rotate-180' : ''}`} aria-hidden />
                </button>
                {open === value && (
                  <div className="bg-sunken p-3">
                    <ConditionEditor
                      design={design}
                      path={path}
                      table={table}
                      value={when}
                      onChange={(next) => put(value, next)}
                      words={{ match: t('可选的条件'), add: t('设置可选条件'), hint: t('没有条件时总是可选。') }}
                    />
                  </div>
                )}
              </li>
            )
          })}
        </ul>
      </Card>
      <p className="px-1 text-small text-faint">{t('条件不成立的选项不显示，提交时也不接受。')}</p>
    </div>
  )
}
