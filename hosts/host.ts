import type { Place } from '../kernel/fields/place.ts'

/**
 * What carries the app: a browser, a chat, a native shell. The web app asks it for what another one would do otherwise, and never for its
 * name. What is absent this one cannot do: a screen leaves the button away.
 * Two things it is not asked for, because pages say them in the web's own words: a host with a title bar of its own follows `document.title`,
 * and one without windows catches links that open one.
 */
export type Host = {
  /** How it calls itself when somebody signs in; values of the headers `platformType` and `loginType`. */
  readonly signsInAs: { readonly platformType: string; readonly loginType: string }
  /** The address, without a path, under which other devices open the app: labels, papers and links begin with it. */
  readonly address: string
  /** Puts a text on the clipboard; whether it lies there. */
  readonly copy: (text: string) => Promise<boolean>
  /** Hands a file to the person. */
  readonly save: (file: Blob, name: string) => void
  /** The same with what our server sends as an attachment from an address, under the name that the server gives it. */
  readonly saveFrom: (address: string) => void
  /** Prints a whole HTML page on paper; settles when the person was asked how. */
  readonly print?: (html: string) => Promise<void>
  /** Opens the camera at the back, or whichever there is. Rejects with a DOMException as getUserMedia does. */
  readonly openCamera?: () => Promise<MediaStream>
  /** Where the device is, asking the person first. Rejects where they say no, or nothing finds out. */
  readonly position?: () => Promise<Pick<Place, 'longitude' | 'latitude' | 'system'>>
  /**
   * Tells where the device is, again and again until what is answered is called, asking the person first. `lost` where they say no, or where
   * nothing finds out yet.
   */
  readonly follow?: (seen: (fix: Fix) => void, lost: (why: 'refused' | 'unknown') => void) => () => void
  /** Lets somebody who looks elsewhere hear and feel what came of a scan; silent where that is not allowed. */
  readonly signal: (outcome: Signal) => void
  /** Sounds until it is told another tone or none: so high, so often (without a pause at 0). */
  readonly tone?: (wanted: { readonly hertz: number; readonly intervalMs: number } | undefined) => void
  /** Keeps the screen on until what is answered is called, or the app goes out of sight. */
  readonly keepAwake?: () => Promise<() => void>
  /** Being called while the app is not open. Where it cannot be, `lacks` says what is missing. */
  readonly push: Push | PushLack
  /** True where what pages keep on the device is wiped after days without a visit: nothing may wait here for long. */
  readonly forgets?: boolean
}

/** Where a device was found, within how many metres around that, and when by its own clock. */
export type Fix = Pick<Place, 'longitude' | 'latitude' | 'system'> & { readonly accuracyMetres: number; readonly atMs: number }

export type Push = {
  readonly permission: () => NotificationPermission
  /** Asks the person, in answer to a tap. */
  readonly ask: () => Promise<NotificationPermission>
  /** What this device can be called by, made for a key (base64url); the one that is there, or a new one. Rejects where its service is not reached. */
  readonly subscribe: (key: string) => Promise<PushAddress>
  readonly end: () => Promise<void>
  /** Hears which screen somebody wants who tapped a notification, until what is answered is called. */
  readonly onOpen: (open: (link: string) => void) => () => void
}
/** `https`: it was opened without; `home`: it is not on the home screen; `browser`: it has no such thing. */
export type PushLack = { readonly lacks: 'https' | 'home' | 'browser' }
/** Where a device is called, and the keys that only it can read with, base64url. */
export type PushAddress = { readonly endpoint: string; readonly p256dh: string; readonly auth: string; readonly device: string }

/** What came of a scan: found; found, but not where it should be; nothing bears the code; read before; a place's label; it did not work. */
export type Signal = 'hit' | 'elsewhere' | 'unknown' | 'again' | 'place' | 'error'
