import { PencilLine, Plus, X } from 'lucide-react'
import { useState } from 'react'
import { checksMax, type FieldCheck } from '../../../../domain/approval/form/formDesign.ts'
import { formulaWords } from '../../../../domain/approval/design/formFormula.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { TextField } from '../../../look/fields/TextField.tsx'
import { IconButton } from '../../../look/IconButton.tsx'
import { t } from '../../../words.ts'
import { faultIn, type FormulaPlace } from './formulaPlace.ts'
import { FormulaSheet } from './FormulaSheet.tsx'
import { formulaSpeech } from './speech.ts'

type Props = FormulaPlace & { onChange: (checks: FieldCheck[] | undefined, subject?: string) => void }

/** What must hold for a field, each with the words that are read where it is filled in wrongly. */
export const ChecksEditor = ({ design, path, field, table, onChange }: Props) => {
  const [open, setOpen] = useState<number>()
  const { checks = [] } = field
  const set = (next: FieldCheck[], subject?: string) => onChange(next.length > 0 ? next : undefined, subject)
  const put = (index: number, holds: FieldCheck['holds']) => {
    const check = checks[index]
    set(check ? checks.with(index, { ...check, holds }) : [...checks, { holds, words: '' }])
  }
  return (
    <div className="space-y-2.5">
      {checks.map(({ holds, words }, index) => (
        <Card key={index} flush>
          <div className="flex items-center border-b border-line py-1 pl-4 pr-1">
            <span className="min-w-0 flex-1 break-words py-2 text-body">{formulaWords(holds, formulaSpeech(design, table))}</span>
            <IconButton icon={PencilLine} iconSize={18} label={t('编辑条件')} onClick={() => setOpen(index)} />
            <IconButton icon={X} iconSize={18} label={t('移除校验')} onClick={() => set(checks.toSpliced(index, 1))} />
          </div>
          <TextField
            label={t('不成立时的提示')}
            required
            maxLength={100}
            value={words}
            placeholder={t('如 结束日期不能早于开始日期')}
            onChange={(next) => set(checks.with(index, { holds, words: next }), `check${index}`)}
          />
        </Card>
      ))}
      {checks.length < checksMax && (
        <Button kind="secondary" wide icon={Plus} onClick={() => setOpen(checks.length)}>
          {t('添加校验')}
        </Button>
      )}
      <p className="px-1 text-small text-faint">{t('提交时条件必须成立；用到的内容还没有填写时不检查。')}</p>
      <FormulaSheet
        key={`${path}/${open}`}
        open={open !== undefined}
        onClose={() => setOpen(undefined)}
        title={t('校验条件')}
        subject={t('“{label}”应满足', { label: field.label || t('未命名') })}
        place={{ design, path, field, table }}
        formula={open === undefined ? undefined : checks[open]?.holds}
        isCondition
        faultOf={(holds) => faultIn(design, path, { ...field, checks: [{ holds, words: '-' }] })}
        onDone={(holds) => open !== undefined && put(open, holds)}
      />
    </div>
  )
}
