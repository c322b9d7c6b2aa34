import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Play, Rocket, X } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { type Definition, type Node, parseDefinition } from '../../../domain/approval/flow/definition.ts'
import { formFields } from '../../../domain/approval/form/filling.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { flowOperations } from '../../../domain/approval/operations/flows.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import { useAsk } from '../../ask.ts'
import { call } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card } from '../../look/Card.tsx'
import { choose, confirm } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending, PendingPart } from '../../look/Pending.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { Tabs } from '../../look/Tabs.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { useAllowed } from '../../shell/useAllowed.ts'
import { Banner, Conflict, SavingMark } from '../design/Draft.tsx'
import { Canvas } from '../design/flow/Canvas.tsx'
import { type ChosenNode, type Design, DesignContext, find } from '../design/flow/design.ts'
import { FlowSettings } from '../design/flow/FlowSettings.tsx'
import { Keys } from '../design/flow/Keys.tsx'
import { Panel } from '../design/flow/Panel.tsx'
import { ProblemList } from '../design/flow/ProblemList.tsx'
import { PublishSheet } from '../design/flow/PublishSheet.tsx'
import { useOwnConditionFields } from '../design/flow/fields.ts'
import { useDesignSpeech } from '../design/flow/speech.ts'
import { TryRun } from '../design/flow/TryRun.tsx'
import { useBpmnFile } from '../design/flow/useBpmnFile.tsx'
import { type FlowDraft, useFlowDraft } from '../design/flow/useFlowDraft.ts'
import { useTrying } from '../design/flow/useTrying.ts'
import { chooseComparison, type Comparison, DifferencesSheet, useVersion, Versions } from '../design/flow/Versions.tsx'
import { savingWords } from '../design/useDraft.ts'
import { useSearch, useWide } from '../../screen.ts'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

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
  const parseResult = useMemo(() => data && withLatestForm(parseDefinition(data.body), data.flow.formUpdate), [data])
  const form = parseResult && 'definition' in parseResult ? parseResult.definition.form : undefined
  const design = useAsk(
    formOperations.form,
    { formKey: form?.kind === 'custom' ? form.formKey : 'none', ...(form?.kind === 'custom' && { version: form.formVersion }) },
    { enabled: form?.kind === 'custom', staleMs: 60_000 },
  )
  if (!data || !parseResult || (form?.kind === 'custom' && !design.data)) return <Pending error={error ?? design.error} onRetry={refetch} />
  if ('refusal' in parseResult)
    return (
      <Page text={t(data.flow.flowName)}>
        <Problem error={new Error(t(parseResult.refusal.words, parseResult.refusal.params))} onRetry={refetch} />
      </Page>
    )
  const reload = async () => {
    const { data: reloaded } = await refetch()
    setRound(round + 1)
    return reloaded
  }
  return (
    <Designing
      key={`${flowKey}/${round}`}
      answer={data}
      loaded={parseResult.definition}
      formDesign={design.data?.design}
      onReload={reload}
    />
  )
}

/** What is published takes the newest version of the flow's own form; it is designed for that one. */
const withLatestForm = (parseResult: ReturnType<typeof parseDefinition>, formUpdate: number | null): typeof parseResult => {
  if ('refusal' in parseResult || parseResult.definition.form.kind !== 'custom' || formUpdate === null) return parseResult
  return { definition: { ...parseResult.definition, form: { ...parseResult.definition.form, formVersion: formUpdate } } }
}

type Tab = 'design' | 'settings' | 'versions'
type Props = { answer: Answer; loaded: Definition; formDesign: unknown; onReload: () => Promise<Answer | undefined> }

