import type { Signal } from '../host.ts'

/**
 * The contract between the page and the shell that carries it, version 1. The shell puts `window.ZaiceShell` into the page before anything of the
 * page runs. Both sides write JSON: the page `{id, method, params}`; the shell, for each, `{id, result}` or `{id, fault: {code, words}}` once,
 * in any order, and whenever something happens `{event, data}`. A method or event that one side does not know is a fault `absent`, or nothing.
 * A later version only adds: `about` says which methods the device has.
 */
export type ShellPort = {
  postMessage: (text: string) => void
  /** Set by the page. */
  onmessage: ((event: { readonly data: string }) => void) | null
}
export type ShellPage = { readonly ZaiceShell?: ShellPort }

export const contractVersion = 1

/** What is asked and answered. Bytes are in base64. */
export type BridgeMethods = {
  /** Asked first. `can` names the other methods that work on this device. */
  about: {
    params: { readonly contract: number }
    result: {
      readonly contract: number
      readonly platform: 'android' | 'ios'
      readonly version: string
      readonly code: number
      /** The same for as long as the app is on the device. */
      readonly deviceId: string
      readonly deviceName: string
      readonly can: readonly string[]
    }
  }
  /** One code by the camera; null where the person gave up. */
  'scan.camera': { params: NoInput; result: { readonly text: string; readonly symbology?: string } | null }
  /** `state` as devices/printer.ts names it. */
  'printer.status': { params: NoInput; result: { readonly state: string; readonly language?: string; readonly name?: string } }
  /** Answers when the printer has taken all of it. */
  'printer.raw': { params: { readonly bytes: string }; result: NoInput }
  /** Commands to the handheld's own reader of tags; dBm, and hexadecimal letters. Tags are told by the event `rfid.tag`. */
  'rfid.connect': { params: NoInput; result: NoInput }
  'rfid.start': { params: { readonly session: number; readonly mask?: unknown }; result: NoInput }
  'rfid.stop': { params: NoInput; result: NoInput }
  'rfid.power': { params: { readonly dbm: number }; result: NoInput }
  'rfid.write': { params: { readonly from: string; readonly pc: string; readonly epc: string }; result: NoInput }
  'rfid.tid': { params: { readonly epc: string }; result: { readonly tid: string } }
  /** By which a push service calls the device, whichever it is; asks the person where that is needed. */
  'push.token': { params: NoInput; result: { readonly service: string; readonly token: string } }
  'push.permission': { params: NoInput; result: { readonly permission: 'granted' | 'denied' | 'default' } }
  /** Puts a file where the person finds it. */
  'files.save': { params: { readonly name: string; readonly mime: string; readonly bytes: string }; result: NoInput }
  /** The same with what our server sends from an address, which the shell fetches with the cookies of the page. */
  'files.fetch': { params: { readonly address: string }; result: NoInput }
  'files.share': { params: { readonly title: string; readonly text: string; readonly link: string }; result: NoInput }
  /** Opens an address that is not ours in the device's browser, or whatever else it names. */
  'app.open': { params: { readonly address: string }; result: NoInput }
  /** Asks the person for another server and begins anew there. */
  'app.server': { params: NoInput; result: NoInput }
  'screen.awake': { params: { readonly on: boolean }; result: NoInput }
  'network.state': { params: NoInput; result: { readonly online: boolean } }
  /**
   * Fetches a package, holds it against its hash and hands it to the system; `left`: the person goes on elsewhere, in a store. The event
   * `package.progress` tells how far it is. Faults `download`, `damaged`, `refused`, `failed`.
   */
  'package.install': {
    params: { readonly address: string; readonly name: string; readonly sha256?: string; readonly sizeBytes?: number }
    result: { readonly how: 'done' | 'left' }
  }
  'place.now': { params: NoInput; result: BridgeFix }
  /** From now on the event `place.fix` tells where the device is, or no longer. */
  'place.follow': { params: { readonly on: boolean }; result: NoInput }
  'device.feel': { params: { readonly outcome: Signal }; result: NoInput }
}
type NoInput = Readonly<Record<string, never>>
/** WGS-84. */
export type BridgeFix = {
  readonly longitude: number
  readonly latitude: number
  readonly accuracyMetres: number
  readonly atMs: number
  readonly isMock?: boolean
}

