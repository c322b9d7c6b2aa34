import type { Id } from '../../kernel/id.ts'
import { documentKind } from '../../domain/documents/all.ts'
import { formPathOf } from '../../domain/documents/screens.ts'
import type { WorkItem } from '../../domain/worklog/operations.ts'
import type { Span } from '../../domain/worklog/period.ts'
import { dayEnd, dayStart } from '../db/days.ts'
import type { Tx } from '../db/tx.ts'

/**
 * What a person did in a period, as the books say it: documents that he submitted, applications that he decided, what he counted. Each
 * with the first of its subjects, newest first; the person who follows one sees what he may see.
 */
export const workOf = async (tx: Tx, uid: Id, { from, to }: Span): Promise<WorkItem[]> => {
  const values = [tx.orgId, uid, from, to]
  const [documents, decided, counted] = await Promise.all([
    tx.query<{ kind: string; n: number; subjects: { id: Id; code: string }[] }>(documentsText, values),
    tx.query<{ n: number; subjects: { id: Id; title: string }[] }>(decidedText, values),
    tx.query<{ n: number; subjects: { id: Id; name: string }[] }>(countedText, values),
  ])
  return [
    ...documents.flatMap(({ kind, n, subjects }): WorkItem[] => {
      const declaredKind = documentKind(kind)
      if (!declaredKind) return []
      const path = formPathOf(declaredKind)
      return [
        {
          words: '{title} {n} 张',
          title: declaredKind.title,
          n,
          subjects: subjects.map(({ id, code }) => ({ name: code, link: `${path}?id=${id}` })),
        },
      ]
    }),
    ...decided.flatMap(({ n, subjects }): WorkItem[] =>
      n === 0
        ? []
        : [
            {
              words: '审批 {n} 项',
              title: '',
              n,
              subjects: subjects.map(({ id, title }) => ({ name: title, link: `/pages/flow/progress?processId=${id}` })),
            },
          ],
    ),
    ...counted.flatMap(({ n, subjects }): WorkItem[] =>
      n === 0
        ? []
        : [
            {
              words: '盘点 {n} 件',
              title: '',
              n,
              subjects: subjects.map(({ id, name }) => ({ name, link: `/pages/goods/GsInventoryOrder/gsinventorytask?id=${id}` })),
            },
          ],
    ),
  ]
}

/** $2 the person, $3 and $4 the first and the last day, both in the organisation's zone. */
const duringSql = (column: string): string => `${column} >= ${dayStart('$3')} and ${column} < ${dayEnd('$4')}`

const documentsText = `
  select d.kind, count(*)::int as n,
    coalesce(jsonb_agg(jsonb_build_object('id', d.id::text, 'code', d.code) order by d.submitted_at desc) filter (where d.at <= 20), '[]') as subjects
  from (select id, kind, code, submitted_at, row_number() over (partition by kind order by submitted_at desc) as at
        from document where org_id = $1 and author_uid = $2 and ${duringSql('submitted_at')}) d
  group by d.kind order by n desc, d.kind`

const decidedText = `
  select count(*)::int as n,
    coalesce(jsonb_agg(jsonb_build_object('id', d.instance_id::text, 'title', d.title) order by d.decided_at desc) filter (where d.at <= 20), '[]') as subjects
  from (select instance_id, title, decided_at, row_number() over (order by decided_at desc) as at
        from wf_task where org_id = $1 and assignee_uid = $2 and status in (2, 3, 4) and not automatic and ${duringSql('decided_at')}) d`

const countedText = `
  select coalesce(sum(c.n), 0)::int as n,
    coalesce(jsonb_agg(jsonb_build_object('id', c.task_id::text, 'name', t.name)) filter (where t.id is not null), '[]') as subjects
  from (select task_id, count(distinct item_id) as n from count_event
        where org_id = $1 and actor_uid = $2 and item_id is not null and ${duringSql('happened_at')} group by task_id) c
  left join count_task t on t.org_id = $1 and t.id = c.task_id`
