import { FileQuestion, Send } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { amountOf, type FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { carryFacts, factsIn } from '../../../domain/approval/form/formFacts.ts'
import { permissionOf } from '../../../domain/approval/form/form.ts'
import { purposeOf } from '../../../domain/approval/flow/title.ts'
import { changedMeanwhile, type OutputOf } from '../../../domain/operations/define.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import type { FormAnswer, ProcessDetail } from '../../../domain/approval/operations/process.ts'
import { processOperations } from '../../../domain/approval/operations/processes.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import type { Id } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Choice } from '../../look/fields/Choice.tsx'
import { confirmDelete } from '../../look/overlays/confirm.ts'
import { Empty } from '../../look/Empty.tsx'
import { Notice } from '../../look/Notice.tsx'
import { Page } from '../../look/Page.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { ApprovalPreview, unchosenIn, useFlowAhead } from '../process/ApprovalPreview.tsx'
import { Returned } from '../process/Returned.tsx'
import { ReferenceField } from '../../forms/ReferenceField.tsx'
import { FormFields } from '../form/FormFields.tsx'
import { useFactualForm } from '../form/useFormFacts.ts'
import { type Application, useWholeApplication } from '../form/useWholeApplication.ts'
import { blankForm, checkedForm, computedForm, filledIn, type FormValues, useDesign } from '../form/values.ts'
import { FillingNotices } from '../../documents/filling/FillingNotices.tsx'
import { type FormSource, isSame, valuesIn, valuesShape } from '../../documents/filling/filling.ts'
import { wrongIn } from '../../documents/filling/problems.ts'
import { type BegunFilling as BegunForm, type FillingIn, useBegun, useFilling } from '../../documents/filling/useFilling.ts'
import type { FieldAccess } from '../../documents/LineEditor.tsx'
import { KeepsFiles } from '../../outbox/files/addFile.ts'
import { when } from '../../shell/when.ts'
import { back, leaveFreely, replace, replaceHref } from '../../travel.ts'
import { t } from '../../words.ts'
import { WriteButton } from '../../licence/WriteButton.tsx'
import { assertDefined } from '../../../kernel/assert.ts'

type Apply = OutputOf<typeof processOperations.applyForm>
type Draft = OutputOf<typeof formOperations.draft>

/** A new application by a custom form, with what a former one held where it comes along, or one that was put aside. */
export const Applying = ({ apply, flowKey, draft }: { apply: Apply; flowKey: string; draft: Draft | undefined }) => {
  const design = useDesign(apply.form.design)
  const text = purposeOf(t(apply.flow.flowName))
  if (!design)
    return (
      <Page title={text}>
        <Empty icon={FileQuestion} title={t('这个流程的表单无法显示')} text={t('请联系管理员重新发布表单。')} />
      </Page>
    )
  return <Begun design={design} apply={apply} flowKey={flowKey} draft={draft} text={text} />
}

const applicationShape = valuesIn<Application>(
  ({ values }) => values,
  (application, values) => ({ ...application, values }),
)

type BegunProps = { design: FormDesign; apply: Apply; flowKey: string; draft: Draft | undefined; text: string }

const Begun = (props: BegunProps) => {
  const { design, apply, draft } = props
  const { former, departments } = apply
  const source = draft ? givenBy(draft) : { form: { values: { ...blankForm(design), ...apply.form.values }, deptId: '' }, version: 0 }
  const department = departments.find(({ deptId }) => deptId === former?.deptId) ?? departments[0]
  const deptId = source.form.deptId || (department?.deptId ?? '')
  const begun = useBegun(applicationShape, { ...source, form: { ...source.form, deptId } })
  return begun && <Filling key={begun.round} {...props} begun={begun} />
}

const givenBy = ({ form, draft: { deptId, revision } }: Draft): FormSource<Application> => ({
  form: { values: form, deptId: deptId ?? '' },
  version: revision,
})

const Filling = ({ design, apply, flowKey, draft, text, begun }: BegunProps & { begun: BegunForm<Application> }) => {
  const { flow, departments } = apply
  const dropped = apply.former?.dropped ?? []
  const access = useAccess(apply.form)
  const sentOf = (application: Application) => ({
    form: carryFacts(filledIn(design, wholeOf(application)), {}),
    ...(application.deptId && !application.onBehalfOf && { deptId: application.deptId }),
  })
  const filling = useFilling<Application>(begun, {
    check: (application) => wrongIn(problemsOf(design, wholeOf(application), access)) ?? unchosenIn(ahead),
    save: async ({ form, version }) => {
      const saving = { ...(draft && { id: draft.draft.id }), flowKey, ...sentOf(form), revision: version }
      const { id, revision } = await call(formOperations.saveDraft, saving, { quiet: true })
      const after = () => {
        toast(t('草稿已保存'), 'success')
        if (!draft) replace('/pages/flow/formApply', { flowKey, flowName: flow.flowName, id })
      }
      return { version: revision, after }
    },
    submit: async ({ form, commandId }) => {
      const { chosen } = ahead
      const onBehalfOf = form.onBehalfOf || undefined
      const starting = { flowKey, ...sentOf(form), ...(draft && { draftId: draft.draft.id }), chosen, ...(onBehalfOf && { onBehalfOf }) }
      const { processId } = await call(processOperations.start, starting, { quiet: true, commandId })
      return () => {
        if (!processId) return replaceHref(hrefOf('/pages/flow/success', submittedWords(text)))
        toast(t('已提交审批，结果会在消息中通知您'), 'notify')
        replace('/pages/flow/progress', { processId })
      }
    },
    overtakenBy: changedMeanwhile,
    theirs: async () => givenBy(await call(formOperations.draft, { id: assertDefined(draft, 'the draft').draft.id }, { quiet: true })),
  })
  const { form, change, problems, frame } = filling
  const { shownValues, wholeOf } = useWholeApplication({ design, flowKey, application: form, isDraft: draft !== undefined })
  const ahead = useFlowAhead(flowKey, useFilledIn(design, shownValues), {
    deptId: form.onBehalfOf ? undefined : form.deptId || undefined,
    onBehalfOf: form.onBehalfOf || undefined,
  })

  return (
    <div ref={frame} className="h-full">
      <Page
        title={text}
        width="page"
        right={
          draft && (
            <Button kind="plain" size="small" onClick={() => void removeDraft(draft, filling.drop)}>
              {t('删除')}
            </Button>
          )
        }
        bottom={<Buttons design={design} values={shownValues} filling={filling} onSave={() => void filling.save()} />}
      >
        <FillingNotices filling={filling} />
        {dropped.length > 0 && !draft && !filling.restored && (
          <Notice text={t('以下内容与现在的表单不符，没有带入：{labels}', { labels: dropped.map((label) => t(label)).join(t('、')) })} />
        )}
        {!draft && !filling.restored && !apply.former && <Earlier flowKey={flowKey} flowName={flow.flowName} />}
        <Beside
          form={<ApplicationFields {...{ design, departments, isProxy: apply.isProxy, access, form, shownValues, change, problems }} />}
          way={<ApprovalPreview flow={ahead} problems={problems} />}
        />
      </Page>
    </div>
  )
}

type ApplicationFieldsProps = {
  design: FormDesign
  departments: Apply['departments']
  /** He may apply in the name of others. */
  isProxy: boolean
  access: FieldAccess
  /** The values as they are drawn. */
  shownValues: FormValues
} & Pick<FillingIn<Application, undefined>, 'form' | 'change' | 'problems'>

/** The department, where there are several, and the form. */
const ApplicationFields = ({ design, departments, isProxy, access, form, shownValues, change, problems }: ApplicationFieldsProps) => {
  return (
    <>
      {isProxy && (
        <Section>
          <ReferenceField
            control={{ type: 'reference', to: 'person', many: false }}
            label={t('代谁提交')}
            hint={t('不选就是自己的申请')}
            value={form.onBehalfOf ?? ''}
            onChange={(uid) => change((now) => ({ ...now, onBehalfOf: uid }))}
          />
        </Section>
      )}
      {departments.length > 1 && !form.onBehalfOf && (
        <Section>
          <Choice
            label={t('申请部门')}
            required
            value={form.deptId}
            onChange={(deptId) => change((now) => ({ ...now, deptId }))}
            options={departments.map(({ deptId, deptName }) => ({ value: deptId, label: deptName }))}
          />
        </Section>
      )}
      <FormFields
        design={design}
        values={shownValues}
        onChange={(next) => change((now) => ({ ...now, values: next(now.values) }))}
        problems={problems}
        access={access}
      />
    </>
  )
}

/** Removes a draft once the person has agreed, and leaves it. */
const removeDraft = async (draft: Draft | undefined, drop: () => void): Promise<void> => {
  if (!draft || !(await confirmDelete(t('确定删除这份草稿吗?')))) return
  try {
    await call(formOperations.deleteDraft, { id: draft.draft.id })
    drop()
    await back()
  } catch (error) {
    if (!(error instanceof CallError)) throw error
  }
}

const submittedWords = (name: string) => ({
  title: t('已提交审批'),
  text: t('{name}已交给审批人，结果会在消息中通知您。', { name }),
})

/** An application that came back: changed and sent again. */
export const Resubmitting = ({ detail }: { detail: ProcessDetail }) => {
  const design = useDesign(detail.form.design)
  const text = purposeOf(t(detail.process.flowName))
  if (!design || !detail.actions.resubmit.allowed)
    return (
      <Page text={text}>
        <Empty
          icon={FileQuestion}
          title={detail.actions.resubmit.words ?? t('这个流程的表单无法显示')}
          action={{ label: t('查看审批进度'), onPress: () => replace('/pages/flow/progress', { processId: detail.process.id }) }}
        />
      </Page>
    )
  return <Changing design={design} detail={detail} text={text} />
}

const givenIn = ({ form }: ProcessDetail): FormSource<FormValues> => ({ form: form.values, version: form.formRev })

type ChangingProps = { design: FormDesign; detail: ProcessDetail; text: string }

const Changing = (props: ChangingProps) => {
  const begun = useBegun(valuesShape, givenIn(props.detail))
  return begun && <Sending key={begun.round} {...props} begun={begun} />
}

const Sending = ({ design, detail, text, begun }: ChangingProps & { begun: BegunForm<FormValues> }) => {
  const { process } = detail
  const access = useAccess(detail.form)
  const source = useMemo(() => ({ processId: process.id }), [process.id])
  const filling = useFilling<FormValues>(begun, {
    // Who was chosen at first stays chosen.
    check: (values) => wrongIn(problemsOf(design, carryFacts(values, factsIn(shownValues)), access)),
    submit: async ({ form, base, version, commandId }) => {
      const { chosen } = ahead
      const again = { processId: process.id, formRev: version, patch: patchOf(design, base, form), chosen }
      await call(processOperations.resubmit, again, { quiet: true, commandId })
      return () => {
        toast(t('已重新提交'), 'success')
        replace('/pages/flow/progress', { processId: process.id })
      }
    },
    overtakenBy: 'approval.staleForm',
    theirs: async () => givenIn(await call(processOperations.process, { id: process.id }, { quiet: true })),
    guarded: true,
    asks: true,
  })
  const { form, base, problems, frame } = filling
  const shownValues = useFactualForm(design, source, form)
  const patch = useMemo(() => patchOf(design, base, form), [design, base, form])
  const ahead = useFlowAhead(process.flowKey, patch, { processId: process.id })
  return (
    <div ref={frame} className="h-full">
      <Page
        title={t('修改并重新提交')}
        text={text}
        width="page"
        bottom={<Buttons design={design} values={shownValues} filling={filling} />}
      >
        <Returned processId={process.id} />
        <FillingNotices filling={filling} />
        <Beside
          form={<FormFields design={design} values={shownValues} onChange={filling.change} problems={problems} access={access} />}
          way={<ApprovalPreview flow={ahead} problems={problems} />}
        />
      </Page>
    </div>
  )
}

/** What was changed, as it is sent: what was emptied is null. */
const patchOf = (design: FormDesign, before: FormValues, now: FormValues): FormValues => {
  const raw = filledIn(design, now)
  const changedKeys = Object.keys({ ...before, ...now }).filter((key) => !isSame(before[key], now[key]))
  return Object.fromEntries(changedKeys.map((key) => [key, raw[key] ?? null]))
}

const useAccess = ({ permissions, unnamed }: FormAnswer): FieldAccess =>
  useCallback((path) => permissionOf(permissions, path, unnamed), [permissions, unnamed])

/** What would be sent: another object exactly when something was changed. */
const useFilledIn = (design: FormDesign, values: FormValues) => useMemo(() => filledIn(design, values), [design, values])

const problemsOf = (design: FormDesign, values: FormValues, access: FieldAccess) =>
  checkedForm(design, filledIn(design, values), 'submitting', access).problems

/** On a wide window the way stands beside the form, whose files may wait on this device. */
const Beside = ({ form, way }: { form: ReactNode; way: ReactNode }) => (
  <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)] wide:items-start wide:gap-6">
    <div>
      <KeepsFiles value>{form}</KeepsFiles>
    </div>
    <div>{way}</div>
  </div>
)

