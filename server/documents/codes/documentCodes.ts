import { dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { refuse } from '../../../kernel/refusal.ts'
import type { NumberRule } from '../../../domain/rules/numbering.ts'
import { orderCode } from '../../../domain/rules/orderCode.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { type NumberTarget, numbersByRule } from '../../ledger/numberSequences.ts'

const memoryKey = 'documentNumbering'

/** How the organisation numbers its documents, at most a second old; null where it keeps the delivered numbers. */
export const readDocumentNumbering = (tx: Tx): Promise<NumberRule | null> =>
  tx.memory.recall(memoryKey, async () => {
    const { parts } = await onlyRow(
      tx.query<{ parts: NumberRule | null }>(
        `select nullif(settings -> 'documentNumbering', 'null') as parts from organisation where org_id = $1`,
        [tx.orgId],
      ),
    )
    return parts
  })

/** Forgets the rule that this process read before it was changed. */
export const forgetDocumentNumbering = ({ memory }: Tx): void => memory.forget(memoryKey)

type CodeWanted = {
  readonly at: number
  /** The department that it is for. */
  readonly deptId: Id | undefined
  /** The rule where it was read before. */
  readonly parts?: NumberRule | null
}

/**
 * The number of a new document: by the rule of the organisation, or as delivered. Drawn right before the document is stored, so that the writer
 * behind waits as short as may be; a document that is not stored gives it back.
 */
export const nextDocumentCode = async (tx: Tx, prefix: string, { at, deptId, parts: readParts }: CodeWanted): Promise<string> => {
  const parts = readParts === undefined ? await readDocumentNumbering(tx) : readParts
  if (parts === null) return orderCode(prefix, at)
  const department = parts.some((part) => part.kind === 'code' && part.of === 'department') ? await departmentCode(tx, deptId) : undefined
  const codes = { kind: prefix, ...(department !== undefined && { department }) }
  const [code] = await numbersByRule(tx, documentCodes, parts, [{ day: dayAt(at), codes }])
  return code ?? orderCode(prefix, at)
}

const departmentCode = async (tx: Tx, deptId: Id | undefined): Promise<string | undefined> =>
  deptId === undefined
    ? undefined
    : (await tx.query<{ code: string }>('select dept_code as code from department where org_id = $1 and id = $2', [tx.orgId, deptId]))[0]
        ?.code

/** So many characters a number has at most. */
const lengthAtMost = 40

/** Refuses numbers that nothing can have, in words: a code that the rule names may say anything. */
export const requireFitNumbers = (numbers: readonly string[]): void => {
  const tooLong = numbers.find((number) => number.length > lengthAtMost)
  if (tooLong !== undefined)
    refuse('number.tooLong', '按编号规则生成的编号{number}超过{max}个字符，请在组织设置中修改规则', { number: tooLong, max: lengthAtMost })
  const unfit = numbers.find((number) => !/^[\w./-]+$/.test(number))
  if (unfit !== undefined)
    refuse('number.characters', '按编号规则生成的编号{number}只能含字母、数字和 - _ . /，请修改所用的部门编码，或修改规则', {
      number: unfit,
    })
}

/** Documents and counts are called by numbers of one kind, so neither has one of the other. */
const documentCodes: NumberTarget = {
  name: 'document',
  untaken: async (tx, numbers) => {
    requireFitNumbers(numbers)
    const rows = await tx.query<{ code: string }>(
      `select code from document where org_id = $1 and code = any ($2::text[])
       union select code from count_task where org_id = $1 and code = any ($2::text[])`,
      [tx.orgId, numbers],
    )
    const takenNumbers = new Set(rows.map(({ code }) => code))
    return numbers.filter((number) => !takenNumbers.has(number))
  },
}
