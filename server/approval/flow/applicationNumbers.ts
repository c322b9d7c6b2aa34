import type { Day } from '../../../kernel/day.ts'
import { assertDefined } from '../../../kernel/assert.ts'
import type { Id } from '../../../kernel/id.ts'
import type { NumberRule } from '../../../domain/rules/numbering.ts'
import { onlyRow } from '../../db/rows.ts'
import type { Tx } from '../../db/tx.ts'
import { requireFitNumbers } from '../../documents/codes/documentCodes.ts'
import { type NumberTarget, numbersByRule } from '../../ledger/numberSequences.ts'

/** The next delivered number of an application, or the rule of the organisation that stands for it. */
export type ApplicationNumbering = { readonly number: string; readonly parts: null } | { readonly number: null; readonly parts: NumberRule }

/** Draws the delivered number at once, in lanes that do not wait for each other; a rule of the organisation is drawn from when it is sure that one is needed. */
export const readApplicationNumbering = (tx: Tx, day: Day): Promise<ApplicationNumbering> =>
  onlyRow(
    tx.query<ApplicationNumbering>(
      `select parts, case when parts is null then next_application_number($1, $2) end as number
       from (select nullif(settings -> 'applicationNumbering', 'null') as parts from organisation where org_id = $1) o`,
      [tx.orgId, day],
    ),
  )

/** The number of a new application of a person in this department. */
export const nextApplicationNumber = async (
  tx: Tx,
  { number, parts }: ApplicationNumbering,
  { day, deptId }: { readonly day: Day; readonly deptId: Id | null },
): Promise<string> => {
  if (parts === null) return number
  const [department] = await tx.query<{ code: string }>('select dept_code as code from department where org_id = $1 and id = $2', [
    tx.orgId,
    deptId,
  ])
  const codes = department ? { department: department.code } : {}
  const [next] = await numbersByRule(tx, applicationNumbers, parts, [{ day, codes }])
  return assertDefined(next, 'the number of an application')
}

const applicationNumbers: NumberTarget = {
  name: 'application',
  untaken: async (tx, numbers) => {
    requireFitNumbers(numbers)
    const rows = await tx.query<{ number: string }>('select number from wf_instance where org_id = $1 and number = any ($2::text[])', [
      tx.orgId,
      numbers,
    ])
    const takenNumbers = new Set(rows.map(({ number }) => number))
    return numbers.filter((number) => !takenNumbers.has(number))
  },
}
