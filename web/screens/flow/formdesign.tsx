import { useQuery } from '@tanstack/react-query'
import { Ellipsis, FlaskConical, type LucideIcon, Plus, Redo2, Rocket, Undo2 } from 'lucide-react'
import { createElement, type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { designProblems, type FormDesign, type FormItem, parseFormDesign } from '../../../domain/approval/form/formDesign.ts'
import {
  accepts,
  blankItem,
  changeItem,
  contentOf,
  copyItem,
  type Edited,
  insertItem,
  type ItemKind,
  itemAt,
  moveItem,
  removeItem,
  renameKey,
  type Spot,
  spotOf,
  stepItem,
} from '../../../domain/approval/design/formEdit.ts'
import { begin, edited, type History, redone, undone } from '../../../domain/approval/design/history.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { formOperations } from '../../../domain/operations/forms.ts'
import { call, CallError } from '../../call.ts'
import { hrefOf } from '../../frames.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { choose, confirm } from '../../look/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Sheet } from '../../look/Sheet.tsx'
import { TextArea } from '../../look/TextArea.tsx'
import { TextField } from '../../look/TextField.tsx'
import { toast } from '../../look/toast.ts'
import { Canvas, type CanvasActions } from '../../parts/approval/design/form/Canvas.tsx'
import { type Dragged, useDrag } from '../../parts/approval/design/form/drag.ts'
import { FlowSheet } from '../../parts/approval/design/form/FlowSheet.tsx'
import { kindLooks } from '../../parts/approval/design/form/kindLook.ts'
import { Palette } from '../../parts/approval/design/form/Palette.tsx'
import { Settings } from '../../parts/approval/design/form/Settings.tsx'
import { TryOut } from '../../parts/approval/design/form/TryOut.tsx'
import { type Content, useSaved } from '../../parts/approval/design/form/useSaved.ts'
import { Versions } from '../../parts/approval/design/form/Versions.tsx'
import { useScreen, useSearch, useWide } from '../../screen.ts'
import { goHref } from '../../travel.ts'
import { t } from '../../words.ts'

