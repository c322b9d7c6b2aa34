import { Play, RotateCcw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { pathsOf, type Condition } from '../../../../../domain/approval/form/condition.ts'
import type { Definition } from '../../../../../domain/approval/flow/definition.ts'
import type { DiagramState } from '../../../../../domain/approval/flow/diagram.ts'
import { withValue, type Form, type Json, type Path } from '../../../../../domain/approval/form/form.ts'
import { answerAt } from '../../../../../domain/approval/design/ways.ts'
import { within } from '../../../../../domain/approval/flow/plan.ts'
import { workflowOperations } from '../../../../../domain/operations/workflow.ts'
import { isEmpty } from '../../../../../kernel/field.ts'
import { call, CallError } from '../../../../call.ts'
import { Button } from '../../../../look/Button.tsx'
import { Card, Section } from '../../../../look/Card.tsx'
import { Value } from '../../../../look/Cell.tsx'
import { session } from '../../../../session.ts'
import { t } from '../../../../words.ts'
import { FieldControl } from '../../../FieldControl.tsx'
import { ReferenceField } from '../../../ReferenceField.tsx'
import { useDesign } from './design.ts'
import type { FormField } from '../../../../../domain/approval/form/filling.ts'
import { labelOf } from './fields.ts'
import { People } from './Rules.tsx'
import { statesOf, type Trial, TrialAnswer } from './TrialAnswer.tsx'

export type TrialForm = {
  initiator: string
  dept: string
  values: Readonly<Record<Path, unknown>>
  chosen: Readonly<Record<string, string[]>>
  all: boolean
}

export const emptyTrial = (): TrialForm => ({ initiator: session().uid, dept: '', values: {}, chosen: {}, all: false })

/** Where applications would go: somebody, a department and a few values, and every way that the flow can take. */
export const TryRun = ({
  flowKey,
  form,
  onForm,
  trial,
  onTrial,
  onStates,
  compute,
}: {
  flowKey: string
  form: TrialForm
  onForm: (form: TrialForm) => void
  /** What the last trial found; it is kept while a step is looked at. */
  trial: Trial | undefined
  onTrial: (trial: Trial | undefined) => void
  onStates: (states: ReadonlyMap<string, DiagramState> | undefined) => void
  /** The form with every formula done. */
  compute: (form: Form) => Form
}) => {
  const { definition, fields } = useDesign()
  const answer = useRef<HTMLDivElement>(null)
  const [running, setRunning] = useState(false)
  const [refused, setRefused] = useState<string>()
  const used = usedPaths(definition, fields)
  const asked = fields.filter(({ path, field }) => fillable(field.control.type) && (form.all || used.has(path)))
  const done = compute(formFrom(fields, form.values))
  const choices = within(definition.body).filter((node) => 'assignees' in node && node.assignees.some(({ k }) => k === 'chosenByInitiator'))
  const set = (change: Partial<TrialForm>) => onForm({ ...form, ...change })
  const run = async () => {
    setRunning(true)
    setRefused(undefined)
    try {
      const found = await call(
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
      onTrial(found)
      onStates(found.refusal ? undefined : statesOf(definition, found.progress))
      requestAnimationFrame(() => answer.current?.scrollIntoView({ block: 'start', behavior: 'smooth' }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onTrial(undefined)
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
            <button type="button" onClick={() => set({ all: !form.all })} className="reach h-9 px-1 text-small text-accent-strong">
              {form.all ? t('只看流程用到的字段') : t('全部字段')}
            </button>
          }
        >
          {asked.length === 0 && <p className="px-4 py-3 text-body text-quiet">{t('这个流程的走向不取决于表单内容')}</p>}
          {asked.map((field) =>
            isComputed(field) ? (
              <Value key={field.path} label={labelOf(field)}>
                {String(answerAt({ form: done, initiator: '', dept: '' }, field.path) ?? t('自动计算'))}
              </Value>
            ) : (
              <FieldControl
                key={field.path}
                field={{ ...field.field, label: labelOf(field), hint: undefined, required: 'never' }}
                value={form.values[field.path]}
                onChange={(value) => set({ values: { ...form.values, [field.path]: value } })}
              />
            ),
          )}
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
      <div ref={answer} className="scroll-mt-2">
        {trial && <TrialAnswer trial={trial} onShow={onStates} />}
      </div>
    </>
  )
}

/** A field of a form of one's own that follows from others; the amount of a document is entered here, as there are no lines. */
const isComputed = ({ from }: FormField): boolean => from !== undefined && from.length > 0

const Note = ({ children }: { children: ReactNode }) => (
  <Card className="mb-4">
    <p role="alert" className="text-body text-bad">
      {children}
    </p>
  </Card>
)

const fillable = (type: string): boolean => type !== 'pictures' && type !== 'attachments'

/** What decides where the flow goes: fields of conditions and of rules, and what these are computed from. */
const usedPaths = (definition: Definition, fields: readonly FormField[]): Set<Path> => {
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
  // A set goes on with what is added on the way.
  for (const path of used) for (const one of fields.find((field) => field.path === path)?.from ?? []) used.add(one)
  return used
}

/** The form with the values that were filled in; those of columns make one row. */
const formFrom = (fields: readonly FormField[], values: Readonly<Record<Path, unknown>>): Form => {
  const rows: Record<string, Form> = {}
  let form: Form = {}
  for (const field of fields) {
    const { path, table } = field
    const value = isComputed(field) ? undefined : values[path]
    if (isEmpty(value)) continue
    const dot = path.lastIndexOf('.')
    if (table && dot > 0) rows[path.slice(0, dot)] = { ...rows[path.slice(0, dot)], [path.slice(dot + 1)]: value as Json }
    else form = withValue(form, path, value as Json)
  }
  return { ...form, ...Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, [row]])) }
}
