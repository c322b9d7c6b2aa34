import { ChevronLeft, ChevronRight, CircleAlert, GripVertical, Plus } from 'lucide-react'
import type { PointerEvent, ReactNode } from 'react'
import { type Arm, type Branch, type Node, nodeKindOf } from '../../../../domain/approval/flow/definition.ts'
import { armKey, type DiagramState } from '../../../../domain/approval/flow/diagram.ts'
import { addArm, moveArm, type SequenceRef } from '../../../../domain/approval/design/edit.ts'
import { armWords, nodeSettings, startersWords } from '../../../../domain/approval/design/settings.ts'
import type { FlowProblem } from '../../../../domain/approval/operations/flows.ts'
import { voteWords } from '../../../../domain/approval/design/describe.ts'
import { t } from '../../../words.ts'
import { stateLooks } from '../../flow/diagramLook.ts'
import { AddButton } from './AddButton.tsx'
import { newNodeId, problemsAt, startKey, useDesign } from './design.ts'
import { useDrag } from './drag.ts'
import { nodeLooks } from './looks.ts'
import { NodeMenu } from './NodeMenu.tsx'

/** The whole flow from its initiator to its end. */
export const Tree = () => {
  const { definition } = useDesign()
  return (
    <div className="flex w-max min-w-full flex-col items-center">
      <StartCard />
      <Line>
        <AddButton spot={{ within: null, index: 0 }} after={t('发起人')} />
      </Line>
      <Sequence nodes={definition.body} within={null} />
      <div data-key="END" className="flex flex-col items-center gap-1.5">
        <span className="size-3 rounded-full bg-faint" aria-hidden />
        <span className="text-small text-quiet">{t('流程结束')}</span>
      </div>
    </div>
  )
}

const Sequence = ({ nodes, within: ref }: { nodes: readonly Node[]; within: SequenceRef }) =>
  nodes.map((node, index) => (
    <div key={node.id} className="flex flex-col items-center">
      {node.t === 'branch' ? <BranchBlock branch={node} /> : <NodeCard node={node} />}
      <Line>
        <AddButton spot={{ within: ref, index: index + 1 }} after={t(node.name)} />
      </Line>
    </div>
  ))

/** A line down, with what stands on it. */
const Line = ({ children }: { children?: ReactNode }) => (
  <div className="flex flex-col items-center">
    <span className={`h-5 w-0.5 ${lineColor}`} aria-hidden />
    {children}
    <span className={`h-5 w-0.5 ${lineColor}`} aria-hidden />
  </div>
)

const lineColor = 'bg-[color-mix(in_srgb,var(--faint)_45%,var(--page))]'

const StartCard = () => {
  const { definition, chosen, choose, speech } = useDesign()
  const { starters } = definition.policy
  const count = Object.keys(definition.startFields).length
  return (
    <Card
      id={startKey}
      kind="start"
      title={t('发起人')}
      lines={[
        ...(starters ? [startersWords(starters, speech)] : []),
        count > 0 ? t('{count}个字段设了权限', { count }) : t('可以填写表单的全部字段'),
      ]}
      chosen={chosen === startKey}
      onChoose={() => choose(startKey)}
    />
  )
}

const NodeCard = ({ node }: { node: Node }) => {
  const { chosen, choose, edit } = useDesign()
  const { begin } = useDrag()
  return (
    <Card
      id={node.id}
      kind={nodeKindOf(node)}
      title={t(node.name)}
      lines={useLines(node)}
      chosen={chosen === node.id}
      onChoose={() => choose(node.id)}
      onGrip={edit && ((event) => begin(node.id, event))}
      menu={edit && <NodeMenu node={node} />}
    />
  )
}

