import { useEffect, useMemo, useRef } from 'react'
import type { DocumentKind } from '../../domain/documents/define.ts'
import { documentBeginning } from '../../domain/documents/catalogueOperations.ts'
import type { InputOf } from '../../domain/operations/define.ts'
import { itemFieldOf, quantityFieldOf } from '../../domain/documents/lines.ts'
import { useAsk } from '../ask.ts'
import { beginForm, type DocumentForm, type Values } from './documentForm.ts'
import { idIn } from '../shell/idIn.ts'

/**
 * Fills in what a new document begins with as it becomes known, who it is for and what it is about being changed: into fields that hold
 * nothing, or what they began with. `given` is what they began with before anything was asked.
 */
export const useBeginning = (
  kind: DocumentKind,
  form: DocumentForm,
  fill: (change: (form: DocumentForm) => DocumentForm) => void,
  { enabled, given }: { enabled: boolean; given: Values },
): void => {
  const lastGiven = useRef(given)
  const question = useMemo(() => questionOf(kind, form), [kind, form])
  const asks = Object.values(kind.header).some(({ begins }) => begins !== undefined)
  const { data } = useAsk(documentBeginning, question, { enabled: enabled && asks, keep: true, staleMs: 10_000 })
  useEffect(() => {
    if (!data) return
    const before = lastGiven.current
    lastGiven.current = { ...before, ...data.header }
    fill((now) => beginForm(now, before, data.header))
  }, [data, fill])
}

/** Asked anew only where the answer may be another. */
const questionOf = (kind: DocumentKind, { header, lines }: DocumentForm): InputOf<typeof documentBeginning> => {
  const ways = new Set(Object.values(kind.header).map(({ begins }) => begins))
  const subject = kind.subject && idIn(header[kind.subject])
  const item = itemFieldOf(kind)
  const quantity = quantityFieldOf(kind)
  const items = lines.flatMap(({ values }) => {
    const id = idIn(values[item])
    return id ? [{ id, ...(quantity && { quantity: String(values[quantity] ?? '1') }) }] : []
  })
  return {
    kind: kind.kind,
    ...(subject && { subject }),
    ...((ways.has('stocked') || ways.has('home')) && items.length > 0 && { items }),
  }
}
