import type { ForeignDirectory } from '../domain/directory/foreign.ts'
import type { LicenceOrder } from '../domain/licence/licence.ts'

/** The workplace chats that may carry the app. */
export const workplaceNames = ['dingtalk', 'wecom', 'feishu'] as const
export type WorkplaceName = (typeof workplaceNames)[number]

/**
 * The server half of a workplace chat: what we ask of it and what it tells us, in words that fit all of them. It knows nothing of organisations of
 * ours, nothing of the database, and keeps what it must keep (tickets, tokens, lasting codes) in `Keeping`. Made by one function of its
 * settings, `Keeping`, a `fetch` and a clock.
 *
 * What it asks throws `WorkplaceFault` where the chat says no.
 */
export type Workplace = {
  readonly name: WorkplaceName
  readonly title: string
  /**
   * What a request to our callback address says. Undefined for one that is not the chat's (signature, receiver, unreadable): it gets a 403 and
   * nothing else. What is the chat's and is not understood is refused and logged, so that the chat tells it again. Everything else gets `answer`
   * at once; `told` is written down before and worked on afterwards.
   */
  readonly hear: (request: CallbackRequest) => Heard | NotUnderstood | undefined
  /** Where an administrator is led to install the app from our own page; where the chat `leadsBack`, `state` comes back with the code. */
  readonly leadsBack?: true
  readonly installAddress: (request: { readonly redirect: string; readonly state: string }) => Promise<string>
  /** What an installation granted, for the code that it came with; the code opens once. */
  readonly exchange: (authCode: string) => Promise<Grant>
  /** Where a person who is signed in to the chat is led to sign in here: inside its client, or by a QR code on a desk. */
  readonly signInAddress: (where: SignInPlace, request: { readonly redirect: string; readonly state: string }) => string
  /** Whether `signInAddress` has one for a desk: the operator may have to enter the app for that by itself. */
  readonly signsInAtDesk: boolean
  /** It says whose a code is also where the organisation has not installed the app. */
  readonly opensCodesAnywhere?: true
  /** It tells us no names: it writes them into notices itself, where `hiddenNames` stand. */
  readonly hidesNames?: true
  /** Whose code it is, which came from the client unless `where` says otherwise; undefined for a code that is over, used, or no one's. */
  readonly whoIs: (code: string, corpId?: string, where?: SignInPlace) => Promise<Member | undefined>
  /** An organisation that installed the app. */
  readonly corp: (corpId: string) => WorkplaceCorp
}

/** Inside the chat's client, or on a desk by a QR code. */
export const signInPlaces = ['client', 'desk'] as const
export type SignInPlace = (typeof signInPlaces)[number]

/** What is asked of one organisation's side. */
export type WorkplaceCorp = {
  /** What is granted now; undefined where nothing is (any more). */
  readonly grant: () => Promise<Grant | undefined>
  readonly directory: ForeignDirectory
  /** What a page hands to the chat's own script so that it may scan, locate and so on. `url` without its fragment. */
  readonly signatures: (url: string) => Promise<readonly PageSignature[]>
  /** Tells people something; one call for all who get the same. Which of them were not reached stands in the answer. */
  readonly notify: (notice: WorkplaceNotice) => Promise<WorkplaceNotified>
  /** Says on a card that was sent what became of it; nothing where the chat cannot. */
  readonly settleCard?: (card: { readonly response: string; readonly words: string }) => Promise<void>
  /** An order as it stands. */
  readonly order?: (orderId: string) => Promise<WorkplaceOrder | undefined>
  /** The chat's own licence for calls about members, where it sells one; undefined where it says nothing of it. */
  readonly memberLicence?: () => Promise<MemberLicence | undefined>
}

/** Without it the chat answers nothing about a member, once it checks. Milliseconds. */
export type MemberLicence = {
  readonly isChecked: boolean
  /** When the trial that comes with the first installation ends. */
  readonly trialEndMs?: number | undefined
  /** From when on members without a licence are refused. */
  readonly checkedFromMs?: number | undefined
  /** Members get one of the licences that were bought when they first come. */
  readonly isAssignedByItself: boolean
}

export type CallbackRequest = {
  readonly method: 'GET' | 'POST'
  readonly query: Readonly<Record<string, string | undefined>>
  /** By their names in lower case. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly body: string
}
export type NotUnderstood = {
  /** Name of the kind of message, for the log; never its content. */
  readonly notUnderstood: string
}
export type Heard = {
  /** What no other request of the chat has, and when that was signed; undefined where a chat says neither. */
  readonly delivery?: Delivery
  readonly answer: { readonly type: string; readonly body: string }
  readonly told: readonly HostEvent[]
}

/** Without `atMs` the chat tells it again for hours under one signature: its age says nothing. */
export type Delivery = { readonly atMs?: number; readonly nonce: string }

/**
 * Something that a chat told. What comes later with the same `key` (of the same corp) takes the place of what came before, unless its `at` is
 * earlier; it says that something is to be looked at again rather than what it has become, so that any order and any repetition end alike.
 */
