import { MessageSquare } from 'lucide-react'
import { type Dispatch, type ReactNode, type SetStateAction, useState } from 'react'
import { documentKind } from '../../../domain/documents/all.ts'
import { type ProcessDetail, workflowOperations } from '../../../domain/operations/workflow.ts'
import { useSend } from '../../ask.ts'
import { Avatar } from '../../look/Avatar.tsx'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { TextArea } from '../../look/TextArea.tsx'
import { Timeline } from '../../look/Timeline.tsx'
import { documentHref } from '../../places.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'
import type { DocumentForm } from '../documentForm.ts'
import { moneyText } from '../FieldValue.tsx'
import { FormFields } from '../form/FormFields.tsx'
import { useDesign } from '../form/formValues.ts'
import type { FieldAccess } from '../LineEditor.tsx'
import { when } from '../when.ts'
import { ProcessForm } from './ProcessForm.tsx'
import { progressItems } from './progressItems.tsx'
import { StatusTag } from './statusTag.tsx'

type Props = {
  detail: ProcessDetail
  form: DocumentForm
  onForm: Dispatch<SetStateAction<DocumentForm>>
  problems?: ReadonlyMap<string, string>
  access: FieldAccess
  /** Stands between the form and the way. */
  children?: ReactNode
}

/** Everything about one application: who asks for what, the form, the way so far and ahead, what people said. */
export const ProcessView = ({ detail, form, onForm, problems = new Map(), access, children }: Props) => {
  const { process, progress, comments, incidents, actions } = detail
  const kind = documentKind(process.documentKind ?? '')
  const design = useDesign(detail.form.design)
  return (
    <div className="@container">
      <Card className="mb-4">
        <div className="flex items-start gap-3">
          <Avatar name={process.initiator.userName} src={process.initiator.avatar ?? undefined} size={44} />
          <div className="min-w-0 flex-1">
            <div className="flex items-start justify-between gap-3">
              <h2 className="min-w-0 text-title font-semibold">{process.title}</h2>
              <StatusTag process={process} />
            </div>
            {process.summary && <p className="mt-0.5 text-body text-quiet">{process.summary}</p>}
            {process.amount && process.amount !== '0' && <p className="mt-1 text-large font-semibold">{moneyText(process.amount)}</p>}
            <p className="mt-1 text-small text-faint">{when(process.createdAt)}</p>
          </div>
        </div>
      </Card>
      {incidents.map((incident) => (
        <p key={incident.id} role="alert" className="mb-4 rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
          {t('审批已通过，但未能入账：{words}', { words: t(incident.words, incident.params) })}
        </p>
      ))}
      <div className="@min-[52rem]:grid @min-[52rem]:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)] @min-[52rem]:items-start @min-[52rem]:gap-6">
        <div>
          {kind && <ProcessForm kind={kind} form={form} onForm={onForm} problems={problems} access={access} />}
          {design && (
            <FormFields
              design={design}
              values={form.header}
              onChange={(change) => onForm((now) => ({ ...now, header: change(now.header) }))}
              problems={problems}
              access={access}
            />
          )}
          {kind && process.documentId && (
            <Button kind="plain" className="-mt-1 mb-3" onClick={() => goHref(documentHref(kind.kind, process.documentId!))}>
              {t('查看单据')}
            </Button>
          )}
          {children}
        </div>
        <div>
          <Section title={t('审批进度')} flush={false}>
            <Timeline items={progressItems(progress)} />
          </Section>
          <section className="mb-4">
            <div className="flex min-h-9 items-center justify-between px-1 pb-1.5">
              <h2 className="text-small font-medium text-quiet">{t('评论（{count}）', { count: comments.length })}</h2>
              {actions.comment.allowed && <CommentButton instanceId={process.id} />}
            </div>
            {comments.length > 0 && (
              <Card>
                <ul className="space-y-4">
                  {comments.map((comment) => (
                    <li key={comment.id} className="flex gap-3">
                      <Avatar name={comment.author.userName} src={comment.author.avatar ?? undefined} size={32} />
                      <div className="min-w-0 flex-1">
                        <p className="flex justify-between gap-3 text-small text-quiet">
                          <span>{comment.author.userName}</span>
                          <time className="text-faint">{when(comment.at)}</time>
                        </p>
                        <p className="whitespace-pre-wrap break-words text-body">{comment.body}</p>
                      </div>
                    </li>
                  ))}
                </ul>
              </Card>
            )}
          </section>
        </div>
      </div>
    </div>
  )
}

const CommentButton = ({ instanceId }: { instanceId: string }) => {
  const [open, setOpen] = useState(false)
  const [body, setBody] = useState('')
  const { send, sending } = useSend(workflowOperations.comment, { changes: ['workflow'], done: '已评论' })
  const say = async () => {
    await send({ instanceId, body: body.trim() })
    setBody('')
    setOpen(false)
  }
  return (
    <>
      <Button kind="plain" size="small" icon={MessageSquare} onClick={() => setOpen(true)}>
        {t('评论')}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        title={t('评论')}
        footer={
          <Button wide size="large" busy={sending} disabled={body.trim() === ''} onClick={() => void say()}>
            {t('发表')}
          </Button>
        }
      >
        <Card flush>
          <TextArea label={t('内容')} value={body} onChange={setBody} max={1000} lines={5} />
        </Card>
      </Sheet>
    </>
  )
}
