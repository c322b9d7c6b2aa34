import { Rocket } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '../../../../domain/operations/define.ts'
import { formOperations } from '../../../../domain/approval/operations/forms.ts'
import { call } from '../../../call.ts'
import { hrefOf } from '../../../frames.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { confirm } from '../../../look/overlays/confirm.ts'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { TextArea } from '../../../look/fields/TextArea.tsx'
import { toast } from '../../../look/overlays/toast.ts'
import { goHref } from '../../../travel.ts'
import { t } from '../../../words.ts'
import type { FormDraft } from './useFormDraft.ts'
import { useBusy } from '../../../writing.ts'

type Props = {
  open: boolean
  onClose: () => void
  form: OutputOf<typeof formOperations.form>['form']
  draft: FormDraft
  onPublished: (version: number) => void
  /** Makes a flow of it. */
  onFlow: () => void
}

/** Says what is published; afterwards what applications need to take it. */
export const PublishSheet = ({ open, onClose, form: { formKey, flows }, draft, onPublished, onFlow }: Props) => {
  const [note, setNote] = useState('')
  const [busy, setBusy] = useBusy()
  const [flow] = flows
  const publish = async () => {
    setBusy(true)
    const published = await draft.publish((revision) =>
      call(formOperations.publishForm, { formKey, revision, ...(note.trim() && { note: note.trim() }) }, { fresh: true }),
    )
    setBusy(false)
    if (!published) return
    const { version } = published
    setNote('')
    onPublished(version)
    toast(t('已发布第{version}版', { version }), 'success')
    if (flow) {
      const isAgreed = await confirm({
        title: t('流程还在用原来的表单'),
        text: t('重新发布流程后，新的申请就会使用这一版。'),
        yes: t('去发布流程'),
        no: t('以后再说'),
      })
      if (isAgreed) goHref(hrefOf('/pages/flow/flowdesign', { flowKey: flow.flowKey }))
      return
    }
    const yes = await confirm({
      title: t('做成一个流程?'),
      text: t('表单已经发布。为它设计审批流程后，员工就可以发起申请。'),
      yes: t('做成流程'),
      no: t('以后再说'),
    })
    if (yes) onFlow()
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('发布表单')}
      footer={
        <Button wide size="large" icon={Rocket} busy={busy} onClick={() => void publish()}>
          {t('发布')}
        </Button>
      }
    >
      <p className="px-1 pb-3 text-body text-quiet">
        {flow ? t('发布后，还要重新发布流程，新的申请才会使用这一版；已发起的申请不受影响。') : t('发布后可以做成流程。')}
      </p>
      <Card flush>
        <TextArea label={t('发布说明')} value={note} onChange={setNote} max={200} placeholder={t('这一版改了什么（选填）')} />
      </Card>
    </Sheet>
  )
}
