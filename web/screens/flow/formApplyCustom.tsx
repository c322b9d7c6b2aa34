import { FileQuestion, Send } from 'lucide-react'
import { type ReactNode, type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { amountOf, computed, type FormDesign, readForm } from '../../../domain/approval/form/formDesign.ts'
import { permissionOf } from '../../../domain/approval/form/form.ts'
import { purposeOf } from '../../../domain/approval/flow/title.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { formOperations } from '../../../domain/operations/forms.ts'
import { type FormAnswer, type ProcessDetail, workflowOperations } from '../../../domain/operations/workflow.ts'
import { type Id, newUuid } from '../../../kernel/id.ts'
import { useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Choice } from '../../look/Choice.tsx'
import { confirm, confirmDelete } from '../../look/confirm.ts'
import { Empty } from '../../look/Empty.tsx'
import { Notice } from '../../look/Notice.tsx'
import { Page } from '../../look/Page.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { showProblem } from '../../look/showProblem.ts'
import { toast } from '../../look/toast.ts'
import { ApprovalPreview, type FlowAhead, useFlowAhead } from '../../parts/approval/process/ApprovalPreview.tsx'
import { Returned } from '../../parts/approval/process/Returned.tsx'
import { inWords, problemsIn, wordsByPath } from '../../parts/DocumentFields.tsx'
import { moneyWords } from '../../../kernel/fields/money.ts'
import { FormFields } from '../../parts/approval/form/FormFields.tsx'
import { blankForm, filledIn, type FormValues, useDesign } from '../../parts/approval/form/values.ts'
import type { FieldAccess } from '../../parts/LineEditor.tsx'
import { forgetDraft, keptDraft, useKeptDraft } from '../../parts/localDraft.ts'
import { when } from '../../parts/when.ts'
import { useLeaveGuard, useScreen } from '../../screen.ts'
import { back, leaveFreely, replace, replaceHref } from '../../travel.ts'
import { t } from '../../words.ts'

type Apply = OutputOf<typeof workflowOperations.applyForm>
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

type BegunProps = { design: FormDesign; apply: Apply; flowKey: string; draft: Draft | undefined; text: string }
/** What is kept on the phone; `revision` is that of the draft it goes on with. */
type Kept = { readonly values: FormValues; readonly deptId: Id; readonly revision: number }

const Begun = (props: BegunProps) => {
  const { design, apply, draft } = props
  const { path, search } = useScreen()
  const name = hrefOf(path, search)
  const fresh = (): Kept => ({
    values: draft ? (draft.form as FormValues) : { ...blankForm(design), ...(apply.form.values as FormValues) },
    deptId:
      draft?.draft.deptId ??
      (apply.departments.find(({ deptId }) => deptId === apply.former?.deptId) ?? apply.departments[0])?.deptId ??
      '',
    revision: draft?.draft.revision ?? 0,
  })
  const [begun, setBegun] = useState(() => {
    const kept = keptDraft<Kept>(name)
    const usable = kept && kept.revision === (draft?.draft.revision ?? 0) ? kept : undefined
    return { kept: usable ?? fresh(), restored: usable !== undefined, round: 0 }
  })
  return (
    <Filling
      key={begun.round}
      {...props}
      name={name}
      begun={begun.kept}
      restored={begun.restored}
      onStartAnew={() => {
        forgetDraft(name)
        setBegun({ kept: fresh(), restored: false, round: begun.round + 1 })
      }}
    />
  )
}

type FillingProps = BegunProps & { name: string; begun: Kept; restored: boolean; onStartAnew: () => void }

const Filling = ({ design, apply, flowKey, draft, text, name, begun, restored, onStartAnew }: FillingProps) => {
  const { flow, departments } = apply
  const dropped = apply.former?.dropped ?? []
  const [form, setForm] = useState<Kept>(begun)
  const [stored, setStored] = useState(draft && !restored ? begun : undefined)
  const [busy, setBusy] = useState<'save' | 'submit'>()
  const access = useAccess(apply.form)
  const frame = useRef<HTMLDivElement>(null)
  const checked = useChecked(design, form.values, access, frame)
  const ahead = useFlowAhead(flowKey, checked.raw, { deptId: form.deptId || undefined })
  const command = useRef<string>(undefined)
  const keeps = busy !== 'submit' && (form !== begun || restored) && form !== stored
  useKeptDraft(
    name,
    useMemo(() => (keeps ? form : undefined), [keeps, form]),
  )

  const change = (next: Partial<Kept> | ((now: Kept) => Partial<Kept>)) =>
    setForm((now) => ({ ...now, ...(typeof next === 'function' ? next(now) : next) }))

  const save = async () => {
    setBusy('save')
    try {
      const { id, revision } = await call(formOperations.saveDraft, {
        ...(draft && { id: draft.draft.id }),
        flowKey,
        form: checked.raw,
        ...(form.deptId && { deptId: form.deptId }),
        revision: form.revision,
      })
      const next = { ...form, revision }
      forgetDraft(name)
      setForm(next)
      setStored(next)
      toast(t('草稿已保存'), 'success')
      leaveFreely()
      if (!draft) replace('/pages/flow/formApply', { flowKey, flowName: flow.flowName, id })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(undefined)
    }
  }

  const submit = async () => {
    if (!checked.passes(ahead.unchosen)) return
    setBusy('submit')
    // What may have arrived although no answer did is sent under the same id; what was refused is another command.
    command.current ??= newUuid()
    try {
      const { processId } = await call(
        workflowOperations.start,
        {
          flowKey,
          form: checked.raw,
          ...(form.deptId && { deptId: form.deptId }),
          ...(draft && { draftId: draft.draft.id }),
          chosen: ahead.chosen as Record<string, Id[]>,
        },
        { quiet: true, commandId: command.current },
      )
      forgetDraft(name)
      leaveFreely()
      replaceHref(
        hrefOf('/pages/flow/success', {
          title: t('已提交审批'),
          text: t('{name}已交给审批人，结果会在消息中通知您。', { name: text }),
          ...(processId && { processId: processId }),
        }),
      )
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status !== 0) command.current = undefined
      checked.refused(error)
      setBusy(undefined)
    }
  }

  const remove = async () => {
    if (!draft || !(await confirmDelete(t('确定删除这份草稿吗?')))) return
    try {
      await call(formOperations.deleteDraft, { id: draft.draft.id })
      forgetDraft(name)
      leaveFreely()
      await back()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }

  const startAnew = async () => {
    if (await confirm({ title: t('放弃已填写的内容?'), yes: t('重新填写') })) onStartAnew()
  }

  return (
    <div ref={frame} className="h-full">
      <Page
        title={text}
        width="page"
        right={
          draft && (
            <Button kind="plain" size="small" onClick={() => void remove()}>
              {t('删除')}
            </Button>
          )
        }
        bottom={
          <Actions amount={checked.amount}>
            <Button
              kind="secondary"
              size="large"
              busy={busy === 'save'}
              disabled={busy !== undefined}
              onClick={() => void save()}
              wide={checked.amount === null}
              className="wide:w-auto!"
            >
              {t('存草稿')}
            </Button>
            <Button
              size="large"
              icon={Send}
              busy={busy === 'submit'}
              disabled={busy !== undefined}
              onClick={() => void submit()}
              wide={checked.amount === null}
              className="wide:w-auto!"
            >
              {t('提交')}
            </Button>
          </Actions>
        }
      >
        {restored && <Notice text={t('已恢复上次没有提交的内容。')} action={t('重新填写')} onPress={() => void startAnew()} />}
        {dropped.length > 0 && !draft && !restored && (
          <Notice text={t('以下内容与现在的表单不符，没有带入：{labels}', { labels: dropped.map((label) => t(label)).join(t('、')) })} />
        )}
        {!draft && !restored && !apply.former && <Earlier flowKey={flowKey} flowName={flow.flowName} />}
        <Beside
          form={
            <>
              {departments.length > 1 && (
                <Section>
                  <Choice
                    label={t('申请部门')}
                    required
                    value={form.deptId}
                    onChange={(deptId) => change({ deptId })}
                    options={departments.map(({ deptId, deptName }) => ({ value: deptId, label: deptName }))}
                  />
                </Section>
              )}
              <FormFields
                design={design}
                values={form.values}
                onChange={(next) => change((now) => ({ values: next(now.values) }))}
                problems={checked.problems}
                access={access}
              />
            </>
          }
          way={<ApprovalPreview flow={ahead} problems={checked.problems} />}
        />
      </Page>
    </div>
  )
}

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

const Changing = ({ design, detail, text }: { design: FormDesign; detail: ProcessDetail; text: string }) => {
  const { process, form } = detail
  const begun = form.values as FormValues
  const [values, setValues] = useState(begun)
  const [busy, setBusy] = useState(false)
  const access = useAccess(form)
  const frame = useRef<HTMLDivElement>(null)
  const checked = useChecked(design, values, access, frame)
  const patch = useMemo(
    () =>
      Object.fromEntries(
        [...new Set([...Object.keys(begun), ...Object.keys(checked.raw)])].flatMap((key) =>
          JSON.stringify(begun[key]) === JSON.stringify(values[key]) ? [] : [[key, checked.raw[key] ?? null]],
        ),
      ),
    [begun, values, checked.raw],
  )
  const ahead = useFlowAhead(process.flowKey, patch, { processId: process.id })
  const command = useRef<string>(undefined)
  useLeaveGuard(values !== begun && !busy)

  const send = async () => {
    // Who was chosen at first stays chosen.
    if (!checked.passes([])) return
    setBusy(true)
    command.current ??= newUuid()
    try {
      await call(
        workflowOperations.resubmit,
        { processId: process.id, formRev: form.formRev, patch, chosen: ahead.chosen as Record<string, Id[]> },
        { quiet: true, commandId: command.current },
      )
      leaveFreely()
      toast(t('已重新提交'), 'success')
      replace('/pages/flow/progress', { processId: process.id })
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (error.status !== 0) command.current = undefined
      checked.refused(error)
      setBusy(false)
    }
  }

  return (
    <div ref={frame} className="h-full">
      <Page
        title={t('修改并重新提交')}
        text={text}
        width="page"
        bottom={
          <Actions amount={checked.amount}>
            <Button
              size="large"
              icon={Send}
              busy={busy}
              onClick={() => void send()}
              wide={checked.amount === null}
              className="wide:w-auto!"
            >
              {t('提交')}
            </Button>
          </Actions>
        }
      >
        <Returned processId={process.id} />
        <Beside
          form={<FormFields design={design} values={values} onChange={setValues} problems={checked.problems} access={access} />}
          way={<ApprovalPreview flow={ahead} problems={checked.problems} />}
        />
      </Page>
    </div>
  )
}

const useAccess = ({ permissions, unnamed }: FormAnswer): FieldAccess =>
  useCallback((path) => permissionOf(permissions, path, unnamed), [permissions, unnamed])

/** What would be sent, what it comes to, and what is wrong with it once sending was tried. */
const useChecked = (design: FormDesign, values: FormValues, access: FieldAccess, frame: RefObject<HTMLElement | null>) => {
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [at, setAt] = useState(values)
  if (at !== values) {
    // What was changed is looked at again when it is sent.
    setAt(values)
    setProblems((before) => new Map([...before].filter(([path]) => same(valueAt(at, path), valueAt(values, path)))))
  }
  const raw = useMemo(() => filledIn(design, values), [design, values])
  const amount = useMemo(() => amountOf(design, computed(design, values)), [design, values])
  const show = (found: ReadonlyMap<string, string>) => {
    setProblems(found)
    showProblem(frame.current)
  }
  const passes = (unchosen: FlowAhead['unchosen']): boolean => {
    const found = readForm(design, raw, 'submitting', access).problems
    if (found.length > 0) {
      show(wordsByPath(found))
      toast(inWords(found[0]!), 'error')
      return false
    }
    if (unchosen.length > 0) {
      show(new Map(unchosen.map(({ nodeId, nodeName }) => [`chosen.${nodeId}`, t('请选择{label}', { label: t(nodeName) })])))
      toast(t('请选择审批人'), 'error')
      return false
    }
    setProblems(new Map())
    return true
  }
  const refused = (error: CallError) => {
    const found = problemsIn(error.details)
    if (found.length > 0) show(wordsByPath(found))
    toast(error.message, 'error')
  }
  return { raw, amount, problems, passes, refused }
}

const valueAt = (values: FormValues, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values)

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** On a wide window the way stands beside the form. */
const Beside = ({ form, way }: { form: ReactNode; way: ReactNode }) => (
  <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_minmax(20rem,24rem)] wide:items-start wide:gap-6">
    <div>{form}</div>
    <div>{way}</div>
  </div>
)

const Actions = ({ amount, children }: { amount: string | null; children: ReactNode }) => (
  <>
    {amount !== null && (
      <span className="mr-auto min-w-0 text-small text-quiet">
        {t('金额')} <span className="text-title font-semibold text-ink">{moneyWords(amount)}</span>
      </span>
    )}
    {children}
  </>
)

/** Drafts of the same application that were put aside. */
const Earlier = ({ flowKey, flowName }: { flowKey: string; flowName: string }) => {
  const [open, setOpen] = useState(false)
  const { data } = useAsk(formOperations.drafts, { flowKey, pageSize: 20 })
  const list = data?.list ?? []
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
        onPress={() => (list.length === 1 ? take(list[0]!.id) : setOpen(true))}
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
