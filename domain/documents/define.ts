import { type Fields, isEmpty, type Ref, textIn, type ValuesOf } from '../../kernel/field.ts'
import type { Day } from '../../kernel/day.ts'
import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Entry } from '../attendance/entry.ts'
import type { AssetState, Move } from '../ledger/ledger.ts'
import type { TermsChange } from '../books/termsChange.ts'
import type { Card, CardPatch, NewCard } from '../records/card.ts'
import type { ReminderKind } from '../reminders/reminders.ts'
import type { PolicyUse, AvoidedPurchase } from './policies.ts'
import { areaOf, formPathOf, type NamedScreens } from './screens.ts'

/** What stands on the card of a piece that a document is about to write on. */
export type StandingCard = Readonly<Pick<Card, 'state' | 'holderUid' | 'dueOn'>> & { readonly label: string }

/** The card of a piece as it stands, with the months between two maintenances of its model. */
export type MaintainedCard = Card & { readonly maintenanceMonths: number | null }

/** What is written on the card of a piece. `given`: what depends on what stands there; never its place, because going there is a move. */
export type CardChange = {
  readonly asset: Ref<'asset'>
  readonly card: CardPatch
  readonly given?: (card: MaintainedCard) => Omit<CardPatch, 'locId'>
  /** Values of own fields that it gets. */
  readonly ownValues?: Readonly<Record<string, unknown>>
}

/** `quantity` new assets with one card, that come from `from` and go to `to`. `serials` are given out in order. */
export type Creation = {
  readonly card: NewCard
  readonly quantity: Decimal
  readonly serials?: readonly string[] | undefined
  /** Values of own fields that all of them have; and those of each, in order. */
  readonly ownValues?: Readonly<Record<string, unknown>>
  readonly ownValuesOfEach?: Readonly<Record<string, readonly unknown[]>>
  readonly from: Move['from']
  readonly to: Move['to']
}

/**
 * One step of what happens after approval. The first is taken by the approval itself; one that has `by` waits for the person who receives it where
 * the organisation wants that confirmed. Of the others those by the person who `by` names in the header: a person, or a place, whose managers take
 * it; without it by the person who has the kind's `advance` code. `asks` is the question before it.
 */
export type Stage<K extends string = string, L extends string = string> = {
  readonly key: string
  readonly title: string
  readonly by?: K
  /** The field of a line that names its own receiver, in the first stage: each of several people confirms his lines, which are in the books then. */
  readonly byLine?: L
  /** Where `by` is empty: the first of these that is filled; of a department its head takes the stage. */
  readonly otherwiseBy?: readonly K[]
  readonly asks?: string
}

/**
 * Receivers of the notice that a stage is done: the keeper of a place, a person, the holders of the pieces with the author, or those holders
 * who did not ask for it themselves.
 */
export type Tells = { readonly reminder: ReminderKind } & (
  | { readonly place: Ref<'location'> }
  | { readonly person: Ref<'person'> }
  | { readonly holders: true }
  | { readonly eachHolder: true }
)

/** Whole and read values of one document. */
type Line<L extends Fields> = ValuesOf<L>

/**
 * A document kind: what is written on it and what it does when it is approved. The engine reads this and never asks
 * which kind it is handling.
 */