export type HostEvent = { readonly key: string; readonly atMs: number; readonly corpId: string } & HostEventContent
export type HostEventContent =
  /** Kept at once under `place` by the person who hears it; no organisation's. */
  | { readonly t: 'ticket'; readonly ticket: string; readonly place: string }
  /** Installed, or what was granted has changed. `authCode` where the chat wants it exchanged, `grant` where it says all by itself. */
  | { readonly t: 'granted'; readonly authCode?: string; readonly grant?: Grant }
  | { readonly t: 'withdrawn' }
  /** The app was switched off, or on again, by the organisation. */
  | { readonly t: 'stopped' }
  | { readonly t: 'resumed' }
  /** The organisation's name or the like has changed. */
  | { readonly t: 'corp' }
  /** Came, changed or left. */
  | { readonly t: 'person'; readonly personId: string }
  | { readonly t: 'department'; readonly departmentId: string }
  /** Bought, renewed, refunded: all of it, or an id to ask for. */
  | { readonly t: 'order'; readonly order: WorkplaceOrder | { readonly orderId: string } }
  /** The chat refused a person for want of its own licence for members. */
  | { readonly t: 'unlicensed'; readonly personId: string }
  /** What the organisation has of that licence is to be asked for. */
  | { readonly t: 'memberLicence' }
  /** A person has pressed a button of a card. */
  | { readonly t: 'pressed'; readonly personId: string; readonly card: string; readonly button: string; readonly response: string }

/** What an organisation allowed us. */
export type Grant = {
  readonly corpId: string
  readonly corpName: string
  readonly agentId?: string
  /** By which we come in again; kept with the corp, never told. */
  readonly permanentCode?: string
  readonly logo?: string
  /** Who installed it. */
  readonly byPersonId?: string
  readonly administratorIds?: readonly string[]
  /** The licence that the chat itself sold or lent with it. */
  readonly order?: WorkplaceOrder
}

/** A person of an organisation as the chat knows them. */
export type Member = {
  readonly corpId: string
  readonly personId: string
  readonly name?: string
  readonly avatar?: string
  readonly isAdministrator: boolean
  /** Where the chat tells it by what the person allowed. */
  readonly phone?: string
}

/** `use`: the script's call that it is for. Names of fields as the chat's script calls them. */
export type PageSignature = {
  readonly use: 'config' | 'agentConfig'
  readonly corpId: string
  readonly agentId?: string
  readonly timestamp: number
  readonly nonceStr: string
  readonly signature: string
}

/** `link` is an address of ours. `key` is the same however often it is sent. */
export type WorkplaceNotice = {
  readonly key: string
  readonly personIds: readonly string[]
  readonly title: string
  readonly content: string
  readonly link: string
  /** What can be answered on the card itself, where the chat has cards that answer; pressed, it is told with `card`. */
  readonly card?: { readonly id: string; readonly buttons: readonly NoticeButton[] }
  /** Texts within title and content that stand for names which the chat alone knows. */
  readonly hiddenNames?: readonly HiddenName[]
}
/** `link`: an address of ours that opens instead of a press that is told. */
export type NoticeButton = { readonly key: string; readonly title: string; readonly link?: string }
/** `id` is the chat's. */
export type HiddenName = { readonly of: 'person' | 'department'; readonly placeholder: string; readonly id: string }
/** `response`: by which the card is settled when it is answered elsewhere; a press brings one of its own. */
export type WorkplaceNotified = { readonly unreached: readonly string[]; readonly response?: string }

/** As it becomes an order of ours; `isTrial` and `isOver` as the chat says. */
export type WorkplaceOrder = {
  readonly orderId: string
  readonly title: string
  readonly isTrial: boolean
  /** Refunded, closed or never paid: it is none. */
  readonly isVoid: boolean
  readonly startMs: number
  readonly endMs: number
  /** Yuan. */
  readonly price: LicenceOrder['skuEntity']['price']
  /** How many assets it covers, where its edition or its item says so; else the operator's table of editions decides. */
  readonly edition: string
}

/**
 * What a workplace keeps between calls, shared by all processes of the installation: tickets, tokens, codes. Nothing of it is ever answered or
 * logged. `make` is asked by one process at a time; the others wait for what it brings.
 */
export type HostStore = {
  readonly read: (key: string) => Promise<string | undefined>
  /** Without `seconds` it is kept until it is forgotten. */
  readonly write: (key: string, value: string, seconds?: number) => Promise<void>
  readonly forget: (key: string) => Promise<void>
  readonly readOrMake: (key: string, make: () => Promise<{ readonly value: string; readonly seconds: number }>) => Promise<string>
}

/**
 * A chat said no. `again`: not now, and not before `afterSeconds`; `refused`: not to this question; `withdrawn`: the organisation has taken the
 * app away. `code` is the chat's own.
 */
export class WorkplaceFault extends Error {
  readonly kind: 'again' | 'refused' | 'withdrawn'
  readonly code: string
  readonly afterSeconds: number | undefined
  /** In words for people, where it is known what they can do about it. */
  readonly advice: string | undefined
  /** Who has to do something before it goes on. */
  readonly mendedBy: FaultMender | undefined
  constructor(kind: WorkplaceFault['kind'], code: string, message: string, options: number | FaultDetails = {}) {
    super(message)
    const { afterSeconds, advice, mendedBy } = typeof options === 'number' ? { afterSeconds: options } : options
    this.kind = kind
    this.code = code
    this.afterSeconds = afterSeconds
    this.advice = advice
    this.mendedBy = mendedBy
  }
}

/** The operator of the installation, or the administrators of the organisation at the chat. */
export type FaultMender = 'operator' | 'administrator'
type FaultDetails = {
  readonly afterSeconds?: number | undefined
  readonly advice?: string | undefined
  readonly mendedBy?: FaultMender | undefined
}