/** One or two lines: who it asks and how, or what it waits for. Empty words stand for what is still to be set. */
const useLines = (node: Node): string[] => {
  const { speech } = useDesign()
  const settings = nodeSettings(node, speech)
  const settingWords = (key: string): string => settings.find((setting) => setting.key === key)?.words ?? ''
  switch (node.t) {
    case 'approve':
    case 'handle':
      return [settingWords('assignees'), voteWords(node.vote, speech)]
    case 'cc':
      return [settingWords('assignees')]
    case 'delay':
      return [settingWords('wait')]
    case 'service':
      return [settingWords('service')]
    case 'subFlow':
      return [settingWords('flowKey'), ...(node.each ? [settingWords('each')] : [])]
    case 'route':
      return [settingWords('to') && t('到“{node}”', { node: t(settingWords('to')) }), ...(node.when ? [settingWords('when')] : [])]
    case 'branch':
      return [settingWords('kind')]
  }
}

type CardProps = {
  id: string
  kind: keyof typeof nodeLooks
  title: string
  lines: string[]
  chosen: boolean
  onChoose: () => void
  onGrip?: ((event: PointerEvent) => void) | undefined
  menu?: ReactNode
}

const Card = ({ id, kind, title, lines, chosen, onChoose, onGrip, menu }: CardProps) => {
  const { problems, states } = useDesign()
  const { dragged } = useDrag()
  const { color, icon: Icon } = nodeLooks[kind]
  const wrong = problemsAt(problems, id)
  const state = states?.get(id)
  return (
    <div
      data-key={id}
      className={`group/card relative w-56 scroll-my-20 scroll-mx-4 rounded-control bg-card shadow-[0_1px_4px_rgb(16_24_40/0.12)] transition ${ring(chosen, levelOf(wrong), state)} ${dragged === id || state === 'skipped' ? 'opacity-40' : ''}`}
    >
      <div className="flex min-h-8 items-center rounded-t-control pl-3 pr-1 text-white" style={{ backgroundColor: color }}>
        <Icon size={14} className="mr-1.5 shrink-0" aria-hidden />
        <span className="line-clamp-2 min-w-0 flex-1 break-words py-1 text-small/tight font-medium" title={title} aria-hidden>
          {title}
        </span>
        {onGrip && (
          <span
            aria-hidden
            title={t('拖动到别处')}
            onPointerDown={onGrip}
            className="relative z-2 flex h-8 w-7 cursor-grab touch-none items-center justify-center opacity-80 hover:opacity-100"
          >
            <GripVertical size={15} />
          </span>
        )}
        <span className="relative z-2">{menu}</span>
      </div>
      <button
        type="button"
        onClick={onChoose}
        aria-pressed={chosen}
        aria-label={[t(nodeLooks[kind].title), title, ...lines, ...wrong.map(({ words }) => words)].filter(Boolean).join(t('，'))}
        className="flex min-h-14 w-full items-center gap-2 rounded-b-control px-3 py-2.5 text-left outline-none after:absolute after:inset-0 after:rounded-control focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
      >
        <span className="min-w-0 flex-1">
          {lines.map((line, index) => (
            <span
              key={index}
              className={`block first-letter:uppercase ${index === 0 ? 'line-clamp-2 text-body leading-snug' : 'mt-0.5 line-clamp-2 text-small text-quiet'} ${line ? '' : 'text-bad!'}`}
            >
              {line || t('请设置')}{' '}
            </span>
          ))}
        </span>
        {state && state !== 'plan' && state !== 'skipped' ? (
          <StateMark state={state} />
        ) : (
          <ChevronRight size={16} className="shrink-0 text-faint" aria-hidden />
        )}
      </button>
      <WrongMark
        count={wrong.length}
        warn={wrong.every(({ level }) => level === 'warning')}
        words={wrong.map(({ words }) => words).join('\n')}
      />
    </div>
  )
}

const levelOf = (problems: readonly FlowProblem[]): FlowProblem['level'] | undefined => {
  if (problems.length === 0) return undefined
  return problems.some(({ level }) => level === 'error') ? 'error' : 'warning'
}

const problemRings = { error: 'ring-1 ring-bad', warning: 'ring-1 ring-warn' } satisfies Record<FlowProblem['level'], string>

