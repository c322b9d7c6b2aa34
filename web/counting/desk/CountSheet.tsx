import { Printer } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { dispositions } from '../../../domain/counting/event.ts'
import { type CountLineRow, countTaskInfo, countTaskLines, countTaskProgress } from '../../../domain/counting/operations.ts'
import { countSheetPdf, countSheetTake, type SheetMark, sheetMarks } from '../../../domain/counting/sheetOperations.ts'
import { useAsk } from '../../ask.ts'
import { CallError } from '../../call.ts'
import { Button } from '../../look/Button.tsx'
import { Card, Section } from '../../look/Card.tsx'
import { Cell } from '../../look/Cell.tsx'
import { choose } from '../../look/overlays/confirm.ts'
import { Empty } from '../../look/Empty.tsx'
import { Notice } from '../../look/Notice.tsx'
import { Page } from '../../look/Page.tsx'
import { Pending } from '../../look/Pending.tsx'
import { Problem } from '../../look/Problem.tsx'
import { Skeleton } from '../../look/Skeleton.tsx'
import { TimeField } from '../../look/fields/TimeField.tsx'
import { toast } from '../../look/overlays/toast.ts'
import { usePages } from '../../pages.ts'
import { downloadSheet } from '../../forms/sheetFile.ts'
import { useSearch } from '../../screen.ts'
import { useSend } from '../../send.ts'
import { t } from '../../words.ts'
import type { CountTask } from './countLook.ts'
import { keyOfLine } from './LineRow.tsx'
import { keysOf } from '../../../kernel/keysOf.ts'

/** A sheet for paper, and what came back on it typed in: with the keyboard, one line after the other. */
export default function CountSheet() {
  const { id = '', placeId = '' } = useSearch('/pages/goods/GsInventoryOrder/gsinventorysheet')
  const { data, error, refetch } = useAsk(countTaskInfo, { id }, { keep: true })
  if (!data) return <Pending error={error} onRetry={refetch} />
  return <Shown task={data} begin={placeId} />
}

const Shown = ({ task, begin }: { task: CountTask; begin: string }) => {
  const [placeId, setPlaceId] = useState(begin)
  const [isPrinting, setPrinting] = useState(false)
  const { data } = useAsk(countTaskProgress, { taskId: task.id })
  const places = (data?.places ?? []).filter(({ id }) => id !== null)
  const place = places.find(({ id }) => id === placeId)
  const open = task.state === 'open' && task.may.includes('count') && task.plan.methods.includes('sheet')
  const pick = async () => {
    const choice = await choose(t('盘点区域'), [
      { value: '', label: t('全部') },
      ...places.flatMap(({ id, name, done, expected }) => (id === null ? [] : [{ value: id, label: name, text: `${done}/${expected}` }])),
    ])
    if (choice !== undefined) setPlaceId(choice)
  }
  const print = async () => {
    setPrinting(true)
    try {
      const name = [t('纸质盘点表'), task.code, place?.name].filter(Boolean).join('-')
      await downloadSheet(countSheetPdf, { taskId: task.id, ...(placeId && { placeId }) }, `${name}.pdf`)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setPrinting(false)
    }
  }
  if (!open)
    return (
      <Page text={task.name}>
        <Empty title={t('现在不能录入')} text={t('盘点已经结束，或计划不用纸质盘点表。')} />
      </Page>
    )
  return (
    <Page text={task.name}>
      <Section>
        <Cell title={t('盘点区域')} value={place?.name ?? t('全部')} onPress={() => void pick()} />
      </Section>
      <Button kind="secondary" icon={Printer} wide busy={isPrinting} className="mb-4" onClick={() => void print()}>
        {t('打印空白表')}
      </Button>
      <Typing key={placeId} task={task} placeId={placeId} />
    </Page>
  )
}

type SheetLineInput = { readonly mark?: SheetMark; readonly quantity?: string }