/** Designs a custom form. Query: `formKey`. */
export default function FormDesigning(): ReactNode {
  const { formKey = '' } = useSearch('/pages/flow/formdesign')
  const { data, error, refetch } = useQuery({
    queryKey: [formOperations.form.name, { formKey }, 'design'],
    queryFn: ({ signal }) => call(formOperations.form, { formKey }, { signal, quiet: true }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const parsed = parseFormDesign(data.design)
  if ('refusal' in parsed)
    return (
      <Page text={t(data.form.formName)}>
        <Problem error={new Error(t(parsed.refusal.words, parsed.refusal.params))} onRetry={refetch} />
      </Page>
    )
  return <Designing key={formKey} info={data} design={parsed.design} />
}

type Info = OutputOf<typeof formOperations.form>

const Designing = ({ info, design: begun }: { info: Info; design: FormDesign }) => {
  const { form, versions } = info
  const wide = useWide()
  const { shown } = useScreen()
  const [history, setHistory] = useState<History<Content>>(() => begin({ design: begun, formName: form.formName, note: form.note }))
  const [selected, setSelected] = useState<string>()
  const [panel, setPanel] = useState<'palette' | 'settings' | 'about' | 'try' | 'publish' | 'versions' | 'flow'>()
  const [note, setNote] = useState('')
  const [publishing, setPublishing] = useState(false)
  const [version, setVersion] = useState(form.version)
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const { now } = history
  const { design } = now
  const saving = useSaved(form.formKey, now, form.revision)
  const problems = useMemo(() => designProblems(design), [design])
  const problemWords = useMemo(() => {
    const words = new Map<string, string>()
    for (const problem of problems) if (problem.key && !words.has(problem.key)) words.set(problem.key, t(problem.words, problem.params))
    return words
  }, [problems])

  const put = (next: FormDesign, about?: string) => setHistory((before) => edited(before, { ...before.now, design: next }, about))
  const select = (path: string | undefined) => {
    setSelected(path)
    if (path !== undefined)
      requestAnimationFrame(() =>
        frame.current?.querySelector(`[data-path="${path}"]`)?.scrollIntoView({ block: 'nearest', behavior: 'smooth' }),
      )
  }
  const applied = ({ design: next, path }: Edited) => {
    put(next)
    select(path)
  }
  const add = (kind: ItemKind, spot: Spot) => applied(insertItem(design, spot, newItem(kind)))
  const addHere = (kind: ItemKind) => {
    add(kind, spotFor(design, selected, newItem(kind).t))
    setPanel(wide ? undefined : 'settings')
  }
  const remove = (path: string) => {
    const spot = spotOf(design, path)
    const next = removeItem(design, path)
    put(next)
    const beside = spot && (contentOf(next, spot.within)[spot.index] ?? contentOf(next, spot.within)[spot.index - 1])
    const prefix = path.includes('.') ? `${spot!.within}.` : ''
    setSelected(beside ? prefix + beside.key : (spot?.within ?? undefined))
    setPanel(undefined)
  }
  const { drag, grab } = useDrag(design, frame, scroller, (what: Dragged, spot) =>
    'path' in what ? applied(moveItem(design, what.path, spot)) : add(what.kind, spot),
  )
  const actions: CanvasActions = {
    onSelect: (path) => {
      setSelected(path)
      if (!wide) setPanel('settings')
    },
    onGrab: grab,
    onStep: (path, step) => applied(stepItem(design, path, step)),
    onCopy: (path) => applied(copyItem(design, path)),
    onRemove: remove,
    onAddColumn: (table) => {
      add('line', { within: table, index: contentOf(design, table).length })
      if (!wide) setPanel('settings')
    },
  }
  /** Whichever of the two stands, the other is one step back. */
  const decide = async (side: 'ours' | 'theirs') => {
    const theirs = await saving.meet(side)
    if (!theirs) return
    if (side === 'theirs') setSelected(undefined)
    setHistory((before) => (side === 'theirs' ? edited(before, theirs) : { ...before, past: [...before.past, theirs] }))
  }
  const takeBack = () => setHistory(undone)
  const doAgain = () => setHistory(redone)

  const keys = useEffectEvent((event: KeyboardEvent) => {
    if (!shown || event.defaultPrevented) return
    const target = event.target as HTMLElement
    const typing = target.closest('input, textarea') !== null
    const command = event.ctrlKey || event.metaKey
    if (command && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      if (event.shiftKey) doAgain()
      else takeBack()
    } else if (command && event.key.toLowerCase() === 'y') {
      event.preventDefault()
      doAgain()
    } else if (!typing && selected && panel === undefined && target.closest('[role=dialog]') === null) {
      if (event.key === 'Delete' || event.key === 'Backspace') remove(selected)
      else if (event.key === 'Escape') setSelected(undefined)
      else if (event.altKey && event.key === 'ArrowUp') applied(stepItem(design, selected, -1))
      else if (event.altKey && event.key === 'ArrowDown') applied(stepItem(design, selected, 1))
      else return
      event.preventDefault()
    }
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => keys(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])

  const wantPublish = () => {
    const [first] = problems
    if (!first) return setPanel('publish')
    toast(t(first.words, first.params), 'error')
    if (first.key) select(first.key)
  }
  const publish = async () => {
    setPublishing(true)
    try {
      const revision = await saving.flush()
      if (revision === undefined) return
      const made = await call(
        formOperations.publishForm,
        { formKey: form.formKey, revision, ...(note.trim() && { note: note.trim() }) },
        { fresh: true },
      )
      setVersion(made.version)
      setPanel(undefined)
      setNote('')
      toast(t('已发布第{version}版', { version: made.version }), 'success')
      const [flow] = form.flows
      if (flow) {
        const go = await confirm({
          title: t('流程还在用原来的表单'),
          text: t('重新发布流程后，新的申请就会使用这一版。'),
          yes: t('去发布流程'),
          no: t('以后再说'),
        })
        if (go) goHref(hrefOf('/pages/flow/flowdesign', { flowKey: flow.flowKey }))
        return
      }
      const yes = await confirm({
        title: t('做成一个流程?'),
        text: t('表单已经发布。为它设计审批流程后，员工就可以发起申请。'),
        yes: t('做成流程'),
        no: t('以后再说'),
      })
      if (yes) setPanel('flow')
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    } finally {
      setPublishing(false)
    }
  }
  const more = async () => {
    const chosen = await choose(t('更多操作'), [
      { value: 'about', label: t('名称和说明') },
      { value: 'versions', label: t('版本记录'), ...(version !== null && { text: t('已发布第{version}版', { version }) }) },
      ...(wide ? [] : [{ value: 'try', label: t('试填'), text: t('像员工一样填写一遍') }]),
      { value: 'flow', label: t('做成流程'), text: version === null ? t('先发布表单') : t('为这个表单设计审批') },
    ])
    if (chosen === 'flow' && version === null) return wantPublish()
    if (chosen) setPanel(chosen as typeof panel)
  }

  const item = selected === undefined ? undefined : itemAt(design, selected)
  const settings = item && selected !== undefined && (
    <Settings
      design={design}
      path={selected}
      onChange={(next, about) => put(changeItem(design, selected, next), about)}
      onRename={(key) => applied(renameKey(design, selected, key))}
    />
  )
  const about = (
    <Section title={t('表单')}>
      <TextField
        label={t('表单名称')}
        required
        maxLength={40}
        value={now.formName}
        error={now.formName.trim() === '' ? t('请填写名称') : undefined}
        onChange={(formName) => setHistory((before) => edited(before, { ...before.now, formName }, 'formName'))}
      />
      <TextArea
        label={t('说明')}
        max={200}
        value={now.note}
        placeholder={t('用于什么申请（选填）')}
        onChange={(words) => setHistory((before) => edited(before, { ...before.now, note: words }, 'note'))}
      />
    </Section>
  )
  const canvas = <Canvas design={design} frame={frame} selected={selected} drag={drag} problems={problemWords} actions={actions} />
  const tool = (icon: LucideIcon, words: string, press: () => void, disabled: boolean) => (
    <IconButton icon={icon} iconSize={20} label={words} disabled={disabled} onClick={press} />
  )
  return (
    <Page
      scroll={false}
      title={t(now.formName || '未命名')}
      text={[saving.words, version === null ? t('未发布') : t('第{version}版', { version })].join(' · ')}
      right={
        <div className="flex items-center gap-1">
          {tool(Undo2, t('撤销'), takeBack, history.past.length === 0)}
          {tool(Redo2, t('重做'), doAgain, history.future.length === 0)}
          {wide && (
            <>
              <Button kind="secondary" icon={FlaskConical} onClick={() => setPanel('try')}>
                {t('试填')}
              </Button>
              <Button icon={Rocket} onClick={wantPublish}>
                {t('发布')}
              </Button>
            </>
          )}
          <IconButton icon={Ellipsis} label={t('更多操作')} onClick={() => void more()} />
        </div>
      }
      bottom={
        !wide && (
          <>
            <Button size="large" kind="secondary" wide icon={Plus} onClick={() => setPanel('palette')}>
              {t('添加')}
            </Button>
            <Button size="large" wide icon={Rocket} onClick={wantPublish}>
              {t('发布')}
            </Button>
          </>
        )
      }
    >
      {saving.conflict && (
        <Card className="mx-4 mb-3 bg-warn-soft! py-2.5!">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <span className="text-small text-warn">{t('另一位管理员刚刚修改了这个表单。选哪一份都可以，另一份用撤销找回。')}</span>
            <span className="flex gap-3">
              <Button kind="secondary" size="small" onClick={() => void decide('ours')}>
                {t('保留我的修改')}
              </Button>
              <Button kind="secondary" size="small" onClick={() => void decide('theirs')}>
                {t('载入最新内容')}
              </Button>
            </span>
          </div>
        </Card>
      )}
      {wide ? (
        <div className="flex min-h-0 flex-1 border-t border-line">
          <aside aria-label={t('字段')} className="scroller w-72 shrink-0 border-r border-line p-4">
            <Palette onAdd={addHere} onGrab={(event, kind) => event.pointerType === 'mouse' && grab(event, { kind })} />
          </aside>
          <div
            ref={scroller}
            className="scroller min-w-0 flex-1 px-6 py-8"
            onClick={(event) => (event.target as HTMLElement).closest('[data-path]') === null && setSelected(undefined)}
          >
            <div className="mx-auto flex min-h-[44rem] w-full max-w-100 flex-col rounded-[2.25rem] border-[0.625rem] border-line bg-page">
              <p className="truncate px-6 pb-3 pt-5 text-center text-title font-semibold">{t(now.formName || '未命名')}</p>
              <div className="flex-1 px-4 pb-6">{canvas}</div>
            </div>
          </div>
          <aside aria-label={t('设置')} className="scroller w-90 shrink-0 border-l border-line p-4">
            {settings ?? (
              <>
                {about}
                <ProblemList problems={problems} onSelect={select} />
              </>
            )}
          </aside>
        </div>
      ) : (
        <div ref={scroller} className="scroller min-h-0 flex-1 px-4 pb-24 pt-3">
          {canvas}
        </div>
      )}
      {drag && <Ghost drag={drag} design={design} />}
      {!wide && (
        <>
          <Sheet open={panel === 'palette'} onClose={() => setPanel(undefined)} title={t('添加字段')} tall>
            <div className="shrink-0 pb-4">
              <Palette onAdd={addHere} />
            </div>
          </Sheet>
          <Sheet
            open={panel === 'settings' && settings !== undefined}
            onClose={() => setPanel(undefined)}
            title={item?.label || t('未命名')}
            tall
            footer={
              selected !== undefined && (
                <>
                  <Button kind="danger" onClick={() => remove(selected)}>
                    {t('删除')}
                  </Button>
                  <Button kind="secondary" onClick={() => actions.onCopy(selected)}>
                    {t('复制')}
                  </Button>
                  <Button wide onClick={() => setPanel(undefined)}>
                    {t('完成')}
                  </Button>
                </>
              )
            }
          >
            <div className="shrink-0">{settings}</div>
          </Sheet>
        </>
      )}
      <Sheet open={panel === 'about'} onClose={() => setPanel(undefined)} title={t('名称和说明')}>
        {about}
      </Sheet>
      {panel === 'try' && <TryOut open onClose={() => setPanel(undefined)} title={now.formName} design={design} />}
      <Sheet
        open={panel === 'publish'}
        onClose={() => setPanel(undefined)}
        title={t('发布表单')}
        footer={
          <Button wide size="large" icon={Rocket} busy={publishing} onClick={() => void publish()}>
            {t('发布')}
          </Button>
        }
      >
        <p className="px-1 pb-3 text-body text-quiet">
          {form.flows.length === 0
            ? t('发布后可以做成流程。')
            : t('发布后，还要重新发布流程，新的申请才会使用这一版；已发起的申请不受影响。')}
        </p>
        <Card flush>
          <TextArea label={t('发布说明')} value={note} onChange={setNote} max={200} placeholder={t('这一版改了什么（选填）')} />
        </Card>
      </Sheet>
      <Versions
        open={panel === 'versions'}
        onClose={() => setPanel(undefined)}
        formKey={form.formKey}
        versions={versions}
        onRestore={(old) => {
          put(old)
          setSelected(undefined)
          setPanel(undefined)
          toast(t('已恢复到草稿，发布后生效'), 'success')
        }}
      />
      {panel === 'flow' && (
        <FlowSheet open onClose={() => setPanel(undefined)} about={{ act: 'make', formKey: form.formKey, formName: now.formName }} />
      )}
    </Page>
  )
}

const newItem = (kind: ItemKind): FormItem =>
  blankItem(kind, { label: t(kindLooks[kind].title), option: (n) => t('选项{n}', { n }), column: t('名称') })

/** Where something new goes: into the chosen group or table, else behind what is chosen, else to the end. */
const spotFor = (design: FormDesign, selected: string | undefined, kind: FormItem['t']): Spot => {
  const end: Spot = { within: null, index: design.items.length }
  const item = selected === undefined ? undefined : itemAt(design, selected)
  if (selected === undefined || !item) return end
  if (item.t !== 'field' && accepts(design, selected, kind)) return { within: selected, index: contentOf(design, selected).length }
  let spot = spotOf(design, selected)
  while (spot && !accepts(design, spot.within, kind)) {
    const outer = spot.within === null ? undefined : spotOf(design, spot.within)
    spot = outer
  }
  return spot ? { ...spot, index: spot.index + 1 } : end
}

const Ghost = ({ drag, design }: { drag: { what: Dragged; x: number; y: number }; design: FormDesign }) => {
  const { what, x, y } = drag
  const item = 'path' in what ? itemAt(design, what.path) : undefined
  const words = 'kind' in what ? t(kindLooks[what.kind].title) : item?.label || t('未命名')
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed left-0 top-0 z-60 flex h-11 max-w-60 items-center gap-2 rounded-control bg-raised px-4 text-body shadow-float ring-1 ring-accent"
      style={{ transform: `translate(${x + 12}px, ${y - 22}px)` }}
    >
      {'kind' in what && createElement(kindLooks[what.kind].icon, { size: 18, className: 'text-accent' })}
      <span className="truncate">{words}</span>
    </div>
  )
}

const ProblemList = ({
  problems,
  onSelect,
}: {
  problems: readonly { key: string | null; words: string; params: Readonly<Record<string, string | number>> }[]
  onSelect: (path: string) => void
}) =>
  problems.length > 0 && (
    <Section title={t('发布前需要处理')}>
      <ul>
        {problems.map(({ key, words, params }, index) => (
          <li key={index} className="border-b border-line last:border-transparent">
            <button
              type="button"
              disabled={key === null}
              onClick={() => key !== null && onSelect(key)}
              className="pressable w-full px-4 py-3 text-left text-small text-bad"
            >
              {t(words, params)}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
