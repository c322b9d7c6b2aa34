import { useState } from 'react'
import { countTaskRecount, type CountTaskRow } from '../../../domain/counting/operations.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { ReferenceField } from '../../forms/ReferenceField.tsx'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'

type Props = { task: Pick<CountTaskRow, 'id' | 'round'>; open: boolean; onClose: () => void }

/** Opens a further round of what was sent to recount, for another person. */
export const RecountSheet = (props: Props) => (
  <Sheet open={props.open} onClose={props.onClose} title={t('第{n}轮', { n: props.task.round + 1 })}>
    {props.open && <Content {...props} />}
  </Sheet>
)

const Content = ({ task, onClose }: Props) => {
  const [personId, setPersonId] = useState('')
  const { send, sending } = useSend(countTaskRecount, { done: '已开始复盘' })
  const begin = async () => {
    try {
      await send({ taskId: task.id, ...(personId && { personId }) })
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      <p className="pb-3 text-body text-quiet">{t('处理为“复盘”的各项由没盘过它们的人再盘一遍。')}</p>
      <Card flush className="mb-4 shrink-0">
        <ReferenceField
          control={{ type: 'reference', to: 'person', many: false }}
          label={t('盘点人')}
          value={personId}
          placeholder={t('谁都可以')}
          onChange={setPersonId}
        />
      </Card>
      <Button size="large" wide busy={sending} onClick={() => void begin()} className="shrink-0">
        {t('开始复盘')}
      </Button>
    </>
  )
}
