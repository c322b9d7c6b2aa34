import { wordOptions } from '../../look/fields/wordOptions.ts'
import { useState } from 'react'
import { type Decision, decisions, type DifferenceReason, differenceReasons } from '../../../domain/counting/verdict.ts'
import { countTaskDecide } from '../../../domain/counting/operations.ts'
import type { InputOf } from '../../../domain/operations/define.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'
import { type CountTask, decisionsFor } from './countLook.ts'
import { firstOf } from '../../../kernel/assert.ts'

/** What is decided on: certain lines, or all that a filter means; in words for the heading. */
export type DecidedOn = Pick<InputOf<typeof countTaskDecide>, 'lines' | 'filter'> & { readonly words: string; readonly decision?: Decision }

type Props = { task: CountTask; on: DecidedOn | undefined; onClose: () => void; onDone?: () => void }

/** Asks what is to be done about differences, and why there are any. */
export const DecideSheet = ({ task, on, onClose, onDone }: Props) => (
  <Sheet open={on !== undefined} onClose={onClose} title={t('处理差异')}>
    {on && <Deciding key={on.words} task={task} on={on} onClose={onClose} {...(onDone && { onDone })} />}
  </Sheet>
)

const Deciding = ({ task, on, onClose, onDone }: Props & { on: DecidedOn }) => {
  const offered = decisionsFor(task)
  const [decision, setDecision] = useState<Decision>(on.decision ?? firstOf(offered))
  const [reason, setReason] = useState<DifferenceReason | ''>('')
  const [note, setNote] = useState('')
  const { send, sending } = useSend(countTaskDecide, { done: '已处理' })
  const decide = async () => {
    const { words: _, decision: __, ...which } = on
    try {
      await send({ taskId: task.id, ...which, decision, ...(reason && { reason }), ...(note.trim() && { note: note.trim() }) })
      onClose()
      onDone?.()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      <p className="pb-3 text-body text-quiet">{on.words}</p>
      <Card flush className="mb-4 shrink-0">
        <Choice
          label={t('怎么处理')}
          required
          value={decision}
          onChange={setDecision}
          options={offered.map((value) => ({ value, label: decisions[value] }))}
          hint={t(meanings[decision])}
        />
        <Choice label={t('差异原因')} value={reason} onChange={setReason} options={wordOptions(differenceReasons)} />
        <TextArea label={t('说明')} value={note} onChange={setNote} max={200} lines={2} />
      </Card>
      <Button size="large" wide busy={sending} onClick={() => void decide()} className="shrink-0">
        {t('确定')}
      </Button>
    </>
  )
}

const meanings: Readonly<Record<Decision, string>> = {
  post: '按看到的改账：盘亏的核销，位置不符的改位置，数量按实盘。审批通过后生效。',
  recount: '放进下一轮，由没盘过它的人再盘一遍。',
  ignore: '账面不变，只在报告里写明。',
}
