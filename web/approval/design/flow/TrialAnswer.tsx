import { ChevronDown, ChevronRight, CircleAlert, CircleCheck, CircleX, Route, TriangleAlert, Undo2, UserRoundX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Definition } from '../../../../domain/approval/flow/definition.ts'
import { diagramNodes, type DiagramState, diagramStates } from '../../../../domain/approval/flow/diagram.ts'
import { within } from '../../../../domain/approval/flow/plan.ts'
import type { OutputOf } from '../../../../domain/operations/define.ts'
import type { flowTrial } from '../../../../domain/approval/operations/trial.ts'
import { Card, Section } from '../../../look/Card.tsx'
import { Tag } from '../../../look/Tag.tsx'
import { Timeline } from '../../../look/Timeline.tsx'
import { t } from '../../../words.ts'
import { progressItems } from '../../process/progressItems.tsx'
import { useDesign } from './design.ts'

export type Trial = OutputOf<typeof flowTrial>
type Path = Trial['paths'][number]

/** What a press on a finding does: it chooses the node, where there is one. */
type PressOf = (nodeId: string | null) => (() => void) | undefined

/** What a trial found: what can go wrong first, then the ways through, then each step without its people. `onShow` draws one way. */
export const TrialAnswer = ({ trial, onShow }: { trial: Trial; onShow: (states: ReadonlyMap<string, DiagramState>) => void }) => {
  const { definition, choose } = useDesign()
  const [open, setOpen] = useState('given')
  const isThere = (node: string | null): node is string => node !== null && within(definition.body).some(({ id }) => id === node)
  const pressOf: PressOf = (nodeId) => (isThere(nodeId) ? () => choose(nodeId) : undefined)
  const show = (key: string, progress: Trial['progress']) => {
    setOpen(open === key ? '' : key)
    onShow(statesOf(definition, progress))
  }
  const unknown = trial.unreached.filter(({ why }) => why === 'unknown')
  return (
    <>
      <CheckResult problems={trial.problems} refusal={trial.refusal} pressOf={pressOf} />
      {trial.progress.length > 0 && (
        <Section title={t('这次申请')}>
          <Way
            path={{ ...trial, key: 'given', arms: [], answers: [], end: endOf(trial.progress) }}
            open={open === 'given'}
            onPress={() => show('given', trial.progress)}
          />
        </Section>
      )}
      {trial.paths.length > 0 && (
        <section className="mb-4">
          <h2 className="px-1 pb-1.5 text-small font-medium text-quiet">{t('其他路径（{count}条）', { count: trial.paths.length })}</h2>
          <div className="grid gap-2.5">
            {trial.paths.map((path) => (
              <Card key={path.key} flush>
                <Way path={path} open={open === path.key} onPress={() => show(path.key, path.progress)} />
              </Card>
            ))}
          </div>
        </section>
      )}
      {(unknown.length > 0 || trial.overlaps.length > 0) && <TrialNotes unknown={unknown} overlaps={trial.overlaps} pressOf={pressOf} />}
      {trial.absences.length > 0 && (
        <Section title={t('有人不在时')}>
          <ul>
            {trial.absences.map((absence) => (
              <AbsenceRow key={absence.nodeId} absence={absence} onPress={() => choose(absence.nodeId)} />
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}

type CheckResultProps = { problems: Trial['problems']; refusal: Trial['refusal']; pressOf: PressOf }

/** What can go wrong, or that nothing does. */
const CheckResult = ({ problems, refusal, pressOf }: CheckResultProps) => (
  <Section title={t('检查结果')}>
    {problems.length === 0 && refusal === null ? (
      <p className="flex items-center gap-2.5 px-4 py-3.5 text-body">
        <CircleCheck size={18} className="shrink-0 text-good" aria-hidden />
        {t('每条路径都有人审批，没有发现会让申请卡住或直接结束的设置')}
      </p>
    ) : (
      <ul>
        {refusal && <Finding bad>{refusal.words}</Finding>}
        {problems.map(({ level, nodeId, words }) => (
          <Finding key={`${nodeId}/${words}`} bad={level === 'error'} onPress={pressOf(nodeId)}>
            {words}
          </Finding>
        ))}
      </ul>
    )}
  </Section>
)

type TrialNotesProps = { unknown: Trial['unreached']; overlaps: Trial['overlaps']; pressOf: PressOf }

/** What the trial could not find out, and which conditions overlap. */
const TrialNotes = ({ unknown, overlaps, pressOf }: TrialNotesProps) => (
  <Section title={t('说明')}>
    <ul>
      {unknown.map(({ nodeId, armId, name }) => (
        <Finding key={`${nodeId}/${armId}`} quiet onPress={pressOf(nodeId)}>
          {t('没有找到走“{arm}”的填写方法，请自己填写后再试', { arm: name })}
        </Finding>
      ))}
      {overlaps.map(({ nodeId, words }) => (
        <Finding key={words} quiet onPress={pressOf(nodeId)}>
          {words}
        </Finding>
      ))}
    </ul>
  </Section>
)

/** What becomes of one step while its people are away. */
const AbsenceRow = ({ absence, onPress }: { absence: Trial['absences'][number]; onPress: () => void }) => (
  <li className="border-b border-line last:border-none">
    <button type="button" onClick={onPress} className="pressable flex w-full items-start gap-3 px-4 py-3 text-left">
      <AbsenceMark follows={absence.follows} />
      <span className="min-w-0 flex-1">
        <span className="block text-body font-medium">{absence.nodeName}</span>
        <span className="mt-0.5 block text-small text-quiet">
          {t('{reasons}：{follows}', { reasons: absence.reasons.join(t('、')), follows: absence.words })}
          {absence.people.length > 0 && t('（{people}）', { people: absence.people.map(({ userName }) => userName).join(t('、')) })}
        </span>
        <span className="mt-0.5 block text-small text-faint">{absence.away}</span>
      </span>
      <ChevronRight size={18} className="mt-0.5 shrink-0 text-faint" aria-hidden />
    </button>
  </li>
)

/** How the boxes of the drawing stand on one way. */
export const statesOf = (definition: Definition, progress: Trial['progress']): ReadonlyMap<string, DiagramState> =>
  diagramStates(
    diagramNodes(
      definition,
      () => '',
      () => '',
    ),
    progress,
    'running',
  )

const endOf = (progress: Trial['progress']): Path['end'] => {
  const last = progress.at(-1)
  if (last?.state === 'rejected') return 'rejected'
  return last?.kind === 'return' ? 'returned' : 'approved'
}

/** One way through: what leads there, who is asked in turn, how it ends; opened, with the reasons. */
const Way = ({
  path,
  open,
  onPress,
}: {
  path: Omit<Path, 'refusal'> & { refusal: Path['refusal'] }
  open: boolean
  onPress: () => void
}) => {
  const { words, tone } = ends[path.end]
  const askedRows = path.progress.filter(({ kind }) => kind === 'approve' || kind === 'handle')
  return (
    <>
      <button type="button" aria-expanded={open} onClick={onPress} className="pressable block w-full px-4 py-3 text-left">
        <span className="flex items-center gap-2">
          {path.arms.length > 0 && <Route size={16} className="shrink-0 text-accent" aria-hidden />}
          <span className="min-w-0 flex-1 text-body font-medium">
            {path.arms.length > 0 ? path.arms.map(({ name }) => name).join(' › ') : t('按上面填写的内容')}
          </span>
          <Tag tone={tone}>{t(words)}</Tag>
          <ChevronDown size={18} className={`shrink-0 text-faint transition ${open ? 'rotate-180' : ''}`} aria-hidden />
        </span>
        {path.answers.length > 0 && (
          <span className="mt-1.5 flex flex-wrap gap-1.5">
            {path.answers.map(({ label, value }) => (
              <span key={label} className="rounded-chip bg-sunken px-2 py-0.5 text-small text-quiet">
                {t('{label}：{value}', { label, value })}
              </span>
            ))}
          </span>
        )}
        {!open && (
          <span className="mt-1.5 block text-small text-quiet">
            {askedRows.length === 0
              ? t('没有人审批')
              : askedRows
                  .map(
                    (row) =>
                      `${t(row.nodeName)}${row.people.length > 0 ? ` ${row.people.map(({ userName }) => userName).join(t('、'))}` : ''}`,
                  )
                  .join(' → ')}
          </span>
        )}
      </button>
      {open && (
        <div className="border-t border-line px-4 pb-1 pt-3.5">
          {path.refusal && <p className="pb-3 text-body text-bad">{path.refusal.words}</p>}
          <Timeline items={progressItems(path.progress)} />
        </div>
      )}
    </>
  )
}

const ends = {
  approved: { words: '通过', tone: 'good' },
  rejected: { words: '驳回', tone: 'bad' },
  returned: { words: '退回', tone: 'warn' },
  refused: { words: '不能提交', tone: 'bad' },
} as const

const Finding = ({
  children,
  bad,
  quiet,
  onPress,
}: {
  children: ReactNode
  bad?: boolean
  quiet?: boolean
  onPress?: (() => void) | undefined
}) => {
  const [GoodIcon, goodLook] = quiet ? [Route, 'text-faint'] : [TriangleAlert, 'text-warn']
  const [Icon, look] = bad ? [CircleAlert, 'text-bad'] : [GoodIcon, goodLook]
  return (
    <li className="border-b border-line last:border-none">
      <button
        type="button"
        disabled={!onPress}
        onClick={onPress}
        className="pressable flex min-h-12 w-full items-start gap-3 px-4 py-3 text-left text-body disabled:cursor-default"
      >
        <Icon size={18} className={`mt-0.5 shrink-0 ${look}`} aria-hidden />
        <span className="min-w-0 flex-1">{children}</span>
        {onPress && <ChevronRight size={18} className="mt-0.5 shrink-0 text-faint" aria-hidden />}
      </button>
    </li>
  )
}

const AbsenceMark = ({ follows }: { follows: Trial['absences'][number]['follows'] }) => {
  const { icon: Icon, color } = absenceLooks[follows]
  return <Icon size={18} className={`mt-0.5 shrink-0 ${color}`} aria-hidden />
}

const absenceLooks = {
  people: { icon: CircleCheck, color: 'text-good' },
  pass: { icon: TriangleAlert, color: 'text-warn' },
  returned: { icon: Undo2, color: 'text-warn' },
  rejected: { icon: CircleX, color: 'text-bad' },
  nobody: { icon: UserRoundX, color: 'text-bad' },
} as const
