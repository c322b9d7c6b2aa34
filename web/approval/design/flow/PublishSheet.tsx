import { useState } from 'react'
import type { OutputOf } from '../../../../domain/operations/define.ts'
import { flowOperations } from '../../../../domain/approval/operations/flows.ts'
import { call } from '../../../call.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Cell } from '../../../look/Cell.tsx'
import { confirm } from '../../../look/overlays/confirm.ts'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { TextArea } from '../../../look/fields/TextArea.tsx'
import { toast } from '../../../look/overlays/toast.ts'
import { go } from '../../../travel.ts'
import { t } from '../../../words.ts'
import { useAllowed } from '../../../shell/useAllowed.ts'
import { useDesign } from './design.ts'
import { ProblemItems } from './ProblemList.tsx'
import type { FlowDraft } from './useFlowDraft.ts'
import { useBusy } from '../../../writing.ts'

type Answer = OutputOf<typeof flowOperations.definition>
type Props = {
  open: boolean
  onClose: () => void
  draft: FlowDraft
  answer: Answer
  /** Goes to where one of the problems is. */
  onProblem: () => void
  /** Shows what is different from the version in use. */
  onCompare: (() => void) | undefined
  /** Answers the flow as it is then. */
  onPublished: () => Promise<Answer | undefined>
}

/** Says what is published and why; afterwards what still runs on older versions. */
export const PublishSheet = (props: Props) => {
  const { open, onClose, answer, onProblem, onCompare } = props
  const { problems } = useDesign()
  const isPublishable = problems.every(({ level }) => level !== 'error')
  const { note, setNote, busy, publish } = usePublishing(props)
  const items = (
    <ProblemItems
      onPick={() => {
        onClose()
        onProblem()
      }}
    />
  )
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('发布流程')}
      footer={
        <Button size="large" wide busy={busy} disabled={!isPublishable} onClick={() => void publish()}>
          {t('发布')}
        </Button>
      }
    >
      <div className="shrink-0">
        {isPublishable ? (
          <>
            <p className="px-1 pb-3 text-body text-quiet">{effectWords(answer)}</p>
            <Card flush>
              <TextArea label={t('版本说明')} value={note} onChange={setNote} max={200} lines={3} placeholder={t('改了什么，为什么')} />
            </Card>
            {problems.length > 0 && (
              <section className="mt-4">
                <h2 className="px-1 pb-1.5 text-small font-medium text-quiet">{t('发布前请看一下')}</h2>
                <Card flush className="p-1">
                  {items}
                </Card>
              </section>
            )}
            {onCompare && (
              <Card flush className="mt-3">
                <Cell title={t('与使用中的版本对比')} onPress={onCompare} />
              </Card>
            )}
          </>
        ) : (
          <>
            <p className="px-1 pb-3 text-body text-bad">{t('请先处理检查出的问题。')}</p>
            <Card flush className="p-1">
              {items}
            </Card>
          </>
        )}
      </div>
    </Sheet>
  )
}

/** Publishes with a note; where applications still run on older versions, they may be upgraded. */
const usePublishing = ({ draft, answer: { flow }, onPublished }: Props) => {
  const [note, setNote] = useState('')
  const [busy, setBusy] = useBusy()
  const mayUpgrade = useAllowed()('workflow:upgrade')
  const publish = async () => {
    setBusy(true)
    const published = await draft.publish((revision) =>
      call(
        flowOperations.publishDefinition,
        { flowKey: flow.flowKey, revision, ...(note.trim() && { note: note.trim() }) },
        { fresh: true },
      ),
    )
    setBusy(false)
    if (!published) return
    const { version } = published
    setNote('')
    const answer = await onPublished()
    toast(t('版本{version}已发布，新的申请按它进行', { version }), 'success')
    const runningCount = answer ? runningIn(answer) : 0
    if (runningCount === 0 || !mayUpgrade) return
    const isAgreed = await confirm({
      title: t('还有{count}个申请按旧版本进行', { count: runningCount }),
      text: t('它们会按原来的版本走完。也可以现在把它们升级到新版本。'),
      yes: t('去升级'),
      no: t('保持不变'),
    })
    if (isAgreed) go('/pages/flow/flowupgrade', { flowKey: flow.flowKey })
  }
  return { note, setNote, busy, publish }
}

/** How many applications run on the versions so far. */
const runningIn = ({ versions }: Answer): number => versions.reduce((sum, version) => sum + version.running, 0)

const effectWords = (answer: Answer): string => {
  const count = runningIn(answer)
  if (answer.flow.version === null) return t('发布后即可发起申请。')
  if (count === 0) return t('发布后，新的申请按新版本进行。')
  return t('发布后，新的申请按新版本进行；进行中的{count}个申请仍按原来的版本进行。', { count })
}
