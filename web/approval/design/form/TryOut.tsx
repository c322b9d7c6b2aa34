import { CircleCheck } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { FormDesign } from '../../../../domain/approval/form/formDesign.ts'
import { Button } from '../../../look/Button.tsx'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { showProblem } from '../../../look/overlays/showProblem.ts'
import { t } from '../../../words.ts'
import { wordsByPath } from '../../../documents/filling/problems.ts'
import { FormFields } from '../../form/FormFields.tsx'
import { withDeviceFacts } from '../../form/useFormFacts.ts'
import { blankForm, checkedForm, filledIn, type FormValues } from '../../form/values.ts'

/** The form to be filled in as an employee would; nothing of it is kept. */
export const TryOut = ({ open, onClose, title, design }: { open: boolean; onClose: () => void; title: string; design: FormDesign }) => {
  const [values, setValues] = useState<FormValues>(() => blankForm(design))
  const [checked, setChecked] = useState(false)
  const content = useRef<HTMLDivElement>(null)
  const shownValues = useMemo(() => withDeviceFacts(design, values), [design, values])
  const problems = checked
    ? wordsByPath(checkedForm(design, filledIn(design, shownValues), 'submitting').problems)
    : new Map<string, string>()
  const check = () => {
    setChecked(true)
    showProblem(content.current)
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('试填：{name}', { name: title })}
      tall
      footer={
        <>
          <Button
            kind="secondary"
            wide
            onClick={() => {
              setValues(blankForm(design))
              setChecked(false)
            }}
          >
            {t('清空')}
          </Button>
          <Button wide onClick={check}>
            {t('检查')}
          </Button>
        </>
      }
    >
      <div ref={content} className="shrink-0">
        {checked && problems.size === 0 && (
          <p role="status" className="mb-4 flex items-center gap-2.5 rounded-card bg-good-soft px-4 py-3 text-body font-medium text-good">
            <CircleCheck size={20} className="shrink-0" aria-hidden />
            {t('填写无误，可以提交')}
          </p>
        )}
        <FormFields
          design={design}
          values={shownValues}
          onChange={(change) => setValues(change)}
          problems={problems}
          access={writes}
          hasCards
        />
      </div>
    </Sheet>
  )
}

const writes = (): 'write' => 'write'
