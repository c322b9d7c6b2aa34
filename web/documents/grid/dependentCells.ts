import type { DocumentKind } from '../../../domain/documents/define.ts'
import { itemFieldOf, quantityFieldOf } from '../../../domain/documents/lines.ts'
import type { RecordRow } from '../../../domain/records/operations.ts'
import { firstOf } from '../../../kernel/assert.ts'
import { compare, isDecimal } from '../../../kernel/decimal.ts'
import { isEmpty } from '../../../kernel/field.ts'
import { assetFieldOf, type FormLine, linesFor } from '../documentForm.ts'
import { contentOf, withContent } from './lines.ts'

/**
 * What follows from something that stands in a cell now: a thing that was chosen brings how many and its price as far as nothing is said of
 * them, and of several pieces there are at least as many.
 */
export const fillDependentCells = (kind: DocumentKind, line: FormLine, key: string, chosenRow: RecordRow | undefined): FormLine => {
  const quantity = quantityFieldOf(kind)
  const pieces = assetFieldOf(kind)
  if (pieces?.many && key === pieces.key && quantity) {
    const names = line.values[key]
    const namedCount = Array.isArray(names) ? names.length : 0
    const wantedQuantity = line.values[quantity]
    return namedCount > 0 && (!isDecimal(wantedQuantity) || compare(wantedQuantity, String(namedCount)) < 0)
      ? withContent(line, quantity, { value: String(namedCount) })
      : line
  }
  if (chosenRow === undefined || key !== itemFieldOf(kind)) return line
  return Object.entries(firstOf(linesFor(kind, [chosenRow])).values).reduce((now, [name, value]) => {
    const content = contentOf(now, name)
    return name !== key && 'value' in content && isEmpty(content.value) ? withContent(now, name, { value }) : now
  }, line)
}