type ButtonsProps<F> = {
  design: FormDesign
  values: FormValues
  filling: FillingIn<F, undefined>
  /** Absent where it is not to be put aside. */
  onSave?: () => void
}

/** What it comes to, and what may be done with it. */
const Buttons = <F,>({ design, values, filling: { step, submit }, onSave }: ButtonsProps<F>) => {
  const amount = useMemo(() => amountOf(design, computedForm(design, values)), [design, values])
  const look = { size: 'large', disabled: step !== undefined, wide: amount === null, className: 'wide:w-auto!' } as const
  return (
    <>
      {amount !== null && (
        <span className="mr-auto min-w-0 text-small text-quiet">
          {t('金额')} <span className="text-title font-semibold text-ink">{moneyWords(amount)}</span>
        </span>
      )}
      {onSave && (
        <WriteButton {...look} kind="secondary" busy={step === 'save'} onClick={onSave}>
          {t('存草稿')}
        </WriteButton>
      )}
      <WriteButton {...look} icon={Send} busy={step === 'submit'} onClick={() => void submit(undefined)}>
        {t('提交')}
      </WriteButton>
    </>
  )
}

/** Drafts of the same application that were put aside. */
const Earlier = ({ flowKey, flowName }: { flowKey: string; flowName: string }) => {
  const [open, setOpen] = useState(false)
  const { data } = useAsk(formOperations.drafts, { flowKey, pageSize: 20 })
  const list = data?.list ?? []
  const [first, second] = list
  const take = (id: Id) => {
    setOpen(false)
    leaveFreely()
    replace('/pages/flow/formApply', { flowKey, flowName, id })
  }
  if (list.length === 0) return null
  return (
    <>
      <Notice
        text={t('有{count}份没有提交的草稿。', { count: list.length })}
        action={t('继续填写')}
        onPress={() => (first && !second ? take(first.id) : setOpen(true))}
      />
      <Sheet open={open} onClose={() => setOpen(false)} title={t('草稿')}>
        <Card flush className="shrink-0">
          {list.map(({ id, summary, updatedAt }) => (
            <button
              key={id}
              type="button"
              onClick={() => take(id)}
              className="pressable block w-full border-b border-line px-4 py-3 text-left last:border-transparent"
            >
              <span className="block truncate text-body">{summary || t('还没有填写')}</span>
              <span className="mt-0.5 block text-small text-faint">{when(updatedAt)}</span>
            </button>
          ))}
        </Card>
      </Sheet>
    </>
  )
}
