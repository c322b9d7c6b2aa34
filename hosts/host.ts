import type { Id } from '../kernel/id.ts'
import type { Place } from '../kernel/fields/place.ts'
import type { TokenAnswer } from '../domain/access/signInOperations.ts'
import type { InputOf, Operation, OutputOf } from '../domain/operations/define.ts'

/**
 * What carries the app: a browser, a chat, a native shell. The web app asks it for what another one would do otherwise, and never for its
 * name. What is absent this one cannot do: a screen leaves the button away, or does it by what every page can.
 * What a host does for a person rejects with a `HostFault` where it does not come about.
 */
export type Host = {
  /** How it calls itself when a person signs in; values of the headers `platformType` and `loginType`. */
  readonly signsInAs: { readonly platformType: string; readonly loginType: string }
  /** The address, without a path, under which other devices open the app: labels, papers and links begin with it. */
  readonly address: string
  /** Puts a text on the clipboard; whether it lies there. */
  readonly copy: (text: string) => Promise<boolean>
  /** The text on the clipboard, empty where the person refuses; absent where only a key pastes. */
  readonly readClipboard?: () => Promise<string>
  /** Hands a file to the person. */
  readonly save: (file: Blob, name: string) => void
  /** The same with what our server sends as an attachment from an address, under the name that the server gives it. */
  readonly saveFrom: (address: string) => void
  /** Prints a whole HTML page on paper; settles when the person was asked how. */
  readonly print?: (html: string) => Promise<void>
  /** The host knows who looks at the page and proves it to our server: people come in without being asked. Absent where it knows no one. */
  readonly knows?: Knows
  /** Draws a name that the host shows and does not tell, into an element. Absent where names are told. */
  readonly drawName?: (element: HTMLElement, name: HostName) => void
  /**
   * The way to the host's own conversation with a person of ours; undefined where the host does not know the person. Absent where it opens none.
   */
  readonly findColleague?: (uid: Id) => Promise<(() => Promise<void>) | undefined>
  /** Reads one code by the host's own scanner; undefined where the person gave up. */
  readonly scan?: () => Promise<string | undefined>
  /** Pictures chosen or taken by the host's own means, so many at most; none where the person gave up. Absent: the page's own input does it. */
  readonly choosePictures?: (picturesAtMost: number) => Promise<readonly File[]>
  /** Lets the person pass a link on, by whatever they use. Settles when they have, or gave up. */
  readonly share?: (link: ShareContent) => Promise<void>
  /** Opens an address that is not ours, beside the app. */
  readonly open: (address: string) => void
  /** Says in the host's own title bar what is shown. Absent where that follows `document.title`, or there is none. */
  readonly entitle?: (title: string) => void
  /** Opens where the organisation orders and renews what it has of the app. Absent where the host sells nothing. */
  readonly renew?: (() => Promise<void>) | undefined
  /** Leaves the app. Absent where the person does that by themselves. */
  readonly close?: () => void
  /** Opens the camera at the back, or whichever there is. Rejects with a DOMException as getUserMedia does. */
  readonly openCamera?: () => Promise<MediaStream>
  /** Records speech, asking the person first. Rejects with a DOMException as getUserMedia does. Absent where nothing can be recorded. */
  readonly startRecorder?: () => Promise<Recorder>
  /** Where the device is, asking the person first. Rejects where they say no, or nothing finds out. */
  readonly position?: () => Promise<Fix>
  /**
   * Tells where the device is, again and again until what is answered is called, asking the person first. `lost` where they say no, or where
   * nothing finds out yet.
   */
  readonly follow?: (onFix: (fix: Fix) => void, lost: (reason: 'refused' | 'unknown') => void) => () => void
  /** Lets a person who looks elsewhere hear and feel what came of a scan; silent where that is not allowed. */
  readonly signal: (outcome: Signal) => void
  /** Sounds until it is told another tone or none: so high, so often (without a pause at 0). */
  readonly tone?: (tone: { readonly hertz: number; readonly intervalMs: number } | undefined) => void
  /** Keeps the screen on until what is answered is called, or the app goes out of sight. */
  readonly keepAwake?: () => Promise<() => void>
  /** Being called while the app is not open. Where it cannot be, `lacks` says what is missing. */
  readonly push: Push | PushLack
  /** The app that was installed on the device and carries the page. Absent where a page is all there is. */
  readonly app?: InstalledApp
  /** Fetches a package and installs it over the app. Absent where the app is as new as our server by itself. */
  readonly install?: InstallPackage
  /** Lets the person say which server the app opens. */
  readonly chooseServer?: () => void
  /** Hears what the scanner key of a handheld read, until what is answered is called. */
  readonly onTrigger?: (hear: (scan: { readonly text: string; readonly symbology?: string }) => void) => () => void
  /** Printer and reader of the device itself, as the room of devices speaks to them. */
  readonly devices?: OwnDevices
  /** How the app is put on the home screen. Absent where it is there already, or cannot be. */
  readonly home?: Home
  /** True where what pages keep on the device is wiped after days without a visit: nothing may wait here for long. */
  readonly forgets?: boolean
}

/** A half of a host: what carries the page, made when it starts there, of what every browser can do and a way to ask our server. */
export type Half = (browser: Host, ask: Ask) => Host | Promise<Host>
/** Asks our server as the person who is signed in. */
export type Ask = <O extends Operation>(operation: O, input: InputOf<O>, headers?: Readonly<Record<string, string>>) => Promise<OutputOf<O>>