const Designing = (props: Props) => {
  const { answer, formDesign, onReload } = props
  const { flowKey } = answer.flow
  const wide = useWide()
  const [compared, setCompared] = useState<Comparison>()
  const { mayDesign, draft, fields, trialState, isPublishing, setPublishing, view, designState, bar } = useFlowDesigning(props)
  const { tab, setTab, viewing, viewed, shown, look, leave, restore } = view
  const { design, pick, leaveNode } = designState
  return (
    <DesignContext value={design}>
      <Keys draft={draft} active={tab === 'design' && viewing === undefined && !isPublishing} />
      <Page
        title={t(draft.content.name)}
        {...(wide ? {} : { text: savingWords(draft.saving) })}
        scroll={false}
        right={<Tools {...bar} onCompare={setCompared} onReload={onReload} />}
        below={
          <Views
            {...bar}
            onTab={(next) => {
              setTab(next)
              trialState.open(false)
            }}
          />
        }
      >
        <Banners {...bar} onRestore={restore} onBack={leave} />
        {tab === 'design' && (
          <div className="flex min-h-0 flex-1">
            <Drawing key={viewing ?? 'draft'} draft={draft} viewed={viewed} isRead={shown !== undefined} />
            <Panel />
            <Beside title={t('试运行')} open={trialState.isOpen} onClose={() => trialState.open(false)}>
              <TryRun flowKey={flowKey} trying={trialState} formDesign={formDesign} />
            </Beside>
          </div>
        )}
        {tab === 'settings' && (
          <Column>
            {mayDesign ? <FlowSettings /> : <Card className="text-body text-quiet">{t('您可以查看流程，但不能修改。')}</Card>}
          </Column>
        )}
        {tab === 'versions' && (
          <VersionsTab
            answer={answer}
            onView={(version) => {
              leaveNode()
              look(version)
            }}
            onCompare={setCompared}
            onRestore={mayDesign ? restore : undefined}
          />
        )}
        <DesignSheets
          answer={answer}
          draft={draft}
          fields={fields}
          comparison={compared}
          onCompare={setCompared}
          isPublishing={isPublishing}
          onPublishEnd={() => setPublishing(false)}
          onProblem={() => setTab('design')}
          onOpen={(node) => {
            look()
            pick(node)
          }}
          onReload={onReload}
        />
      </Page>
    </DesignContext>
  )
}

/** The draft of the flow with what is looked at, tried out and chosen in it. */
const useFlowDesigning = ({ answer, loaded, formDesign }: Props) => {
  const { flow } = answer
  const mayDesign = useAllowed()('workflow:design')
  const fields = useMemo(() => formFields(loaded.form, formDesign), [loaded.form, formDesign])
  const ownFields = useOwnConditionFields(loaded.form, fields)
  const allFields = useMemo(() => [...fields, ...ownFields], [fields, ownFields])
  const { draft, problems } = useFlowDraft(answer, loaded, fields.length === 0 ? fields : allFields)
  const trialState = useTrying()
  const [isPublishing, setPublishing] = useState(false)
  const view = useLooking(flow.flowKey, draft)
  const { tab, setTab } = view
  const isDraft = view.viewing === undefined
  const designState = useDesign({
    fields,
    ownFields,
    draft,
    shown: view.shown,
    problems: isDraft ? problems : [],
    trialState,
    mayEdit: mayDesign && isDraft,
  })
  const tryOut = () => {
    setTab('design')
    designState.leaveNode()
    trialState.open(true)
  }
  const bar = { answer, draft, tab, viewing: view.viewing, onTry: tryOut, onPublish: () => setPublishing(true) }
  return { mayDesign, draft, fields: allFields, trialState, isPublishing, setPublishing, view, designState, bar }
}

type DesignSheetsProps = {
  answer: Answer
  draft: FlowDraft
  fields: Design['fields']
  comparison: Comparison | undefined
  onCompare: (comparison: Comparison | undefined) => void
  isPublishing: boolean
  onPublishEnd: () => void
  onProblem: () => void
  onOpen: (node: string) => void
  onReload: () => Promise<Answer | undefined>
}

/** What lies over the designer: what differs between versions, and publishing. */
const DesignSheets = ({
  answer,
  draft,
  fields,
  comparison,
  onCompare,
  isPublishing,
  onPublishEnd,
  onProblem,
  onOpen,
  onReload,
}: DesignSheetsProps) => {
  const { flow } = answer
  const comparisonWithDraft = flow.version === null ? undefined : { from: flow.version, to: undefined }
  return (
    <>
      <DifferencesSheet
        compared={comparison}
        onClose={() => onCompare(undefined)}
        flowKey={flow.flowKey}
        draft={draft.content}
        fields={fields}
        onOpen={(node) => {
          onCompare(undefined)
          onOpen(node)
        }}
      />
      <PublishSheet
        open={isPublishing}
        onClose={onPublishEnd}
        draft={draft}
        answer={answer}
        onProblem={onProblem}
        onCompare={comparisonWithDraft && (() => onCompare(comparisonWithDraft))}
        onPublished={async () => {
          onPublishEnd()
          return onReload()
        }}
      />
    </>
  )
}

type DesignInput = {
  readonly fields: Design['fields']
  readonly ownFields: Design['ownFields']
  readonly draft: FlowDraft
  /** What is shown: the draft or a version; undefined while that is not known. */
  readonly shown: Definition | undefined
  readonly problems: Design['problems']
  readonly trialState: ReturnType<typeof useTrying>
  readonly mayEdit: boolean
}

