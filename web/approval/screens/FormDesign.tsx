import { useQuery } from '@tanstack/react-query'
import { Ellipsis, FlaskConical, Plus, Redo2, Rocket, Undo2 } from 'lucide-react'
import { type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { changeItem, itemAt, renameKey } from '../../../domain/approval/design/formEdit.ts'
import { type FormDesign, parseFormDesign } from '../../../domain/approval/form/formDesign.ts'
import type { OutputOf } from '../../../domain/operations/define.ts'
import { formOperations } from '../../../domain/approval/operations/forms.ts'
import { call } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Section } from '../../look/Card.tsx'
import { choose } from '../../look/overlays/confirm.ts'
import { IconButton } from '../../look/IconButton.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Sheet } from '../../look/overlays/Sheet.tsx'
import { TextArea } from '../../look/fields/TextArea.tsx'
import { TextField } from '../../look/fields/TextField.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { Conflict } from '../design/Draft.tsx'
import { Canvas } from '../design/form/Canvas.tsx'
import { FlowSheet } from '../design/form/FlowSheet.tsx'
import { Ghost } from '../design/form/Ghost.tsx'
import { Palette } from '../design/form/Palette.tsx'
import { ProblemList } from '../design/form/ProblemList.tsx'
import { PublishSheet } from '../design/form/PublishSheet.tsx'
import { Settings } from '../design/form/Settings.tsx'
import { TryOut } from '../design/form/TryOut.tsx'
import { type FormDraft, useFormDraft } from '../design/form/useFormDraft.ts'
import { type FormEditing, useFormEditing } from '../design/form/useFormEditing.ts'
import { Versions } from '../design/form/Versions.tsx'
import { savingWords } from '../design/useDraft.ts'
import { useSearch, useWide } from '../../screen.ts'
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
type Over = 'palette' | 'settings' | 'about' | 'try' | 'publish' | 'versions' | 'flow'

const Designing = ({ info, design: begun }: { info: Info; design: FormDesign }) => {
  const { form } = info
  const wide = useWide()
  const { draft, problems } = useFormDraft(form.formKey, { design: begun, formName: form.formName, note: form.note }, form.revision)
  /** What lies over the form. */
  const [over, setOver] = useState<Over>()
  const [version, setVersion] = useState(form.version)
  const close = () => setOver(undefined)
  const frame = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const editing = useFormEditing(
    draft,
    { frame, scroller },
    (isOpen) => setOver(isOpen && !wide ? 'settings' : undefined),
    over === undefined,
  )
  const { design, select } = editing
  const { formName } = draft.content

  const wantPublish = () => {
    const [first] = problems
    if (!first) return setOver('publish')
    toast(t(first.words, first.params), 'error')
    if (first.key) select(first.key)
  }
  const more = async () => {
    const act = await chooseAct(version, wide)
    if (act === 'flow' && version === null) return wantPublish()
    if (act) setOver(act)
  }
  const problemWords = useMemo(() => firstWordsByKey(problems), [problems])
  const canvas = <FormCanvas formEditing={editing} frame={frame} problems={problemWords} />
  return (
    <Page
      scroll={false}
      title={t(formName || '未命名')}
      text={[savingWords(draft.saving), version === null ? t('未发布') : t('第{version}版', { version })].join(' · ')}
      right={<Tools draft={draft} onTry={() => setOver('try')} onPublish={wantPublish} onMore={() => void more()} />}
      bottom={!wide && <BottomButtons onAdd={() => setOver('palette')} onPublish={wantPublish} />}
    >
      {draft.saving === 'conflict' && <Conflict what={draft.contested.map((part) => t(partWords[part] ?? part))} settle={draft.settle} />}
      {wide ? (
        <Desk editing={editing} scroller={scroller} name={formName} canvas={canvas}>
          <DeskSettings formEditing={editing} draft={draft} problems={problems} />
        </Desk>
      ) : (
        <>
          <div ref={scroller} className="scroller min-h-0 flex-1 px-4 pb-24 pt-3">
            {canvas}
          </div>
          <Sheets editing={editing} over={over} onClose={close} />
        </>
      )}
      {editing.drag && <Ghost drag={editing.drag} design={design} />}
      <Overlays
        info={info}
        draft={draft}
        over={over}
        onOver={setOver}
        onPublished={setVersion}
        onRestore={(old) => {
          editing.change(old)
          select(undefined)
        }}
      />
    </Page>
  )
}

