import { firstOf } from '../../kernel/assert.ts'
import type { Day } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import type { SourceOccurrence } from '../../domain/agenda/source.ts'
import { cardLink } from '../../domain/reminders/reminders.ts'
import type { SourceReader } from '../agenda/source.ts'

/** From so many on, what falls on one day is one row of an agenda. */
const apartAtMost = 3

type Row = { id: Id; day: Day; name: string; n: number }
type AgendaWords = { readonly one: string; readonly several: string; readonly list: string }

/** One row for each thing, or one for a day that has many. */
const occurrencesOf = (rows: readonly Row[], { one, several, list }: AgendaWords): SourceOccurrence[] =>
  [...Map.groupBy(rows, ({ day }) => day)].flatMap(([day, all]): SourceOccurrence[] => {
    const n = firstOf(all).n
    return n > apartAtMost
      ? [{ id: firstOf(all).id, words: several, params: { n }, link: list, day }]
      : all.map(({ id, name }) => ({ id, words: one, params: { name }, link: cardLink(id), day }))
  })

const register = '/pages/goods/GsGoodsInstance/index'

/** When a person has to give back what he borrowed, and when others have to whose loans came from the places that he manages. */
export const loansOnAgenda: SourceReader = async ({ tx, session }, from, to) => {
  const [own, others] = await Promise.all([
    tx.query<Row>(
      `select a.id, a.due_on as day, a.instance_name as name, count(*) over (partition by a.due_on)::int as n from asset a
       where a.org_id = $1 and a.due_on >= $2 and a.due_on < $3 and a.holder_uid = $4 and a.state = 'lent' and a.deleted_at is null
       order by a.due_on, a.id limit 500`,
      [tx.orgId, from, to, session.uid],
    ),
    keeps(session)
      ? tx.query<Row>(
          `select a.id, a.due_on as day, a.instance_name as name, count(*) over (partition by a.due_on)::int as n from asset a
           where a.org_id = $1 and a.due_on >= $2 and a.due_on < $3 and a.holder_uid <> $4 and a.state = 'lent' and a.deleted_at is null
             and ($5::bigint[] is null or coalesce(a.home_id, a.loc_id) = any ($5::bigint[]))
           order by a.due_on, a.id limit 500`,
          [tx.orgId, from, to, session.uid, placesOf(session)],
        )
      : [],
  ])
  return [
    ...occurrencesOf(own, { one: '归还：{name}', several: '归还{n}件借用的资产', list: '/pages/goods/mainpage/borrowme' }),
    ...occurrencesOf(others, { one: '借出到期：{name}', several: '{n}件借出的资产到期', list: `${register}?state=lent` }),
  ]
}

/** When what stands in a person's places is to be looked after. */
export const maintenanceOnAgenda: SourceReader = async ({ tx, session }, from, to) => {
  if (!keeps(session)) return []
  const rows = await tx.query<Row>(
    `select a.id, a.next_maintenance_on as day, a.instance_name as name, count(*) over (partition by a.next_maintenance_on)::int as n from asset a
     where a.org_id = $1 and a.next_maintenance_on >= $2 and a.next_maintenance_on < $3 and a.deleted_at is null
       and a.state in ('idle', 'inUse', 'lent', 'inTransit', 'inRepair') and ($4::bigint[] is null or coalesce(a.loc_id, a.home_id) = any ($4::bigint[]))
     order by a.next_maintenance_on, a.id limit 1000`,
    [tx.orgId, from, to, placesOf(session)],
  )
  return occurrencesOf(rows, { one: '保养：{name}', several: '{n}件资产应保养', list: register })
}

/** When warranties of what stands in a person's places end. */
export const warrantiesOnAgenda: SourceReader = async ({ tx, session }, from, to) => {
  if (!keeps(session)) return []
  const rows = await tx.query<Row>(
    `select a.id, a.warranty_until as day, a.instance_name as name, count(*) over (partition by a.warranty_until)::int as n from asset a
     where a.org_id = $1 and a.warranty_until >= $2 and a.warranty_until < $3 and a.deleted_at is null
       and a.state in ('idle', 'inUse', 'lent', 'inTransit', 'inRepair') and ($4::bigint[] is null or coalesce(a.loc_id, a.home_id) = any ($4::bigint[]))
     order by a.warranty_until, a.id limit 1000`,
    [tx.orgId, from, to, placesOf(session)],
  )
  return occurrencesOf(rows, { one: '保修到期：{name}', several: '{n}件资产保修到期', list: register })
}

type Reader = Parameters<SourceReader>[0]['session']

/** Whether a person looks after places whose register he may read. */
const keeps = ({ codes, locations }: Reader): boolean => codes.has('gsgoodsinstance:list') && (locations === 'all' || locations.length > 0)

const placesOf = ({ locations }: Reader): readonly Id[] | null => (locations === 'all' ? null : locations)