const ring = (isChosen: boolean, wrong: FlowProblem['level'] | undefined, state: DiagramState | undefined): string => {
  if (isChosen) return 'ring-2 ring-accent'
  if (wrong) return problemRings[wrong]
  return state && state !== 'plan' && state !== 'skipped' ? 'ring-2 ring-good' : 'hover:ring-1 hover:ring-accent'
}

const branchRing = (isChosen: boolean, wrong: FlowProblem['level'] | undefined): string => {
  if (isChosen) return 'ring-2 ring-accent'
  return wrong ? problemRings[wrong] : ''
}

const StateMark = ({ state }: { state: DiagramState }) => {
  const { color, icon: Icon, words } = stateLooks[state === 'expected' ? 'done' : state]
  return <Icon size={18} color={color} className="shrink-0" aria-label={t(words)} />
}

const WrongMark = ({ count, warn, words }: { count: number; warn: boolean; words: string }) =>
  count > 0 && (
    <span
      title={words}
      className={`absolute -right-2.5 -top-2.5 z-3 flex size-6 items-center justify-center rounded-full bg-card ${warn ? 'text-warn' : 'text-bad'}`}
    >
      <CircleAlert size={22} className="fill-current stroke-card" aria-hidden />
    </span>
  )

const BranchBlock = ({ branch }: { branch: Branch }) => {
  const { definition, edit, chosen, choose, problems, states } = useDesign()
  const { dragged, begin } = useDrag()
  const { color, icon: Icon, title } = nodeLooks[branch.kind]
  const wrong = problemsAt(problems, branch.id)
  return (
    <div className={`flex flex-col items-center ${dragged === branch.id || states?.get(branch.id) === 'skipped' ? 'opacity-40' : ''}`}>
      <div
        data-key={branch.id}
        className={`relative z-2 flex h-9 scroll-mx-4 scroll-my-20 items-center rounded-full bg-card pr-1 shadow-[0_1px_4px_rgb(16_24_40/0.12)] ${branchRing(chosen === branch.id, levelOf(wrong))}`}
      >
        <button
          type="button"
          onClick={() => choose(branch.id)}
          aria-pressed={chosen === branch.id}
          aria-label={[t(title), t(branch.name), ...wrong.map(({ words }) => words)].join(t('，'))}
          className="flex h-9 max-w-64 items-center gap-1.5 rounded-full pl-3 pr-2 text-small font-medium"
          style={{ color: `color-mix(in srgb, ${color} 72%, var(--ink))` }}
        >
          <Icon size={15} className="shrink-0" aria-hidden />
          <span className="truncate">{t(branch.name)}</span>
        </button>
        {edit && (
          <>
            <button
              type="button"
              onClick={() =>
                edit(
                  addArm(
                    definition,
                    branch.id,
                    t(branch.kind === 'par' ? '分支{n}' : '条件{n}', { n: branch.arms.length + (branch.kind === 'par' ? 1 : 0) }),
                    newNodeId,
                  ),
                )
              }
              className="flex h-7 items-center gap-0.5 rounded-full bg-accent-soft px-2 text-small text-accent-strong transition hover:brightness-97"
            >
              <Plus size={14} aria-hidden />
              {t('添加分支')}
            </button>
            <span
              aria-hidden
              title={t('拖动到别处')}
              onPointerDown={(event) => begin(branch.id, event)}
              className="flex h-9 w-6 cursor-grab touch-none items-center justify-center text-faint"
            >
              <GripVertical size={15} />
            </span>
            <NodeMenu node={branch} quiet />
          </>
        )}
        <WrongMark
          count={wrong.length}
          warn={wrong.every(({ level }) => level === 'warning')}
          words={wrong.map(({ words }) => words).join('\n')}
        />
      </div>
      <span className={`h-4 w-0.5 ${lineColor}`} aria-hidden />
      <div className="flex items-stretch">
        <BranchArms branch={branch} />
      </div>
    </div>
  )
}

