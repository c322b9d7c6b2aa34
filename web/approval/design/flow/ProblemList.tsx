import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useWide } from '../../../screen.ts'
import { t } from '../../../words.ts'
import { nodeOf } from '../../../../domain/approval/design/edit.ts'
import { within } from '../../../../domain/approval/flow/plan.ts'
import { useDesign } from './design.ts'
import { Popup } from './Popup.tsx'

/** How many things are wrong; opened, each leads to its node. */
export const ProblemList = () => {
  const { problems } = useDesign()
  const [open, setOpen] = useState(false)
  const wide = useWide()
  const errors = problems.filter(({ level }) => level === 'error').length
  if (problems.length === 0)
    return (
      <span className="flex h-9 items-center gap-1.5 px-2 text-small text-good">
        <CircleCheck size={16} aria-hidden />
        <span className="max-wide:sr-only">{t('检查通过')}</span>
      </span>
    )
  return (
    <Popup
      open={open}
      onOpenChange={setOpen}
      title={t('需要处理的问题')}
      label={t('{count}个问题', { count: problems.length })}
      trigger={
        <>
          {errors > 0 ? <CircleAlert size={16} aria-hidden /> : <TriangleAlert size={16} aria-hidden />}
          {wide ? t('{count}个问题', { count: problems.length }) : problems.length}
        </>
      }
      triggerClass={`reach flex h-9 shrink-0 items-center gap-1.5 rounded-full px-2.5 text-small font-medium ${errors > 0 ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
      side="bottom"
    >
      <ProblemItems onPick={() => setOpen(false)} />
    </Popup>
  )
}

/** What is wrong, each thing with the way to its node. */
export const ProblemItems = ({ onPick }: { onPick: () => void }) => {
  const { definition, problems, choose } = useDesign()
  return (
    <ul className="max-wide:rounded-card max-wide:bg-card max-wide:p-1">
      {problems.map(({ level, nodeId, words }) => {
        const exists = nodeId !== null && within(definition.body).some(({ id }) => id === nodeId)
        return (
          <li key={`${nodeId}/${words}`}>
            <button
              type="button"
              disabled={!exists}
              onClick={() => {
                onPick()
                if (nodeId) choose(nodeOf(definition, nodeId).id)
              }}
              className="pressable flex min-h-11 w-full items-start gap-2.5 rounded-control px-2.5 py-2 text-left text-body disabled:cursor-default"
            >
              {level === 'error' ? (
                <CircleAlert size={17} className="mt-0.5 shrink-0 text-bad" aria-label={t('必须处理')} />
              ) : (
                <TriangleAlert size={17} className="mt-0.5 shrink-0 text-warn" aria-label={t('提醒')} />
              )}
              {words}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
