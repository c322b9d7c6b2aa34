import { useMemo, useState } from 'react'
import type { DiagramState } from '../../../../domain/approval/flow/diagram.ts'
import type { Form, FormRef, Path } from '../../../../domain/approval/form/form.ts'
import { parseFormDesign } from '../../../../domain/approval/form/formDesign.ts'
import { computedForm } from '../../form/values.ts'
import { session } from '../../../session/session.ts'
import type { Trial } from './TrialAnswer.tsx'

/** Who applies with what; `all`: every field is shown, not only those that decide. */
type TrialForm = {
  readonly initiator: string
  readonly dept: string
  readonly values: Readonly<Record<Path, unknown>>
  readonly chosen: Readonly<Record<string, string[]>>
  readonly all: boolean
}
type States = ReadonlyMap<string, DiagramState>

/** A trial of the flow. What was filled in and what was found are kept while a step is looked at. */
export type TrialState = {
  readonly isOpen: boolean
  readonly form: TrialForm
  /** What the last trial found. */
  readonly trial: Trial | undefined
  /** How the drawing stands on the way that is shown. */
  readonly states: States | undefined
  readonly open: (open: boolean) => void
  readonly fill: (change: Partial<TrialForm>) => void
  readonly found: (trial: Trial, states: States | undefined) => void
  readonly show: (states: States) => void
  /** The flow is another one now. */
  readonly outdate: () => void
}

export const useTrying = (): TrialState => {
  const [isOpen, open] = useState(false)
  const [form, setForm] = useState<TrialForm>(() => ({ initiator: session().uid, dept: '', values: {}, chosen: {}, all: false }))
  const [trial, setTrial] = useState<Trial>()
  const [states, show] = useState<States>()
  return {
    isOpen,
    form,
    trial,
    states: isOpen ? states : undefined,
    open,
    fill: (change) => setForm((was) => ({ ...was, ...change })),
    found: (next, way) => {
      setTrial(next)
      show(way)
    },
    show,
    outdate: () => {
      setTrial(undefined)
      show(undefined)
    },
  }
}

/** What does every formula of a form; `formDesign` is that of a form made by the organisation. */
export const useCompute = (form: FormRef, formDesign: unknown): ((form: Form) => Form) => {
  const parsedDesign = useMemo(() => (form.kind === 'custom' ? parseFormDesign(formDesign) : undefined), [form.kind, formDesign])
  return (values) => (parsedDesign && 'design' in parsedDesign ? computedForm(parsedDesign.design, values) : values)
}
