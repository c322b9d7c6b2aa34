import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { keeperTitles, type Keeper } from '../../domain/directory/keeper.ts'
import type { Tx } from '../db/tx.ts'

/** Who keeps a person or a department, and which fields it says, so that no one changes them here. */
export type KeeperFields = { readonly keeper: Keeper; readonly fields: readonly string[] }

/** Nothing where no one keeps it, or the person who keeps it says nothing of its fields. */
export const keptBy = (tx: Tx, noun: 'person' | 'department', id: Id): Promise<KeeperFields[]> =>
  tx.query<KeeperFields>(texts[noun], [tx.orgId, id])

const texts = {
  person: `select keeper, fields from foreign_person where org_id = $1 and uid = $2 and gone_at is null and fields <> '{}' order by keeper`,
  department: `select keeper, fields from foreign_department where org_id = $1 and dept_id = $2 and gone_at is null and fields <> '{}' order by keeper`,
}

/** Refuses to change here what their keeper says. */
export const requireNotSaid = async (tx: Tx, noun: 'person' | 'department', id: Id, changedKeys: readonly string[]): Promise<void> => {
  const keeper = (await keptBy(tx, noun, id)).find(({ fields }) => changedKeys.some((key) => fields.includes(key)))
  if (keeper) refuse('directory.kept', '由{keeper}维护，请在那里修改', { keeper: keeperTitles[keeper.keeper] })
}

/** Refuses to delete what another person keeps: it would come again. */
export const requireNotKept = async (tx: Tx, noun: 'person' | 'department', ids: readonly Id[]): Promise<void> => {
  for (const id of ids) {
    const [kept] = await keptBy(tx, noun, id)
    if (kept) refuse('directory.keptWhole', '由{keeper}维护，请在那里删除', { keeper: keeperTitles[kept.keeper] })
  }
}