export type BridgeEvents = {
  /** The scanner key of a handheld was pressed, and this was read. */
  'scan.trigger': { readonly text: string; readonly symbology?: string }
  'rfid.tag': { readonly epc: string; readonly rssi?: string | number; readonly tid?: string; readonly antenna?: number }
  /** The reader ended a round by itself. */
  'rfid.roundOver': NoInput
  'rfid.gone': NoInput
  'package.progress': { readonly doneBytes: number; readonly ofBytes: number }
  'place.fix': BridgeFix
  'network.changed': { readonly online: boolean }
  /** A person tapped a notification. */
  'push.opened': { readonly link: string }
}

export type BridgeMethod = keyof BridgeMethods
export type BridgeEvent = keyof BridgeEvents

/** `absent`: this shell or device has no such thing; `silent`: no answer came in time. */
export type BridgeCode = 'absent' | 'silent' | 'refused' | 'cancelled' | 'unknown' | 'download' | 'damaged' | 'noTag' | 'gone' | 'failed'

export class BridgeFault extends Error {
  readonly code: BridgeCode
  constructor(code: BridgeCode, words: string) {
    super(words || code)
    this.name = 'BridgeFault'
    this.code = code
  }
}

export type Bridge = {
  readonly about: BridgeMethods['about']['result']
  readonly can: (method: BridgeMethod) => boolean
  /** Rejects with a BridgeFault. */
  readonly call: <M extends BridgeMethod>(method: M, params: BridgeMethods[M]['params']) => Promise<BridgeMethods[M]['result']>
  /** Hears an event until what is answered is called. */
  readonly on: <E extends BridgeEvent>(event: E, hear: (data: BridgeEvents[E]) => void) => () => void
}

/** What waits for a person, or for a network that is slow, has as long as it takes. */
const withoutEnd: ReadonlySet<BridgeMethod> = new Set<BridgeMethod>([
  ...(['scan.camera', 'package.install', 'push.token', 'files.save', 'files.fetch', 'files.share', 'app.server'] as const),
])
const answerMs = 15_000

export const hasShell = (page: object): page is Required<ShellPage> => 'ZaiceShell' in page

/** Speaks with the shell that carries the page. Rejects with a BridgeFault where it does not say what it is. */
export const openBridge = async (
  port: ShellPort,
  clock: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
): Promise<Bridge> => {
  type PendingCall = { readonly done: (result: never) => void; readonly failed: (fault: BridgeFault) => void }
  const pendingCalls = new Map<number, PendingCall>()
  const listeners = new Map<string, Set<(data: never) => void>>()
  let last = 0

  const ask = <M extends BridgeMethod>(method: M, params: BridgeMethods[M]['params']): Promise<BridgeMethods[M]['result']> =>
    new Promise((resolve, reject) => {
      const id = ++last
      const timer = withoutEnd.has(method)
        ? undefined
        : clock.setTimeout(() => pendingCalls.get(id)?.failed(new BridgeFault('silent', method)), answerMs)
      const settle = () => {
        clock.clearTimeout(timer)
        pendingCalls.delete(id)
      }
      pendingCalls.set(id, {
        done: (result) => {
          settle()
          resolve(result)
        },
        failed: (fault) => {
          settle()
          reject(fault)
        },
      })
      port.postMessage(JSON.stringify({ id, method, params }))
    })

  port.onmessage = ({ data }) => {
    const message = told(data)
    if (message === undefined) return
    if (typeof message.event === 'string') {
      for (const hear of listeners.get(message.event) ?? []) hear(message.data as never)
      return
    }
    const pendingCall = pendingCalls.get(Number(message.id))
    if (message.fault) pendingCall?.failed(new BridgeFault(message.fault.code ?? 'failed', message.fault.words ?? ''))
    else pendingCall?.done((message.result ?? {}) as never)
  }

  const about = await ask('about', { contract: contractVersion })
  const can = new Set(about.can)
  return {
    about,
    can: (method) => can.has(method),
    call: async (method, params) => {
      if (!can.has(method)) throw new BridgeFault('absent', method)
      return ask(method, params)
    },
    on: (event, hear) => {
      const all = listeners.get(event) ?? new Set()
      listeners.set(event, all.add(hear as (data: never) => void))
      return () => void all.delete(hear as (data: never) => void)
    },
  }
}

type NativeMessage = {
  readonly id?: unknown
  readonly result?: unknown
  readonly fault?: { readonly code?: BridgeCode; readonly words?: string }
  readonly event?: unknown
  readonly data?: unknown
}

const told = (text: string): NativeMessage | undefined => {
  try {
    const message: unknown = JSON.parse(text)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
