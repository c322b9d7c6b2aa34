import type { Decimal } from '../../kernel/decimal.ts'
import type { Id } from '../../kernel/id.ts'
import type { Thing } from '../../domain/reminders/reminders.ts'
import { consumableManagerRole } from '../../domain/rules/constants.ts'
import type { Tx } from '../db/tx.ts'
import { keepersOf } from './keepers.ts'
import { remind, type Reminding } from './remind.ts'

/**
 * Tells whoever keeps a store that moves which have just been posted took its stock below the least that is wanted there, or back to it. The
 * moves say what was there before and after, under the lock of the balance: of postings at the same moment exactly one crosses.
 */
export const tellStock = async (tx: Tx, moves: readonly Id[]): Promise<void> => {
  const crossings = await tx.query<Crossing>(crossingsText, [tx.orgId, moves])
  if (crossings.length === 0) return
  const keepers = await keepersOf(
    tx,
    crossings.map(({ place }) => place),
    consumableManagerRole,
  )
  const remindings = (low: boolean): Reminding[] =>
    crossings
      .filter((crossing) => crossing.low === low)
      .flatMap((crossing) => keepers(crossing.place).map((uid) => ({ uid, thing: thingOf(crossing) })))
  await remind(tx, 'stockLow', remindings(true))
  await remind(tx, 'stockEnough', remindings(false))
}

type Crossing = {
  item: Id
  name: string
  unit: string
  place: Id
  placeName: string
  left: Decimal
  low: boolean
}

const thingOf = ({ item, name, unit, place, placeName, left }: Crossing): Thing => ({
  // The same supplies in two stores are two things.
  subject: `${item}/${place}`,
  name,
  params: { place: placeName, left, unit },
  note: `${placeName} · ${left}${unit}`,
  link: `/pages/consumables/CsLocStock/index?locId=${place}`,
})

/** What arrives in a store for the first time has never been too little there. */
const crossingsText = `
  with ends as (
    select m.item_id, m.from_account as account, m.from_seq as seq, m.from_after + m.quantity as before, m.from_after as after
    from move m where m.org_id = $1 and m.id = any ($2::bigint[]) and m.from_account like 'store:%'
    union all
    select m.item_id, m.to_account, m.to_seq, m.to_after - m.quantity, m.to_after
    from move m where m.org_id = $1 and m.id = any ($2::bigint[]) and m.to_account like 'store:%'
  ), span as (
    select item_id, account, min(seq) as first, (array_agg(before order by seq))[1] as before, (array_agg(after order by seq desc))[1] as after
    from ends group by item_id, account
  )
  select c.id as item, c.goods_name as name, coalesce(c.unit, '') as unit, l.id as place, l.loc_name as "placeName", s.after as left,
         s.after < c.min_stock as low
  from span s join consumable c on c.org_id = $1 and c.id = s.item_id
  join location l on l.org_id = $1 and s.account = 'store:' || l.id
  where (s.before < c.min_stock) <> (s.after < c.min_stock) and (s.first > 1 or s.after < c.min_stock)
  order by c.goods_name, c.id`
