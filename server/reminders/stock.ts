import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { ReminderSubject } from '../../domain/reminders/reminders.ts'
import { consumableManagerRole } from '../../domain/rules/constants.ts'
import type { Tx } from '../db/tx.ts'
import { keepersOf } from './keepers.ts'
import { remind, type PersonalReminder } from './remind.ts'

/** Supplies whose stock in a place fell below the least that is wanted there, or is back at it. */
export type StockCrossing = { readonly item: Id; readonly place: Id; readonly left: Decimal; readonly low: boolean }

/** Tells the person who keeps a store of what crossed, as the posting that brought it about saw it. */
export const tellStock = async (tx: Tx, crossings: readonly StockCrossing[]): Promise<void> => {
  if (crossings.length === 0) return
  const [keepers, named] = await Promise.all([
    keepersOf(
      tx,
      crossings.map(({ place }) => place),
      consumableManagerRole,
    ),
    tx.query<LowStockRow>(namesText, [tx.orgId, crossings.map(({ item }) => item), crossings.map(({ place }) => place)]),
  ])
  const remindings = (low: boolean): PersonalReminder[] =>
    named.flatMap((names) => {
      const crossing = crossings.find(({ item, place }) => item === names.item && place === names.place)
      return crossing?.low === low ? keepers(names.place).map((uid) => ({ uid, thing: thingOf(crossing, names) })) : []
    })
  await remind(tx, 'stockLow', remindings(true))
  await remind(tx, 'stockEnough', remindings(false))
}

type LowStockRow = { item: Id; name: string; unit: string; place: Id; placeName: string }

const thingOf = ({ item, place, left }: StockCrossing, { name, unit, placeName }: LowStockRow): ReminderSubject => ({
  // The same supplies in two stores are two things.
  subject: `${item}/${place}`,
  name,
  params: { place: placeName, left, unit },
  note: `${placeName} · ${left}${unit}`,
  link: `/pages/consumables/CsLocStock/index?low=1&locId=${place}`,
})

const namesText = `
  select c.id as item, c.goods_name as name, coalesce(c.unit, '') as unit, l.id as place, l.loc_name as "placeName"
  from unnest($2::bigint[], $3::bigint[]) as k (item, place)
  join consumable c on c.org_id = $1 and c.id = k.item join location l on l.org_id = $1 and l.id = k.place
  order by c.goods_name collate by_pinyin, c.id`
