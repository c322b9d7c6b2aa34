import type * as v from 'valibot'
import { numberingRule } from '../rules/numbering.ts'

/** So many characters an asset's code has at most. */
export const assetCodeLength = 40
/** What an asset's code is written with. */
export const assetCodePattern = /^[\w./-]+$/

/** What records an asset's code may name by their own codes. */
export const recordCodes = { category: '资产分类编码', place: '所在区域编码', department: '使用部门编码' } as const

/** The parts of which the codes of new assets are made, in order. */
export const assetNumbering = numberingRule(['category', 'place', 'department'])
export type AssetNumbering = Readonly<v.InferOutput<typeof assetNumbering>>

/** "ZC", the year, six digits that begin anew with the year: how assets are numbered until the organisation decides. */
export const defaultNumbering: AssetNumbering = [
  { kind: 'words', text: 'ZC' },
  { kind: 'date', form: 'yyyy' },
  { kind: 'sequence', digits: 6, restarts: true },
]
