import { Hourglass } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { documentKind } from '../../../domain/documents/all.ts'
import type { ProcessDetail, ProgressRow } from '../../../domain/approval/operations/process.ts'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import { useSend } from '../../send.ts'
import { ignoreCallError } from '../../ignoreCallError.ts'
import { Section } from '../../look/Card.tsx'
import { confirm } from '../../look/overlays/confirm.ts'
import { Timeline } from '../../look/Timeline.tsx'
import { t, inOwnWords } from '../../words.ts'
import type { DocumentForm } from '../../documents/documentForm.ts'
import { RelatedDocuments } from '../../documents/RelatedDocuments.tsx'
import { FormFields } from '../form/FormFields.tsx'
import { useFactualForm } from '../form/useFormFacts.ts'
import { useDesign } from '../form/values.ts'
import { TalkAbout } from '../../cards/TalkAbout.tsx'
import type { FieldAccess } from '../../documents/LineEditor.tsx'
import { ApplicantHistory } from './ApplicantHistory.tsx'
import { FormChanges } from '../form/FormChanges.tsx'
import { ProcessForm } from '../form/ProcessForm.tsx'
import { ProcessComments } from './ProcessComments.tsx'
import { RevocationNotice } from './RevocationNotice.tsx'
import { ForwardProcess } from './ForwardProcess.tsx'
import { ProcessHead } from './ProcessHead.tsx'
import { waitingWords } from './ApplicationCard.tsx'
import { progressItems } from './progressItems.tsx'

type Props = {
  detail: ProcessDetail
  form: DocumentForm
  onForm: (change: (form: DocumentForm) => DocumentForm) => void
  problems?: ReadonlyMap<string, string>
  access: FieldAccess
  /** Stands between the form and the way. */
  children?: ReactNode
}

/** Everything about one application: who asks for what, the form, the way so far and ahead, what people said. */
export const ProcessView = ({ detail, form, onForm, problems = new Map(), access, children }: Props) => {
  const { process, progress, incidents } = detail
  const { documentId } = process
  const kind = documentKind(process.documentKind ?? '')
  const design = useDesign(detail.form.design)
  const source = useMemo(() => ({ processId: process.id }), [process.id])
  const factual = useFactualForm(design, source, form.header)
  const removeSign = useSend(taskOperations.removeSign, { done: '已减签' })
  const remove = async ({ taskId, userName }: ProgressRow['people'][number]) => {
    if (taskId === null || taskId === undefined) return
    if (!(await confirm({ title: t('减去{name}的加签?', { name: userName }), text: t('对方不再需要审批。'), yes: t('减签') }))) return
    await removeSign.send({ processId: process.id, taskIds: [taskId] }).catch(ignoreCallError)
  }
  return (
    <div className="@container">
      <ProcessHead detail={detail} />
      <TalkAbout {...(kind && documentId ? { noun: 'document', id: documentId, kind: kind.kind } : { noun: 'process', id: process.id })}>
        <ForwardProcess detail={detail} />
      </TalkAbout>
      <RevocationNotice revocation={detail.revocation} />
      {incidents.map((incident) => (
        <p key={incident.id} role="alert" className="mb-4 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
          {incident.kind === 'posting' ? t('审批已通过，但未能入账：{words}', { words: inOwnWords(incident) }) : inOwnWords(incident)}
        </p>
      ))}
      <div className="@min-[52rem]:grid @min-[52rem]:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] @min-[52rem]:items-start @min-[52rem]:gap-6">
        <div>
          <FormChanges changes={detail.changes} />
          {kind && (
            <ProcessForm
              kind={kind}
              form={form}
              onForm={onForm}
              problems={problems}
              access={access}
              changes={detail.changes}
              effects={detail.effects}
            />
          )}
          {design && (
            <FormFields
              design={design}
              values={factual}
              onChange={(change) => onForm((now) => ({ ...now, header: change(now.header) }))}
              problems={problems}
              access={access}
            />
          )}
          {detail.relatedDocuments && <RelatedDocuments {...detail.relatedDocuments} />}
          {children}
          <ApplicantHistory history={detail.history} />
        </div>
        <div>
          <Section title={t('审批进度')} flush={false}>
            <WaitingLine process={process} />
            <Timeline items={progressItems(progress, (signer) => void remove(signer))} />
          </Section>
          <ProcessComments detail={detail} />
        </div>
      </div>
    </div>
  )
}

/** Before the way: who it waits for now, and since when. */
const WaitingLine = ({ process }: Pick<ProcessDetail, 'process'>) => {
  const words = waitingWords(process)
  if (!words) return null
  return (
    <p className="mb-4 flex items-start gap-2 rounded-control bg-accent-soft px-3 py-2.5 text-body font-medium text-accent-strong">
      <Hourglass size={18} className="mt-0.5 shrink-0" aria-hidden />
      {words}
    </p>
  )
}
