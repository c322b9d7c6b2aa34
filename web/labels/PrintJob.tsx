import { useQueryClient } from '@tanstack/react-query'
import { ArrowDownToLine, CircleCheck, CircleHelp, Play, Square } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { labelOperations, type PrintJobRow } from '../../domain/labels/operations.ts'
import { printStationOperations } from '../../domain/labels/stationOperations.ts'
import { PrinterFault } from '../../devices/printer.ts'
import { refreshByName, useAsk } from '../ask.ts'
import { CallError } from '../call.ts'
import { ignoreCallError } from '../ignoreCallError.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Value } from '../look/Cell.tsx'
import { confirm } from '../look/overlays/confirm.ts'
import { Notice } from '../look/Notice.tsx'
import { NumberField } from '../look/fields/NumberField.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { toast } from '../look/overlays/toast.ts'
import { JobTag, whereTo } from './JobCell.tsx'
import { faultWords, pair, stateWords, usePaired } from './pairedPrinter.ts'
import { useSending } from './useSending.ts'
import { downloadSheet } from '../forms/sheetFile.ts'
import { when } from '../shell/when.ts'
import { useScreen, useSearch } from '../screen.ts'
import { useSend } from '../send.ts'
import { back } from '../travel.ts'
import { t } from '../words.ts'

/** How often a printing that others carry on is asked about. */
const pollMs = 1200

