import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { type FieldBeginning, fieldOf, type FormField } from '../../../../domain/approval/form/formDesign.ts'
import { formulaWords } from '../../../../domain/approval/design/formFormula.ts'
import { sortsHeld } from '../../../../domain/approval/form/formulaFields.ts'
import type { Json } from '../../../../domain/approval/form/form.ts'
import { isEmpty } from '../../../../kernel/field.ts'
import { holdsFiles, refersTo } from '../../../../kernel/fields/kinds.ts'
import { FieldControl } from '../../../forms/FieldControl.tsx'
import { Card } from '../../../look/Card.tsx'
import { Choice } from '../../../look/fields/Choice.tsx'
import { IconButton } from '../../../look/IconButton.tsx'
import { t } from '../../../words.ts'
import { faultIn, type FormulaPlace } from './formulaPlace.ts'
import { FormulaSheet } from './FormulaSheet.tsx'
import { formulaSpeech } from './speech.ts'

type Props = FormulaPlace & { onChange: (begins: FieldBeginning | undefined, subject?: string) => void }

/** Whether a field may begin with anything. */
export const canBegin = ({ control, formula }: FormField): boolean => !formula && !holdsFiles(control) && control.type !== 'applications'

const titles: Readonly<Record<FieldBeginning['as'] | 'none', string>> = {
  none: '不设默认值',
  value: '固定的内容',
  applicant: '申请人本人',
  department: '申请部门',
  today: '申请当天',
  formula: '由其他字段得出',
}

/** What a kind of field may begin with. */
const waysFor = ({ control }: FormField): readonly (FieldBeginning['as'] | 'none')[] => [
  'none',
  'value',
  ...(refersTo(control) === 'person' ? (['applicant'] as const) : []),
  ...(refersTo(control) === 'department' ? (['department'] as const) : []),
  ...(control.type === 'date' ? (['today'] as const) : []),
  ...(sortsHeld(control).length > 0 ? (['formula'] as const) : []),
]

/** What a field of a new application begins with. */
export const BeginningEditor = ({ design, path, field, table, onChange }: Props) => {
  const { begins } = field
  const [chosenWay, setChosenWay] = useState<{ of: string; way: FieldBeginning['as'] | 'none' }>()
  const [open, setOpen] = useState(false)
  const way = begins?.as ?? (chosenWay?.of === path ? chosenWay.way : 'none')
  const choose = (next: FieldBeginning['as'] | 'none') => {
    setChosenWay({ of: path, way: next })
    if (next === 'formula') setOpen(true)
    if (next !== begins?.as) onChange(plainBeginning(next))
  }
  return (
    <>
      <Card flush>
        <Choice
          label={t('默认值')}
          required
          value={way}
          onChange={(next) => choose(waysFor(field).find((otherWay) => otherWay === next) ?? 'none')}
          options={waysFor(field).map((value) => ({ value, label: titles[value] }))}
        />
        {way === 'value' && (
          <FieldControl
            field={{ ...fieldOf(field), label: t('内容'), hint: undefined, required: 'never' }}
            value={begins?.as === 'value' ? begins.value : undefined}
            onChange={(value) => onChange(isEmpty(value) ? undefined : { as: 'value', value: value as Json }, 'begins')}
          />
        )}
        {begins?.as === 'formula' && (
          <div className="flex items-center border-t border-line py-1 pl-4 pr-1">
            <span className="min-w-0 flex-1 break-words py-2 text-body">{formulaWords(begins.formula, formulaSpeech(design, table))}</span>
            <IconButton icon={PencilLine} iconSize={18} label={t('编辑公式')} onClick={() => setOpen(true)} />
          </div>
        )}
      </Card>
      <p className="px-1 pt-2 text-small text-faint">{t('发起申请时先填上，申请人可以改。')}</p>
      <FormulaSheet
        key={`${path}/${open}`}
        open={open}
        onClose={() => setOpen(false)}
        title={t('默认值')}
        subject={`${field.label || t('未命名')} =`}
        place={{ design, path, field, table }}
        formula={begins?.as === 'formula' ? begins.formula : undefined}
        faultOf={(formula) => faultIn(design, path, { ...field, begins: { as: 'formula', formula } })}
        onDone={(formula) => onChange({ as: 'formula', formula })}
      />
    </>
  )
}

/** A beginning that needs nothing more to be said. */
const plainBeginning = (way: FieldBeginning['as'] | 'none'): FieldBeginning | undefined =>
  way === 'applicant' || way === 'department' || way === 'today' ? { as: way } : undefined
