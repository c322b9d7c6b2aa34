import { type Day, dayAt } from '../../kernel/day.ts'
import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { assetCodeLength, assetCodePattern, type AssetNumbering, defaultNumbering } from '../../domain/records/assetNumbering.ts'
import { type NumberContext, numberOf } from '../../domain/rules/numbering.ts'
import { onlyRow } from '../db/rows.ts'
import type { Tx } from '../db/tx.ts'
import { freeNumbers, type NumberTarget, numbersByRule } from './numberSequences.ts'

/** An asset that wants a code; where it has no category of its own it has that of its model. */
export type UnnumberedAsset = { readonly goodsId?: Id; readonly catId?: Id | null; readonly locId?: Id | null; readonly deptId?: Id | null }

/** The codes of new assets in their order, by the rule of the organisation; none that another asset has. */
export const nextAssetCodes = async (tx: Tx, assets: readonly UnnumberedAsset[], atMs: number): Promise<string[]> => {
  if (assets.length === 0) return []
  const day = dayAt(atMs)
  const name = `asset:${day.slice(0, 4)}`
  // The delivered rule asks nothing of the assets: its numbers come with the look whether it holds.
  const [row] = await tx.query<{ last: string }>(drawByDefault, [tx.orgId, name, assets.length])
  if (!row) return codesByRule(tx, assets, day)
  const codeOf = (sequence: number) => numberOf(defaultNumbering, { day, codes: {} }, sequence)
  return freeNumbers(tx, assetCodes, { name, count: assets.length, last: Number(row.last), codeOf })
}

const drawByDefault = `insert into number_sequence as s (org_id, name, last)
  select organisation.org_id, $2, $3 from organisation where org_id = $1 and settings ->> 'assetNumbering' is null
  on conflict (org_id, name) do update set last = s.last + excluded.last returning last`

const codesByRule = async (tx: Tx, assets: readonly UnnumberedAsset[], day: Day): Promise<string[]> => {
  const [{ parts: ownParts }, contexts] = await Promise.all([
    onlyRow(
      tx.query<{ parts: AssetNumbering | null }>(
        `select nullif(settings -> 'assetNumbering', 'null') as parts from organisation where org_id = $1`,
        [tx.orgId],
      ),
    ),
    readContexts(tx, assets, day),
  ])
  // It may have been taken back since it was looked for.
  return numbersByRule(tx, assetCodes, ownParts ?? defaultNumbering, contexts)
}

const readContexts = async (tx: Tx, assets: readonly UnnumberedAsset[], day: Day): Promise<NumberContext[]> => {
  const rows = await tx.query<{ category: string | null; place: string | null; department: string | null }>(
    `select c.cat_code as category, l.loc_code as place, d.dept_code as department
     from jsonb_to_recordset($2::jsonb) as n ("goodsId" bigint, "catId" bigint, "locId" bigint, "deptId" bigint, at bigint)
     left join model m on m.org_id = $1 and m.id = n."goodsId"
     left join category c on c.org_id = $1 and c.id = coalesce(n."catId", m.cat_id)
     left join location l on l.org_id = $1 and l.id = n."locId"
     left join department d on d.org_id = $1 and d.id = n."deptId" order by n.at`,
    [tx.orgId, JSON.stringify(assets.map(({ goodsId, catId, locId, deptId }, index) => ({ goodsId, catId, locId, deptId, at: index })))],
  )
  return rows.map(({ category, place, department }) => ({
    day,
    codes: { ...(category !== null && { category }), ...(place !== null && { place }), ...(department !== null && { department }) },
  }))
}

const untakenCodes = async (tx: Tx, codes: readonly string[]): Promise<string[]> => {
  const tooLong = codes.find((code) => code.length > assetCodeLength)
  if (tooLong)
    refuse('asset.codeTooLong', '按编号规则生成的资产编码{code}超过{max}个字符，请在组织设置中修改规则', {
      code: tooLong,
      max: assetCodeLength,
    })
  const unfit = codes.find((code) => !assetCodePattern.test(code))
  if (unfit !== undefined)
    refuse(
      'asset.codeCharacters',
      '按编号规则生成的资产编码{code}只能含字母、数字和 - _ . /，请修改所用的分类、区域或部门编码，或修改规则',
      { code: unfit },
    )
  const rows = await tx.query<{ code: string }>(
    'select instance_code as code from asset where org_id = $1 and instance_code = any ($2::text[])',
    [tx.orgId, codes],
  )
  const takenCodes = new Set(rows.map(({ code }) => code))
  return codes.filter((code) => !takenCodes.has(code))
}

const assetCodes: NumberTarget = { name: 'asset', untaken: untakenCodes }
