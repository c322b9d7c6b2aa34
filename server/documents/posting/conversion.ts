import { compare, sum } from '../../../kernel/decimal.ts'
import { moneyWords } from '../../../kernel/fields/moneyWords.ts'
import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { Values } from '../../db/recordTable.ts'
import type { Tx } from '../../db/tx.ts'
import type { CardRow } from '../../ledger/cards.ts'
import { type Body, headerOf, valuesOf } from '../body.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'

/** Refuses cards that come of others and cost more or less than those. */
export const requireConserved = ({ kind, body }: { readonly kind: DocumentKind; readonly body: Body }, cards: readonly CardRow[]): void => {
  if (!kind.conversion) return
  const creations = body.lines.flatMap((line) => kind.createdAssets?.(headerOf(body), valuesOf(line)) ?? [])
  const [newCost, oldCost] = [sum(creations.map(({ card }) => card.value ?? '0')), sum(cards.map(({ value }) => value ?? '0'))]
  if (compare(newCost, oldCost) !== 0)
    refuse('not-conserved', '新资产的原值合计{sum}，应等于原资产的原值合计{cost}', {
      sum: moneyWords(newCost),
      cost: moneyWords(oldCost),
    })
}

type CarriedRow = { deptId: Id | null; supplierId: Id | null; boughtOn: string | null; inServiceOn: string | null }

/** What cards take over besides value, from the dearest of those that they come of. */
export const readCarried = async (tx: Tx, cards: readonly CardRow[]): Promise<Values> => {
  const [row] = await tx.query<CarriedRow>(
    `select dept_id as "deptId", supplier_id as "supplierId", bought_on as "boughtOn", in_service_on as "inServiceOn"
     from asset where org_id = $1 and id = any ($2::bigint[]) order by coalesce(value, 0) desc, id limit 1`,
    [tx.orgId, cards.map(({ id }) => id)],
  )
  return { ...row }
}
