import { CircleHelp, Plug, Printer as PrinterIcon, TriangleAlert, Unplug } from 'lucide-react'
import { useState } from 'react'
import { type PrinterWay, PrinterFault } from '../../devices/printer.ts'
import { labelOperations, type PrinterRow } from '../../domain/labels/operations.ts'
import { useAsk } from '../ask.ts'
import { Button } from '../look/Button.tsx'
import { Card, Section } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { Empty } from '../look/Empty.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { Switch } from '../look/fields/Switch.tsx'
import { TextField } from '../look/fields/TextField.tsx'
import { toast } from '../look/overlays/toast.ts'
import { JobCell } from './JobCell.tsx'
import {
  faultWords,
  keepPairingSettings,
  pair,
  pairingSettings,
  stateWords,
  unpair,
  usePaired,
  waysHere,
  wayWords,
} from './pairedPrinter.ts'
import { type StationState, useStation } from './useStation.ts'
import { useSearch } from '../screen.ts'
import { stored, storeAside } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** A page that is left open beside a printer and prints what others send there. Query: `printerId`. */
export default function PrintStation() {
  const { printerId = '' } = useSearch('/pages/goods/labels/station')
  const { data, error, refetch } = useAsk(labelOperations.printers, {})
  if (!data) return <Pending error={error} onRetry={refetch} />
  const printers = data.list.filter(({ way }) => way === 'station')
  const [first] = printers
  if (!first)
    return (
      <Page>
        <Empty
          icon={Unplug}
          title={t('还没有打印站的打印机')}
          text={t('先登记一台“打印站”打印机，再在它旁边的电脑上打开本页。')}
          action={{ label: t('标签打印机'), onPress: () => go('/pages/goods/labels/printers') }}
        />
      </Page>
    )
  return <Station printers={printers} begun={printers.find(({ id }) => id === printerId) ?? first} />
}

const nameKey = 'printStationName'

const Station = ({ printers, begun }: { printers: readonly PrinterRow[]; begun: PrinterRow }) => {
  const [printer, setPrinter] = useState(begun)
  const [name, setName] = useState(() => stored<string>(nameKey) ?? t('打印站'))
  const paired = usePaired()
  const device = paired?.printerId === printer.id ? paired.device : undefined
  const { state, jobs, takeOver } = useStation(printer.id, name.trim() || t('打印站'), device)
  return (
    <Page width="page">
      <div className="wide:grid wide:grid-cols-2 wide:items-start wide:gap-x-6">
        <div>
          <Card className="mb-4">
            <Standing state={state} printer={printer} onTakeOver={() => void takeOver()} />
          </Card>
          {device ? (
            <Button kind="secondary" wide icon={Unplug} onClick={unpair} className="mb-4">
              {t('断开并停止')}
            </Button>
          ) : (
            <Connecting printers={printers} printer={printer} onPrinter={setPrinter} name={name} onName={setName} />
          )}
        </div>
        <Section title={t('等待打印')} note={t('本页开着才打印。一台打印机同时只由一个页面打印。')}>
          {jobs.length === 0 ? (
            <p className="p-6 text-center text-body text-faint">{t('没有等待的任务')}</p>
          ) : (
            jobs.map((job) => <JobCell key={job.id} job={job} />)
          )}
        </Section>
      </div>
    </Page>
  )
}

type ConnectingProps = {
  printers: readonly PrinterRow[]
  printer: PrinterRow
  onPrinter: (printer: PrinterRow) => void
  name: string
  onName: (name: string) => void
}

