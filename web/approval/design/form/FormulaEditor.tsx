import { PencilLine, Sigma, X } from 'lucide-react'
import { useState } from 'react'
import { formulaWords } from '../../../../domain/approval/design/formFormula.ts'
import type { Formula } from '../../../../domain/approval/form/formula.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { IconButton } from '../../../look/IconButton.tsx'
import { t } from '../../../words.ts'
import { FormulaSheet } from './FormulaSheet.tsx'
import { faultIn, type FormulaPlace } from './formulaPlace.ts'
import { formulaSpeech } from './speech.ts'

type Props = FormulaPlace & { onChange: (formula: Formula | undefined) => void }

/** How a field is computed, as one line, and the sheet in which it is put together. */
export const FormulaEditor = ({ design, path, field, table, onChange }: Props) => {
  const [open, setOpen] = useState(false)
  const { formula } = field
  return (
    <>
      {formula ? (
        <Card flush>
          <div className="flex items-center py-1 pl-4 pr-1">
            <span className="min-w-0 flex-1 break-words py-2 text-body">{formulaWords(formula, formulaSpeech(design, table))}</span>
            <IconButton icon={PencilLine} iconSize={18} label={t('编辑公式')} onClick={() => setOpen(true)} />
            <IconButton icon={X} iconSize={18} label={t('不用公式')} onClick={() => onChange(undefined)} />
          </div>
        </Card>
      ) : (
        <Button kind="secondary" wide icon={Sigma} onClick={() => setOpen(true)}>
          {t('用公式计算')}
        </Button>
      )}
      <p className="px-1 pt-2 text-small text-faint">{t('用公式的字段自动算出，不能填写。')}</p>
      <FormulaSheet
        key={`${path}/${open}`}
        open={open}
        onClose={() => setOpen(false)}
        title={t('公式')}
        subject={`${field.label || t('未命名')} =`}
        place={{ design, path, field, table }}
        formula={formula}
        faultOf={(next) => faultIn(design, path, { ...field, formula: next, required: false })}
        onDone={onChange}
      />
    </>
  )
}
