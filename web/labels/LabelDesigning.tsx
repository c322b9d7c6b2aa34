import { useQuery } from '@tanstack/react-query'
import { Ellipsis, FlaskConical, Plus, Redo2, Settings2, TriangleAlert, Undo2 } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import {
  changedElement,
  copiedElement,
  type ElementKind,
  inFreePlace,
  newElement,
  stackedElement,
  withElement,
  withoutElement,
} from '../../domain/labels/design.ts'
import { dotsPerMm, type PrinterDpi, printerDpis } from '../../domain/labels/printer.ts'
import type { LabelBox, LabelElement, LabelTemplate, LabelValues } from '../../domain/labels/template.ts'
import { labelOperations, type LabelTemplateRow } from '../../domain/labels/operations.ts'
import { useAsk } from '../ask.ts'
import { call } from '../call.ts'
import { Button } from '../look/Button.tsx'
import { choose } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Conflict } from '../approval/design/Draft.tsx'
import { isTyping, pressStep, useKeys } from '../approval/design/keys.ts'
import { savingWords } from '../approval/design/useDraft.ts'
import { ElementList, ElementPalette } from './design/ElementPalette.tsx'
import { elementName } from './design/elementLook.ts'
import { ElementSettings } from './design/ElementSettings.tsx'
import { LabelCanvas } from './design/LabelCanvas.tsx'
import { PaperSettings } from './design/PaperSettings.tsx'
import { type LabelDraft, type LabelWarnings, useLabelDraft, useLabelWarnings } from './design/useLabelDraft.ts'
import { LabelPicture, useEncode } from './LabelPicture.tsx'
import { useRecordKind } from '../records/useRecordKind.ts'
import { sampleOf } from './samples.ts'
import { useBindings } from './useBindings.ts'
import { ReferencePicker } from '../forms/ReferencePicker.tsx'
import { useSearch, useWide } from '../screen.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** Designs a label template. Query: `templateKey`. */
export default function LabelDesigning(): ReactNode {
  const { templateKey = '' } = useSearch('/pages/goods/labels/design')
  const { data, error, refetch } = useQuery({
    queryKey: [labelOperations.templates.name, {}, 'design', templateKey],
    queryFn: ({ signal }) => call(labelOperations.templates, {}, { signal, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    meta: { once: true },
  })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const row = data.list.find((otherRow) => otherRow.templateKey === templateKey)
  if (!row)
    return (
      <Page>
        <Empty title={t('这个标签模板不存在了')} />
      </Page>
    )
  return <Designing key={templateKey} row={row} />
}

type Over = 'palette' | 'settings' | 'paper'

const Designing = ({ row }: { row: LabelTemplateRow }) => {
  const wide = useWide()
  const { draft, values, warnings, acts, at, setSelected, dpi, setDpi, isTried, setTried } = useLabelDesigning(row)
  const template = draft.content
  const [over, setOver] = useState<Over>()
  const [isTrying, setTrying] = useState(false)
  const add = (kind: ElementKind, file?: string) => {
    acts.add(kind, file)
    if (!wide) setOver('settings')
  }
  const more = async () => {
    const act = await chooseAct({ row, wide, isTried, dpi })
    if (act === 'try') setTrying(true)
    if (act === 'sample') setTried(undefined)
    if (act === 'paper') setOver('paper')
    if (act === 'list') go('/pages/goods/labels/templates')
    const resolution = printerDpis.find((each) => String(each) === act)
    if (resolution) setDpi(resolution)
  }
  const look = { template, selected: at, warnings }
  const canvas = <DesignCanvas {...look} values={values} dpi={dpi} onSelect={setSelected} onBox={acts.box} />
  const listOf = (onSelect: (index: number) => void) => <Standing {...look} onSelect={onSelect} />
  const settings = at !== undefined && <ChosenSettings template={template} at={at} warnings={warnings} acts={acts} />
  const paper = <PaperSettings template={template} onChange={draft.edit} />
  return (
    <Page
      scroll={false}
      title={t(template.name || '未命名')}
      text={[savingWords(draft.saving), t('{dpi}点每英寸', { dpi })].join(' · ')}
      right={<Tools draft={draft} {...(row.noun !== 'blank' && { onTry: () => setTrying(true) })} onMore={() => void more()} />}
      bottom={
        !wide && (
          <PhoneBar
            isChosen={at !== undefined}
            onAdd={() => setOver('palette')}
            onSettings={() => setOver(at === undefined ? 'paper' : 'settings')}
          />
        )
      }
    >
      {draft.saving === 'conflict' && <Conflict what={draft.contested.map((part) => t(partWords[part] ?? part))} settle={draft.settle} />}
      {wide ? (
        <Desk palette={<ElementPalette onAdd={add} />} list={listOf(setSelected)} canvas={canvas} whole={warnings.whole}>
          {settings || paper}
        </Desk>
      ) : (
        <Phone
          canvas={canvas}
          words={<Words warnings={warnings} template={template} onSelect={setSelected} />}
          over={over === 'settings' && at === undefined ? undefined : over}
          onClose={() => setOver(undefined)}
          palette={<ElementPalette onAdd={add} />}
          list={listOf((index) => {
            setSelected(index)
            setOver('settings')
          })}
          settings={settings}
          paper={paper}
        />
      )}
      {isTrying && row.noun !== 'blank' && (
        <ReferencePicker
          open
          noun={row.noun}
          title={t('用哪一个试看')}
          chosen={[]}
          onClose={() => setTrying(false)}
          onChoose={([id]) => setTried(id)}
        />
      )}
    </Page>
  )
}

/** The draft of a template with what is chosen in it, what is tried in it and what is wrong with it. */
const useLabelDesigning = (row: LabelTemplateRow) => {
  const draft = useLabelDraft(row)
  const [selected, setSelected] = useState<number>()
  const [dpi, setDpi] = useState<PrinterDpi>(203)
  const [triedValue, setTriedValue] = useState<string>()
  const values = useTried(row, triedValue)
  const encode = useEncode()
  const { content: template } = draft
  const warnings = useLabelWarnings(template, values, encode, dotsPerMm(dpi))
  const element = selected === undefined ? undefined : template.elements[selected]
  const position = element && selected
  const acts = actsOf(draft, position, setSelected)
  useKeys((event, target) => {
    if (isTyping(target)) return false
    if (pressStep(event, draft)) return true
    return pressElement(event, element, acts, () => setSelected(undefined))
  })
  return {
    draft,
    values,
    warnings,
    acts,
    at: position,
    setSelected,
    dpi,
    setDpi,
    isTried: triedValue !== undefined,
    setTried: setTriedValue,
  }
}

type ActsShown = { row: LabelTemplateRow; wide: boolean; isTried: boolean; dpi: PrinterDpi }

const chooseAct = ({ row, wide, isTried, dpi }: ActsShown): Promise<string | undefined> =>
  choose<string>(t('更多操作'), [
    ...(row.noun === 'blank' ? [] : [{ value: 'try', label: t('用真实数据试看'), text: t('选一个登记过的看看效果') }]),
    ...(isTried ? [{ value: 'sample', label: t('换回示例') }] : []),
    ...(wide ? [] : [{ value: 'paper', label: t('名称和标签纸') }]),
    ...printerDpis.filter((each) => each !== dpi).map((each) => ({ value: String(each), label: t('按{dpi}点每英寸检查', { dpi: each }) })),
    { value: 'list', label: t('标签模板') },
  ])

type SettingsProps = { template: LabelTemplate; at: number; warnings: LabelWarnings; acts: ReturnType<typeof actsOf> }

const ChosenSettings = ({ template, at, warnings, acts }: SettingsProps) => (
  <ElementSettings
    template={template}
    at={at}
    warnings={warnings.of.get(at) ?? []}
    onChange={acts.change}
    onCopy={acts.copy}
    onRemove={acts.remove}
    onStack={acts.stack}
  />
)

const PhoneBar = ({ isChosen, onAdd, onSettings }: { isChosen: boolean; onAdd: () => void; onSettings: () => void }) => (
  <>
    <Button size="large" kind="secondary" wide icon={Plus} onClick={onAdd}>
      {t('添加')}
    </Button>
    <Button size="large" wide icon={Settings2} onClick={onSettings}>
      {isChosen ? t('设置') : t('标签纸')}
    </Button>
  </>
)

const Tools = ({ draft: { undo, redo }, onTry, onMore }: { draft: LabelDraft; onTry?: () => void; onMore: () => void }) => (
  <div className="flex items-center gap-1">
    <IconButton icon={Undo2} iconSize={20} label={t('撤销')} disabled={!undo} onClick={undo} />
    <IconButton icon={Redo2} iconSize={20} label={t('重做')} disabled={!redo} onClick={redo} />
    {useWide() && onTry && (
      <Button kind="secondary" icon={FlaskConical} onClick={onTry}>
        {t('试看')}
      </Button>
    )}
    <IconButton icon={Ellipsis} label={t('更多操作')} onClick={onMore} />
  </div>
)

type PhoneProps = Readonly<Record<'canvas' | 'words' | 'palette' | 'list' | 'settings' | 'paper', ReactNode>> & {
  over: Over | undefined
  onClose: () => void
}

/** On a phone: the label, and what is added and set in sheets over it. */
const Phone = ({ canvas, words, palette, list, settings, paper, over, onClose }: PhoneProps) => (
  <>
    <div className="relative min-h-0 flex-1">{canvas}</div>
    {words}
    <Sheet open={over === 'palette'} onClose={onClose} title={t('添加到标签上')}>
      <div className="shrink-0">{palette}</div>
      <h3 className="shrink-0 px-1 pb-2 pt-4 text-small font-medium text-quiet">{t('标签上的内容')}</h3>
      <div className="shrink-0">{list}</div>
    </Sheet>
    <Sheet open={over === 'settings'} onClose={onClose} title={t('设置')} tall>
      <div className="shrink-0">{settings}</div>
    </Sheet>
    <Sheet open={over === 'paper'} onClose={onClose} title={t('名称和标签纸')} tall>
      <div className="shrink-0">{paper}</div>
    </Sheet>
  </>
)

const partWords: Readonly<Record<string, string>> = { name: '名称', paper: '标签纸', elements: '标签上的内容' }

/** The values that the label is shown with: of a real thing, or samples. */
const useTried = ({ noun }: LabelTemplateRow, id: string | undefined): LabelValues => {
  const { data } = useAsk(labelOperations.values, { noun, ids: id === undefined ? [] : [id] }, { enabled: id !== undefined })
  const kind = useRecordKind(noun === 'blank' ? 'asset' : noun)
  const samples = useMemo(() => (noun === 'blank' ? sampleOf(noun) : sampleOf(noun, kind)), [noun, kind])
  return (id !== undefined && data?.list[0]?.values) || samples
}

/** What is done with the elements of the draft; `at` is the chosen one's place. */
const actsOf = ({ content, edit }: LabelDraft, at: number | undefined, select: (index: number | undefined) => void) => ({
  add: (kind: ElementKind, file?: string) => {
    edit(withElement(content, inFreePlace(content, newElement(kind, content, t('文字'), file))))
    select(content.elements.length)
  },
  change: (element: LabelElement, about?: string) => at !== undefined && edit(changedElement(content, at, element), about),
  box: (which: number, box: LabelBox, pull: string) => {
    const element = content.elements[which]
    if (!element) return
    // Letters are never higher than their box.
    const fitting = element.type === 'text' ? { sizeMm: Math.max(1, Math.min(element.sizeMm, box.heightMm)) } : {}
    edit(changedElement(content, which, { ...element, ...box, ...fitting }), pull)
  },
  copy: () => {
    if (at === undefined) return
    edit(copiedElement(content, at))
    select(content.elements.length)
  },
  remove: () => {
    if (at === undefined) return
    edit(withoutElement(content, at))
    select(undefined)
  },
  stack: (step: -1 | 1) => {
    if (at === undefined) return
    edit(stackedElement(content, at, step))
    select(at + step)
  },
})

/** Arrows move the chosen element by half a millimetre, with Shift by a tenth. */
const pressElement = (
  event: KeyboardEvent,
  element: LabelElement | undefined,
  { change, copy, remove }: ReturnType<typeof actsOf>,
  leave: () => void,
): boolean => {
  if (!element) return false
  const stepMm = event.shiftKey ? 0.1 : 0.5
  const steps: Readonly<Record<string, readonly [x: number, y: number]>> = {
    ArrowLeft: [-stepMm, 0],
    ArrowRight: [stepMm, 0],
    ArrowUp: [0, -stepMm],
    ArrowDown: [0, stepMm],
  }
  const [x, y] = steps[event.key] ?? [0, 0]
  if (x !== 0 || y !== 0) {
    const xMm = Math.max(0, Math.round((element.xMm + x) * 100) / 100)
    const yMm = Math.max(0, Math.round((element.yMm + y) * 100) / 100)
    change({ ...element, xMm, yMm }, 'arrows')
  } else if (event.key === 'Delete' || event.key === 'Backspace') remove()
  else if (event.key === 'Escape') leave()
  else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') copy()
  else return false
  return true
}

type StandingProps = { template: LabelTemplate; selected: number | undefined; warnings: LabelWarnings; onSelect: (at: number) => void }

type CanvasProps = Omit<StandingProps, 'onSelect'> & {
  values: LabelValues
  dpi: PrinterDpi
  onSelect: (at: number | undefined) => void
  onBox: ReturnType<typeof actsOf>['box']
}

const DesignCanvas = ({ template, selected, warnings, values, dpi, onSelect, onBox }: CanvasProps) => (
  <LabelCanvas
    template={template}
    picture={<LabelPicture template={template} values={values} label={t(template.name)} className="size-full" dotsPerMm={dotsPerMm(dpi)} />}
    selected={selected}
    onSelect={onSelect}
    onBox={onBox}
    wrong={new Set(warnings.of.keys())}
  />
)

const Standing = ({ template, selected, warnings, onSelect }: StandingProps) => (
  <ElementList template={template} selected={selected} wrong={new Set(warnings.of.keys())} onSelect={onSelect} />
)

/** On a phone: the first thing that is wrong, below the label. */
const Words = ({ warnings, template, onSelect }: { warnings: LabelWarnings; template: LabelTemplate; onSelect: (at: number) => void }) => {
  const bindings = useBindings(template.noun)
  const [first] = warnings.of
  if (warnings.whole) return <Whole words={warnings.whole} />
  if (!first) return null
  const [at, [words]] = first
  return (
    <button
      type="button"
      onClick={() => onSelect(at)}
      className="flex min-h-11 w-full items-center gap-2 border-t border-line bg-warn-soft px-4 py-2 text-left text-small text-warn"
    >
      <TriangleAlert size={16} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">
        {template.elements[at] && elementName(template.elements[at], bindings)}
        {t('：')}
        {words}
      </span>
      {warnings.of.size > 1 && <span className="shrink-0 tabular-nums">{warnings.of.size}</span>}
    </button>
  )
}

const Whole = ({ words }: { words: string }) => (
  <p role="status" className="flex min-h-11 items-center gap-2 border-t border-line bg-bad-soft px-4 py-2 text-small text-bad">
    <TriangleAlert size={16} className="shrink-0" aria-hidden />
    {words}
  </p>
)

type DeskProps = { palette: ReactNode; list: ReactNode; canvas: ReactNode; whole: string | undefined; children: ReactNode }

/** On a wide window: what may be added and what stands there, the label, and what is set of it. */
const Desk = ({ palette, list, canvas, whole, children }: DeskProps) => (
  <div className="flex min-h-0 flex-1 border-t border-line">
    <aside aria-label={t('内容')} className="scroller w-72 shrink-0 border-r border-line p-4">
      <h3 className="px-1 pb-2 text-small font-medium text-quiet">{t('添加')}</h3>
      {palette}
      <h3 className="px-1 pb-2 pt-5 text-small font-medium text-quiet">{t('标签上的内容')}</h3>
      {list}
    </aside>
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 p-4">{canvas}</div>
      {whole && <Whole words={whole} />}
    </div>
    <aside aria-label={t('设置')} className="scroller w-90 shrink-0 border-l border-line p-4">
      {children}
    </aside>
  </div>
)
