import { useSyncExternalStore } from 'react'
import { inTurn } from '../../devices/inTurn.ts'
import { type Reader, ReaderFault, type ReaderTrouble, type ReaderWay } from '../../devices/reader.ts'
import { hasBridge, openBridgeReader } from '../../devices/readers/bridge.ts'
import { openSerialReader, serialPorts } from '../../devices/readers/serial.ts'
import { wedgeReader } from '../../devices/readers/wedge.ts'
import { firstThreshold } from '../../domain/rfid/session.ts'
import { host } from '../../hosts/here.ts'
import { onNewPerson } from '../session/session.ts'
import { t } from '../words.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** The reader that this window is connected with; it stays while screens come and go. */
export type Connection = { readonly reader?: Reader; readonly connecting?: ReaderWay; readonly wrong?: string; readonly powerDbm?: number }

export type Way = { readonly way: ReaderWay; readonly title: string; readonly text: string; readonly possible: boolean }

/** Every way to a reader; of one that this browser has not it is said what is missing. */
export const readerWays = (): Way[] => [
  {
    way: 'bridge',
    title: t('本机的读写器'),
    possible: hasBridge(host.devices ?? {}),
    text: hasBridge(host.devices ?? {}) ? t('手持机自带的RFID读写器') : t('要在手持机的应用里打开本页才能使用'),
  },
  {
    way: 'serial',
    title: t('USB或蓝牙串口读写器'),
    possible: serialPorts() !== undefined,
    text: serialPorts() ? t('插上读写器，或先在系统里配对蓝牙，再选择它的串口') : noSerialWords(),
  },
  { way: 'wedge', title: t('像键盘一样输入的读写器'), possible: true, text: t('任何设备都可用；不知道信号强弱，不能写标签') },
]

const noSerialWords = (): string =>
  window.isSecureContext ? t('这个浏览器不能使用串口，请用电脑上的Chrome或Edge') : t('当前不是安全连接，浏览器不允许使用串口')

export const connection = (): Connection => current
export const useConnection = (): Connection => useSyncExternalStore(subscribe, connection)

/** Connects by a way; the person may be asked for the device. The person who asks for nothing stays as they are. */
export const connect = async (way: ReaderWay): Promise<void> => {
  if (current.connecting) return
  await disconnect()
  become({ connecting: way })
  try {
    const reader = inTurn(await openers[way]())
    reader.onGone(() => {
      become({ wrong: t('读写器断开了，请检查后重新连接') })
      void reader.close().catch(ignoreFault)
    })
    become({ reader })
  } catch (fault) {
    // No one chose a port.
    if (fault instanceof DOMException && fault.name === 'NotFoundError') become({})
    else if (fault instanceof ReaderFault) become({ wrong: troubleWords(fault.trouble) })
    else if (fault instanceof DOMException) become({ wrong: t('串口打不开，可能正被其他程序使用') })
    else throw fault
  }
}

export const disconnect = async (): Promise<void> => {
  const { reader } = current
  become({})
  await reader?.close().catch(ignoreFault)
}

/** How strong the reader sends, dBm; what it says no to is said. */
export const setPower = async (dbm: number): Promise<void> => {
  try {
    await current.reader?.power?.set(dbm)
    become({ ...current, powerDbm: dbm })
  } catch (fault) {
    if (!(fault instanceof ReaderFault)) throw fault
    become({ ...current, wrong: troubleWords(fault.trouble) })
  }
}

export const troubleWords = (trouble: ReaderTrouble): string =>
  ({
    gone: t('读写器断开了，请检查后重新连接'),
    silent: t('读写器没有回答，可能不是支持的型号'),
    refused: t('读写器拒绝了这个操作'),
    noTag: t('没有找到要写的标签，请靠近一些'),
  })[trouble]

/** For what may be left undone: the person who put the reader away has nothing to hear. */
export const ignoreFault = (fault: unknown): void => {
  if (!(fault instanceof ReaderFault)) throw fault
}

/** What this reader learnt last of how strong a tag must be to be here. */
export const learntThreshold = (reader: Reader | undefined): number => {
  const learnt = Number(globalThis.localStorage?.getItem(thresholdKey(reader)) ?? NaN)
  return Number.isFinite(learnt) ? learnt : firstThreshold
}
export const learnThreshold = (reader: Reader | undefined, dbm: number): void =>
  globalThis.localStorage?.setItem(thresholdKey(reader), String(dbm))

const thresholdKey = (reader: Reader | undefined): string => `zaice.rfid.${reader?.name ?? ''}`

const openers: Readonly<Record<ReaderWay, () => Promise<Reader>>> = {
  wedge: async () => wedgeReader(window),
  serial: () => openSerialReader(assertDefined(serialPorts(), 'the serial ports of the browser')),
  bridge: () => openBridgeReader(host.devices ?? {}),
}

let current: Connection = {}
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const become = (next: Connection): void => {
  current = next
  for (const listener of listeners) listener()
}

onNewPerson(() => void disconnect())
