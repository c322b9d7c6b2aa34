import { addDays, dayAt, type Day } from '../../kernel/day.ts'
import { newId, type Id } from '../../kernel/id.ts'
import { gsInstockOrder } from '../../domain/documents/asset/instock.ts'
import { enterAssets } from '../records/assetEntry.ts'
import type { CardToBe } from '../ledger/cards.ts'
import { nextAssetCodes } from '../ledger/assetCodes.ts'
import type { DemoModel } from './catalogue.ts'
import { personIn, type Company } from './company.ts'
import { submits } from './demoActor.ts'
import type { SeededRandom } from './seededRandom.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** A piece on the register that the demo may still do something with. */
export type Piece = { readonly id: Id; readonly model: string; readonly boughtDaysAgo: number }

/** The pieces that lie in a store, by the code of the place; the person who takes one takes it out. */
export type Shelves = Map<string, Piece[]>

type TakeInput = {
  readonly place: string
  readonly models: readonly string[]
  readonly count: number
  readonly from?: 'oldest' | 'newest' | undefined
}

/** Takes up to `count` pieces of one of the models from a shelf, the oldest or the newest first. */
export const take = (shelves: Shelves, { place, models, count, from = 'oldest' }: TakeInput): Piece[] => {
  const shelf = shelves.get(place) ?? []
  const pieces: Piece[] = []
  for (const model of models)
    while (pieces.length < count) {
      const index =
        from === 'oldest' ? shelf.findIndex((piece) => piece.model === model) : shelf.findLastIndex((piece) => piece.model === model)
      if (index < 0) break
      pieces.push(...shelf.splice(index, 1))
    }
  return pieces
}

type EnterRegisterInput = {
  readonly username: string
  readonly deliveries: readonly number[]
  readonly storeOf: (model: DemoModel, index: number) => string
  readonly pieces?: (model: DemoModel) => number
}

/** Enters what was bought over the years: a stock-in for each delivery of each supplier. `storeOf` says where the n-th piece of a model went. */
export const enterRegister = async (
  company: Company,
  chance: SeededRandom,
  { username, deliveries, storeOf, pieces = (model) => model.pieces }: EnterRegisterInput,
): Promise<Shelves> => {
  const shelves: Shelves = new Map()
  const suppliers = [...new Set(company.plan.models.map(({ supplier }) => supplier))]
  const arrivals = suppliers
    .flatMap((supplier, turn) => deliveries.map((base, which) => ({ supplier, turn, which, daysAgo: base + turn * 9 })))
    .toSorted((a, b) => b.daysAgo - a.daysAgo)
  for (const { supplier, turn, which, daysAgo } of arrivals) {
    const atMs = company.ago(daysAgo, 9 + (turn % 6))
    const delivery = company.plan.models
      .filter((model) => model.supplier === supplier)
      .flatMap((model) => shareOf(pieces(model), which, deliveries.length).map((index) => ({ model, index })))
    if (delivery.length === 0) continue
    const codes = await nextAssetCodes(
      company.tx,
      delivery.map(() => ({})),
      atMs,
    )
    const assets = delivery.map(({ model, index }, place) =>
      card(company, chance, {
        model,
        code: assertDefined(codes[place], 'the code of an asset'),
        boughtOn: dayAt(atMs),
        daysAgo,
        store: storeOf(model, index),
      }),
    )
    await enterAssets(
      company.tx,
      {
        documentId: newId(),
        author: company.as(username, atMs).session,
        at: atMs,
        action: { kind: gsInstockOrder, stage: 0 },
        remark: '到货验收入库',
      },
      assets.map(({ asset }) => asset),
    )
    for (const { asset, store, model } of assets)
      shelves.set(store, [...(shelves.get(store) ?? []), { id: asset.id, model: model.code, boughtDaysAgo: daysAgo }])
  }
  return shelves
}

/** The indexes of the pieces that come with delivery `which` of `deliveries`. */
const shareOf = (pieces: number, which: number, deliveries: number): number[] =>
  Array.from({ length: pieces }, (_, index) => index).filter((index) => index % deliveries === which)

type CardInput = {
  readonly model: DemoModel
  readonly code: string
  readonly boughtOn: Day
  readonly daysAgo: number
  readonly store: string
}

/** Every tenth piece has a warranty that lasts a quarter of a year longer. */
const longerMonths = 3

const card = (company: Company, chance: SeededRandom, { model, code, boughtOn, daysAgo, store }: CardInput) => {
  const serialNo = `${model.code.replace(/[^A-Z0-9]/g, '').slice(0, 4)}${chance.code(8)}`
  // Older pieces were a little dearer.
  const value = String(Math.round(Number(model.price) * (1 + Math.min(daysAgo, 1500) / 15_000)))
  const electronic = model.category.startsWith('A02')
  const asset: CardToBe = {
    id: newId(),
    to: `store:${company.place(store)}`,
    values: {
      instanceCode: code,
      instanceName: model.name,
      goodsId: company.model(model.code),
      catId: company.category(model.category),
      ...(electronic && { serialNo }),
      ...(electronic &&
        Number(model.price) >= 2000 && {
          epc: `E2801160${Array.from({ length: 16 }, () => chance.pick([...'0123456789ABCDEF'])).join('')}`,
        }),
      value,
      supplierId: company.supplier(model.supplier),
      boughtOn,
      warrantyUntil: addDays(boughtOn, Math.round((model.warrantyMonths + (code.endsWith('7') ? longerMonths : 0)) * 30.44)),
      locId: company.place(store),
      condition: daysAgo > 1000 && chance.below(4) === 0 ? 'worn' : 'good',
      instanceImage: [company.modelPicture(model.code)],
    },
  }
  return { asset, store, model }
}

export type Issue = {
  readonly keeper: string
  readonly recipient: string
  readonly place: string
  readonly reason: string
  readonly pieces: readonly Piece[]
}

/** A few days after the last of its pieces had come; there is at least one. */
export const issuedDaysAgo = ({ pieces }: Issue): number => Math.max(1, Math.min(...pieces.map(({ boughtDaysAgo }) => boughtDaysAgo)) - 5)

/** Issues pieces to a person, one document for all of them, a few days after the youngest was bought. */
export const issue = async (company: Company, issue: Issue): Promise<void> => {
  const { keeper, recipient, place, reason, pieces } = issue
  const daysAgo = issuedDaysAgo(issue)
  const person = personIn(company.plan, recipient)
  await submits(
    company,
    { who: keeper, daysAgo, hour: 9 + (pieces.length % 8) },
    {
      kind: 'GsOutstockOrder',
      header: {
        recipient: company.person(recipient),
        department: company.department(person.department),
        place: company.place(place),
        reason,
      },
      lines: linesOf(company, pieces),
    },
  )
}

/** One line for each model, with the pieces named. */
export const linesOf = (company: Company, pieces: readonly Piece[]): Record<string, unknown>[] =>
  [...Map.groupBy(pieces, ({ model }) => model)].map(([model, group]) => ({
    model: company.model(model),
    quantity: String(group.length),
    assets: group.map(({ id }) => id),
  }))