/** What a narrow window offers below the form. */
const BottomButtons = ({ onAdd, onPublish }: { onAdd: () => void; onPublish: () => void }) => (
  <>
    <Button size="large" kind="secondary" wide icon={Plus} onClick={onAdd}>
      {t('添加')}
    </Button>
    <Button size="large" wide icon={Rocket} onClick={onPublish}>
      {t('发布')}
    </Button>
  </>
)

type DeskSettingsProps = { formEditing: FormEditing; draft: FormDraft; problems: readonly DesignProblem[] }

/** The settings of what is chosen, of the form where nothing is. */
const DeskSettings = ({ formEditing, draft, problems }: DeskSettingsProps) => (
  <>
    <ItemSettings editing={formEditing} />
    {!chosenOf(formEditing) && (
      <>
        <About draft={draft} />
        <ProblemList problems={problems} onSelect={formEditing.select} />
      </>
    )}
  </>
)

type FormCanvasProps = { formEditing: FormEditing; frame: RefObject<HTMLDivElement | null>; problems: ReadonlyMap<string, string> }

const FormCanvas = ({ formEditing, frame, problems }: FormCanvasProps) => (
  <Canvas
    design={formEditing.design}
    frame={frame}
    selected={formEditing.selected}
    drag={formEditing.drag}
    problems={problems}
    actions={formEditing.actions}
  />
)

type DesignProblem = ReturnType<typeof useFormDraft>['problems'][number]

/** The first that is wrong with each field, in words. */
const firstWordsByKey = (problems: readonly DesignProblem[]): ReadonlyMap<string, string> => {
  const words = new Map<string, string>()
  for (const { key, words: text, params } of problems) if (key && !words.has(key)) words.set(key, t(text, params))
  return words
}

const chooseAct = (version: number | null, wide: boolean) =>
  choose(t('更多操作'), [
    { value: 'about', label: t('名称和说明') },
    { value: 'versions', label: t('版本记录'), ...(version !== null && { text: t('已发布第{version}版', { version }) }) },
    ...(wide ? [] : [{ value: 'try' as const, label: t('试填'), text: t('像员工一样填写一遍') }]),
    { value: 'flow', label: t('做成流程'), text: version === null ? t('先发布表单') : t('为这个表单设计审批') },
  ])

type OverlayProps = {
  info: Info
  draft: FormDraft
  over: Over | undefined
  onOver: (over: Over | undefined) => void
  onPublished: (version: number) => void
  onRestore: (design: FormDesign) => void
}

/** What lies over the form: its name, a trial, publishing, versions, a flow of it. */
const Overlays = ({ info: { form, versions }, draft, over, onOver, onPublished, onRestore }: OverlayProps) => {
  const { formName, design } = draft.content
  const close = () => onOver(undefined)
  return (
    <>
      <Sheet open={over === 'about'} onClose={close} title={t('名称和说明')}>
        <About draft={draft} />
      </Sheet>
      {over === 'try' && <TryOut open onClose={close} title={formName} design={design} />}
      <PublishSheet
        open={over === 'publish'}
        onClose={close}
        form={form}
        draft={draft}
        onPublished={(formKey) => {
          onPublished(formKey)
          close()
        }}
        onFlow={() => onOver('flow')}
      />
      <Versions
        open={over === 'versions'}
        onClose={close}
        formKey={form.formKey}
        versions={versions}
        onRestore={(old) => {
          onRestore(old)
          close()
          toast(t('已恢复到草稿，发布后生效'), 'success')
        }}
      />
      {over === 'flow' && <FlowSheet open onClose={close} about={{ act: 'make', formKey: form.formKey, formName }} />}
    </>
  )
}

type ToolProps = { draft: FormDraft; onTry: () => void; onPublish: () => void; onMore: () => void }

