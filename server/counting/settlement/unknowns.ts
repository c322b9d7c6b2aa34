import { type Id, newId } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { SurplusThing } from '../../../domain/counting/settlement.ts'
import { countTaskDismissUnknown, countTaskResolve, countTaskUnknown, type CountUnknownRow } from '../../../domain/counting/operations.ts'
import { requireOwnPlaces } from '../../access/scope.ts'
import { handle, type Handler } from '../../call.ts'
import { namedFiles, requireFiles } from '../../files/namedFiles.ts'
import type { Tx } from '../../db/tx.ts'
import { onlyRow } from '../../db/rows.ts'
import { numberedPartOf, pageFor } from '../../page.ts'
import { likePattern } from '../../search/searchText.ts'
import { NotFound } from '../../httpError.ts'
import { lockTask, requireState } from './deciding.ts'
import { foldItems } from '../results.ts'
import { sightOf } from '../sight.ts'
import { assertDefined } from '../../../kernel/assert.ts'

type Unknown = { readonly id: Id; readonly asset_id: Id | null; readonly document_id: Id | null; readonly file: string | null }

/** Says what an unknown code is, or writes down a thing without card and code. What was said before is said anew, as long as no document says it. */
export const unknownHandlers: readonly Handler[] = [
  handle(countTaskUnknown, async ({ tx, session }, input) => {
    const sight = await sightOf(tx, session, input.taskId)
    if (!sight.manages) throw new NotFound()
    const part = numberedPartOf(input)
    const keyword = input.likeQuery?.trim() ? likePattern(input.likeQuery) : null
    const ownPlaces = sight.all ? null : sight.places
    const [rows, matchCount] = await Promise.all([
      tx.query<UnknownRow>(`${listText} order by u.id limit $5 offset $6`, [
        tx.orgId,
        input.taskId,
        ownPlaces,
        keyword,
        part.pageSize,
        part.offset,
      ]),
      onlyRow(tx.query<{ n: number }>(`select count(*)::int as n from (${listText}) c`, [tx.orgId, input.taskId, ownPlaces, keyword])),
    ])
    return pageFor(part, rows.map(rowOf), matchCount.n, { limit: Number.MAX_SAFE_INTEGER })
  }),

  handle(countTaskResolve, async ({ tx, session }, { taskId, id, becomes, assetId, surplus }) => {
    const { task } = await lockTask(tx, session, taskId)
    requireState(task, 'open', 'review')
    if (becomes === 'linked' && assetId === undefined) refuse('count.whichAsset', '请选择是哪一件资产')
    if (becomes === 'surplus' && surplus === undefined) refuse('count.whichSurplus', '请填写盘盈资产的型号、名称和区域')
    const unknownCode = id === undefined ? undefined : await lockUnknown(tx, taskId, id)
    if (unknownCode && unknownCode.document_id !== null) refuse('count.onDocument', '已生成处理单，不能再修改')
    if (!unknownCode && becomes !== 'surplus') throw new NotFound()
    if (becomes === 'linked') await requireAsset(tx, assertDefined(assetId, 'the asset'))
    if (becomes === 'surplus' && surplus) {
      await requireThing(tx, surplus.modelId, surplus.placeId)
      await requireOwnPlaces(tx, session, [surplus.placeId])
      await requireFiles(tx, session.uid, namedFiles('照片', true, [surplus.file]), unknownCode?.file ? [{ path: unknownCode.file }] : [])
    }
    const row = unknownCode?.id ?? newId()
    await tx.query(
      `insert into count_unknown as u (org_id, id, task_id, loc_id, first_at, uid, file, becomes, asset_id, surplus, decided_by, decided_at)
       select t.org_id, $3, t.id, $4::bigint, now(), $5, $6, $7, $8, $9, $5, now() from count_task t where t.org_id = $1 and t.id = $2
       on conflict (org_id, id) do update set becomes = excluded.becomes, asset_id = excluded.asset_id, surplus = excluded.surplus, note = null,
         decided_by = excluded.decided_by, decided_at = excluded.decided_at`,
      [
        tx.orgId,
        taskId,
        row,
        surplus?.placeId ?? null,
        session.uid,
        surplus?.file ?? null,
        becomes,
        becomes === 'linked' ? assetId : null,
        becomes === 'surplus' ? JSON.stringify(surplus) : null,
      ],
    )
    // What was seen under the code counts for the asset from here on, and no longer for another one.
    await foldItems(
      tx,
      task,
      [unknownCode?.asset_id, becomes === 'linked' ? assetId : undefined].filter((asset) => asset !== undefined && asset !== null),
    )
    return { id: row }
  }),

  handle(countTaskDismissUnknown, async ({ tx, session }, { taskId }) => {
    const sight = await lockTask(tx, session, taskId)
    requireState(sight.task, 'open', 'review')
    const dismissedRows = await tx.query(
      `update count_unknown set becomes = 'foreign', note = null, decided_by = $4, decided_at = now()
       where org_id = $1 and task_id = $2 and becomes is null and ($3::bigint[] is null or loc_id = any ($3::bigint[])) returning id`,
      [tx.orgId, taskId, sight.all ? null : sight.places, session.uid],
    )
    return { dismissed: dismissedRows.length }
  }),
]

