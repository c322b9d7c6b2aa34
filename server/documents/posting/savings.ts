import type { Id } from '../../../kernel/id.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import type { Tx } from '../../db/tx.ts'
import { type Body, headerOf, valuesOf } from '../body.ts'

/** A document that is posted or taken back, and who does it when. */
type SavingAct = { readonly id: Id; readonly actor: Id; readonly at: number }

/** Keeps what was not bought because pieces were taken from stores. */
export const writeSavings = async (
  tx: Tx,
  { id, kind, body, actor, at }: SavingAct & { readonly kind: DocumentKind; readonly body: Body },
): Promise<void> => {
  const savings = body.lines.flatMap((line) => kind.savings?.(headerOf(body), valuesOf(line)) ?? [])
  if (savings.length === 0) return
  await tx.query(
    `insert into pool_saving (org_id, document_id, asset_id, price, actor_uid, at)
     select o.org_id, $2, s.asset, s.price, $3, $4 from organisation o cross join unnest($5::bigint[], $6::numeric[]) as s (asset, price) where o.org_id = $1`,
    [tx.orgId, id, actor, new Date(at).toISOString(), savings.map(({ asset }) => asset), savings.map(({ price }) => price)],
  )
}

/** A document that is reversed saved nothing: what it kept is taken off by rows of its own. */
export const takeSavingsBack = async (tx: Tx, { id, actor, at }: SavingAct): Promise<void> => {
  await tx.query(
    `insert into pool_saving (org_id, document_id, asset_id, price, actor_uid, at)
     select org_id, $2, asset_id, -sum(price), $3, $4 from pool_saving where org_id = $1 and document_id = $2
     group by org_id, asset_id having sum(price) <> 0`,
    [tx.orgId, id, actor, new Date(at).toISOString()],
  )
}
