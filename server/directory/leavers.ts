import type { Id } from '../../kernel/id.ts'
import { fill, RefusalError } from '../../kernel/refusal.ts'
import { keeperTitles, type Keeper } from '../../domain/directory/keeper.ts'
import { holdingsOf } from '../access/holdings.ts'
import { administrators, disablePerson } from '../access/people.ts'
import type { Tx } from '../db/tx.ts'
import { notify } from '../messaging/notify.ts'

/**
 * Takes a person out of service whose keeper has them no more, as an administrator would. False where they are out already, or another keeper
 * has them in service; `last` for the last administrator, who stays, and the administrators are told.
 */
export const putOut = async (tx: Tx, keeper: Keeper, uid: Id): Promise<boolean | 'last'> => {
  const [person] = await tx.query<{ name: string }>(
    `select user_name as name from person where org_id = $1 and id = $2 and state = 'active' and deleted_at is null
       and not exists (select from foreign_person l where l.org_id = $1 and l.uid = $2 and l.keeper <> $3 and l.active and l.gone_at is null)
     for no key update`,
    [tx.orgId, uid, keeper],
  )
  if (!person) return false
  const byUid = (await administrators(tx)).find((adminUid) => adminUid !== uid) ?? uid
  const result = await tx.attempt(() => disablePerson(tx, uid, byUid))
  if (!(result instanceof RefusalError)) return true
  await notify(tx, {
    uids: [uid],
    msgType: 2,
    category: 'system',
    title: '{name}已不在{keeper}中，因为是最后一位管理员，账号没有停用',
    params: { name: person.name, keeper: keeperTitles[keeper] },
    link: '/pages/addressbook/rolelist',
  })
  return 'last'
}

/** Tells the administrators who has left, and what they hold that is to be handed over. */
export const tellLeft = async (tx: Tx, keeper: Keeper, uids: readonly Id[]): Promise<void> => {
  if (uids.length === 0) return
  const [told, people, held] = await Promise.all([
    administrators(tx),
    tx.query<{ id: Id; name: string }>(
      'select id, user_name as name from person where org_id = $1 and id = any ($2::bigint[]) order by id',
      [tx.orgId, uids],
    ),
    holdingsOf(tx, uids),
  ])
  const lines = people.map(({ id, name }) => {
    const ownRows = held.filter(({ uid }) => uid === id)
    return ownRows.length === 0
      ? name
      : fill('{name}：{things}', {
          name,
          things: ownRows
            .map(({ what, count, names }) => fill('{what}{count}项（{names}）', { what, count, names: names.join('、') }))
            .join('；'),
        })
  })
  const heldCount = held.reduce((sum, { count }) => sum + count, 0)
  const [first] = people
  const common = { uids: told, msgType: 2, category: 'system', content: lines.join('\n').slice(0, contentAtMost) } as const
  if (people.length === 1 && first)
    await notify(tx, {
      ...common,
      title: heldCount > 0 ? '{name}已从{keeper}离开，账号已停用，还有{n}项要交接' : '{name}已从{keeper}离开，账号已停用',
      params: { name: first.name, keeper: keeperTitles[keeper], n: heldCount },
      link: `/pages/addressbook/address-detail?uid=${first.id}`,
    })
  else
    await notify(tx, {
      ...common,
      title: '{count}人已从{keeper}离开，账号已停用，还有{n}项要交接',
      params: { count: people.length, keeper: keeperTitles[keeper], n: heldCount },
      link: '/pages/addressbook/personlist',
    })
}

const contentAtMost = 2000