export type DocumentKind<H extends Fields = Fields, L extends Fields = Fields> = {
  /** The name in the contract, for instance `GsPurchaseOrder`; paths, codes and screens follow from it. */
  readonly kind: string
  readonly title: string
  /** What people call it who may only apply for it, where that is another word. */
  readonly applicantTitle?: string
  /** Name of the lucide icon of its menu entry. */
  readonly icon: string
  /** Belongs to the frequent services. */
  readonly frequent?: true
  /** The last part of its form's path and what one of it is called, where these are not `<code>-pedit` and `<title>单`. */
  readonly form?: { readonly name: string; readonly title: string }
  /** Further screens that are reached from its list; `name` is the last part of the path. */
  readonly pages?: readonly { readonly name: string; readonly title: string }[]
  /** The letters before the timestamp in order codes. */
  readonly codePrefix: string
  /** The flow that approves it, without the organisation's suffix; where that flow is not installed, who may post does so directly. */
  readonly flowKey: string
  readonly header: H
  readonly line: L
  /** Its lines have the own fields of assets: of those that it makes as far as they are required, or of those that it changes. */
  readonly ownLines?: 'created' | 'changed'
  /** The header field that names who the document is for; without it, its author. */
  readonly subject?: keyof H & string
  /**
   * `managers`: a keeper or administrator needs a place that they manage to make one, a draft too. `finance`: it is about values, which belong to no
   * place, and finance keeps it in place of the asset managers.
   */
  readonly keptBy?: 'managers' | 'finance'
  /** The policies of the organisation that are looked up before it is submitted, each with the header field in which its author gives a reason. */
  readonly policies?: readonly PolicyUse<keyof H & string>[]
  /** What it takes from stores that would have been bought otherwise: kept when it is posted, struck out when it is reversed. */
  readonly savings?: (header: ValuesOf<H>, line: Line<L>) => readonly AvoidedPurchase[]
  /** What is asked before it is submitted, where what it does is hardly undone. */
  readonly confirmation?: string
  /** Who signs its slip by hand besides its author: who hands over, then who receives. */
  readonly signatories?: readonly [over: string, to: string]
  /** True where ordinary employees may apply for it. */
  readonly forEmployees?: boolean
  /** Its pictures and files open to its readers alone: what people say of themselves, as a sick note. */
  readonly hasPrivateFiles?: true
  /** What it is called when a keeper does it at once, hands over and has it signed for, without the approval of its flow; the organisation decides whether he may. */
  readonly directTitle?: string
  /** True where lines tell what a person saw: they hold as long as the piece has not moved since they were written. */
  readonly isObservation?: boolean
  /** True where a piece stands on one of them at a time, as long as it is not decided. */
  readonly isExclusive?: true
  readonly stages?: readonly Stage<keyof H & string, keyof L & string>[]
  /**
   * Offered on the card of an asset in one of these states, under this short name. `toAnybody`: also about a piece that another person has;
   * the person who approves decides.
   */
  readonly cardOffer?: { readonly title: string; readonly states: readonly AssetState[]; readonly toAnybody?: true }
  /** Offered at a place, under this short name; `field` of the header takes the place. */
  readonly placeOffer?: { readonly title: string; readonly field: keyof H & string }
  /** The kind whose open lines this one fulfils; `match` names the line field that must be the same on both. */
  readonly from?: { readonly kind: string; readonly match: keyof L & string; readonly quantity: keyof L & string }
  /** The kind whose pieces it brings back: one of its documents follows those that gave out the pieces last. */
  readonly bringsBack?: string
  /**
   * What one in the books is called whose lines others fulfil, by how far they have: not at all, in part, wholly, or no further; and what
   * has come of a line so far.
   */
  readonly fulfilmentWords?: {
    readonly none: string
    readonly some: string
    readonly all: string
    readonly over: string
    readonly brought: string
  }
  /**
   * What becomes of the rest of a line that is answered with less than it asks for: it waits for another document of the kind, or is
   * dropped; undefined as long as no one has said. A kind that has this fulfils its own lines, and follows itself without another approval;
   * an application of it takes what there is and is not refused for what there is not.
   */
  readonly shortfallRule?: (line: Line<L>) => 'wait' | 'drop' | undefined
  /** How much of a line its own document hands over, of kinds that have a `shortfallRule`. */
  readonly issuedQuantity?: (line: Line<L>) => Decimal
  /** Where things go in a stage (0 unless there are several); pure. */
  readonly moves?: (header: ValuesOf<H>, line: Line<L>, stage: number) => readonly Move[]
  /** The line field that names what arrives and may want a label, once it is in the books. */
  readonly labelField?: keyof L & string
  /** New assets that come into being when it is posted. */
  readonly createdAssets?: (header: ValuesOf<H>, line: Line<L>) => readonly Creation[]
  /** What it writes for its author besides the ledger when it is posted; taken out again when it is reversed. */
  readonly bookEntries?: (header: ValuesOf<H>, line: Line<L>) => readonly Entry[]
  /**
   * True of a kind whose new assets come of those that it takes off the register: together they take over the costs, and in books the
   * depreciation and impairment. `inServiceOn`: they begin a life of their own on that day; otherwise that of the dearest goes on.
   */
  readonly conversion?: (header: ValuesOf<H>) => { readonly inServiceOn?: Day | undefined }
  /** What changes on the cards of assets. */
  readonly cardChanges?: (header: ValuesOf<H>, line: Line<L>, stage: number) => readonly CardChange[]
  /** What it changes of the terms under which books depreciate assets; another cost follows from their cards. */
  readonly termsChanges?: (header: ValuesOf<H>, line: Line<L>) => readonly TermsChange[]
  /** The day on which it counts in books of values; that of its posting where absent. A month that is closed takes it no more. */
  readonly valueDay?: (header: ValuesOf<H>) => string | undefined
  /** The day that its moves are dated, where that is not the day of posting. */
  readonly movesOn?: (header: ValuesOf<H>) => string | undefined
  /** One more refusal in words about a piece that a line writes on, by its card as it stands then. */
  readonly checkCard?: (header: ValuesOf<H>, card: StandingCard) => Refusal | undefined
  /** Who is told once a stage was carried out, besides what the approval tells. */
  readonly stageNotices?: (header: ValuesOf<H>, stage: number) => readonly Tells[]
  /** One more refusal in words. `posting` is false while it is only submitted. */
  readonly check?: (header: ValuesOf<H>, lines: readonly Line<L>[], isPosting: boolean) => Refusal | undefined
  /** The amount of money it is about, for conditions in flows and for lists: each line adds its own. */
  readonly amount?: (header: ValuesOf<H>, lines: readonly Line<L>[]) => Decimal
}