const Typing = ({ task, placeId }: { task: CountTask; placeId: string }) => {
  const pages = usePages(countTaskLines, { taskId: task.id, verdicts: ['pending'], ...(placeId && { placeId }) }, { pageSize: 200 })
  const [said, setSaid] = useState<ReadonlyMap<string, SheetLineInput>>(new Map())
  const [time, setTime] = useState('')
  const [uncounted, setUncounted] = useState<readonly string[]>([])
  const { send, sending } = useSend(countSheetTake)
  const list = useRef<HTMLUListElement>(null)
  const say = (line: CountLineRow, what: SheetLineInput) => setSaid((before) => new Map(before).set(keyOfLine(line), what))
  const step = (step: number) => {
    const fields = [...(list.current?.querySelectorAll<HTMLElement>('[data-line]') ?? [])]
    fields[fields.findIndex((field) => field === document.activeElement) + step]?.focus()
  }
  const typedLines = pages.rows.filter((line) => {
    const what = said.get(keyOfLine(line))
    return line.itemKind === 'asset' ? what?.mark !== undefined : /^\d{1,12}(\.\d{1,4})?$/.test(what?.quantity ?? '')
  })
  const submit = async () => {
    try {
      const missed: string[] = []
      for (let start = 0; start < typedLines.length; start += 200) {
        const part = typedLines.slice(start, start + 200)
        const { uncounted: not } = await send({
          taskId: task.id,
          ...(time && { countedAt: todayAt(time) }),
          lines: part.map((line) => ({ itemId: line.itemId, account: line.account, ...said.get(keyOfLine(line)) })),
        })
        missed.push(...not.map(({ itemId, why }) => `${part.find((line) => line.itemId === itemId)?.code ?? ''} ${t(dispositions[why])}`))
      }
      toast(t('已录入{n}项', { n: typedLines.length - missed.length }), 'success')
      setUncounted(missed)
      setSaid(new Map())
      await pages.refresh()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
    }
  }
  if (pages.status === 'failed') return <Problem error={pages.error} onRetry={() => void pages.refresh()} />
  if (pages.status === 'loading') return <Skeleton rows={6} picture={false} />
  return (
    <>
      {uncounted.length > 0 && <Notice text={t('未计入：{why}', { why: uncounted.join(t('、')) })} />}
      {pages.rows.length === 0 ? (
        <Empty title={t('这里都盘完了')} />
      ) : (
        <>
          <Section note={t('不填就是现在；纸上盘完又有收发时，请填盘点的时间。')}>
            <TimeField label={t('今天几点盘的')} value={time} onChange={setTime} />
          </Section>
          <p className="hidden px-1 pb-2 text-small text-quiet wide:block">{t('按 Y 在、N 不在，上下键换行；耗材输入数量后回车。')}</p>
          <Card flush>
            <ul ref={list}>
              {pages.rows.map((line) => (
                <Line key={keyOfLine(line)} line={line} said={said.get(keyOfLine(line))} onSay={(what) => say(line, what)} onStep={step} />
              ))}
            </ul>
          </Card>
          {pages.hasMore && (
            <Button kind="plain" wide busy={pages.loadingMore} onClick={pages.more}>
              {t('更多')}
            </Button>
          )}
          <div className="sticky bottom-0 bg-page py-3">
            <Button size="large" wide busy={sending} disabled={typedLines.length === 0} onClick={() => void submit()}>
              {t('录入{n}项', { n: typedLines.length })}
            </Button>
          </div>
        </>
      )}
    </>
  )
}

/** A clock time of today as a moment. */
const todayAt = (time: string): string => {
  const day = new Date()
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  day.setHours(hours, minutes, 0, 0)
  return day.toISOString()
}

type LineProps = {
  line: CountLineRow
  said: SheetLineInput | undefined
  onSay: (what: SheetLineInput) => void
  onStep: (by: number) => void
}

const Line = ({ line, said, onSay, onStep }: LineProps) => {
  const mark = (what: SheetMark) => {
    onSay({ mark: what })
    onStep(1)
  }
  const move = (event: KeyboardEvent) => {
    const step = lineSteps[event.key]
    if (step === undefined) return false
    event.preventDefault()
    onStep(step)
    return true
  }
  const key = (event: KeyboardEvent) => {
    if (move(event)) return
    const pressed = event.key.toLowerCase()
    if (pressed === 'y' || pressed === '1') mark('present')
    else if (pressed === 'n' || pressed === '0') mark('missing')
  }
  const words = <LineWords line={line} />
  if (line.itemKind === 'consumable')
    return (
      <li className="flex min-h-13 items-center gap-3 border-b border-line px-4 py-1.5 last:border-none">
        {words}
        <input
          data-line
          inputMode="decimal"
          aria-label={t('{name}的数量', { name: line.name })}
          value={said?.quantity ?? ''}
          onChange={(event) => onSay({ quantity: event.target.value.trim() })}
          onKeyDown={move}
          className="h-11 w-24 rounded-control bg-sunken px-3 text-right text-body tabular-nums"
        />
        <span className="w-8 shrink-0 text-small text-quiet">{line.unit}</span>
      </li>
    )
  return (
    <li
      data-line
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a row of a form that is typed without a mouse
      tabIndex={0}
      onKeyDown={key}
      className="flex min-h-13 items-center gap-3 border-b border-line px-4 py-1.5 outline-offset-[-2px] last:border-none focus-visible:outline-2 focus-visible:outline-accent"
    >
      {words}
      <MarkButtons mark={said?.mark} onMark={(mark) => onSay({ mark })} />
    </li>
  )
}

/** What a line is, where it lies and with whom. */
const LineWords = ({ line }: { line: CountLineRow }) => (
  <span className="min-w-0 flex-1">
    <span className="block truncate text-body">{line.name}</span>
    <span className="block truncate text-small text-quiet">
      {[line.code, line.place?.name, line.holder?.name].filter(Boolean).join(' · ')}
    </span>
  </span>
)

type MarkButtonsProps = { mark: SheetMark | undefined; onMark: (mark: SheetMark) => void }

const MarkButtons = ({ mark, onMark }: MarkButtonsProps) => (
  <>
    {keysOf(sheetMarks).map((each) => (
      <button
        key={each}
        type="button"
        tabIndex={-1}
        aria-pressed={mark === each}
        onClick={() => onMark(each)}
        className={`min-h-11 min-w-14 rounded-control px-3 text-body ${mark === each ? markLooks[each] : 'bg-sunken text-quiet'}`}
      >
        {t(sheetMarks[each])}
      </button>
    ))}
  </>
)

/** How far a key goes from line to line. */
const lineSteps: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, Enter: 1, ArrowUp: -1 }

const markLooks: Readonly<Record<keyof typeof sheetMarks, string>> = {
  present: 'bg-good-soft font-medium text-good',
  missing: 'bg-bad-soft font-medium text-bad',
}
