import { useState } from 'react'
import { type GroupRobot, robotDelete, robotSave, robotTest } from '../../domain/robots/operations.ts'
import { type RobotEvent, robotEvents } from '../../domain/robots/robot.ts'
import { newId } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { toast } from '../look/overlays/toast.ts'
import { useSend } from '../send.ts'
import { t } from '../words.ts'

/** A robot as it is filled in. */
export type RobotDraft = {
  readonly name: string
  readonly url: string
  /** Undefined as long as no one touched it. */
  readonly secret: string | undefined
  readonly events: readonly string[]
  readonly language: 'zh' | 'en'
  readonly quiet: GroupRobot['quiet']
  readonly isOn: boolean
}

const begin = (robot: GroupRobot | undefined): RobotDraft => {
  const begun = { url: '', secret: undefined }
  if (!robot) return { ...begun, name: '', events: ['news', 'count', 'stock', 'overdue'], language: 'zh', quiet: null, isOn: true }
  const { name, events, language, quiet, isOn } = robot
  return { ...begun, name, events, language, quiet, isOn }
}

const isRobotEvent = (event: string): event is RobotEvent => Object.hasOwn(robotEvents, event)

/** A robot under its editor's hands: filled in, stored, tried and deleted. */
export const useRobot = (robot: GroupRobot | undefined, onDone: () => void) => {
  /** Made once: sent again, it is the same robot. */
  const [id] = useState(() => robot?.id ?? newId())
  const [draft, setDraft] = useState(() => begin(robot))
  const [problem, setProblem] = useState('')
  const [answer, setAnswer] = useState<{ sent: boolean; why: string | null }>()
  const { send: save, sending: isSaving } = useSend(robotSave, { quiet: true })
  const { send: remove } = useSend(robotDelete, { done: '已删除' })
  const { send: test, sending: isTesting } = useSend(robotTest, { quiet: true })
  const showOutcome = async (work: () => Promise<unknown>): Promise<void> => {
    setProblem('')
    try {
      await work()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setProblem(error.message)
    }
  }
  const submit = () =>
    showOutcome(async () => {
      const { url, secret, events, ...rest } = draft
      if (rest.name.trim() === '') return setProblem(t('请输入{label}', { label: t('名称') }))
      if (events.length === 0) return setProblem(t('请至少选择一项'))
      const input = { ...(url.trim() && { url: url.trim() }), ...(secret !== undefined && { secret }) }
      await save({ id, version: robot?.version ?? 0, ...rest, ...input, events: events.filter(isRobotEvent) })
      toast(t('已保存'), 'success')
      onDone()
    })
  const drop = () =>
    showOutcome(async () => {
      if (!(await confirmDelete(draft.name))) return
      await remove({ id })
      onDone()
    })
  return {
    draft,
    problem,
    answer,
    submit,
    drop,
    isSaving,
    isTesting,
    change: (values: Partial<RobotDraft>) => {
      setProblem('')
      setDraft({ ...draft, ...values })
    },
    tryOut: () => showOutcome(async () => setAnswer(await test({ id }))),
  }
}