/** Checks a declaration against its own fields; the engine sees every kind the same way, after `readValues` has made the values true. */
export const defineDocument = <
  const H extends Fields,
  const L extends Fields,
  const K extends string,
  const F extends string = `${Lowercase<K>}-pedit`,
  const P extends string = never,
>(
  declaration: DocumentKind<H, L> & NamedScreens<K, F, P>,
): DocumentKind & NamedScreens<K, F, P> => declaration as unknown as DocumentKind & NamedScreens<K, F, P>

/** True where a later stage, or the first as the organisation wants it, is taken by a person who the document itself names. */
export const isReceived = ({ stages = [] }: DocumentKind): boolean => {
  const waitingStages = stages.filter(({ by }, index) => index > 0 || by !== undefined)
  return waitingStages.length > 0 && waitingStages.every(({ by }) => by !== undefined)
}

/** What a stage is called in histories: one that is all there is goes by the kind's own name. */
export const stageTitle = ({ stages = [] }: DocumentKind, stage: number): string | undefined =>
  stages.length > 1 ? stages[stage]?.title : undefined

/** The most lines that a document has. */
export const linesAtMost = 1000

/** The states a document goes through, and their Chinese names. */
export const documentStates = {
  draft: '草稿',
  inApproval: '审批中',
  returned: '已退回',
  rejected: '已驳回',
  withdrawn: '已撤回',
  approved: '待入账',
  inProgress: '执行中',
  posted: '已完成',
  reversed: '已冲销',
} as const
export type DocumentState = keyof typeof documentStates

/** States in which its author may still change it and submit it again. */
export const editableStates: readonly DocumentState[] = ['draft', 'returned', 'rejected', 'withdrawn']

/** The part of the contract's path between `/api` and the verb: `goods/gsoutstockorder`, `consum/csinstockorder`. */
export const pathOf = (kind: DocumentKind): string => `${isConsumable(kind) ? 'consum' : areaOf(kind)}/${kind.kind.toLowerCase()}`
export const isConsumable = (kind: DocumentKind): boolean => areaOf(kind) === 'consumables'
/** What a kind is called to the person who keeps it, or else only applies for it. */
export const titleFor = ({ title, applicantTitle = title }: Pick<DocumentKind, 'title' | 'applicantTitle'>, keeps: boolean): string =>
  keeps ? title : applicantTitle

/** The noun in function codes: `gsoutstockorder:list`. */
export const codeOf = (kind: DocumentKind): string => kind.kind.toLowerCase()

/** The screen on which one document is looked at, with its query. */
export const documentLink = (kind: DocumentKind, id: Id): string => `${formPathOf(kind)}?id=${id}`

/** How much of what a line asks for its own document brings when it goes into the books: nothing where others fulfil it. */
export const broughtBy = (kind: DocumentKind, line: Readonly<Record<string, unknown>>): Decimal => {
  if (!kind.shortfallRule || !kind.issuedQuantity || !kind.from) return '0'
  return kind.shortfallRule(line) === 'wait' ? kind.issuedQuantity(line) : String(line[kind.from.quantity] ?? '0')
}

/** The field of a line that says of which model its pieces are: another one where a keeper named it. */
export const modelField = (
  filter: Readonly<Record<string, unknown>> | undefined,
  line: Readonly<Record<string, unknown>>,
): string | undefined => {
  const { match, instead } = filter ?? {}
  const key = typeof instead === 'string' && !isEmpty(line[instead]) ? instead : match
  return typeof key === 'string' ? key : undefined
}

/**
 * What the product made it for, where it did: the field that no one fills in says so. A person decides on such a document, and no one
 * rewrites it.
 */
export const madeFor = (kind: Pick<DocumentKind, 'header'>, header: Readonly<Record<string, unknown>>): string | undefined => {
  const key = Object.keys(kind.header).find((key) => kind.header[key]?.filledBy === 'nobody')
  return key === undefined ? undefined : textIn(header, key)
}

/** A document as it travels: header and lines as the kind declares them. */
export type RawDocument = {
  readonly header: Readonly<Record<string, unknown>>
  readonly lines: readonly Readonly<Record<string, unknown>>[]
}
