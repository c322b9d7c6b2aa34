import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CloudAlert, Ellipsis, LoaderCircle, Play, Rocket, X } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type Definition, type Node, parseDefinition } from '../../../domain/approval/flow/definition.ts'
import type { Form } from '../../../domain/approval/form/form.ts'
import type { DiagramState } from '../../../domain/approval/flow/diagram.ts'
import { copyNode, insertNode, moveNode, spotBeside, spotOf } from '../../../domain/approval/design/edit.ts'
import { computed, parseFormDesign } from '../../../domain/approval/form/formDesign.ts'
import { publishFindings } from '../../../domain/approval/design/publish.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { type FlowProblem, flowOperations } from '../../../domain/operations/flows.ts'
import { formOperations } from '../../../domain/operations/forms.ts'
import { useAsk } from '../../ask.ts'
import { call, CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { choose, confirm } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { TextArea } from '../../look/TextArea.tsx'
import { toast } from '../../look/toast.ts'
import { useAllowed } from '../../parts/allowed.ts'
import { Canvas } from '../../parts/approval/design/flow/Canvas.tsx'
import { type Chosen, type Design, DesignContext, find, newNodeId, useDesign } from '../../parts/approval/design/flow/design.ts'
import { fieldKinds, type FormField, formFields } from '../../../domain/approval/form/filling.ts'
import { FlowSettings } from '../../parts/approval/design/flow/FlowSettings.tsx'
import { useRemoveNode } from '../../parts/approval/design/flow/NodeMenu.tsx'
import { enterPanel, Panel } from '../../parts/approval/design/flow/Panel.tsx'
import { ProblemItems, ProblemList } from '../../parts/approval/design/flow/ProblemList.tsx'
import { useDesignSpeech } from '../../parts/approval/design/flow/speech.ts'
import type { Trial } from '../../parts/approval/design/flow/TrialAnswer.tsx'
import { emptyTrial, TryRun } from '../../parts/approval/design/flow/TryRun.tsx'
import { type Draft, type Saving, useDraft } from '../../parts/approval/design/flow/useDraft.ts'
import { Differences, useVersion, Versions } from '../../parts/approval/design/flow/Versions.tsx'
import { useLeaveGuard, useScreen, useSearch, useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t, told } from '../../words.ts'

type Answer = OutputOf<typeof flowOperations.definition>

/** Designs a flow: its drawing, its settings and its versions. Query: `flowKey`. */
export default function FlowDesign() {
  const { flowKey = '' } = useSearch('/pages/flow/flowdesign')
  const [round, setRound] = useState(0)
  const { data, error, refetch } = useQuery({
    queryKey: [flowOperations.definition.name, { flowKey, version: 'draft' }, 'design'],
    queryFn: ({ signal }) => call(flowOperations.definition, { flowKey, version: 'draft' }, { signal, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const parsed = useMemo(() => data && withLatestForm(parseDefinition(data.body), data.flow.formUpdate), [data])
  const form = parsed && 'definition' in parsed ? parsed.definition.form : undefined
  const design = useAsk(
    formOperations.form,
    { formKey: form?.kind === 'custom' ? form.formKey : 'none', ...(form?.kind === 'custom' && { version: form.formVersion }) },
    { enabled: form?.kind === 'custom', staleMs: 60_000 },
  )
  if (!data || !parsed || (form?.kind === 'custom' && !design.data)) return <Pending error={error ?? design.error} onRetry={refetch} />
  if ('refusal' in parsed)
    return (
      <Page text={t(data.flow.flowName)}>
        <Problem error={new Error(t(parsed.refusal.words, parsed.refusal.params))} onRetry={refetch} />
      </Page>
    )
  const reload = async () => {
    await refetch()
    setRound(round + 1)
  }
  return (
    <Designing key={`${flowKey}/${round}`} answer={data} loaded={parsed.definition} formDesign={design.data?.design} onReload={reload} />
  )
}

/** What is published takes the newest version of the flow's own form; it is designed for that one. */
const withLatestForm = (parsed: ReturnType<typeof parseDefinition>, formUpdate: number | null): typeof parsed => {
  if ('refusal' in parsed || parsed.definition.form.kind !== 'custom' || formUpdate === null) return parsed
  return { definition: { ...parsed.definition, form: { ...parsed.definition.form, formVersion: formUpdate } } }
}

const Designing = ({
  answer,
  loaded,
  formDesign,
  onReload,
}: {
  answer: Answer
  loaded: Definition
  formDesign: unknown
  onReload: () => Promise<void>
}) => {
  const { flow, versions, revision } = answer
  const allowed = useAllowed()
  const [mayDesign, mayUpgrade] = [allowed('workflow:design'), allowed('workflow:upgrade')]
  const wide = useWide()
  const draft = useDraft(flow.flowKey, loaded, revision, () => toast(t('对方的修改已合并进来')))
  const [tab, setTab] = useState<'design' | 'settings' | 'versions'>('design')
  const [chosen, setChosen] = useState<Chosen>()
  const [copied, setCopied] = useState<Node>()
  const [trial, setTrial] = useState(emptyTrial)
  const [tried, setTried] = useState<Trial>()
  const [trying, setTrying] = useState(false)
  const [states, setStates] = useState<ReadonlyMap<string, DiagramState>>()
  const [publishing, setPublishing] = useState(false)
  const [viewing, setViewing] = useState<number>()
  const [compared, setCompared] = useState<{ from: number; to: number | undefined }>()
  const { definition } = draft
  const fields = useMemo(() => formFields(loaded.form, formDesign), [loaded.form, formDesign])
  const viewed = useVersion(flow.flowKey, viewing)
  const shownNow = viewing === undefined ? definition : viewed.definition
  const speech = useDesignSpeech(
    fields,
    useMemo(() => (shownNow ? [shownNow] : []), [shownNow]),
  )
  const problems = useProblems(definition, fields, draft.problems)
  useLeaveGuard(draft.saving !== 'saved')

  const pick = (key: Chosen) => {
    setChosen(key)
    if (key !== undefined) setTrying(false)
  }
  const design: Design = {
    definition: shownNow ?? definition,
    fields,
    speech,
    problems: viewing === undefined ? problems : [],
    chosen,
    choose: pick,
    edit:
      mayDesign && viewing === undefined
        ? (next, merging) => {
            setStates(undefined)
            setTried(undefined)
            draft.edit(next, merging)
          }
        : undefined,
    states: trying ? states : undefined,
    copied,
    copy: setCopied,
  }
  const compute = useMemo(() => {
    const parsed = parseFormDesign(formDesign)
    return (form: Form): Form => ('design' in parsed ? computed(parsed.design, form) : form)
  }, [formDesign])
  const trialPanel = (
    <TryRun
      flowKey={flow.flowKey}
      form={trial}
      onForm={setTrial}
      trial={tried}
      onTrial={setTried}
      onStates={setStates}
      compute={loaded.form.kind === 'custom' ? compute : (form) => form}
    />
  )
  const startTrying = () => {
    setTab('design')
    setChosen(undefined)
    setTrying(true)
  }
  const restore = async (version: number) => {
    const yes = await confirm({
      title: t('恢复版本{version}？', { version }),
      text: t('现在的草稿会被替换，可以撤销。发布之后才会生效。'),
      yes: t('恢复'),
    })
    if (!yes) return
    const { body } = await call(flowOperations.definition, { flowKey: flow.flowKey, version })
    const parsed = parseDefinition(body)
    if ('refusal' in parsed) return toast(t(parsed.refusal.words, parsed.refusal.params), 'error')
    draft.edit({ ...parsed.definition, form: definition.form, version: definition.version, key: definition.key })
    setViewing(undefined)
    setTab('design')
    toast(t('已恢复为草稿'), 'success')
  }
  /** With the draft, or with another version: what is later is the second. */
  const compare = async (version: number) => {
    const others = versions.map((one) => one.version).filter((one) => one !== version)
    const answer =
      others.length === 0
        ? 'draft'
        : await choose(t('版本{version}与什么对比', { version }), [
            { value: 'draft', label: t('草稿') },
            ...others.map((one) => ({ value: String(one), label: t('版本{version}', { version: one }) })),
          ])
    if (answer === 'draft') setCompared({ from: version, to: undefined })
    else if (answer !== undefined) setCompared({ from: Math.min(version, Number(answer)), to: Math.max(version, Number(answer)) })
  }
  const menu = async () => {
    const what = await choose(t('更多操作'), [
      ...(wide ? [] : [{ value: 'try', label: t('试运行') }]),
      ...(flow.version === null ? [] : [{ value: 'compare', label: t('与使用中的版本对比') }]),
      ...(mayUpgrade ? [{ value: 'upgrade', label: t('升级进行中的申请') }] : []),
      ...(flow.update && mayDesign ? [{ value: 'template', label: t('模板更新') }] : []),
      { value: 'export', label: t('导出BPMN 2.0') },
      ...(mayDesign ? [{ value: 'import', label: t('导入BPMN 2.0') }] : []),
    ])
    if (what === 'try') startTrying()
    if (what === 'upgrade') go('/pages/flow/flowupgrade', { flowKey: flow.flowKey })
    if (what === 'template') go('/pages/flow/flowtemplate', { flowKey: flow.flowKey })
    if (what === 'compare' && flow.version !== null) setCompared({ from: flow.version, to: undefined })
    if (what === 'export') await exportBpmn(flow.flowKey, draft)
    if (what === 'import') picker.current?.click()
  }
  const picker = useRef<HTMLInputElement>(null)
  const importFile = async (file: File) => {
    const yes = await confirm({ title: t('导入{name}？', { name: file.name }), text: t('现在的草稿会被替换。'), yes: t('导入') })
    if (!yes) return
    try {
      const held = await draft.flush()
      await call(flowOperations.importBpmn, { flowKey: flow.flowKey, xml: await file.text(), revision: held ?? draft.revision })
      toast(t('已导入为草稿'), 'success')
      await onReload()
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    }
  }
  const publishable = problems.every(({ level }) => level !== 'error')

  return (
    <DesignContext value={design}>
      <Keys draft={draft} chosen={chosen} active={tab === 'design' && viewing === undefined && !publishing} />
      <Page
        title={t(definition.name)}
        {...(wide ? {} : { text: savingWords(draft.saving) })}
        scroll={false}
        right={
          <>
            {wide && <SavingMark saving={draft.saving} />}
            {wide && viewing === undefined && <ProblemList />}
            {mayDesign && (
              <>
                {wide && (
                  <Button kind="secondary" size="small" icon={Play} onClick={startTrying}>
                    {t('试运行')}
                  </Button>
                )}
                <Button size="small" icon={wide ? Rocket : undefined} disabled={viewing !== undefined} onClick={() => setPublishing(true)}>
                  {t('发布')}
                </Button>
              </>
            )}
            <IconButton icon={Ellipsis} iconSize={20} label={t('更多操作')} onClick={() => void menu()} />
          </>
        }
        below={
          <div className="flex items-center pr-3">
            <div className="min-w-0 flex-1">
              <Tabs
                label={t('流程设计')}
                value={tab}
                onChange={(next) => {
                  setTab(next)
                  setTrying(false)
                }}
                tabs={[
                  { value: 'design', label: t('流程设计') },
                  { value: 'settings', label: t('流程设置') },
                  { value: 'versions', label: t('版本记录'), count: versions.length },
                ]}
              />
            </div>
            {!wide && viewing === undefined && <ProblemList />}
          </div>
        }
      >
        {draft.saving === 'conflict' && <Conflict draft={draft} />}
        {flow.formUpdate !== null && viewing === undefined && draft.saving !== 'conflict' && (
          <Banner
            words={t('表单已有新版本{version}：发布流程后，新的申请才按它填写', { version: flow.formUpdate })}
            actions={
              mayDesign && (
                <Button size="small" kind="secondary" onClick={() => setPublishing(true)}>
                  {t('发布')}
                </Button>
              )
            }
          />
        )}
        {viewing !== undefined && (
          <Banner
            words={t('正在查看版本{version}，只能阅读', { version: viewing })}
            actions={
              <>
                {mayDesign && (
                  <Button size="small" kind="plain" onClick={() => void restore(viewing)}>
                    {t('恢复为草稿')}
                  </Button>
                )}
                <Button size="small" kind="secondary" onClick={() => setViewing(undefined)}>
                  {t('返回草稿')}
                </Button>
              </>
            }
          />
        )}
        {tab === 'design' && (
          <div className="flex min-h-0 flex-1">
            {viewing !== undefined && !viewed.definition ? (
              <div className="flex-1">
                <Pending error={viewed.error} onRetry={viewed.refetch} />
              </div>
            ) : (
              <Canvas key={viewing ?? 'draft'} steps={draft} />
            )}
            <Panel />
            {trying && wide && (
              <aside aria-label={t('试运行')} className="arrive-up flex w-104 shrink-0 flex-col border-l border-line bg-page huge:w-116">
                <header className="flex h-14 shrink-0 items-center pl-5 pr-2">
                  <h2 className="min-w-0 flex-1 truncate text-title font-semibold">{t('试运行')}</h2>
                  <IconButton icon={X} iconSize={20} label={t('关闭')} className="text-quiet" onClick={() => setTrying(false)} />
                </header>
                <div className="scroller min-h-0 flex-1 px-4 pb-6">{trialPanel}</div>
              </aside>
            )}
            {!wide && (
              <Sheet open={trying} onClose={() => setTrying(false)} title={t('试运行')} tall>
                <div className="shrink-0">{trialPanel}</div>
              </Sheet>
            )}
          </div>
        )}
        {tab === 'settings' && (
          <div className="scroller min-h-0 flex-1">
            <div className="mx-auto w-full max-w-180 px-4 pb-10 pt-3 wide:px-6">
              {mayDesign ? <FlowSettings /> : <Card className="text-body text-quiet">{t('您可以查看流程，但不能修改。')}</Card>}
            </div>
          </div>
        )}
        {tab === 'versions' && (
          <div className="scroller min-h-0 flex-1">
            <div className="mx-auto w-full max-w-180 px-4 pb-10 pt-3 wide:px-6">
              <Versions
                versions={versions}
                current={flow.version}
                onView={(version) => {
                  setChosen(undefined)
                  setViewing(version)
                  setTab('design')
                }}
                onCompare={(version) => void compare(version)}
                onRestore={mayDesign ? (version) => void restore(version) : undefined}
              />
            </div>
          </div>
        )}
        <Sheet
          open={compared !== undefined}
          onClose={() => setCompared(undefined)}
          title={
            compared?.to === undefined
              ? t('版本{version}与草稿的不同', { version: compared?.from ?? '' })
              : t('版本{from}与版本{to}的不同', { from: compared.from, to: compared.to })
          }
          tall
        >
          <div className="shrink-0">
            {compared !== undefined && (
              <Differences
                flowKey={flow.flowKey}
                from={compared.from}
                to={compared.to}
                draft={definition}
                fields={fields}
                onOpen={(node) => {
                  setCompared(undefined)
                  setViewing(undefined)
                  setTab('design')
                  pick(node)
                }}
              />
            )}
          </div>
        </Sheet>
        <PublishSheet
          open={publishing}
          onClose={() => setPublishing(false)}
          draft={draft}
          answer={answer}
          publishable={publishable}
          onProblem={() => setTab('design')}
          onCompare={flow.version === null ? undefined : () => setCompared({ from: flow.version!, to: undefined })}
          onPublished={async () => {
            setPublishing(false)
            await onReload()
          }}
        />
        <input
          ref={picker}
          type="file"
          accept=".bpmn,.xml"
          hidden
          aria-label={t('导入BPMN 2.0')}
          onChange={(event) => {
            const [file] = event.target.files ?? []
            event.target.value = ''
            if (file) void importFile(file)
          }}
        />
      </Page>
    </DesignContext>
  )
}

/** What is found here at once, and what only the server can know. */
const useProblems = (
  definition: Definition,
  fields: readonly FormField[],
  server: readonly FlowProblem[] | undefined,
): readonly FlowProblem[] =>
  useMemo(() => {
    if (server) return server
    const { policy } = definition
    // Where a flow names no administrators, the organisation's stand in.
    const staffed = policy.admins.length > 0 ? definition : { ...definition, policy: { ...policy, admins: ['0'] } }
    return publishFindings(staffed, fields.length > 0 ? { fields: fieldKinds(fields), form: fields } : {}).map(
      ({ level, node, reason }) => ({
        level,
        nodeId: node,
        words: told(reason),
      }),
    )
  }, [definition, fields, server])

/** Keys of the drawing: undo, redo, copy, paste, move, delete, and leaving what is chosen. */
const Keys = ({ draft, chosen, active }: { draft: Draft; chosen: Chosen; active: boolean }) => {
  const { shown } = useScreen()
  const { edit, choose, copied, copy } = useDesign()
  const remove = useRemoveNode()
  const keys = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as Element
    if (!active || event.defaultPrevented || target.closest('[role=dialog],[role=listbox]')) return
    const key = event.key.toLowerCase()
    if (key === 'escape' && chosen !== undefined) {
      choose(undefined)
      return document.querySelector<HTMLElement>(`[data-key="${CSS.escape(chosen)}"] > button`)?.focus()
    }
    if (key === 'enter' && chosen !== undefined && target.matches('[aria-pressed]') && target.parentElement?.dataset['key'] === chosen) {
      event.preventDefault()
      return enterPanel()
    }
    if (!edit || target.closest('input,textarea,select')) return
    const command = event.ctrlKey || event.metaKey
    const { definition, undo, redo } = draft
    const found = find(definition, chosen)
    const node = found !== undefined && found !== 'start' && 'node' in found ? found.node : undefined
    const beside = event.altKey && node && (key === 'arrowup' || key === 'arrowdown') ? spotBeside(definition, node.id, key === 'arrowup' ? -1 : 1) : undefined // prettier-ignore
    if (command && key === 'z') (event.shiftKey ? redo : undo)?.()
    else if (command && key === 'y') redo?.()
    else if (command && key === 'c' && node && String(getSelection()) === '') copy(node)
    else if (command && key === 'v' && copied) {
      const spot = node ? spotOf(definition, node.id) : { within: null, index: definition.body.length - 1 }
      const pasted = copyNode(copied, newNodeId)
      edit(insertNode(definition, { ...spot, index: spot.index + 1 }, pasted))
      choose(pasted.id)
    } else if (beside && node) edit(moveNode(definition, node.id, beside))
    else if ((key === 'delete' || key === 'backspace') && node && !target.closest('aside')) void remove(node.id)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    if (!shown) return
    const listen = (event: KeyboardEvent) => keys(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [shown])
  return null
}

const savingWords = (saving: Saving): string =>
  t({ saved: '已自动保存', waiting: '正在编辑', saving: '正在保存', conflict: '草稿有冲突', failed: '暂时没有保存，会自动重试' }[saving])

const SavingMark = ({ saving }: { saving: Saving }) => {
  const bad = saving === 'conflict' || saving === 'failed'
  const Icon = bad ? CloudAlert : saving === 'saved' ? CircleCheck : LoaderCircle
  return (
    <span role="status" className={`mr-1 flex items-center gap-1.5 text-small ${bad ? 'text-bad' : 'text-faint'}`}>
      <Icon size={15} className={saving === 'saving' ? 'animate-spin' : ''} aria-hidden />
      {savingWords(saving)}
    </span>
  )
}

const Banner = ({ words, actions }: { words: string; actions: React.ReactNode }) => (
  <div
    role="status"
    className="flex shrink-0 flex-wrap items-center justify-between gap-2 border-y border-line bg-warn-soft px-4 py-2 text-body text-warn wide:px-6"
  >
    <span>{words}</span>
    <span className="flex gap-2">{actions}</span>
  </div>
)

/** Both have changed the same; the rest of what either did stands already. */
const Conflict = ({ draft }: { draft: Draft }) => {
  const names = [...new Set(draft.contested.map((key) => contestedName(draft.definition, key)))]
  return (
    <Banner
      words={t('您和另一位管理员都修改了{what}。其他的修改会合在一起；这里以谁的为准？', { what: names.join(t('、')) })}
      actions={
        <>
          <Button size="small" kind="secondary" onClick={() => draft.settle('theirs')}>
            {t('以对方的为准')}
          </Button>
          <Button size="small" kind="plain" onClick={() => draft.settle('ours')}>
            {t('以我的为准')}
          </Button>
        </>
      }
    />
  )
}

/** What a key of a merge is called: a step or an arm; the rest belongs to the flow itself. */
const contestedName = (definition: Definition, key: string): string => {
  const found = find(definition, key)
  if (found === undefined || found === 'start')
    return key.startsWith('startFields.') ? t('发起人的字段权限') : key.startsWith('order:') ? t('环节的顺序') : t('流程设置')
  return t('“{node}”', { node: t('arm' in found ? found.arm.name : found.node.name) })
}

/** Says what is published and why; afterwards what still runs on older versions. */
const PublishSheet = ({
  open,
  onClose,
  draft,
  answer: { flow, versions },
  publishable,
  onProblem,
  onCompare,
  onPublished,
}: {
  open: boolean
  onClose: () => void
  draft: Draft
  answer: Answer
  publishable: boolean
  /** Goes to where one of the problems is. */
  onProblem: () => void
  /** Shows what is different from the version in use. */
  onCompare: (() => void) | undefined
  onPublished: () => Promise<void>
}) => {
  const { problems } = useDesign()
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const running = versions.reduce((sum, version) => sum + version.running, 0)
  const mayUpgrade = useAllowed()('workflow:upgrade')
  const publish = async () => {
    setBusy(true)
    try {
      // What was not changed here may never have been saved as a draft.
      const kept =
        (await draft.flush()) ||
        (await call(flowOperations.saveDefinition, { flowKey: flow.flowKey, revision: 0, body: draft.definition })).revision
      const { version } = await call(
        flowOperations.publishDefinition,
        {
          flowKey: flow.flowKey,
          revision: kept,
          ...(note.trim() && { note: note.trim() }),
        },
        { fresh: true },
      )
      setNote('')
      await onPublished()
      toast(t('版本{version}已发布，新的申请按它进行', { version }), 'success')
      if (running > 0 && mayUpgrade) {
        const yes = await confirm({
          title: t('还有{count}个申请按旧版本进行', { count: running }),
          text: t('它们会按原来的版本走完。也可以现在把它们升级到新版本。'),
          yes: t('去升级'),
          no: t('保持不变'),
        })
        if (yes) go('/pages/flow/flowupgrade', { flowKey: flow.flowKey })
      }
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
      if (error.reason === 'approval.draftChanged') await draft.catchUp()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t('发布流程')}
      footer={
        <Button size="large" wide busy={busy} disabled={!publishable} onClick={() => void publish()}>
          {t('发布')}
        </Button>
      }
    >
      <div className="shrink-0">
        {publishable ? (
          <>
            <p className="px-1 pb-3 text-body text-quiet">
              {flow.version === null
                ? t('发布后即可发起申请。')
                : running === 0
                  ? t('发布后，新的申请按新版本进行。')
                  : t('发布后，新的申请按新版本进行；进行中的{count}个申请仍按原来的版本进行。', { count: running })}
            </p>
            <Card flush>
              <TextArea label={t('版本说明')} value={note} onChange={setNote} max={200} lines={3} placeholder={t('改了什么，为什么')} />
            </Card>
            {problems.length > 0 && (
              <section className="mt-4">
                <h2 className="px-1 pb-1.5 text-small font-medium text-quiet">{t('发布前请看一下')}</h2>
                <Card flush className="p-1">
                  <ProblemItems
                    onPick={() => {
                      onClose()
                      onProblem()
                    }}
                  />
                </Card>
              </section>
            )}
            {onCompare && (
              <Card flush className="mt-3">
                <Cell title={t('与使用中的版本对比')} onPress={onCompare} />
              </Card>
            )}
          </>
        ) : (
          <>
            <p className="px-1 pb-3 text-body text-bad">{t('请先处理检查出的问题。')}</p>
            <Card flush className="p-1">
              <ProblemItems
                onPick={() => {
                  onClose()
                  onProblem()
                }}
              />
            </Card>
          </>
        )}
      </div>
    </Sheet>
  )
}

const exportBpmn = async (flowKey: string, draft: Draft): Promise<void> => {
  try {
    const revision = await draft.flush()
    const { xml, fileName } = await call(flowOperations.exportBpmn, { flowKey, ...(revision ? { version: 'draft' as const } : {}) })
    const url = URL.createObjectURL(new Blob([xml], { type: 'application/xml' }))
    const link = document.createElement('a')
    link.href = url
    link.download = fileName
    link.click()
    URL.revokeObjectURL(url)
  } catch (error) {
    // Its words were toasted.
    if (!(error instanceof CallError)) throw error
  }
}
