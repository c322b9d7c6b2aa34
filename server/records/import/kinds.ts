import { half, unitOfCell } from '../../../kernel/cell.ts'
import { type Decimal } from '../../../kernel/decimal.ts'
import { isEmpty, type Noun, asText } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import { amountsOfMerged, checkNumbers, codesOfPieces, type SpreadContext, spreadPieces } from '../../../domain/records/pieces.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import type { SignedIn } from '../../call.ts'
import type { QueryTx, Tx } from '../../db/tx.ts'
import { placesInSheets, updatePlace, writePlaces } from './places.ts'
import { type Values } from '../../db/recordTable.ts'
import { requireAssetRoom } from '../../licence/licence.ts'
import { isGone } from './leavers.ts'
import { completeBook, requireAssetCodes, requireOpenings, writeOpenings } from './bookRow.ts'
import type { CompletionContext, Reader } from './completion.ts'
import { completeAsset, readAssetCell, referAssetCell, remarkOfHolder } from './assetRow.ts'
import type { Directory, DirectoryEntry } from './directory.ts'
import { completePerson, readPersonCell, referPersonCell } from './personRow.ts'
import { readSupplierCell } from './phoneCell.ts'
import { completeStore } from './placeless.ts'
import { openingsOf, writeAssets, writeConsumables, writePeople, type ReadRow, type Update, type RecordWrite } from './write.ts'

/** What taking over a register needs of a kind, besides what its declaration says. */
export type ImportRules = {
  /** What `complete` looks up, besides what the columns refer to. */
  readonly refersTo?: readonly Noun[]
  /** Fills in what follows from the other cells of the row. */
  readonly complete?: (raw: Record<string, unknown>, context: CompletionContext) => void
  /** What a cell says of fields, its own or others, where that is more than its own field can read. */
  readonly read?: (key: string, text: string, reader: Reader) => Values | undefined
  /** What a cell refers to, where that is more than the text of the cell says. */
  readonly refer?: (key: string, text: string, reader: Reader) => DirectoryEntry | undefined
  /** What a cell that cannot be read as its field adds to the remark. */
  readonly asRemark?: (key: string, text: string, reader: Reader) => string | undefined
  /** Says where a row about a record on the register holds what only several could have. */
  readonly checkOne?: (values: Values, wrong: SpreadContext['wrong']) => void
  /** Makes several records of one row; and the codes that they would have, of the cells of its code and its quantity. */
  readonly codesOfSpread?: (code: string, quantity: string) => string[]
  readonly spread?: (values: Values, context: SpreadContext) => Values[]
  /** What an amount says of each of the rows that its cell is merged over; without it the first has it all. */
  readonly amountsOfMerged?: (key: string, amount: Decimal, count: number, context: SpreadContext) => readonly Decimal[]
  /** Why a cell cannot be meant, of what the row says besides; with the place `{label}`. */
  readonly refusal?: (key: string, text: string, reader: Reader) => string | undefined
  /** What a row is about, where several rows may be about the same thing; and whether one of them adds to what earlier ones say. */
  readonly sameThing?: (raw: Values) => string | undefined
  readonly joins?: (first: Values, raw: Values, earlier: readonly Values[]) => boolean
  /** True for a row that brings stock into places; where it is known, headers may be places. */
  readonly stocksPlaces?: (raw: Values, places: ReadonlyMap<string, Id>) => boolean
  /** What a picture of it may be called after, the nearest first. */
  readonly picturedBy?: (values: Values, directory: Directory) => readonly (string | undefined)[]
  /** Refuses rows as a whole by what is on record, so that the check says it already. */
  readonly requireRows?: (tx: Tx, rows: readonly ReadRow[]) => Promise<void>
  /** Records on the register as sheets say them, where that is more than their fields. */
  readonly asInSheets?: (tx: QueryTx, rows: readonly RecordRow[]) => Promise<RecordRow[]>
  /** Columns that are written by the person who may write another one. */
  readonly writtenLike?: Readonly<Record<string, string>>
  /** Changes a record on the register, instead of a plain update. */
  readonly update?: (call: SignedIn, change: Update) => Promise<void>
  /** Writes the rows instead of plain inserts; answers the document that brought them into the books. */
  readonly write?: (recordWrite: RecordWrite) => Promise<Id | undefined>
}

export const importRulesOf = (kind: RecordKind): ImportRules => rules[kind.noun] ?? {}

const ofBook: ImportRules = { refersTo: ['book'], complete: completeBook }

const rules: Readonly<Partial<Record<Noun, ImportRules>>> = {
  account_rule: ofBook,
  asset: {
    refersTo: ['model', 'department', 'location'],
    complete: completeAsset,
    read: readAssetCell,
    refer: referAssetCell,
    asRemark: remarkOfHolder,
    checkOne: checkNumbers,
    codesOfSpread: codesOfPieces,
    spread: spreadPieces,
    amountsOfMerged,
    picturedBy: ({ instanceCode, serialNo, goodsId }, directory) => [
      asText(instanceCode),
      asText(serialNo),
      ...(goodsId === undefined ? [] : directory.calledOf('model', String(goodsId))),
    ],
    requireRows: (tx, rows) => requireAssetRoom(tx, rows.filter(({ values }) => !isGone(values)).length, tx.now()),
    write: writeAssets,
  },
  category: {
    complete: (raw) => {
      raw['catKind'] ??= 'asset'
    },
  },
  consumable: {
    // Ten boxes of what is counted by the piece are another number of pieces.
    refusal: (key, text, { raw }) => {
      const unit = key === 'openingQuantity' || key.startsWith('stock:') ? unitOfCell(text) : undefined
      const isOther = unit !== undefined && !isEmpty(raw['unit']) && half(String(raw['unit'])).toLowerCase() !== unit.toLowerCase()
      return isOther ? '{label}“{value}”的单位与本行的单位不同，请换算后填写' : undefined
    },
    refersTo: ['location'],
    complete: completeStore,
    sameThing: (raw) => {
      const { goodsCode, goodsName, brand, spec, unit } = raw
      if (!isEmpty(goodsCode)) return `code ${String(goodsCode)}`
      return isEmpty(goodsName) ? undefined : `name ${[goodsName, brand, spec, unit].map((part) => String(part ?? '')).join('\n')}`
    },
    // A code that stands twice in one place is a slip; without codes the same article twice is one article.
    joins: (first, raw, earlier) =>
      (isEmpty(raw['goodsCode']) ||
        (!isEmpty(raw['openingLoc']) &&
          !isEmpty(raw['openingQuantity']) &&
          earlier.every((earlierPart) => earlierPart['openingLoc'] !== raw['openingLoc']))) &&
      ['goodsName', 'brand', 'spec', 'unit', 'barcode'].every((key) => isEmpty(raw[key]) || raw[key] === first[key]),
    picturedBy: ({ goodsCode, barcode, goodsName }) => [goodsCode, barcode, goodsName].map(asText),
    stocksPlaces: (raw, places) => openingsOf(raw, places).length > 0,
    write: writeConsumables,
  },
  depreciation_rule: ofBook,
  location: { asInSheets: placesInSheets, writtenLike: { users: 'managerUid' }, update: updatePlace, write: writePlaces },
  model: { picturedBy: ({ goodsCode, goodsName }) => [goodsCode, goodsName].map(asText) },
  opening: { ...ofBook, requireRows: requireOpenings, write: writeOpenings },
  person: { read: readPersonCell, refer: referPersonCell, complete: completePerson, write: writePeople },
  supplier: { read: readSupplierCell },
  unit_reading: { requireRows: requireAssetCodes },
}
