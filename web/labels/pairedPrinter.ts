import { useSyncExternalStore } from 'react'
import type { Printer, PrinterFaultName, PrinterState, PrinterWay } from '../../devices/printer.ts'
import type { Doubt } from '../../devices/printer/printLabels.ts'
import { choosePrinter, type PairingSettings, type PrinterPage, waysOf } from '../../devices/printer/ways.ts'
import type { PrinterRow } from '../../domain/labels/operations.ts'
import { host } from '../../hosts/here.ts'
import { onNewPerson, stored, storeAside } from '../session/session.ts'
import { t } from '../words.ts'

/** The device that this window prints on, and as which of the registered printers it is spoken to. */
export type PairedPrinter = { readonly device: Printer; readonly printerId: string }

let pairedPrinter: PairedPrinter | undefined
const listeners = new Set<() => void>()
const setPaired = (next: PairedPrinter | undefined) => {
  pairedPrinter = next
  for (const listener of listeners) listener()
}
const onPaired = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const pairedNow = () => pairedPrinter

export const usePaired = (): PairedPrinter | undefined => useSyncExternalStore(onPaired, pairedNow)

/** The device of a registered printer, where it is open in this window. */
export const deviceOf = (printerId: string): Printer | undefined =>
  pairedPrinter?.printerId === printerId ? pairedPrinter.device : undefined

/** Gives the device back. */
export const unpair = (): void => {
  void pairedPrinter?.device.close()
  setPaired(undefined)
}
onNewPerson(unpair)

const page = (): PrinterPage => ({ ...host.devices, navigator: navigator as unknown as PrinterPage['navigator'] })

/** The ways to a printer beside this window. */
export const waysHere = (): readonly PrinterWay[] => waysOf(page())

const settingsKey = 'printerPairing'
export const pairingSettings = (): PairingSettings => stored<PairingSettings>(settingsKey) ?? { baudRate: 9600, fast: false }
export const keepPairingSettings = (settings: PairingSettings): void => storeAside(settingsKey, settings, 0)

/** Lets the person choose the device of a registered printer and opens it; how it stands. Rejects with a PrinterFault. From a tap only. */
export const pair = async ({ id, language }: PrinterRow, way: PrinterWay): Promise<PrinterState> => {
  const device = await choosePrinter(page(), way, language, pairingSettings())
  await device.open()
  if (pairedPrinter && pairedPrinter.device !== device) void pairedPrinter.device.close()
  setPaired({ device, printerId: id })
  return device.state()
}

export const faultWords = (fault: PrinterFaultName): string => t(faults[fault])
const faults: Readonly<Record<PrinterFaultName, string>> = {
  absent: '这个浏览器不能这样连接打印机，请换 Chrome 或 Edge，或用 PDF 打印',
  unchosen: '没有选择打印机',
  refused: '系统不允许网页使用这台打印机。Windows 上的 USB 打印机请改用串口、打印站所在电脑的蓝牙，或用 PDF 打印',
  taken: '打印机正被其他程序占用，请关闭后再试',
  foreign: '连上了，但找不到可以打印的通道，可能不是标签打印机',
  lost: '与打印机的连接断开了',
}

/** Why no one knows what came out. */
export const doubtWords = (doubt: Doubt): string => (isState(doubt) ? (stateWords(doubt) ?? '') : faultWords(doubt))
const isState = (doubt: Doubt): doubt is 'paper' | 'lid' | 'busy' | 'fault' => ['paper', 'lid', 'busy', 'fault'].includes(doubt)

/** How a printer stands; undefined where nothing has to be said. */
export const stateWords = (state: PrinterState): string | undefined => (states[state] === undefined ? undefined : t(states[state]))
const states: Readonly<Partial<Record<PrinterState, string>>> = {
  silent: '打印机连上了但没有应答。有的打印机从不应答，也可能是语言选错了：先打一张测试条看看',
  paper: '打印机缺纸或卡纸',
  lid: '打印机的盖子没有合上',
  busy: '打印机正忙或已暂停',
  fault: '打印机报告了故障',
}

export const wayWords: Readonly<Record<PrinterWay, string>> = {
  shell: '本机打印机',
  bluetooth: '蓝牙',
  serial: '串口',
  usb: 'USB',
}