/** How a person comes in who the host knows. */
export type Knows = {
  /** What people call the host. */
  readonly title: string
  /** The organisation whose people the page's address is for, as the host calls it; undefined where it says none. */
  readonly corpId: () => string | undefined
  /**
   * Asks the host for proof of who looks, and our server whose it is. `corpId`: the organisation that was known here last, for an address that
   * names none; `to`: the screen that is wanted. It never settles where the host leads away from the page, and back with the proof.
   */
  readonly recognise: (signIn: { readonly corpId: string | undefined; readonly to: string }) => Promise<HostIdentity>
  /**
   * A proof for one call of ours by the person who looks, without leaving the page; `corpId` as for `recognise`. Absent where the host has to lead away for
   * it.
   */
  readonly proof?: (corpId?: string) => Promise<{ readonly corpId: string; readonly code: string }>
  /** The screen on which an administrator installs the app; its query takes `corpId`. */
  readonly installAt: '/pages/goods/mainpage/sampleIndex' | '/pages/goods/mainpage/wwSampleIndex'
  /** What else the address of that screen says, where several chats share it. */
  readonly installSearch?: Readonly<Record<string, string>>
}

/** Who the host knows. `uid` undefined: the organisation has not installed the app, or they are not among those who may use it. */
export type HostIdentity = {
  readonly uid: Id | undefined
  /** The organisation as the host calls it. */
  readonly corpId: string | undefined
  /** Whose session came along, and of which organisation of the host's. */
  readonly before: { readonly uid: Id | undefined; readonly corpId: string | undefined }
  /** What signing in answered; there wherever `uid` is. */
  readonly answer?: TokenAnswer
}

/** `deviceId` stays the same for as long as the app is on the device. */
export type InstalledApp = {
  readonly platform: 'android' | 'ios'
  readonly version: string
  readonly code: number
  readonly deviceId: string
  readonly deviceName: string
}

/**
 * Tells how much of the package is there, from 0 to 1. `left`: the person goes on elsewhere, in a store. Rejects with an InstallFault.
 */
export type InstallPackage = (wantedPackage: WantedPackage, onProgress: (share: number) => void) => Promise<'done' | 'left'>
export type WantedPackage = { readonly address: string; readonly name: string; readonly sha256?: string; readonly sizeBytes?: number }
/** `download`: it did not arrive; `damaged`: it is not what it should be; `refused`: the person or the device said no. */
export class InstallFault extends Error {
  readonly why: 'download' | 'damaged' | 'refused' | 'failed'
  constructor(reason: InstallFault['why']) {
    super(reason)
    this.name = 'InstallFault'
    this.why = reason
  }
}

/** What a handheld has of its own. `nativeRfidTold` is set by the person who listens to its reader. */
export type OwnDevices = {
  readonly NativePrint?: { readonly status: () => unknown; readonly raw: (base64: string) => unknown }
  readonly NativeRfid?: { readonly send: (json: string) => void }
  nativeRfidTold?: ((json: string) => void) | undefined
}

/** The browser asks the person itself (`ask` answers whether they agreed; it may be asked once), or the person is shown how. */
export type Home =
  | { readonly way: 'ask'; readonly ask: () => Promise<boolean> }
  | { readonly way: 'steps'; readonly on: 'iphone' | 'ipad' | 'android' | 'mac' }

/** Whose name it is, and how the host calls the person or the department. */
export type HostName = { readonly of: 'person' | 'department'; readonly foreignId: string }

/** What a person passes on. */
export type ShareContent = { readonly title: string; readonly text: string; readonly link: string }

/** Where a device was found, within how many metres around that, and when by its own clock. */
export type Fix = Pick<Place, 'longitude' | 'latitude' | 'system'> & {
  readonly accuracyMetres: number
  readonly atMs: number
  /** The host says that the position was made up. */
  readonly isMock?: boolean
}

export type Push = {
  readonly permission: () => NotificationPermission
  /** Asks the person, in answer to a tap. */
  readonly ask: () => Promise<NotificationPermission>
  /** What this device can be called by, made for a key (base64url); the one that is there, or a new one. Rejects where its service is not reached. */
  readonly subscribe: (key: string) => Promise<PushAddress>
  readonly end: () => Promise<void>
  /** Hears which screen a person wants who tapped a notification, until what is answered is called. */
  readonly onOpen: (open: (link: string) => void) => () => void
}
/**
 * `https`: it was opened without; `home`: it is not on the home screen; `browser`: it has no such thing; `chat`: the chat that carries the page
 * tells by itself what our server sends there; `shell`: the app that carries it has no push service.
 */
export type PushLack = { readonly lacks: 'https' | 'home' | 'browser' | 'chat' | 'shell' }
/** Where a device is called, and the keys that only it can read with, base64url. */
export type PushAddress = { readonly endpoint: string; readonly p256dh: string; readonly auth: string; readonly device: string }

/** What came of a scan: found; found, but not where it should be; nothing bears the code; read before; a place's label; it did not work. */
export type Signal = 'hit' | 'elsewhere' | 'unknown' | 'again' | 'place' | 'error'

export type VoiceRecording = { readonly blob: Blob; readonly name: string; readonly milliseconds: number }

export type Recorder = {
  /** How loud it is at this moment, 0 to 1. */
  readonly level: () => number
  /** Ends the recording and answers it. */
  readonly stop: () => Promise<VoiceRecording>
  /** Ends the recording and forgets it. */
  readonly cancel: () => void
}