/** The design as the drawing and the settings take it, with what is chosen and what is copied. */
const useDesign = ({ fields, ownFields, draft, shown, problems, trialState, mayEdit }: DesignInput) => {
  const [chosen, setChosen] = useState<ChosenNode>()
  const [copied, setCopied] = useState<Node>()
  const speech = useDesignSpeech(
    useMemo(() => [...fields, ...ownFields], [fields, ownFields]),
    useMemo(() => (shown ? [shown] : []), [shown]),
  )
  const pick = (key: ChosenNode) => {
    setChosen(key)
    if (key !== undefined) trialState.open(false)
  }
  const edit = (next: Definition, mergeKey?: string) => {
    trialState.outdate()
    draft.edit(next, mergeKey)
  }
  const design: Design = {
    definition: shown ?? draft.content,
    fields,
    ownFields,
    speech,
    problems,
    chosen,
    choose: pick,
    edit: mayEdit ? edit : undefined,
    states: trialState.states,
    copied,
    copy: setCopied,
  }
  return { design, pick, leaveNode: () => setChosen(undefined) }
}

type VersionsProps = {
  answer: Answer
  onView: (version: number) => void
  onCompare: (comparison: Comparison) => void
  onRestore: ((version: number) => Promise<void>) | undefined
}

const VersionsTab = ({ answer: { flow, versions }, onView, onCompare, onRestore }: VersionsProps) => (
  <Column>
    <Versions
      versions={versions}
      current={flow.version}
      onView={onView}
      onCompare={async (version) => {
        const comparison = await chooseComparison(version, versions)
        if (comparison) onCompare(comparison)
      }}
      onRestore={onRestore}
    />
  </Column>
)

/** What is looked at: one of the tabs, and in the drawing the draft or a version as it was. */
const useLooking = (flowKey: string, draft: FlowDraft) => {
  const [tab, setTab] = useState<Tab>('design')
  const [viewing, setViewing] = useState<number>()
  const viewedVersion = useVersion(flowKey, viewing)
  /** Shows the drawing, as it was in a version or as it is. */
  const look = (version?: number) => {
    setViewing(version)
    setTab('design')
  }
  const restore = async (version: number) => {
    const old = await askForOld(flowKey, version)
    if (!old) return
    const { form, version: next, key } = draft.content
    draft.edit({ ...old, form, version: next, key })
    look()
    toast(t('已恢复为草稿'), 'success')
  }
  const shownDefinition = viewing === undefined ? draft.content : viewedVersion.definition
  return { tab, setTab, viewing, viewed: viewedVersion, shown: shownDefinition, look, leave: () => setViewing(undefined), restore }
}

type Bar = {
  answer: Answer
  draft: FlowDraft
  tab: Tab
  /** The version that is looked at; undefined for the draft. */
  viewing: number | undefined
  onTry: () => void
  onPublish: () => void
}

const Views = ({ answer: { versions }, tab, viewing, onTab }: Bar & { onTab: (tab: Tab) => void }) => {
  const wide = useWide()
  return (
    <div className="flex items-center pr-3">
      <div className="min-w-0 flex-1">
        <Tabs
          label={t('流程设计')}
          value={tab}
          onChange={onTab}
          tabs={[
            { value: 'design', label: t('流程设计') },
            { value: 'settings', label: t('流程设置') },
            { value: 'versions', label: t('版本记录'), count: versions.length },
          ]}
        />
      </div>
      {!wide && viewing === undefined && <ProblemList />}
    </div>
  )
}

/** What may be done with the flow as a whole. */
const Tools = ({
  answer: { flow },
  draft,
  viewing,
  onTry,
  onPublish,
  onCompare,
  onReload,
}: Bar & { onCompare: (comparison: Comparison) => void; onReload: () => Promise<unknown> }) => {
  const isAllowed = useAllowed()
  const [mayDesign, mayUpgrade] = [isAllowed('workflow:design'), isAllowed('workflow:upgrade')]
  const wide = useWide()
  const bpmn = useBpmnFile(flow.flowKey, draft, onReload)
  const chooseMore = async () => {
    const what = await choose(t('更多操作'), [
      ...(wide ? [] : [{ value: 'try', label: t('试运行') }]),
      ...(flow.version === null ? [] : [{ value: 'compare', label: t('与使用中的版本对比') }]),
      ...(mayUpgrade ? [{ value: 'upgrade', label: t('升级进行中的申请') }] : []),
      ...(flow.update && mayDesign ? [{ value: 'template', label: t('模板更新') }] : []),
      { value: 'export', label: t('导出BPMN 2.0') },
      ...(mayDesign ? [{ value: 'import', label: t('导入BPMN 2.0') }] : []),
    ])
    if (what === 'try') onTry()
    if (what === 'upgrade') go('/pages/flow/flowupgrade', { flowKey: flow.flowKey })
    if (what === 'template') go('/pages/flow/flowtemplate', { flowKey: flow.flowKey })
    if (what === 'compare' && flow.version !== null) onCompare({ from: flow.version, to: undefined })
    if (what === 'export') await bpmn.download()
    if (what === 'import') bpmn.pick()
  }
  return (
    <>
      {wide && <SavingMark saving={draft.saving} />}
      {wide && viewing === undefined && <ProblemList />}
      {mayDesign && wide && (
        <Button kind="secondary" size="small" icon={Play} onClick={onTry}>
          {t('试运行')}
        </Button>
      )}
      {mayDesign && (
        <Button size="small" icon={wide ? Rocket : undefined} disabled={viewing !== undefined} onClick={onPublish}>
          {t('发布')}
        </Button>
      )}
      <IconButton icon={Ellipsis} iconSize={20} label={t('更多操作')} onClick={() => void chooseMore()} />
      {bpmn.input}
    </>
  )
}