/** The arms of a branch beside each other, each with what stands in it. */
const BranchArms = ({ branch }: { branch: Branch }) => (
  <>
    {branch.arms.map((arm, index) => (
      <div key={arm.id} className="relative flex flex-col items-center px-4">
        <Rail at="top" first={index === 0} last={index === branch.arms.length - 1} />
        <span className={`h-5 w-0.5 shrink-0 ${lineColor}`} aria-hidden />
        <ArmCard branch={branch} arm={arm} index={index} />
        <Line>
          <AddButton spot={{ within: { block: branch.id, arm: arm.id }, index: 0 }} after={t(arm.name)} />
        </Line>
        <Sequence nodes={arm.body} within={{ block: branch.id, arm: arm.id }} />
        <span className={`w-0.5 flex-1 ${lineColor}`} aria-hidden />
        <Rail at="bottom" first={index === 0} last={index === branch.arms.length - 1} />
      </div>
    ))}
  </>
)

/** The line across that joins the arms. */
const Rail = ({ at, first, last }: { at: 'top' | 'bottom'; first: boolean; last: boolean }) => (
  <span
    aria-hidden
    className={`absolute h-0.5 ${lineColor} ${at === 'top' ? 'top-0' : 'bottom-0'} ${first ? 'left-[calc(50%-1px)]' : 'left-0'} ${last ? 'right-[calc(50%-1px)]' : 'right-0'}`}
  />
)

const ArmCard = ({ branch, arm, index }: { branch: Branch; arm: Arm; index: number }) => {
  const { definition, edit, chosen, choose, problems, speech, states } = useDesign()
  const key = armKey(branch.id, arm.id)
  const isFixed = branch.kind !== 'par' && index === branch.arms.length - 1
  const lastMovable = branch.arms.length - (branch.kind === 'par' ? 1 : 2)
  const words = armWords(branch, arm, speech)
  const wrong = words === '' || problemsAt(problems, branch.id).some((problem) => problem.words.includes(`“${arm.name}”`))
  const state = states?.get(key)
  const move = (step: -1 | 1, label: string, Icon: typeof ChevronLeft) =>
    edit &&
    !isFixed &&
    index + step >= 0 &&
    index + step <= lastMovable && (
      <button
        type="button"
        aria-label={label}
        title={label}
        onClick={() => edit(moveArm(definition, branch.id, arm.id, step))}
        className={`absolute inset-y-0 z-2 hidden w-6 items-center justify-center text-faint hover:text-accent-strong group-focus-within/arm:flex group-hover/arm:flex ${step < 0 ? '-left-px rounded-l-control' : '-right-px rounded-r-control'} bg-sunken`}
      >
        <Icon size={16} aria-hidden />
      </button>
    )
  const place = isFixed ? t('默认') : branch.kind === 'xor' && t('优先级{n}', { n: index + 1 })
  return (
    <div
      data-key={key}
      className={`group/arm relative w-56 scroll-my-20 scroll-mx-4 rounded-control bg-card shadow-[0_1px_4px_rgb(16_24_40/0.12)] transition ${ring(chosen === key, wrong ? 'error' : undefined, state)} ${state === 'skipped' ? 'opacity-40' : ''}`}
    >
      <button
        type="button"
        onClick={() => choose(key)}
        aria-pressed={chosen === key}
        aria-label={[t(branch.name), t(arm.name), ...(place ? [place] : []), words || t('请设置条件')].join(t('，'))}
        className="block min-h-16 w-full rounded-control px-4 py-2.5 text-left"
      >
        <span className="flex items-center justify-between gap-2">
          <span
            className="line-clamp-2 min-w-0 break-words text-small font-semibold"
            style={{ color: `color-mix(in srgb, ${nodeLooks[branch.kind].color} 72%, var(--ink))` }}
          >
            {t(arm.name)}
          </span>
          {place && <span className="shrink-0 text-tiny text-faint">{place}</span>}
        </span>
        <span title={words} className={`mt-1 line-clamp-3 text-small ${words ? 'text-quiet' : 'text-bad'}`}>
          {words || t('请设置条件')}
        </span>
      </button>
      {move(-1, t('向左移'), ChevronLeft)}
      {move(1, t('向右移'), ChevronRight)}
    </div>
  )
}
