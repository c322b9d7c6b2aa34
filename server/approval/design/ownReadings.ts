import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import type { DesignProblem } from '../../../domain/approval/form/formProblems.ts'
import { readableOwnFields } from '../../../domain/approval/form/formRecords.ts'
import { ownReadingsOf } from '../../../domain/approval/form/neededFacts.ts'
import { recordOf } from '../../../domain/records/all.ts'
import { organisationKind } from '../../db/organisationKind.ts'
import type { RecallingTx } from '../../db/tx.ts'
import { keysHiddenByRoles } from '../../access/hidden.ts'

/**
 * What keeps a design from reading own fields of chosen records: what is computed from one is told to all who read the form, so everybody has to see
 * it, and no role may hide it.
 */
export const ownReadingProblems = async (tx: RecallingTx, design: FormDesign): Promise<DesignProblem[]> => {
  const readings = ownReadingsOf(design)
  if (readings.length === 0) return []
  const hiddenKeys = await keysHiddenByRoles(
    tx,
    readings.map(({ key }) => key),
  )
  const problems = await Promise.all(
    readings.map(async ({ path, label, noun, key, own: operand }): Promise<DesignProblem[]> => {
      const fields = noun ? readableOwnFields(await organisationKind(tx, recordOf(noun))) : []
      const isRead = !hiddenKeys.has(key) && fields.some((field) => field.key === key && (!operand || field.operand.sort === operand.sort))
      if (isRead) return []
      const ownLabel = noun && (await organisationKind(tx, recordOf(noun))).fields[key]?.label
      return operand
        ? [{ key: path, words: '“{label}”的公式读取的“{field}”已停用，或不是所有人都能看到', params: { label, field: operand.label } }]
        : [
            {
              key: path,
              words: '“{label}”的显示条件读取的“{field}”已停用，或不是所有人都能看到',
              params: { label, field: ownLabel ?? key },
            },
          ]
    }),
  )
  return problems.flat()
}