/** What is to be known before going on: a conflict, a newer form, that an old version is shown. */
const Banners = ({
  answer: { flow },
  draft: { content, saving, contested, settle },
  viewing,
  onPublish,
  onRestore,
  onBack,
}: Bar & { onRestore: (version: number) => void; onBack: () => void }) => {
  const mayDesign = useAllowed()('workflow:design')
  return (
    <>
      {saving === 'conflict' && <Conflict what={[...new Set(contested.map((key) => contestedName(content, key)))]} settle={settle} />}
      {flow.formUpdate !== null && viewing === undefined && saving !== 'conflict' && (
        <Banner
          words={t('表单已有新版本{version}：发布流程后，新的申请才按它填写', { version: flow.formUpdate })}
          actions={
            mayDesign && (
              <Button size="small" kind="secondary" onClick={onPublish}>
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
                <Button size="small" kind="plain" onClick={() => onRestore(viewing)}>
                  {t('恢复为草稿')}
                </Button>
              )}
              <Button size="small" kind="secondary" onClick={onBack}>
                {t('返回草稿')}
              </Button>
            </>
          }
        />
      )}
    </>
  )
}

/** What a key of a merge is called: a step or an arm; the rest belongs to the flow itself. */
const contestedName = (definition: Definition, key: string): string => {
  const part = find(definition, key)
  if (part === undefined || part === 'start') {
    if (key.startsWith('startFields.')) return t('发起人的字段权限')
    return key.startsWith('order:') ? t('环节的顺序') : t('流程设置')
  }
  return t('“{node}”', { node: t('arm' in part ? part.arm.name : part.node.name) })
}

/** A version to become the draft again, once a person has agreed. */
const askForOld = async (flowKey: string, version: number): Promise<Definition | undefined> => {
  const isAgreed = await confirm({
    title: t('恢复版本{version}？', { version }),
    text: t('现在的草稿会被替换，可以撤销。发布之后才会生效。'),
    yes: t('恢复'),
  })
  if (!isAgreed) return undefined
  const { body } = await call(flowOperations.definition, { flowKey, version })
  const parseResult = parseDefinition(body)
  if ('definition' in parseResult) return parseResult.definition
  toast(t(parseResult.refusal.words, parseResult.refusal.params), 'error')
  return undefined
}

type DrawingProps = { draft: FlowDraft; viewed: ReturnType<typeof useVersion>; isRead: boolean }

const Drawing = ({ draft, viewed, isRead }: DrawingProps) =>
  isRead ? (
    <Canvas steps={draft} />
  ) : (
    <div className="flex-1">
      <PendingPart error={viewed.error} onRetry={viewed.refetch} />
    </div>
  )

const Column = ({ children }: { children: ReactNode }) => (
  <div className="scroller min-h-0 flex-1">
    <div className="mx-auto w-full max-w-180 px-4 pb-10 pt-3 wide:px-6">{children}</div>
  </div>
)

/** Beside the drawing on a wide window, over it on a phone. */
const Beside = ({ title, open, onClose, children }: { title: string; open: boolean; onClose: () => void; children: ReactNode }) => {
  const wide = useWide()
  if (!wide)
    return (
      <Sheet open={open} onClose={onClose} title={title} tall>
        <div className="shrink-0">{children}</div>
      </Sheet>
    )
  return (
    open && (
      <aside aria-label={title} className="arrive-up flex w-104 shrink-0 flex-col border-l border-line bg-page huge:w-116">
        <header className="flex h-14 shrink-0 items-center pl-5 pr-2">
          <h2 className="min-w-0 flex-1 truncate text-title font-semibold">{title}</h2>
          <IconButton icon={X} iconSize={20} label={t('关闭')} className="text-quiet" onClick={onClose} />
        </header>
        <div className="scroller min-h-0 flex-1 px-4 pb-6">{children}</div>
      </aside>
    )
  )
}
