import { Play, RotateCcw } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { decidingPaths, isComputed, trialForm, trialOwnAnswers } from '../../../../domain/approval/design/trialForm.ts'
import { answerAt } from '../../../../domain/approval/design/ways.ts'
import { within } from '../../../../domain/approval/flow/plan.ts'
import { flowTrial } from '../../../../domain/approval/operations/trial.ts'
import { call, CallError } from '../../../call.ts'
import { Button } from '../../../look/Button.tsx'
import { Card, Section } from '../../../look/Card.tsx'
import { Value } from '../../../look/Cell.tsx'
import { t } from '../../../words.ts'
import { FieldControl } from '../../../forms/FieldControl.tsx'
import { ReferenceField } from '../../../forms/ReferenceField.tsx'
import { useDesign } from './design.ts'
import { labelOf } from './fields.ts'
import { People } from './Rules.tsx'
import { statesOf, TrialAnswer } from './TrialAnswer.tsx'
import { type TrialState, useCompute } from './useTrying.ts'
import { holdsFiles } from '../../../../kernel/fields/kinds.ts'

type Props = { flowKey: string; trying: TrialState; formDesign: unknown }

/** Where applications would go: a person, a department and a few values, and every way that the flow can take. */
export const TryRun = (props: Props) => {
  const { trying, formDesign } = props
  const { definition } = useDesign()
  const { form, fill, trial } = trying
  const answer = useRef<HTMLDivElement>(null)
  const { running, refused, run } = useTrialRun(props, () => answer.current?.scrollIntoView({ block: 'start', behavior: 'smooth' }))
  const choices = within(definition.body).filter((node) => 'assignees' in node && node.assignees.some(({ k }) => k === 'chosenByInitiator'))
  return (
    <>
      <Section title={t('谁来申请')}>
        <ReferenceField
          control={{ type: 'reference', to: 'person', many: false }}
          label={t('发起人')}
          required
          value={form.initiator}
          onChange={(initiator) => fill({ initiator })}
        />
        <ReferenceField
          control={{ type: 'reference', to: 'department', many: false }}
          label={t('申请部门')}
          placeholder={t('发起人的部门')}
          value={form.dept}
          onChange={(dept) => fill({ dept })}
        />
      </Section>
      <FormSection trying={trying} formDesign={formDesign} />
      {choices.length > 0 && (
        <Section title={t('发起人选择的处理人')}>
          {choices.map(({ id, name }) => (
            <People
              key={id}
              label={t(name)}
              ids={form.chosen[id] ?? []}
              onChange={(ids) => fill({ chosen: { ...form.chosen, [id]: ids } })}
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
        {trial && <TrialAnswer trial={trial} onShow={trying.show} />}
      </div>
    </>
  )
}

/** Runs the trial; the answer is shown once it is drawn. */
const useTrialRun = ({ flowKey, trying }: Props, onAnswered: () => void) => {
  const { definition, fields, ownFields } = useDesign()
  const { form } = trying
  const [isRunning, setRunning] = useState(false)
  const [refused, setRefused] = useState<string>()
  const run = async () => {
    setRunning(true)
    setRefused(undefined)
    try {
      const trial = await call(
        flowTrial,
        {
          flowKey,
          body: definition,
          form: trialForm(fields, form.values),
          ownValues: trialOwnAnswers(ownFields, form.values),
          ...(form.initiator && { initiatorUid: form.initiator }),
          ...(form.dept && { deptId: form.dept }),
          chosen: Object.fromEntries(Object.entries(form.chosen).map(([node, uids]) => [node, [...uids]])),
        },
        { quiet: true },
      )
      trying.found(trial, trial.refusal ? undefined : statesOf(definition, trial.progress))
      requestAnimationFrame(onAnswered)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      trying.outdate()
      setRefused(error.message)
    } finally {
      setRunning(false)
    }
  }
  return { running: isRunning, refused, run }
}

/** The fields of the form: those that decide the way, or all. */
const FormSection = ({ trying: { form, fill }, formDesign }: Pick<Props, 'trying' | 'formDesign'>) => {
  const { definition, fields, ownFields } = useDesign()
  const compute = useCompute(definition.form, formDesign)
  const usedPaths = decidingPaths(definition, fields)
  const formFields = [
    ...fields.filter(({ path, field }) => !holdsFiles(field.control) && (form.all || usedPaths.has(path))),
    ...ownFields.filter(({ path, field }) => !holdsFiles(field.control) && usedPaths.has(path)),
  ]
  const computed = compute(trialForm(fields, form.values))
  if (fields.length === 0) return null
  return (
    <Section
      title={t('填写了什么')}
      right={
        <button type="button" onClick={() => fill({ all: !form.all })} className="reach h-9 px-1 text-small text-accent-strong">
          {form.all ? t('只看流程用到的字段') : t('全部字段')}
        </button>
      }
    >
      {formFields.length === 0 && <p className="px-4 py-3 text-body text-quiet">{t('这个流程的走向不取决于表单内容')}</p>}
      {formFields.map((field) =>
        isComputed(field) ? (
          <Value key={field.path} label={labelOf(field)}>
            {String(answerAt({ form: computed, initiator: '', dept: '' }, field.path) ?? t('自动计算'))}
          </Value>
        ) : (
          <FieldControl
            key={field.path}
            field={{ ...field.field, label: labelOf(field), hint: undefined, required: 'never' }}
            value={form.values[field.path]}
            onChange={(value) => fill({ values: { ...form.values, [field.path]: value } })}
          />
        ),
      )}
    </Section>
  )
}

const Note = ({ children }: { children: ReactNode }) => (
  <Card className="mb-4">
    <p role="alert" className="text-body text-bad">
      {children}
    </p>
  </Card>
)
