import { FileQuestion } from 'lucide-react'
import { documentKind } from '../../../domain/documents/all.ts'
import { workflowOperations } from '../../../domain/operations/workflow.ts'
import { useAsk } from '../../ask.ts'
import { Empty } from '../../look/Empty.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { useScreen } from '../../screen.ts'
import { replace } from '../../travel.ts'
import { t } from '../../words.ts'
import { DocumentEditor } from '../documents/DocumentEditor.tsx'

/** Applies for a flow: the form is the document that the flow approves. Query: `flowKey`, with or without the organisation's suffix. */
export default function FormApply() {
  const { search } = useScreen()
  const flowKey = search['flowKey'] ?? ''
  const { data, error, refetch } = useAsk(workflowOperations.applyForm, { flowKey }, { enabled: flowKey !== '', staleMs: 60_000 })
  const flowName = search['flowName'] ?? data?.flow.flowName
  const text = flowName && t(flowName).replace(/流程$/, '')
  if (flowKey === '')
    return (
      <Page>
        <Empty
          icon={FileQuestion}
          title={t('请选择要发起的申请')}
          action={{ label: t('发起申请'), onPress: () => replace('/pages/flow/flowindex') }}
        />
      </Page>
    )
  if (!data) return <Pending text={text} error={error} onRetry={refetch} />
  const kind = documentKind(data.flow.documentKind ?? '')
  if (!kind)
    return (
      <Page text={text}>
        <Empty icon={FileQuestion} title={t('这个流程使用自定义表单')} text={t('自定义表单将在后续版本中开放。')} />
      </Page>
    )
  return <DocumentEditor key={flowKey} kind={kind} text={text} />
}