const Tools = ({ draft: { undo, redo }, onTry, onPublish, onMore }: ToolProps) => (
  <div className="flex items-center gap-1">
    <IconButton icon={Undo2} iconSize={20} label={t('撤销')} disabled={!undo} onClick={undo} />
    <IconButton icon={Redo2} iconSize={20} label={t('重做')} disabled={!redo} onClick={redo} />
    {useWide() && (
      <>
        <Button kind="secondary" icon={FlaskConical} onClick={onTry}>
          {t('试填')}
        </Button>
        <Button icon={Rocket} onClick={onPublish}>
          {t('发布')}
        </Button>
      </>
    )}
    <IconButton icon={Ellipsis} label={t('更多操作')} onClick={onMore} />
  </div>
)

const partWords: Readonly<Record<string, string>> = { formName: '表单名称', note: '说明', design: '字段' }

const chosenOf = ({ design, selected }: FormEditing) => (selected === undefined ? undefined : itemAt(design, selected))

/** The settings of what is chosen. */
const ItemSettings = ({ editing }: { editing: FormEditing }) => {
  const { design, selected, change, apply } = editing
  return (
    selected !== undefined &&
    chosenOf(editing) && (
      <Settings
        design={design}
        path={selected}
        onChange={(next, merging) => change(changeItem(design, selected, next), merging)}
        onRename={(key) => apply(renameKey(design, selected, key))}
      />
    )
  )
}

/** What the form is called and for. */
const About = ({ draft: { content, edit } }: { draft: FormDraft }) => (
  <Section title={t('表单')}>
    <TextField
      label={t('表单名称')}
      required
      maxLength={40}
      value={content.formName}
      error={content.formName.trim() === '' ? t('请填写名称') : undefined}
      onChange={(formName) => edit({ ...content, formName }, 'formName')}
    />
    <TextArea
      label={t('说明')}
      max={200}
      value={content.note}
      placeholder={t('用于什么申请（选填）')}
      onChange={(note) => edit({ ...content, note }, 'note')}
    />
  </Section>
)

/** On a wide window: the palette, the form as on a phone, and what stands beside it. */
const Desk = ({
  editing,
  scroller,
  name,
  canvas,
  children,
}: {
  editing: FormEditing
  scroller: RefObject<HTMLDivElement | null>
  name: string
  canvas: ReactNode
  children: ReactNode
}) => (
  <div className="flex min-h-0 flex-1 border-t border-line">
    <aside aria-label={t('字段')} className="scroller w-72 shrink-0 border-r border-line p-4">
      <Palette onAdd={editing.add} onGrab={(event, kind) => event.pointerType === 'mouse' && editing.actions.onGrab(event, { kind })} />
    </aside>
    <div
      ref={scroller}
      className="scroller min-w-0 flex-1 px-6 py-8"
      onClick={({ target }) => target instanceof Element && !target.closest('[data-path]') && editing.select(undefined)}
    >
      <div className="mx-auto flex min-h-[44rem] w-full max-w-100 flex-col rounded-[2.25rem] border-[0.625rem] border-line bg-page">
        <p className="truncate px-6 pb-3 pt-5 text-center text-title font-semibold">{t(name || '未命名')}</p>
        <div className="flex-1 px-4 pb-6">{canvas}</div>
      </div>
    </div>
    <aside aria-label={t('设置')} className="scroller w-90 shrink-0 border-l border-line p-4">
      {children}
    </aside>
  </div>
)

/** On a phone: the palette and the settings lie over the form. */
const Sheets = ({ editing, over, onClose }: { editing: FormEditing; over: Over | undefined; onClose: () => void }) => {
  const { selected, add, remove, actions } = editing
  const item = chosenOf(editing)
  return (
    <>
      <Sheet open={over === 'palette'} onClose={onClose} title={t('添加字段')} tall>
        <div className="shrink-0 pb-4">
          <Palette onAdd={add} />
        </div>
      </Sheet>
      <Sheet
        open={over === 'settings' && item !== undefined}
        onClose={onClose}
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
              <Button wide onClick={onClose}>
                {t('完成')}
              </Button>
            </>
          )
        }
      >
        <div className="shrink-0">
          <ItemSettings editing={editing} />
        </div>
      </Sheet>
    </>
  )
}
