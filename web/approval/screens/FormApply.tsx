import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { purposeOf } from '../../../domain/approval/flow/title.ts'
import { documentKind } from '../../../domain/documents/all.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { useAsk } from '../../ask.ts'
import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { useScreen } from '../../screen.ts'
import { replace } from '../../travel.ts'
import { t } from '../../words.ts'
import { DocumentEditor } from '../../documents/DocumentEditor.tsx'
import { Applying, Resubmitting } from './CustomFormApply.tsx'

/**
 * Applies for a flow: the form is the document that the flow approves, or one that the organisation designed. Query: `flowKey`, with or
 * without the organisation's suffix, and `id` of a draft of it, or `former`, an application by form or a document that is asked for anew;
 * or `processId` of an application that came back.
 */
export default function FormApply(): ReactNode {
  const { search } = useScreen()
  const { flowKey = '', processId = '' } = search
  if (processId) return <Returned key={processId} processId={processId} />
  if (flowKey)
    return <Beginning flowKey={flowKey} flowName={search['flowName']} draftId={search['id'] ?? ''} former={search['former'] ?? ''} />
  return (
    <Page>
      <Empty
        icon={FileQuestion}
        title={t('请选择要发起的申请')}
        action={{ label: t('发起申请'), onPress: () => replace('/pages/flow/flowindex') }}
      />
    </Page>
  )
}

type BeginningProps = { flowKey: string; flowName: string | undefined; draftId: string; former: string }

const Beginning = ({ flowKey, flowName, draftId, former }: BeginningProps) => {
  const plain = useAsk(processOperations.applyForm, { flowKey }, { staleMs: 60_000 })
  const begunAgain = plain.data?.form.kind === 'custom' && former !== ''
  const again = useAsk(processOperations.applyForm, { flowKey, processId: former }, { enabled: begunAgain, staleMs: 60_000 })
  const { data, error, refetch } = begunAgain ? again : plain
  const custom = data?.form.kind === 'custom'
  const draft = useAsk(formOperations.draft, { id: draftId }, { enabled: custom && draftId !== '', once: true })
  const name = flowName ?? data?.flow.flowName
  const title = name && purposeOf(t(name))
  if (!data) return <Pending title={title} error={error} onRetry={refetch} />
  const kind = documentKind(data.flow.documentKind ?? '')
  if (kind) return <DocumentEditor key={`${flowKey}/${former}`} kind={kind} applied={title} />
  // A draft may have been gone on with elsewhere: what is remembered of it is not begun with.
  if (draftId !== '' && (!draft.data || !draft.isFetchedAfterMount))
    return <Pending title={title} error={draft.error} onRetry={draft.refetch} />
  return <Applying key={`${flowKey}/${draftId}/${former}`} apply={data} flowKey={flowKey} draft={draft.data} />
}

const Returned = ({ processId }: { processId: string }) => {
  const { data, error, refetch } = useAsk(processOperations.process, { id: processId })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Resubmitting key={processId} detail={data} />
}
