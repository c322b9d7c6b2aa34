import { Play, RotateCcw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { pathsOf } from '../../../domain/approval/condition.ts'
import type { Condition, Definition, Form, Json, Path } from '../../../domain/approval/definition.ts'
import { diagramNodes, diagramStates, type DiagramState } from '../../../domain/approval/diagram.ts'
import { withValue } from '../../../domain/approval/form.ts'
import { within } from '../../../domain/approval/plan.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { workflowOperations } from '../../../domain/operations/workflow.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Timeline } from '../../look/Timeline.tsx'
import { session } from '../../session.ts'
import { t } from '../../words.ts'
import { FieldControl } from '../FieldControl.tsx'
import { progressItems } from '../flow/progressItems.tsx'
import { ReferenceField } from '../ReferenceField.tsx'
import { useDesign } from './design.ts'
import { type FormField, labelOf } from './fields.ts'
import { People } from './Rules.tsx'

type Trial = OutputOf<typeof workflowOperations.tryFlow>
export type TrialForm = {
  initiator: string
  dept: string
  values: Readonly<Record<Path, unknown>>
  chosen: Readonly<Record<string, string[]>>
  all: boolean
}

export const emptyTrial = (): TrialForm => ({ initiator: session().uid, dept: '', values: {}, chosen: {}, all: false })

/** Where an application would go: somebody, a department and a few values, and the way that follows from them. */
export const TryRun = ({
  flowKey,
  form,
  onForm,
  onStates,
}: {
  flowKey: string
  form: TrialForm
  onForm: (form: TrialForm) => void
  onStates: (states: ReadonlyMap<string, DiagramState> | undefined) => void
}) => {
  const { definition, fields } = useDesign()
  const [trial, setTrial] = useState<Trial>()
  const [running, setRunning] = useState(false)
  const [refused, setRefused] = useState<string>()
  const used = usedPaths(definition)
  const asked = fields.filter(({ path, field }) => fillable(field.control.type) && (form.all || used.has(path)))
  const choices = within(definition.body).filter((node) => 'assignees' in node && node.assignees.some(({ k }) => k === 'chosenByInitiator'))
  const set = (change: Partial<TrialForm>) => onForm({ ...form, ...change })
  const run = async () => {
    setRunning(true)
    setRefused(undefined)
    try {
      const answer = await call(
        workflowOperations.tryFlow,
        {
          flowKey,
          body: definition,
          form: formFrom(fields, form.values),
          ...(form.initiator && { initiatorUid: form.initiator }),
          ...(form.dept && { deptId: form.dept }),
          chosen: form.chosen as Record<string, string[]>,
        },
        { quiet: true },
      )
      setTrial(answer)
      setRefused(answer.refusal?.words)
      onStates(answer.refusal ? undefined : statesOf(definition, answer))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setTrial(undefined)
      setRefused(error.message)
      onStates(undefined)
    } finally {
      setRunning(false)
    }
  }
  return (
    <>
      <Section title={t('谁来申请')}>
        <ReferenceField
          control={{ type: 'reference', to: 'person', many: false }}
          label={t('发起人')}
          required
          value={form.initiator}
          onChange={(initiator) => set({ initiator })}
        />
        <ReferenceField
          control={{ type: 'reference', to: 'department', many: false }}
          label={t('申请部门')}
          placeholder={t('发起人的部门')}
          value={form.dept}
          onChange={(dept) => set({ dept })}
        />
      </Section>
      {(asked.length > 0 || fields.length > 0) && (
        <Section
          title={t('填写了什么')}
          right={
            <button type="button" onClick={() => set({ all: !form.all })} className="h-9 px-1 text-small text-accent-strong">
              {form.all ? t('只看流程用到的字段') : t('全部字段')}
            </button>
          }
        >
          {asked.length === 0 && <p className="px-4 py-3 text-body text-quiet">{t('这个流程的走向不取决于表单内容')}</p>}
          {asked.map((field) => (
            <FieldControl
              key={field.path}
              field={{ ...field.field, label: labelOf(field), hint: undefined, required: 'never' }}
              value={form.values[field.path]}
              onChange={(value) => set({ values: { ...form.values, [field.path]: value } })}
            />
          ))}
        </Section>
      )}
      {choices.length > 0 && (
        <Section title={t('发起人选择的处理人')}>
          {choices.map(({ id, name }) => (
            <People
              key={id}
              label={t(name)}
              ids={form.chosen[id] ?? []}
              onChange={(ids) => set({ chosen: { ...form.chosen, [id]: ids } })}
            />
          ))}
        </Section>
      )}
      <div className="mb-4 flex gap-3">
        <Button size="large" wide icon={trial ? RotateCcw : Play} busy={running} onClick={() => void run()}>
          {trial ? t('重新试运行') : t('试运行')}
        </Button>
      </div>
      {refused && <Note>{refused}</Note>}
      {trial && trial.progress.length > 0 && (
        <Section title={t('预计经过')} flush={false}>
          <Timeline items={progressItems(trial.progress)} />
        </Section>
      )}
    </>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Card className="mb-4">
    <p role="alert" className="text-body text-bad">
      {children}
    </p>
  </Card>
)

const fillable = (type: string): boolean => type !== 'pictures' && type !== 'attachments'

/** What decides where the flow goes: fields of conditions and of rules. */
const usedPaths = (definition: Definition): Set<Path> => {
  const used = new Set<Path>()
  const read = (condition: Condition | undefined): void => {
    for (const path of condition ? pathsOf(condition) : []) used.add(path)
  }
  for (const node of within(definition.body)) {
    if (node.t === 'branch') for (const { when } of node.arms) read(when)
    if (node.t === 'route') read(node.when)
    if (node.t === 'delay' && 'until' in node.wait) used.add(node.wait.until)
    if ('assignees' in node)
      for (const rule of node.assignees) {
        if (rule.k === 'field') used.add(rule.path)
        if ('field' in rule) used.add(rule.field)
        if (rule.k === 'deptHead' && rule.of !== 'initiator') used.add(rule.of.field)
      }
  }
  return used
}

/** The form with the values that were filled in; those of columns make one row. */
const formFrom = (fields: readonly FormField[], values: Readonly<Record<Path, unknown>>): Form => {
  const rows: Record<string, Form> = {}
  let form: Form = {}
  for (const { path, table } of fields) {
    const value = values[path]
    if (isEmpty(value)) continue
    const dot = path.lastIndexOf('.')
    if (table && dot > 0) rows[path.slice(0, dot)] = { ...rows[path.slice(0, dot)], [path.slice(dot + 1)]: value as Json }
    else form = withValue(form, path, value as Json)
  }
  return { ...form, ...Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, [row]])) }
}

const statesOf = (definition: Definition, { progress }: Trial): ReadonlyMap<string, DiagramState> =>
  diagramStates(
    diagramNodes(
      definition,
      () => '',
      () => '',
    ),
    progress,
    'running',
  )
