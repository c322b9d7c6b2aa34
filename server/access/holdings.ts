import type { Id } from '../../kernel/id.ts'
import { Refused, refusal } from '../../kernel/refusal.ts'
import { inWords } from '../../domain/english/all.ts'
import type { SignedIn } from '../call.ts'
import type { Tx } from '../db/tx.ts'

/** Something that somebody still has or does: what it is in words, how many, and a few names. */
export type Holding = { readonly what: string; readonly count: number; readonly names: readonly string[] }

const namesAtMost = 5

/**
 * Refuses to take people out of service who still have or do something, and says what, unless whoever asks has been told and says so
 * (`confirmed`). What waits for them in approvals is handed on then; the rest stays under their name.
 */
export const requireFree = async (
  { tx, language }: Pick<SignedIn, 'tx' | 'language'>,
  uids: readonly Id[],
  confirmed: boolean,
): Promise<void> => {
  if (confirmed) return
  const rows = await holdingsOf(tx, uids)
  const [first] = rows
  if (!first) return
  const own = rows.filter(({ uid }) => uid === first.uid)
  const things = own.map(({ what, count, names }) => {
    const listed = names.join(inWords(language, '、'))
    return count > names.length
      ? inWords(language, '{what}{count}项（{names}等）', { what: inWords(language, what), count, names: listed })
      : inWords(language, '{what}{count}项（{names}）', { what: inWords(language, what), count, names: listed })
  })
  throw new Refused(
    refusal('person.holds', '{name}还有：\n{things}。\n请先交接；仍要继续请确认', {
      name: first.name,
      things: things.join(`${inWords(language, '；').trimEnd()}\n`),
    }),
    own.map(({ what, count, names }): Holding => ({ what: inWords(language, what), count, names })),
  )
}

/** What these people still have or do, one after the other. */
export const holdingsOf = (tx: Tx, uids: readonly Id[]): Promise<(Holding & { uid: Id; name: string })[]> =>
  tx.query(holdingsText, [tx.orgId, uids, namesAtMost])

const holdingsText = `
  with held as (
    select holder_uid as uid, 1 as rank, '名下资产' as what, instance_name as name from asset
    where org_id = $1 and holder_uid = any ($2::bigint[]) and deleted_at is null
    union all
    select p.id, 2, '领用的耗材', c.goods_name from unnest($2::bigint[]) as p (id)
    join balance b on b.org_id = $1 and b.account = 'consumed:' || p.id and b.item_kind = 'consumable' and b.on_hand > 0
    join consumable c on c.org_id = $1 and c.id = b.item_id
    union all
    select m.uid, 3, '管理的区域', l.loc_name from (
      select manager_uid as uid, id from location where org_id = $1 and manager_uid = any ($2::bigint[])
      union select uid, loc_id from location_user where org_id = $1 and uid = any ($2::bigint[]) and kind = 'manager'
    ) m join location l on l.org_id = $1 and l.id = m.id and l.deleted_at is null
    union all
    select manager_uid, 4, '负责的部门', dept_name from department where org_id = $1 and manager_uid = any ($2::bigint[]) and deleted_at is null
    union all
    select t.assignee_uid, 5, '待处理的审批', i.title from wf_task t join wf_instance i on i.org_id = t.org_id and i.id = t.instance_id
    where t.org_id = $1 and t.assignee_uid = any ($2::bigint[]) and t.status = 1
  )
  select h.uid, p.user_name as name, h.what, count(*)::int as count, (array_agg(h.name order by h.name collate by_pinyin))[1:$3] as names
  from held h join person p on p.org_id = $1 and p.id = h.uid
  group by h.uid, p.user_name, h.rank, h.what order by h.uid, h.rank`
