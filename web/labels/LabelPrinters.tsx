import { Pencil, Plus, Printer as PrinterIcon, Ruler, Stamp, Trash2, Unplug } from 'lucide-react'
import { useState } from 'react'
import { PrinterFault } from '../../devices/printer.ts'
import type { PrintingWay } from '../../domain/labels/printer.ts'
import { labelOperations, type PrinterRow } from '../../domain/labels/operations.ts'
import { printStationOperations } from '../../domain/labels/stationOperations.ts'
import { useAsk } from '../ask.ts'
import { call, CallError } from '../call.ts'
import { Button } from '../look/Button.tsx'
import type { Busy } from '../look/holdButton.ts'
import { Card } from '../look/Card.tsx'
import { Choice } from '../look/fields/Choice.tsx'
import { confirmDelete } from '../look/overlays/confirm.ts'
import { Empty } from '../look/Empty.tsx'
import { IconButton } from '../look/IconButton.tsx'
import { WriteIconButton } from '../look/WriteIconButton.tsx'
import { Page } from '../look/Page.tsx'
import { Pending } from '../look/Pending.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Tag } from '../look/Tag.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useAllowed } from '../shell/useAllowed.ts'
import { deviceOf, faultWords, pair, stateWords, waysHere } from './pairedPrinter.ts'
import { languageWords, PrinterSheet, printingWayWords } from './PrinterSheet.tsx'
import { bytesOf } from './sendJob.ts'
import { absentWords, wayIcons } from './WayChoice.tsx'
import { downloadSheet } from '../forms/sheetFile.ts'
import { useSend } from '../send.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

/** The printers for labels: how each is spoken to, and strips and pages to set it right. */
export default function LabelPrinters() {
  const [editedPrinter, setEditedPrinter] = useState<PrinterRow | 'new'>()
  const [testedPrinter, setTestedPrinter] = useState<PrinterRow>()
  const mayKeep = useAllowed()('gslabel:save')
  const { data, error, refetch } = useAsk(labelOperations.printers, {})
  const stations = useAsk(printStationOperations.list, {})
  const { send: remove, sending: removing } = useSend(labelOperations.deletePrinter, { done: '已删除' })
  if (!data) return <Pending error={error} onRetry={refetch} />
  const drop = async ({ id, name }: PrinterRow) => {
    if (!(await confirmDelete(t('确定删除{name}吗?', { name })))) return
    await remove({ id }).catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
    })
  }
  return (
    <Page
      onRefresh={() => Promise.all([refetch(), stations.refetch()])}
      right={
        mayKeep && (
          <Button size="small" icon={Plus} onClick={() => setEditedPrinter('new')}>
            {t('添加')}
          </Button>
        )
      }
    >
      {data.list.length === 0 ? (
        <Empty
          icon={PrinterIcon}
          title={t('还没有登记标签打印机')}
          text={t('不登记也能用PDF打印。登记后可以直接打到网络打印机、打印站或身边的打印机。')}
          action={mayKeep ? { label: t('添加打印机'), onPress: () => setEditedPrinter('new') } : undefined}
        />
      ) : (
        <ul className="grid gap-3 pt-2 wide:grid-cols-2 wide:gap-4">
          {data.list.map((printer) => (
            <li key={printer.id}>
              <PrinterCard
                printer={printer}
                isOpen={stations.data?.list.find(({ printerId }) => printerId === printer.id)?.isOpen ?? false}
                mayKeep={mayKeep}
                busy={removing}
                onEdit={() => setEditedPrinter(printer)}
                onTest={() => setTestedPrinter(printer)}
                onDrop={() => void drop(printer)}
              />
            </li>
          ))}
        </ul>
      )}
      {editedPrinter && (
        <PrinterSheet known={editedPrinter === 'new' ? undefined : editedPrinter} onClose={() => setEditedPrinter(undefined)} />
      )}
      {testedPrinter && <TestSheet printer={testedPrinter} onClose={() => setTestedPrinter(undefined)} />}
    </Page>
  )
}

type CardProps = {
  printer: PrinterRow
  isOpen: boolean
  mayKeep: boolean
  busy: Busy
  onEdit: () => void
  onTest: () => void
  onDrop: () => void
}

