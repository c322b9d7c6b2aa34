import { isEmpty } from '../../../kernel/field.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import type { PolicyFinding } from '../../../domain/documents/policyOperations.ts'
import { WriteButton } from '../../licence/WriteButton.tsx'
import { Button } from '../../look/Button.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { t } from '../../words.ts'
import type { DocumentForm } from '../documentForm.ts'
import { PolicyFindings } from './PolicyFindings.tsx'

type Props = {
  kind: DocumentKind
  form: DocumentForm
  /** What stops the submission; empty where nothing does. */
  findings: readonly PolicyFinding[]
  onChange: (change: (form: DocumentForm) => DocumentForm) => void
  onClose: () => void
  onSubmit: () => void
}

const noProblems: ReadonlyMap<string, string> = new Map()

/** Stops a submission: something else is done instead, or a reason is given which the approver reads. */
export const PolicySheet = ({ kind, form, findings, onChange, onClose, onSubmit }: Props) => {
  const isAnswered = findings.every(({ reason }) => !isEmpty(form.header[reason]))
  return (
    <Sheet
      open={findings.length > 0}
      onClose={onClose}
      title={t('提交前请看一下')}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            {t('返回修改')}
          </Button>
          <WriteButton wide disabled={!isAnswered} onClick={onSubmit}>
            {t('说明原因并提交')}
          </WriteButton>
        </>
      }
    >
      <PolicyFindings kind={kind} form={form} findings={findings} problems={noProblems} onChange={onChange} />
      <p className="px-1 text-small text-quiet">{t('审批人会看到填写的原因。')}</p>
    </Sheet>
  )
}
