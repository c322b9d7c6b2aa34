import { ArrowDown, ArrowUp, Files, Trash2, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { armKey } from '../../../../domain/approval/flow/diagram.ts'
import { changeArm, copyArm, moveArm, moveNode, removeArm, spotBeside } from '../../../../domain/approval/design/edit.ts'
import { within } from '../../../../domain/approval/flow/plan.ts'
import { type Arm, type Branch, type Node, nodeKindOf } from '../../../../domain/approval/flow/definition.ts'
import { armWords, nodeSettings } from '../../../../domain/approval/design/settings.ts'
import { Button } from '../../../look/Button.tsx'
import { Card } from '../../../look/Card.tsx'
import { Value } from '../../../look/Cell.tsx'
import { confirm } from '../../../look/overlays/confirm.ts'
import { IconButton } from '../../../look/IconButton.tsx'
import { Sheet } from '../../../look/overlays/Sheet.tsx'
import { useWide } from '../../../screen.ts'
import { t } from '../../../words.ts'
import { ConditionEditor } from './ConditionEditor.tsx'
import { find, type SelectedPart, newNodeId, problemsAt, useDesign } from './design.ts'
import { FieldTable } from './FieldTable.tsx'
import { nodeLooks } from './looks.ts'
import { NameField } from './NameField.tsx'
import { NodeSettings } from './NodeSettings.tsx'
import { useRemoveNode } from './NodeMenu.tsx'
import { StartSettings } from './StartSettings.tsx'

/** What is set where the drawing was pressed: beside it on a wide window, over it on a phone. */
export const Panel = () => {
  const { definition, chosen, choose, edit } = useDesign()
  const wide = useWide()
  const part = useMemo(() => find(definition, chosen), [definition, chosen])
  const [last, setLast] = useState<{ key: string | undefined; found: SelectedPart }>()
  // While the sheet slides away it still shows what it showed.
  if (part !== undefined && last?.found !== part) setLast({ key: chosen, found: part })
  if (wide)
    return (
      part !== undefined && (
        <aside
          key={chosen}
          ref={enter}
          data-of={chosen}
          aria-label={titleOf(part)}
          className="arrive-up flex w-104 shrink-0 flex-col border-l border-line bg-page huge:w-116"
        >
          <header className="flex h-14 shrink-0 items-center gap-2.5 pl-5 pr-2">
            <KindMark found={part} />
            <h2 className="min-w-0 flex-1 truncate text-title font-semibold">{titleOf(part)}</h2>
            <IconButton icon={X} iconSize={20} label={t('关闭')} className="text-quiet" onClick={() => choose(undefined)} />
          </header>
          <div className="scroller min-h-0 flex-1 px-4 pb-6">
            <Content found={part} />
          </div>
          <Actions found={part} />
        </aside>
      )
    )
  return (
    <Sheet
      open={part !== undefined}
      onClose={() => choose(undefined)}
      title={last ? titleOf(last.found) : ''}
      tall
      footer={last && edit && last.found !== 'start' && <Actions found={last.found} />}
    >
      <div className="shrink-0">{last && <Content key={last.key} found={last.found} />}</div>
    </Sheet>
  )
}

/** Goes on with the keyboard in the settings. */
export const enterPanel = (panel = document.querySelector<HTMLElement>('aside[data-of]')): void =>
  panel?.querySelector<HTMLElement>('.scroller :is(input, [role=tab], button)')?.focus()

/** Who opens it by keys goes on in it; Esc leads back to the drawing. */
const enter = (panel: HTMLElement | null) => {
  const focused = document.activeElement
  if (panel && focused?.matches(':focus-visible') && focused.parentElement?.dataset['key'] === panel.dataset['of']) enterPanel(panel)
}

const titleOf = (part: SelectedPart): string => {
  if (part === 'start' || part === undefined) return t('发起人')
  return 'arm' in part ? t('分支条件') : t(nodeLooks[nodeKindOf(part.node)].title)
}

const kindOfPart = (part: SelectedPart): keyof typeof nodeLooks => {
  if (part === 'start' || part === undefined) return 'start'
  return 'arm' in part ? part.branch.kind : nodeKindOf(part.node)
}

const KindMark = ({ found }: { found: SelectedPart }) => {
  const { color, icon: Icon } = nodeLooks[kindOfPart(found)]
  return (
    <span className="flex size-8 shrink-0 items-center justify-center rounded-full text-white" style={{ backgroundColor: color }}>
      <Icon size={16} aria-hidden />
    </span>
  )
}

const Content = ({ found }: { found: SelectedPart }) => {
  const { definition, edit } = useDesign()
  if (found === undefined) return null
  if (found === 'start')
    return (
      <>
        {edit && <StartSettings />}
        <p className="px-1 pb-3 text-small text-quiet">{t('发起人提交和重新提交时，可以填写哪些字段。')}</p>
        <FieldTable
          permissions={definition.startFields}
          unnamed="write"
          onChange={(startFields) => edit?.({ ...definition, startFields })}
        />
      </>
    )
  if ('arm' in found) return <ArmSettings branch={found.branch} arm={found.arm} />
  return (
    <>
      <Problems node={found.node} />
      {edit ? <NodeSettings node={found.node} /> : <Reading node={found.node} />}
    </>
  )
}

/** Settings in words, where nothing may be changed. */
const Reading = ({ node }: { node: Node }) => {
  const { speech } = useDesign()
  return (
    <Card flush>
      <Value label={t('名称')}>{t(node.name)}</Value>
      {nodeSettings(node, speech).map(({ key, label, words }) => (
        <Value key={key} label={label}>
          {words}
        </Value>
      ))}
    </Card>
  )
}

const Problems = ({ node }: { node: Node }) => {
  const { problems } = useDesign()
  const wrong = problemsAt(problems, node.id)
  return (
    wrong.length > 0 && (
      <ul className="mb-3 space-y-1.5 text-small">
        {wrong.map(({ level, words }) => (
          <li
            key={words}
            className={`rounded-control px-4 py-2.5 ${level === 'error' ? 'bg-bad-soft text-bad' : 'bg-warn-soft text-warn'}`}
          >
            {words}
          </li>
        ))}
      </ul>
    )
  )
}

const ArmSettings = ({ branch, arm }: { branch: Branch; arm: Arm }) => {
  const { definition, edit, speech } = useDesign()
  const index = branch.arms.findIndex(({ id }) => id === arm.id)
  const hasCondition = branch.kind !== 'par' && index < branch.arms.length - 1
  if (!edit)
    return (
      <Card flush>
        <Value label={t('名称')}>{t(arm.name)}</Value>
        <Value label={t('条件')}>{armWords(branch, arm, speech)}</Value>
      </Card>
    )
  return (
    <>
      <Card flush className="mb-4">
        <NameField
          label={t('分支名称')}
          value={arm.name}
          onChange={(name) => edit(changeArm(definition, branch.id, arm.id, { name }), `${arm.id}.name`)}
        />
      </Card>
      {hasCondition ? (
        <ConditionEditor value={arm.when} onChange={(when) => edit(changeArm(definition, branch.id, arm.id, { when }), `${arm.id}.when`)} />
      ) : (
        <Card className="mb-4 text-body text-quiet">{armWords(branch, arm, speech)}</Card>
      )}
    </>
  )
}

/** What may be done with what is shown, at the bottom of its settings. */
const Actions = ({ found }: { found: SelectedPart }) => {
  const { definition, edit, choose } = useDesign()
  const removeNode = useRemoveNode()
  if (!edit || found === undefined || found === 'start') return null
  if ('arm' in found) return <ArmActions branch={found.branch} arm={found.arm} edit={edit} />
  const { node } = found
  const up = spotBeside(definition, node.id, -1)
  const down = spotBeside(definition, node.id, 1)
  const move = (spot: typeof up) => spot && edit(moveNode(definition, node.id, spot))
  return (
    <Bar>
      <IconButton icon={ArrowUp} iconSize={20} label={t('上移')} disabled={!up} onClick={() => move(up)} />
      <IconButton icon={ArrowDown} iconSize={20} label={t('下移')} disabled={!down} onClick={() => move(down)} />
      <span className="flex-1" />
      <Button kind="danger" icon={Trash2} onClick={() => void removeNode(node.id)}>
        {t('删除')}
      </Button>
      <Button className="wide:hidden" onClick={() => choose(undefined)}>
        {t('完成')}
      </Button>
    </Bar>
  )
}

type ArmActionsProps = { branch: Branch; arm: Arm; edit: NonNullable<ReturnType<typeof useDesign>['edit']> }

const ArmActions = ({ branch, arm, edit }: ArmActionsProps) => {
  const { definition, choose } = useDesign()
  const index = branch.arms.findIndex(({ id }) => id === arm.id)
  const last = branch.arms.length - (branch.kind === 'par' ? 1 : 2)
  const remove = async () => {
    const count = within(arm.body).length
    const dissolves = branch.arms.length === 2
    if (count > 0 || dissolves) {
      const text = [
        count > 0 ? t('其中的{count}个环节会一起删除。', { count }) : '',
        dissolves ? t('只剩一个分支时分支取消，另一分支中的环节保留。') : '',
      ].join('')
      if (!(await confirm({ title: t('删除分支“{arm}”？', { arm: t(arm.name) }), text, yes: t('删除'), danger: true }))) return
    }
    edit(removeArm(definition, branch.id, arm.id))
    choose(undefined)
  }
  const copy = () => {
    const next = copyArm(definition, branch.id, arm.id, newNodeId)
    edit(next)
    const copied = within(next.body).find(({ id }) => id === branch.id)
    const arms = copied && 'arms' in copied ? copied.arms : []
    const addedArm = arms.find(({ id }) => !branch.arms.some((arm) => arm.id === id))
    if (addedArm) choose(armKey(branch.id, addedArm.id))
  }
  const move = (step: -1 | 1) => edit(moveArm(definition, branch.id, arm.id, step))
  return (
    <Bar>
      <IconButton
        icon={ArrowUp}
        iconSize={20}
        label={t('向左移')}
        className="-rotate-90"
        disabled={index === 0 || index > last}
        onClick={() => move(-1)}
      />
      <IconButton
        icon={ArrowDown}
        iconSize={20}
        label={t('向右移')}
        className="-rotate-90"
        disabled={index >= last}
        onClick={() => move(1)}
      />
      <IconButton icon={Files} iconSize={20} label={t('复制')} onClick={copy} />
      <span className="flex-1" />
      <Button kind="danger" icon={Trash2} onClick={() => void remove()}>
        {t('删除')}
      </Button>
      <Button className="wide:hidden" onClick={() => choose(undefined)}>
        {t('完成')}
      </Button>
    </Bar>
  )
}

const Bar = ({ children }: { children: ReactNode }) => (
  <div className="flex w-full items-center gap-2 wide:shrink-0 wide:border-t wide:border-line wide:bg-card wide:px-3 wide:py-2.5">
    {children}
  </div>
)
