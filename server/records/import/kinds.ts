import { compare, type Decimal } from '../../../kernel/decimal.ts'
import { isEmpty, type Noun } from '../../../kernel/field.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Params } from '../../../kernel/refusal.ts'
import type { RecordKind } from '../../../domain/records/define.ts'
import type { Tx } from '../../db/tx.ts'
import { requireAssetRoom } from '../../licence/licence.ts'
import { type Directory, problemOf } from './directory.ts'
import { writeAssets, writeConsumables, writePeople, type Writing } from './write.ts'

export type Completing = {
  readonly directory: Directory
  /** What may be made on the way where it is named and not there. */
  readonly mayMake: ReadonlySet<Noun>
  readonly wrong: (key: string, words: string, params?: Params) => void
  readonly isWrong: (key: string) => boolean
}

/** What taking over a register needs of a kind, besides what its declaration says. */
export type ImportRules = {
  /** What `complete` looks up, besides what the columns refer to. */
  readonly refersTo?: readonly Noun[]
  /** Fills in what follows from the other cells of the row. */
  readonly complete?: (raw: Record<string, unknown>, completing: Completing) => void
  /** Refuses rows that there is no room for, so that the check says it already. */
  readonly requireRoom?: (tx: Tx, count: number) => Promise<void>
  /** Writes the rows instead of plain inserts; answers the document that brought them into the books. */
  readonly write?: (writing: Writing) => Promise<Id | undefined>
}

export const importRulesOf = (kind: RecordKind): ImportRules => rules[kind.noun] ?? {}

const rules: Readonly<Partial<Record<Noun, ImportRules>>> = {
  asset: {
    refersTo: ['model'],
    // Registers often have a name and no model; then the name is the model's.
    complete: (raw, { directory, mayMake, wrong, isWrong }) => {
      const name = raw['instanceName'] as string | undefined
      if (isEmpty(raw['goodsId']) && name && !isWrong('goodsId')) {
        const found = directory.refer('model', name, {}, mayMake.has('model'))
        if ('id' in found) raw['goodsId'] = found.id
        else {
          const { words, params } = problemOf(found, 'model', name)
          wrong('goodsId', words, params)
        }
      }
      const model = raw['goodsId'] as Id | undefined
      if (model === undefined) return
      const made = directory.made(model)
      if (made) made['catId'] ??= raw['catId']
      if (isEmpty(name)) raw['instanceName'] = directory.plainNameOf('model', model)
      if (isEmpty(raw['catId']) && !isWrong('catId')) raw['catId'] = made ? made['catId'] : directory.trait('model', model, 'catId')
    },
    requireRoom: (tx, count) => requireAssetRoom(tx, count, tx.now()),
    write: writeAssets,
  },
  category: {
    complete: (raw) => {
      raw['catKind'] ??= 'asset'
    },
  },
  consumable: {
    complete: (raw, { wrong, isWrong }) => {
      const quantity = raw['openingQuantity'] as Decimal | undefined
      const some = quantity !== undefined && compare(quantity, '0') > 0
      if (some && isEmpty(raw['openingLoc']) && !isWrong('openingLoc')) wrong('openingLoc', '有期初数量时请填写{label}')
    },
    write: writeConsumables,
  },
  person: { write: writePeople },
}
