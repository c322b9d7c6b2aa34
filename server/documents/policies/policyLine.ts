import { type Decimal, isDecimal } from '../../../kernel/decimal.ts'
import { textIn } from '../../../kernel/field.ts'
import { refersTo } from '../../../kernel/fields/kinds.ts'
import type { Id } from '../../../kernel/id.ts'
import type { Refusal } from '../../../kernel/refusal.ts'
import type { DocumentKind } from '../../../domain/documents/define.ts'
import { itemFieldOf, quantityFieldOf } from '../../../domain/documents/lines.ts'
import type { PolicyFinding } from '../../../domain/documents/policyOperations.ts'
import type { Body } from '../body.ts'
import { subjectOf } from '../store.ts'

/** What a line asks for, as far as policies look at it; `index` counts from 0. */
export type PolicyLine = {
  readonly index: number
  readonly item: Id
  readonly quantity: Decimal
  readonly price: Decimal | undefined
  /** Who it is for; no one where it is for a department, a place or the stores. */
  readonly recipient: Id | undefined
}

/** What policies look at: a document as it is being written or submitted. */
export type PolicyRequest = {
  readonly kind: DocumentKind
  readonly id: Id | undefined
  readonly lines: readonly PolicyLine[]
  readonly subject: Id | undefined
  readonly department: Id | undefined
  readonly at: number
  /** Keeps other requests that the same limits count waiting until the transaction ends. */
  readonly locks: boolean
}

/** A refusal that a reason answers, against a line. */
export type PolicyFault = { readonly index: number; readonly refusal: Refusal; readonly idle?: PolicyFinding['idle'] }

type PolicySource = { readonly kind: DocumentKind; readonly id: Id | undefined; readonly body: Body }

export const policyRequestOf = ({ kind, id, body }: PolicySource, nowMs: number, locks: boolean): PolicyRequest => {
  const [itemKey, quantityKey] = [itemFieldOf(kind), quantityFieldOf(kind)]
  const subject = subjectOf(kind, body)
  const departmentKey = Object.keys(kind.header).find((key) => {
    const field = kind.header[key]
    return field !== undefined && refersTo(field.control) === 'department'
  })
  return {
    kind,
    id,
    lines: body.lines.flatMap(({ values }, index): PolicyLine[] => {
      const item = textIn(values, itemKey)
      const quantity = quantityKey === undefined ? '1' : (textIn(values, quantityKey) ?? '1')
      return item === undefined || !isDecimal(quantity)
        ? []
        : [{ index, item, quantity, price: textIn(values, 'price'), recipient: textIn(values, 'recipient') ?? subject }]
    }),
    subject,
    department: departmentKey === undefined ? undefined : textIn(body.header, departmentKey),
    at: nowMs,
    locks,
  }
}
