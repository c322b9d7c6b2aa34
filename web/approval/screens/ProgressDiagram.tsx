import { useMemo, useState } from 'react'
import { type DiagramBox, diagramStates, layOut } from '../../../domain/approval/flow/diagram.ts'
import { tallyWords } from '../../../domain/approval/process/tally.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { useAsk } from '../../ask.ts'
import { Card } from '../../look/Card.tsx'
import { Value } from '../../look/Cell.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Timeline } from '../../look/Timeline.tsx'
import { boxLine, boxTitle, stateLooks } from '../flow/diagramLook.ts'
import { FlowDiagram } from '../flow/FlowDiagram.tsx'
import { progressItems } from '../process/progressItems.tsx'
import { titleOf } from '../process/titles.ts'
import { useSearch } from '../../screen.ts'
import { t } from '../../words.ts'

/** The drawing of a flow: of an application with how it stands, or of a flow by itself. */
export default function ProgressDiagram() {
  const { processId, flowKey } = useSearch('/pages/flow/progressDiagram')
  const input = processId === undefined ? { flowKey: flowKey ?? '' } : { processId }
  const { data, error, refetch } = useAsk(processOperations.diagram, input)
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Drawn key={`${processId}/${flowKey}/${data.nodes.length}`} diagram={data} />
}

type Diagram = OutputOf<typeof processOperations.diagram>

const Drawn = ({ diagram }: { diagram: Diagram }) => {
  const { nodes, progress, process, flowName } = diagram
  const [opened, setOpened] = useState<DiagramBox>()
  const [isShown, setShown] = useState(false)
  const layout = useMemo(() => layOut(nodes), [nodes])
  const states = useMemo(() => diagramStates(nodes, progress, process?.status), [nodes, progress, process?.status])
  const inUse = (['done', 'active', 'returned', 'rejected', 'incident', 'closed', 'expected', 'skipped'] as const).filter((state) =>
    [...states.values()].includes(state),
  )
  return (
    <Page title={t('流程图')} text={process ? titleOf(process) : t(flowName)} scroll={false}>
      {inUse.length > 0 && (
        <ul aria-label={t('图例')} className="flex shrink-0 flex-wrap justify-center gap-x-4 gap-y-1 px-4 py-1.5 text-small text-quiet">
          {inUse.map((state) => {
            const { icon: Icon, color, words } = stateLooks[state]
            return (
              <li key={state} className="flex items-center gap-1">
                <Icon size={14} color={color} aria-hidden />
                {t(words)}
              </li>
            )
          })}
        </ul>
      )}
      <FlowDiagram
        layout={layout}
        states={states}
        peopleOf={(box) => names(diagram, box)}
        onOpen={(box) => {
          setOpened(box)
          setShown(true)
        }}
      />
      <Sheet open={isShown} onClose={() => setShown(false)} title={opened ? boxTitle(opened) : ''}>
        {opened && <BoxDetail diagram={diagram} box={opened} state={states.get(opened.key) ?? 'plan'} />}
      </Sheet>
    </Page>
  )
}

const BoxDetail = ({ diagram, box, state }: { diagram: Diagram; box: DiagramBox; state: keyof typeof stateLooks }) => {
  const rows = rowsOf(diagram, box)
  const { icon: Icon, color, words } = stateLooks[state]
  const { node } = box
  const arms = box.kind === 'branch' ? (node?.arms ?? []) : []
  const line = boxLine(box)
  return (
    <>
      <Card flush className="mb-3">
        {state !== 'plan' && (
          <Value label={t('状态')}>
            <span className="inline-flex items-center gap-1.5">
              <Icon size={16} color={color} aria-hidden />
              {t(words)}
            </span>
          </Value>
        )}
        {line && <Value label={lineLabel(box)}>{line}</Value>}
        {arms.map((arm, index) => (
          <Value key={arm.id} label={t(arm.name)}>
            {arm.when || armWords(node?.branch === 'par', index === arms.length - 1)}
          </Value>
        ))}
        {box.kind === 'route' && <Value label={t('跳转到')}>{t(diagram.nodes.find(({ id }) => id === node?.to)?.name ?? '')}</Value>}
        {box.kind === 'start' && <Value label={t('流程')}>{t(diagram.flowName)}</Value>}
      </Card>
      {rows.length > 0 && (
        <Card>
          <Timeline items={progressItems(rows)} />
        </Card>
      )}
    </>
  )
}

/** The rows of the progress that belong to a box: each visit of a node, what the initiator did, how it ended. */
const rowsOf = ({ progress }: Diagram, box: DiagramBox): Diagram['progress'] => {
  if (box.kind === 'start') return progress.filter(({ kind, state }) => initiatorKinds.has(kind) && state !== 'expected')
  if (box.kind === 'end') return progress.filter(({ kind }) => endKinds.has(kind))
  return box.kind === 'arm' ? [] : progress.filter(({ nodeId }) => nodeId === box.key)
}

const initiatorKinds = new Set(['start', 'resubmit', 'return', 'withdraw'])
const endKinds = new Set(['end', 'post', 'withdraw'])

/** How its votes stand and who a step asks: those of its last visit. */
const names = (diagram: Diagram, box: DiagramBox): string => {
  if (!box.node || box.kind === 'arm' || box.kind === 'branch') return ''
  const last = rowsOf(diagram, box).at(-1)
  const votes = last?.tally && last.state === 'active' ? tallyWords(last.tally, last.state) : undefined
  const people = [...new Set((last?.people ?? []).filter(({ state }) => state !== 'cancelled').map(({ userName }) => userName))].join(
    t('、'),
  )
  return [votes ? t(votes.words, votes.params) : '', people].filter(Boolean).join(' · ')
}

const lineLabel = ({ kind, node }: DiagramBox): string => {
  if (kind === 'arm') return t('条件')
  return node?.note ? t('处理方式') : t('类型')
}

/** An arm without a condition. */
const armWords = (isParallel: boolean, isLast: boolean): string => {
  if (isParallel) return t('同时进行')
  return isLast ? t('其他情况') : ''
}
