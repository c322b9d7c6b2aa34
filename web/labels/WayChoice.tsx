import { Bluetooth, Check, FileText, type LucideIcon, Network, Smartphone, Unplug, Usb } from 'lucide-react'
import type { PrintingWay } from '../../domain/labels/printer.ts'
import type { PrinterRow } from '../../domain/labels/operations.ts'
import { printStationOperations } from '../../domain/labels/stationOperations.ts'
import { useAsk } from '../ask.ts'
import { Section } from '../look/Card.tsx'
import { go } from '../travel.ts'
import { t } from '../words.ts'
import { usePaired, waysHere, wayWords } from './pairedPrinter.ts'

/** `pdf`, or the id of a registered printer. */
export type Way = string

export const wayIcons: Readonly<Record<PrintingWay, LucideIcon>> = {
  pdf: FileText,
  network: Network,
  station: Unplug,
  serial: Unplug,
  usb: Usb,
  bluetooth: Bluetooth,
  shell: Smartphone,
}

type Props = {
  value: Way
  onChange: (way: Way) => void
  printers: readonly PrinterRow[]
  /** Labels on sheets go to the printers of an office only. */
  isSheet: boolean
}

/** Where to: a PDF always, and every printer that was registered; one that cannot be reached from here says why. */
export const WayChoice = ({ value, onChange, printers, isSheet }: Props) => {
  const pairedPrinter = usePaired()
  const stations = useAsk(printStationOperations.list, {}, { enabled: printers.some(({ way }) => way === 'station') })
  const aboutOf = ({ id, way }: PrinterRow): { text: string; isAbsent?: boolean } => {
    if (isSheet && way !== 'pdf') return { text: t('整张的标签纸只能用PDF打印'), isAbsent: true }
    if (way === 'network') return { text: t('服务器直接发给打印机') }
    if (way === 'station') {
      const station = stations.data?.list.find(({ printerId }) => printerId === id)
      if (station?.isOpen) return { text: t('打印站“{name}”开着', { name: station.name }) }
      return { text: t('打印站没有打开，打开后会接着打印') }
    }
    if (way === 'pdf') return { text: 'PDF' }
    if (!waysHere().includes(way)) return { text: t(absentWords[way]), isAbsent: true }
    return {
      text:
        pairedPrinter?.printerId === id ? t('{way}，已连接', { way: t(wayWords[way]) }) : t('{way}，打印时连接', { way: t(wayWords[way]) }),
    }
  }
  return (
    <Section
      title={t('打印到')}
      right={
        <button type="button" className="reach text-small text-accent-strong" onClick={() => go('/pages/goods/labels/printers')}>
          {t('管理打印机')}
        </button>
      }
    >
      <div role="radiogroup" aria-label={t('打印到')}>
        <Row
          icon={FileText}
          title="PDF"
          text={t('用任何打印机打印，选“实际大小”')}
          chosen={value === 'pdf'}
          onPress={() => onChange('pdf')}
        />
        {printers.map((printer) => {
          const { text, isAbsent = false } = aboutOf(printer)
          return (
            <Row
              key={printer.id}
              icon={wayIcons[printer.way]}
              title={printer.name}
              text={text}
              chosen={value === printer.id}
              {...(!isAbsent && { onPress: () => onChange(printer.id) })}
            />
          )
        })}
      </div>
    </Section>
  )
}

/** Why a way is not here, and what may be done about it. */
export const absentWords: Readonly<Record<'serial' | 'usb' | 'bluetooth' | 'shell', string>> = {
  shell: '本机打印机只能在手持机的应用中使用，请在应用中打开',
  bluetooth: '这里不能用蓝牙：请用安卓或电脑上的 Chrome、Edge，并用 https 打开',
  serial: '这里不能用串口：请用电脑上的 Chrome、Edge，并用 https 打开',
  usb: '这里不能用 USB：请用电脑上的 Chrome、Edge，并用 https 打开',
}

type RowProps = { icon: LucideIcon; title: string; text: string; chosen: boolean; onPress?: () => void }

const Row = ({ icon: Icon, title, text, chosen, onPress }: RowProps) => {
  const content = (
    <>
      <Icon size={20} className={`shrink-0 ${chosen ? 'text-accent-strong' : 'text-quiet'}`} aria-hidden />
      <span className="min-w-0 flex-1">
        <span className={`block text-body ${chosen ? 'font-medium' : ''}`}>{title}</span>
        <span className="block text-small text-quiet">{text}</span>
      </span>
      {chosen && <Check size={20} className="shrink-0 text-accent" aria-hidden />}
    </>
  )
  const look = 'flex min-h-14 w-full items-center gap-3 border-b border-line px-4 py-2.5 text-left last:border-none'
  // What cannot be chosen is no button: it is words.
  if (!onPress) return <div className={`${look} opacity-70`}>{content}</div>
  return (
    <button type="button" role="radio" aria-checked={chosen} onClick={onPress} className={`pressable ${look}`}>
      {content}
    </button>
  )
}