/** One printing on its way, and what is to be said about it. Query: `id`; `begin` where it has just been started here. */
export default function PrintJob() {
  const { id = '', begin } = useSearch('/pages/goods/labels/job')
  const { shown } = useScreen()
  const { data: job, error, refetch } = useAsk(labelOperations.job, { id })
  const goesOn = job !== undefined && (job.way === 'network' || job.way === 'station') && (job.state === 'open' || job.state === 'sending')
  useEffect(() => {
    if (!goesOn || !shown) return
    const timer = setInterval(() => void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [goesOn, shown, refetch])
  const client = useQueryClient()
  const isDone = job?.state === 'done'
  useEffect(() => {
    // Others have printed it: what is due and what was printed is asked for again.
    if (isDone) void refreshByName(client, ['gslabel.due', 'gslabel.check', 'gslabel.history', 'gslabel.jobs'])
  }, [isDone, client])
  if (!job) return <Pending error={error} onRetry={refetch} />
  return <Running key={id} job={job} begun={begin === '1'} onRefresh={refetch} />
}

const Running = ({ job, begun, onRefresh }: { job: PrintJobRow; begun: boolean; onRefresh: () => Promise<unknown> }) => {
  const { send: cancel } = useSend(labelOperations.cancel, { done: '已取消' })
  const isOver = job.state === 'done' || job.state === 'cancelled'
  const drop = async () => {
    if (
      !(await confirm({
        title: t('取消这次打印?'),
        text: t('还没打印的标签不再打印，已打印的照常记录。'),
        yes: t('取消打印'),
        danger: true,
      }))
    )
      return
    await cancel({ id: job.id }).catch(ignoreCallError)
  }
  return (
    <Page onRefresh={onRefresh} width="form">
      <Card className="mb-4">
        <div className="flex items-start justify-between gap-3">
          <p className="min-w-0 text-title font-semibold">{t(job.templateName)}</p>
          <JobTag state={job.state} />
        </div>
        <p className="mt-1 text-small text-quiet">{[whereTo(job), job.userName, when(job.createdAt)].filter(Boolean).join(' · ')}</p>
        <Progress job={job} />
        {job.failure && <p className="mt-3 text-body text-warn">{job.failure}</p>}
      </Card>
      {job.state === 'doubtful' && <LastOut job={job} />}
      {job.state !== 'doubtful' && !isOver && <Acting job={job} begun={begun} />}
      {job.state === 'done' && (
        <Card className="mb-4">
          <p className="flex items-center gap-2 text-body">
            <CircleCheck size={20} className="text-good" aria-hidden />
            {t('{count}张标签已打印并记录', { count: job.total })}
          </p>
          <Button kind="secondary" wide className="mt-4" onClick={() => void back()}>
            {t('完成')}
          </Button>
        </Card>
      )}
      <Section>
        <Value label={t('标签')}>{t('{count}张', { count: job.total })}</Value>
        {job.copies > 1 && <Value label={t('每个打几张')}>{job.copies}</Value>}
        {job.startCell > 1 && <Value label={t('从第几格开始')}>{job.startCell}</Value>}
        {job.reason && <Value label={t('重打原因')}>{job.reason}</Value>}
        {job.endedAt && <Value label={t('结束时间')}>{when(job.endedAt)}</Value>}
      </Section>
      {!isOver && (
        <Button kind="plain" wide onClick={() => void drop()}>
          {t('取消打印')}
        </Button>
      )}
    </Page>
  )
}

/** How far it is: what is known to be out, and what is on its way. */
const Progress = ({ job: { doneTo, sentTo, total } }: { job: PrintJobRow }) => (
  <div className="mt-4">
    <div
      role="progressbar"
      aria-label={t('打印进度')}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={doneTo}
      className="relative h-2 overflow-hidden rounded-full bg-sunken"
    >
      <span className="absolute inset-y-0 left-0 bg-accent opacity-40 transition-[width]" style={{ width: `${(sentTo / total) * 100}%` }} />
      <span
        className="absolute inset-y-0 left-0 rounded-full bg-accent transition-[width]"
        style={{ width: `${(doneTo / total) * 100}%` }}
      />
    </div>
    <p className="mt-2 text-small tabular-nums text-quiet" role="status">
      {t('已打印 {done} / {total}', { done: doneTo, total })}
    </p>
  </div>
)

/** What is to be done by its way until it is over. */
const Acting = ({ job, begun }: { job: PrintJobRow; begun: boolean }): ReactNode => {
  if (job.way === 'pdf') return <AsPdf job={job} />
  if (job.way === 'network') return <Notice text={t('服务器正在打印，离开本页也会继续。')} />
  if (job.way === 'station') return <AtStation job={job} />
  return <BesideHere job={job} way={job.way} begun={begun} />
}

const AsPdf = ({ job }: { job: PrintJobRow }) => {
  const [busy, setBusy] = useState(false)
  const [isTaken, setTaken] = useState(job.doneTo > 0)
  const [last, setLast] = useState<string>()
  const { send: confirmOut, sending } = useSend(labelOperations.confirm)
  const take = async () => {
    setBusy(true)
    try {
      await downloadSheet(labelOperations.pdf, { id: job.id }, `${t(job.templateName)}-${job.id}.pdf`)
      setTaken(true)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      toast(error.message, 'error')
    } finally {
      setBusy(false)
    }
  }
  const out = (doneTo: number) => void confirmOut({ id: job.id, doneTo }).catch(ignoreCallError)
  return (
    <Card flush className="mb-4">
      <div className="p-4">
        <p className="text-body text-quiet">{t('打开PDF后按“实际大小（100%）”打印，不要选“适合页面”。')}</p>
        <Button
          size="large"
          wide
          kind={isTaken ? 'secondary' : 'primary'}
          icon={ArrowDownToLine}
          busy={busy}
          className="mt-4"
          onClick={() => void take()}
        >
          {job.doneTo > 0 ? t('下载余下的PDF') : t('下载PDF')}
        </Button>
        {isTaken && last === undefined && (
          <>
            <Button size="large" wide icon={CircleCheck} busy={sending} className="mt-3" onClick={() => out(job.total)}>
              {t('都打印好了')}
            </Button>
            <Button kind="plain" wide className="mt-1" onClick={() => setLast(String(job.doneTo))}>
              {t('只打印出来一部分')}
            </Button>
          </>
        )}
      </div>
      {last !== undefined && (
        <>
          <NumberField label={t('最后打印出来的是第几张')} value={last} min={job.doneTo} max={job.total} onChange={setLast} />
          <div className="flex gap-3 p-4">
            <Button
              wide
              busy={sending}
              onClick={() => {
                out(Number(last))
                setLast(undefined)
              }}
            >
              {t('记下')}
            </Button>
          </div>
        </>
      )}
    </Card>
  )
}

const AtStation = ({ job }: { job: PrintJobRow }) => {
  const { data, refetch } = useAsk(printStationOperations.list, {})
  const { send: fail } = useSend(labelOperations.fail)
  const again = useEffectEvent(() => void refetch())
  useEffect(() => {
    const timer = setInterval(() => again(), 5000)
    return () => clearInterval(timer)
  }, [])
  const station = data?.list.find(({ printerId }) => printerId === job.printerId)
  if (!data) return null
  if (station?.isOpen) return <Notice text={t('打印站“{name}”正在替您打印，离开本页也会继续。', { name: station.name })} />
  if (job.state === 'sending')
    return (
      <Notice
        text={t('打印站在打印中途关闭了，不知道打印到了第几张。')}
        action={t('去看一下')}
        onPress={() => void fail({ id: job.id, failure: t('打印站在打印中途关闭了') }).catch(ignoreCallError)}
      />
    )
  return <Notice text={t('打印站没有打开。在打印机旁的电脑上打开“打印站”，就会接着打印。')} />
}

const BesideHere = ({ job, way, begun }: { job: PrintJobRow; way: 'serial' | 'usb' | 'bluetooth' | 'shell'; begun: boolean }) => {
  const paired = usePaired()
  const printers = useAsk(labelOperations.printers, {})
  const { isSending, begin, stop } = useSending(job.id)
  const printer = printers.data?.list.find(({ id }) => id === job.printerId)
  const isReady = paired !== undefined && paired.printerId === job.printerId
  const hasBegun = useRef(false)
  const first = useEffectEvent(() => {
    if (!begun || hasBegun.current || !paired || job.state !== 'open' || job.sentTo > 0) return
    hasBegun.current = true
    void begin(paired.device)
  })
  useEffect(() => {
    if (!isReady) return
    const timer = setTimeout(() => first())
    return () => clearTimeout(timer)
  }, [isReady])
  const connect = async () => {
    if (!printer) return
    try {
      const words = stateWords(await pair(printer, way))
      if (words) toast(words, 'notify')
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error
      if (error.fault !== 'unchosen') toast(faultWords(error.fault), 'error')
    }
  }
  return (
    <Card className="mb-4">
      {isSending || isReady ? (
        <PrintButton job={job} isSending={isSending} onBegin={() => paired && void begin(paired.device)} onStop={stop} />
      ) : (
        <>
          <p className="mb-3 text-body text-quiet">{t('先连接打印机{name}。', { name: printer?.name ?? '' })}</p>
          <Button size="large" wide onClick={() => void connect()}>
            {t('连接打印机')}
          </Button>
        </>
      )}
      <p className="mt-3 text-small text-faint">{t('打印时请不要关闭本页。')}</p>
    </Card>
  )
}

type PrintProps = { job: PrintJobRow; isSending: boolean; onBegin: () => void; onStop: () => void }

const PrintButton = ({ job, isSending, onBegin, onStop }: PrintProps) =>
  isSending ? (
    <Button size="large" wide kind="secondary" icon={Square} onClick={onStop}>
      {t('停止')}
    </Button>
  ) : (
    <Button size="large" wide icon={Play} onClick={onBegin}>
      {job.sentTo > 0 ? t('继续打印') : t('开始打印')}
    </Button>
  )

/** Nothing is printed twice by itself: a person looks at the paper and says where to go on. */
const LastOut = ({ job }: { job: PrintJobRow }) => {
  const [last, setLast] = useState(String(job.doneTo))
  const { send, sending } = useSend(labelOperations.resume)
  const answer = (lastOut: number) => void send({ id: job.id, lastOut }).catch(ignoreCallError)
  return (
    <Section title={t('请看一下打印机')}>
      <div className="p-4">
        <p className="flex items-start gap-2 text-body">
          <CircleHelp size={20} className="mt-0.5 shrink-0 text-warn" aria-hidden />
          {t('不知道第{from}到{to}张是不是都出来了。最后完整打印出来的是第几张？', { from: job.doneTo + 1, to: job.sentTo })}
        </p>
      </div>
      <NumberField
        label={t('最后打印出来的是第几张')}
        value={last}
        min={job.doneTo}
        max={job.sentTo}
        onChange={setLast}
        hint={t('没有新的出来就填{count}。', { count: job.doneTo })}
      />
      <div className="flex gap-3 p-4">
        <Button wide busy={sending} onClick={() => answer(Number(last))}>
          {Number(last) === job.total ? t('都出来了') : t('从第{number}张接着打', { number: Number(last) + 1 })}
        </Button>
      </div>
    </Section>
  )
}
