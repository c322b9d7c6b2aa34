import type { Id } from '../../kernel/id.ts'
import { refuse } from '../../kernel/refusal.ts'
import { selectedAtMost } from '../../domain/bulk/limits.ts'
import type { Selected } from '../../domain/bulk/operations.ts'
import type { ListRequest } from '../../domain/operations/define.ts'
import { recordOperations } from '../../domain/records/operations.ts'
import type { RecordKind } from '../../domain/records/define.ts'
import type { SignedIn } from '../call.ts'
import type { Values } from '../db/recordTable.ts'
import { understand } from '../input.ts'
import { assetRowsAfter } from '../records/assetList.ts'
import { recordRowsAfter } from '../records/list.ts'
import { malformed } from '../httpError.ts'

/** The ids of what is chosen: those that were named, or what the list answers the caller now, but some. */
export const selectedIds = async (call: Pick<SignedIn, 'tx' | 'session'>, kind: RecordKind, selection: Selected): Promise<Id[]> => {
  if ('ids' in selection) return [...new Set(selection.ids)]
  const except = new Set(selection.except)
  const { sort: _, ...question } = selection.asked
  const wholeQuestion = understand(recordOperations(kind).list, { ...question, ...wholeList(selectedAtMost + except.size + 1) })
  if (!wholeQuestion.success) throw malformed('请求有误：{fields}', { fields: 'asked' })
  const input = wholeQuestion.output as ListRequest & Values
  const rows = await (kind.noun === 'asset' ? assetRowsAfter(call, input) : recordRowsAfter(call, kind, input))
  const ids = rows.map(({ id }) => id).filter((id) => !except.has(id))
  if (ids.length > selectedAtMost) refuse('bulk.tooMany', '一次最多处理{max}项，请缩小范围', { max: selectedAtMost })
  if (ids.length === 0) refuse('bulk.nothing', '没有选中任何项目，请重新选择')
  return ids
}

/** All of a list in one page and in its own order, wherever the person who asks stands in it. */
const wholeList = (pageSize: number): ListRequest => ({
  page: 1,
  pageNo: undefined,
  pageSize,
  limit: undefined,
  after: undefined,
  sidx: undefined,
  order: undefined,
})
