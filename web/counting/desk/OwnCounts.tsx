import { BellRing, Images } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { selfCountCheck, selfCountRemind, selfCountUnanswered } from '../../../domain/counting/selfCountOperations.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import type { Busy } from '../../look/holdButton.ts'
import { Card, Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { NumberField } from '../../look/fields/NumberField.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { ReferenceField } from '../../forms/ReferenceField.tsx'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'
import type { CountTask } from './countLook.ts'
import { Bar } from './Ring.tsx'

/** How far those are who count what they hold themselves: who has not finished, by department, to be reminded; a part of it is looked at again. */
export const OwnCounts = ({ task }: { task: CountTask }) => {
  const { data } = useAsk(selfCountUnanswered, { taskId: task.id }, { keep: true })
  const [isChecking, setChecking] = useState(false)
  const { send, sending } = useSend(selfCountRemind)
  const remind = async (departmentId?: string) => {
    try {
      const { told } = await send({ taskId: task.id, ...(departmentId && { departmentId }) })
      toast(told > 0 ? t('已提醒{n}人', { n: told }) : t('没有人需要提醒'), 'success')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  if (!data || data.people === 0) return null
  const { people, finished, departments, samePhotos } = data
  return (
    <Section
      title={t('员工自盘')}
      right={
        <Button kind="plain" size="small" onClick={() => setChecking(true)}>
          {t('抽查')}
        </Button>
      }
    >
      <div className="border-b border-line px-4 py-3 last:border-transparent">
        <div className="flex items-center justify-between gap-3">
          <span className="text-body tabular-nums">{t('{finished}/{people}人已盘完', { finished, people })}</span>
          {finished < people && (
            <Button kind="secondary" size="small" icon={BellRing} busy={sending} onClick={() => void remind()}>
              {t('全部催办')}
            </Button>
          )}
        </div>
        <div className="mt-2">
          <Bar expected={people} done={finished} />
        </div>
      </div>
      {departments.map((department) => (
        <Waiting key={department.id ?? ''} department={department} busy={sending} onRemind={(id) => void remind(id)} />
      ))}
      {samePhotos.map(({ file, items }) => (
        <Cell
          key={file}
          start={<Images size={18} className="shrink-0 text-warn" aria-hidden />}
          title={t('照片重复使用')}
          text={items.map(({ name }) => name).join(t('、'))}
        />
      ))}
      <Sheet open={isChecking} onClose={() => setChecking(false)} title={t('抽查自盘')}>
        {isChecking && <Check task={task} onClose={() => setChecking(false)} />}
      </Sheet>
    </Section>
  )
}

type Department = OutputOf<typeof selfCountUnanswered>['departments'][number]

/** Who of a department has not finished, each with what is left; the first ones, or on a tap all. */
const Waiting = ({ department, busy, onRemind }: { department: Department; busy: Busy; onRemind: (id: string) => void }) => {
  const [all, setAll] = useState(false)
  const { id, name, people } = department
  return (
    <div className="flex items-center gap-2 border-b border-line pr-2 last:border-transparent">
      <button type="button" aria-expanded={all} onClick={() => setAll(!all)} className="pressable min-w-0 flex-1 py-2.5 pl-4 text-left">
        <span className="flex items-baseline gap-2 text-body">
          <span className="truncate">{name || t('未指定')}</span>
          <span className="shrink-0 text-small text-quiet">{t('{n}人未完', { n: people.length })}</span>
        </span>
        <span className={`mt-0.5 block text-small text-quiet ${all ? '' : 'truncate'}`}>
          {people.map((person) => t('{name}剩{n}件', { name: person.name, n: person.left })).join(t('、'))}
        </span>
      </button>
      {id && (
        <Button kind="plain" size="small" disabled={busy} onClick={() => onRemind(id)}>
          {t('催办')}
        </Button>
      )}
    </div>
  )
}

/** Hands a random part of what was confirmed to a person who looks himself. */
const Check = ({ task, onClose }: { task: CountTask; onClose: () => void }) => {
  const [percent, setPercent] = useState(String(Math.max(1, task.plan.selfCheckPercent)))
  const [personId, setPersonId] = useState('')
  const { send, sending } = useSend(selfCountCheck)
  const begin = async () => {
    try {
      const { lines } = await send({ taskId: task.id, percent: Number(percent), ...(personId && { personId }) })
      toast(t('已抽出{n}件', { n: lines }), 'success')
      onClose()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  return (
    <>
      <p className="pb-3 text-body text-quiet">{t('从员工确认过的资产里随机抽一部分，由人到现场再看。')}</p>
      <Card flush className="mb-4 shrink-0">
        <NumberField label={t('抽百分之几')} value={percent} min={1} max={100} onChange={setPercent} />
        <ReferenceField
          control={{ type: 'reference', to: 'person', many: false }}
          label={t('由谁抽查')}
          value={personId}
          placeholder={t('我自己')}
          onChange={setPersonId}
        />
      </Card>
      <Button size="large" wide busy={sending} disabled={!(Number(percent) >= 1)} onClick={() => void begin()} className="shrink-0">
        {t('抽查')}
      </Button>
    </>
  )
}