type UnknownRow = {
  id: Id
  code: string | null
  loc_id: Id | null
  place: string | null
  times: number
  first_at: string
  uid: Id | null
  person: string | null
  file: string | null
  becomes: CountUnknownRow['becomes']
  asset_id: Id | null
  asset: string | null
  surplus: SurplusThing | null
  model: string | null
  document_id: Id | null
  document: string | null
  state: string | null
}

/** The unknown codes and cardless things of task `$2` in places `$3`, or all, that match `$4`. */
const listText = `
  select u.id, u.code, u.loc_id, p.loc_name as place, u.times, u.first_at, u.uid, w.user_name as person, u.file, u.becomes, u.asset_id,
    a.instance_name || '（' || a.instance_code || '）' as asset, u.surplus, m.goods_name as model, u.document_id, d.code as document, d.state
  from count_unknown u
  left join location p on p.org_id = $1 and p.id = u.loc_id left join person w on w.org_id = $1 and w.id = u.uid
  left join asset a on a.org_id = $1 and a.id = u.asset_id left join model m on m.org_id = $1 and m.id = (u.surplus ->> 'modelId')::bigint
  left join document d on d.org_id = $1 and d.id = u.document_id
  where u.org_id = $1 and u.task_id = $2 and ($3::bigint[] is null or u.loc_id = any ($3::bigint[]))
    and ($4::text is null or lower(coalesce(u.code, '') || ' ' || coalesce(u.surplus ->> 'name', '')) like $4)`

const rowOf = (row: UnknownRow): CountUnknownRow => ({
  id: row.id,
  code: row.code ?? '',
  place: row.loc_id === null ? null : { id: row.loc_id, name: row.place ?? '' },
  times: row.times,
  firstAt: row.first_at,
  person: row.uid === null ? null : { id: row.uid, name: row.person ?? '' },
  file: row.file,
  becomes: row.becomes,
  linked: row.asset_id === null ? null : { id: row.asset_id, name: row.asset ?? '' },
  surplus: row.surplus && {
    modelId: row.surplus.modelId,
    modelName: row.model ?? '',
    name: row.surplus.name,
    price: row.surplus.price ?? null,
  },
  document: row.document_id === null ? null : { id: row.document_id, code: row.document ?? '', state: row.state ?? '' },
})

const lockUnknown = async (tx: Tx, taskId: Id, id: Id): Promise<Unknown> => {
  const [row] = await tx.query<Unknown>(
    'select id, asset_id, document_id, file from count_unknown where org_id = $1 and task_id = $2 and id = $3 for update',
    [tx.orgId, taskId, id],
  )
  if (!row) throw new NotFound()
  return row
}

const requireAsset = async (tx: Tx, id: Id): Promise<void> => {
  const [asset] = await tx.query('select from asset where org_id = $1 and id = $2 and deleted_at is null', [tx.orgId, id])
  if (!asset) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '资产' })
}

const requireThing = async (tx: Tx, modelId: Id, placeId: Id): Promise<void> => {
  const [[model], [place]] = await Promise.all([
    tx.query('select from model where org_id = $1 and id = $2 and deleted_at is null', [tx.orgId, modelId]),
    tx.query('select from location where org_id = $1 and id = $2 and deleted_at is null', [tx.orgId, placeId]),
  ])
  if (!model) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '资产型号' })
  if (!place) refuse('reference.unknown', '{label}不存在、已删除或不适用', { label: '区域' })
}