/** Which printer, how it is connected, and what this computer is called. */
const Connecting = ({ printers, printer, onPrinter, name, onName }: ConnectingProps) => {
  const ways = waysHere().filter((otherWay) => otherWay !== 'shell')
  const [way, setWay] = useState<PrinterWay | undefined>(ways[0])
  const [settings, setSettings] = useState(pairingSettings)
  const connect = async () => {
    if (!way) return
    keepPairingSettings(settings)
    storeAside(nameKey, name, 0)
    try {
      const words = stateWords(await pair(printer, way))
      if (words) toast(words, 'notify')
    } catch (error) {
      if (!(error instanceof PrinterFault)) throw error
      if (error.fault !== 'unchosen') toast(faultWords(error.fault), 'error')
    }
  }
  return (
    <>
      <Section title={t('打开打印站')}>
        <Choice
          label={t('打印机')}
          required
          value={printer.id}
          onChange={(id) => onPrinter(printers.find((otherPrinter) => otherPrinter.id === id) ?? printer)}
          options={printers.map(({ id, name: label }) => ({ value: id, label, isOwn: true }))}
        />
        <TextField label={t('这台电脑的名字')} maxLength={40} value={name} onChange={onName} hint={t('打印的人会看到，如“前台电脑”。')} />
        {ways.length > 0 && (
          <Choice
            label={t('打印机接在')}
            required
            value={way ?? ''}
            onChange={(value) => setWay(value)}
            options={ways.map((value) => ({ value, label: wayWords[value] }))}
          />
        )}
        {way === 'serial' && (
          <Choice
            label={t('波特率')}
            required
            value={String(settings.baudRate)}
            onChange={(value) => setSettings({ ...settings, baudRate: Number(value) })}
            options={['9600', '19200', '38400', '57600', '115200'].map((value) => ({ value, label: value }))}
          />
        )}
        {way === 'bluetooth' && (
          <Switch
            label={t('大块发送')}
            text={t('快得多；打印机收不全就关掉')}
            value={settings.fast}
            onChange={(fast) => setSettings({ ...settings, fast })}
          />
        )}
      </Section>
      {ways.length > 0 ? (
        <Button size="large" wide icon={Plug} onClick={() => void connect()} className="mb-4">
          {t('连接打印机并开始')}
        </Button>
      ) : (
        <Card className="mb-4 text-body text-quiet">
          {t('这个浏览器不能直接连接打印机：请用电脑上的 Chrome 或 Edge，并用 https 或在本机打开。也可以用PDF打印，或登记成网络打印机。')}
        </Card>
      )}
    </>
  )
}

/** What the station is doing, large enough to be read from a few steps away. */
const Standing = ({ state, printer, onTakeOver }: { state: StationState; printer: PrinterRow; onTakeOver: () => void }) => {
  const { icon: Icon, tone, title, text } = standingOf(state, printer)
  return (
    <div className="flex flex-col items-center py-6 text-center" role="status">
      <span className={`flex size-20 items-center justify-center rounded-full ${tone}`}>
        {state.t === 'printing' ? <Spinner size={36} /> : <Icon size={36} strokeWidth={1.5} aria-hidden />}
      </span>
      <p className="mt-4 text-large font-semibold">{title}</p>
      <p className="mt-1 max-w-100 text-body text-quiet">{text}</p>
      {state.t === 'question' && (
        <Button className="mt-4" onClick={() => go('/pages/goods/labels/job', { id: state.id })}>
          {t('去回答')}
        </Button>
      )}
      {state.t === 'held' && (
        <Button kind="secondary" className="mt-4" onClick={onTakeOver}>
          {t('改由这里打印')}
        </Button>
      )}
    </div>
  )
}

const standingOf = (state: StationState, { name }: PrinterRow) => {
  switch (state.t) {
    case 'off':
      return {
        icon: Unplug,
        tone: 'bg-sunken text-faint',
        title: t('还没有开始'),
        text: t('连接打印机后，手机和其他电脑就能往{name}打印。', { name }),
      }
    case 'waiting':
      return {
        icon: PrinterIcon,
        tone: 'bg-good-soft text-good',
        title: t('准备好了'),
        text: t('{name}在等标签。请让本页开着。', { name }),
      }
    case 'printing':
      return { icon: PrinterIcon, tone: 'bg-accent-soft text-accent', title: t('正在打印'), text: t('请不要关闭本页，也不要断开打印机。') }
    case 'question':
      return {
        icon: CircleHelp,
        tone: 'bg-warn-soft text-warn',
        title: t('有一个问题'),
        text: t('有一次打印中断了，请看一下最后出来的是第几张。回答后接着打印。'),
      }
    case 'held':
      return {
        icon: Unplug,
        tone: 'bg-warn-soft text-warn',
        title: t('“{name}”正在替它打印', { name: state.holder.name }),
        text: t('{who}在另一个页面打开了这台打印机的打印站。', { who: state.holder.userName }),
      }
    case 'stuck':
      return { icon: TriangleAlert, tone: 'bg-bad-soft text-bad', title: t('暂时不能打印'), text: state.words }
  }
}
