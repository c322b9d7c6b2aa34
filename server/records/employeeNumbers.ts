import { dayAt } from '../../kernel/day.ts'
import { type Id, isId } from '../../kernel/id.ts'
import type { NumberRule } from '../../domain/rules/numbering.ts'
import type { Tx } from '../db/tx.ts'
import { requireFitNumbers } from '../documents/codes/documentCodes.ts'
import { type NumberTarget, numbersByRule } from '../ledger/numberSequences.ts'

/** The number of a new person by the rule of the organisation; undefined where it has none and numbers stay as people type them. */
export const nextEmployeeNo = async (
  tx: Tx,
  { at, deptId }: { readonly at: number; readonly deptId: Id | undefined },
): Promise<string | undefined> => {
  const [rule] = await tx.query<{ parts: NumberRule; department: string | null }>(
    `select settings -> 'personNumbering' as parts, (select dept_code from department where org_id = $1 and id = $2) as department
     from organisation where org_id = $1 and nullif(settings -> 'personNumbering', 'null') is not null`,
    [tx.orgId, isId(deptId) ? deptId : null],
  )
  if (!rule) return undefined
  const codes = rule.department === null ? {} : { department: rule.department }
  const [number] = await numbersByRule(tx, employeeNumbers, rule.parts, [{ day: dayAt(at), codes }])
  return number
}

/** Numbers of those who left stay theirs. */
const employeeNumbers: NumberTarget = {
  name: 'person',
  untaken: async (tx, numbers) => {
    requireFitNumbers(numbers)
    const rows = await tx.query<{ number: string }>(
      'select employee_no as number from person where org_id = $1 and employee_no = any ($2::text[])',
      [tx.orgId, numbers],
    )
    const takenNumbers = new Set(rows.map(({ number }) => number))
    return numbers.filter((number) => !takenNumbers.has(number))
  },
}