const PrinterCard = ({ printer, isOpen, mayKeep, busy, onEdit, onTest, onDrop }: CardProps) => {
  const { id, name, way, language, dpi, offsetXMm, offsetYMm, scalePercent, address } = printer
  const Icon = wayIcons[way]
  const isMoved = offsetXMm !== 0 || offsetYMm !== 0 || scalePercent !== 100
  return (
    <Card>
      <div className="flex items-start gap-3">
        <span className="flex size-10 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
          <Icon size={20} aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2">
            <span className="min-w-0 truncate text-title font-semibold">{name}</span>
            {way === 'station' && <Tag tone={isOpen ? 'good' : 'plain'}>{isOpen ? t('打印站开着') : t('打印站没开')}</Tag>}
          </p>
          <p className="mt-0.5 text-small text-quiet">
            {[t(printingWayWords[way]), way === 'network' && address, languageWords[language], t('{dpi}点每英寸', { dpi })]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {isMoved && (
            <p className="mt-0.5 text-small text-faint">
              {t('右移{x}毫米，下移{y}毫米，缩放{scale}%', { x: offsetXMm, y: offsetYMm, scale: scalePercent })}
            </p>
          )}
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button size="small" kind="secondary" icon={Stamp} onClick={onTest}>
          {t('测试和校准')}
        </Button>
        {way === 'station' && (
          <Button size="small" kind="secondary" icon={Unplug} onClick={() => go('/pages/goods/labels/station', { printerId: id })}>
            {t('打开打印站')}
          </Button>
        )}
        {mayKeep && (
          <span className="ml-auto flex">
            <IconButton icon={Pencil} iconSize={18} label={t('修改{name}', { name })} className="text-quiet" onClick={onEdit} />
            <WriteIconButton
              icon={Trash2}
              iconSize={18}
              label={t('删除{name}', { name })}
              className="text-quiet"
              busy={busy}
              onClick={onDrop}
            />
          </span>
        )}
      </div>
    </Card>
  )
}

const beside = new Set<PrintingWay>(['serial', 'usb', 'bluetooth', 'shell'])

/** A strip in the printer's own language, where it stands beside this window; a page to measure by. */
const TestSheet = ({ printer, onClose }: { printer: PrinterRow; onClose: () => void }) => {
  const [templateKey, setTemplateKey] = useState('asset-60x40')
  const [printerFault, setSaid] = useState<string>()
  const [busy, setBusy] = useState<'strip' | 'page'>()
  const templates = useAsk(labelOperations.templates, {})
  const ways = waysHere()
  const { way } = printer
  const own = beside.has(way) ? way : undefined
  // A printer at a station is tested in the window that stands beside it, by whichever way that has.
  const reached = way === 'station' ? ways[0] : ways.find((otherWay) => otherWay === own)
  const act = async (what: 'strip' | 'page', run: () => Promise<void>) => {
    setBusy(what)
    setSaid(undefined)
    try {
      await run()
    } catch (error) {
      if (error instanceof PrinterFault) {
        if (error.fault !== 'unchosen') setSaid(faultWords(error.fault))
      } else if (error instanceof CallError) toast(error.message, 'error')
      else throw error
    } finally {
      setBusy(undefined)
    }
  }
  const strip = () =>
    act('strip', async () => {
      if (!deviceOf(printer.id) && reached) setSaid(stateWords(await pair(printer, reached)))
      const { base64 } = await call(labelOperations.testStrip, { printerId: printer.id, templateKey }, { quiet: true })
      await deviceOf(printer.id)?.write(bytesOf(base64))
    })
  const page = () =>
    act('page', () => downloadSheet(labelOperations.calibration, { templateKey, printerId: printer.id }, `${t('校准页')}.pdf`))
  return (
    <Sheet open onClose={onClose} title={t('测试和校准')}>
      <Card flush className="mb-4 shrink-0">
        <Choice
          label={t('模板')}
          required
          value={templateKey}
          onChange={setTemplateKey}
          options={(templates.data?.list ?? []).map(({ templateKey: value, name }) => ({ value, label: name }))}
        />
      </Card>
      <div className="shrink-0 space-y-4 pb-2">
        {way !== 'pdf' && (
          <section>
            <Button wide icon={Stamp} disabled={!reached} busy={busy === 'strip'} onClick={() => void strip()}>
              {t('打印测试条')}
            </Button>
            <StripHint way={way} wayHere={own} isReached={reached !== undefined} />
            {printerFault && <p className="px-1 pt-1 text-small text-warn">{printerFault}</p>}
          </section>
        )}
        <section>
          <Button wide kind="secondary" icon={Ruler} busy={busy === 'page'} onClick={() => void page()}>
            {t('下载校准页')}
          </Button>
          <p className="px-1 pt-2 text-small text-quiet">
            {t('按“实际大小”打印，用尺子量：框偏右几毫米，就把“右移”减几毫米；100毫米的线量出来是99毫米，缩放就填101。')}
          </p>
        </section>
      </div>
    </Sheet>
  )
}

type StripHintProps = { way: PrintingWay; wayHere: PrintingWay | undefined; isReached: boolean }

/** What a strip should look like, or why none can be printed here. */
const StripHint = ({ way, wayHere, isReached }: StripHintProps) => (
  <p className="px-1 pt-2 text-small text-quiet">
    {isReached && t('应该是白底黑条。黑白反了就在打印机设置里换“黑点的位”；出来一串命令文字就是语言选错了。')}
    {!isReached && way === 'network' && t('网络打印机由服务器连接：打一张标签就能看出来。')}
    {!isReached &&
      way !== 'network' &&
      (wayHere ? t(absentWords[wayHere as keyof typeof absentWords]) : t('请在打印机旁的电脑上打开本页。'))}
  </p>
)
