import { useState } from 'react'
import { taskOperations } from '../../../domain/approval/operations/tasks.ts'
import type { Id } from '../../../kernel/id.ts'
import { useSend } from '../../send.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Switch } from '../../look/fields/Switch.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { t } from '../../words.ts'
import { ReferenceField } from '../../forms/ReferenceField.tsx'

type Props = {
  open: boolean
  onClose: () => void
  /** Whose work it is, where that is known already. */
  leaving?: Id
}

/** Hands everything that waits for a person to a successor, and whatever would come to him later where that is wanted. */
export const HandOver = (props: Props) => <Asking key={String(props.open)} {...props} />

type Refusal = { processId: Id; words: string }

const person = { type: 'reference', to: 'person', many: false } as const

const Asking = ({ open, onClose, leaving = '' }: Props) => {
  const [uid, setUid] = useState<Id | ''>(leaving)
  const [successorUid, setSuccessorUid] = useState<Id | ''>('')
  const [isLater, setLater] = useState(true)
  const [reason, setReason] = useState('')
  const [stayed, setStayed] = useState<readonly Refusal[]>([])
  const [hasTried, setTried] = useState(false)
  const handOver = useSend(taskOperations.handOver)
  const reassign = useSend(taskOperations.reassign)
  const trimmedReason = reason.trim()
  const same = uid !== '' && uid === successorUid
  const missingWords = hasTried && successorUid === '' ? t('请选择人员') : undefined
  const run = async () => {
    setTried(true)
    if (uid === '' || successorUid === '' || same || trimmedReason === '') return
    try {
      const { moved, refused } = await (isLater
        ? handOver.send({ uid, successorUid, reason: trimmedReason })
        : reassign.send({ fromUid: uid, toUid: successorUid, reason: trimmedReason }))
      toast(moved > 0 ? t('已交接{count}项', { count: moved }) : t('没有可以改派的任务'), refused.length > 0 ? 'error' : 'success')
      setStayed(refused)
      if (refused.length === 0) onClose()
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('离职交接')}
      footer={
        <Button size="large" wide busy={handOver.sending || reassign.sending} onClick={() => void run()}>
          {t('交接')}
        </Button>
      }
    >
      <div className="shrink-0">
        <p className="px-1 pb-3 text-body text-quiet">{t('这个人名下待处理的审批全部转给接替人。')}</p>
        <Card flush className="mb-3">
          <ReferenceField
            control={person}
            label={t('原处理人')}
            required
            value={uid}
            onChange={setUid}
            error={hasTried && uid === '' ? t('请选择人员') : undefined}
          />
          <ReferenceField
            control={person}
            label={t('接替人')}
            required
            value={successorUid}
            onChange={setSuccessorUid}
            error={same ? t('接替人不能是本人') : missingWords}
          />
          <Switch label={t('以后的也交给接替人')} text={t('适用于已离职的人员')} value={isLater} onChange={setLater} />
          <TextArea
            label={t('原因')}
            value={reason}
            onChange={setReason}
            max={200}
            lines={3}
            required
            error={hasTried && trimmedReason === '' ? t('请填写原因') : undefined}
          />
        </Card>
        {stayed.length > 0 && <RefusalList refusals={stayed} />}
      </div>
    </Sheet>
  )
}

/** What stays where it is, and why. */
const RefusalList = ({ refusals }: { refusals: readonly Refusal[] }) => (
  <div role="alert" className="rounded-card bg-bad-soft px-4 py-3 text-body text-bad">
    <p>{t('有{count}项没有交接', { count: refusals.length })}</p>
    <ul className="mt-1 list-disc pl-5 text-small">
      {refusals.slice(0, 20).map(({ processId, words }) => (
        <li key={processId}>{words}</li>
      ))}
    </ul>
  </div>
)
