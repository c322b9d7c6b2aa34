import { useMemo } from 'react'
import { type Applicant, withBeginnings } from '../../../domain/approval/form/beginning.ts'
import type { FormDesign } from '../../../domain/approval/form/formDesign.ts'
import { carryFacts, factsIn, type FormFacts } from '../../../domain/approval/form/formFacts.ts'
import { dayAt } from '../../../kernel/day.ts'
import type { Id } from '../../../kernel/id.ts'
import { useSession } from '../../session/session.ts'
import { useFactualForm } from './useFormFacts.ts'
import type { FormValues } from './values.ts'

/** What is filled in, and for which department. */
export type Application = {
  readonly values: FormValues
  readonly deptId: Id
  /** Whose application it is, where that is another person. */
  readonly onBehalfOf?: Id | ''
}

type Input = {
  readonly design: FormDesign
  readonly flowKey: string
  readonly application: Application
  /** A draft holds what it began with. */
  readonly isDraft: boolean
}

/** A new application with what its fields begin with and what its formulas know: as it is drawn, and any other as it will be sent. */
export const useWholeApplication = ({ design, flowKey, application, isDraft }: Input) => {
  const { uid } = useSession()
  const { values, deptId, onBehalfOf } = application
  const source = useMemo(() => ({ flowKey }), [flowKey])
  const applicant = useMemo(() => applicantOf(uid, { deptId, onBehalfOf }), [uid, deptId, onBehalfOf])
  const initialForm = useMemo(
    () => begin(design, values, { facts: todayFacts(), applicant, isDraft }),
    [design, values, applicant, isDraft],
  )
  const facts = factsIn(useFactualForm(design, source, initialForm))
  // The facts are compared by what they say: each render has others of the same content.
  const factsText = JSON.stringify(facts)
  const shownValues = useMemo(
    () => begin(design, values, { facts: JSON.parse(factsText) as FormFacts, applicant, isDraft }),
    [design, values, factsText, applicant, isDraft],
  )
  return {
    shownValues,
    wholeOf: (application: Application): FormValues =>
      begin(design, application.values, { facts, applicant: applicantOf(uid, application), isDraft }),
  }
}

/** The department of another person is not known here. */
const applicantOf = (uid: Id, { deptId, onBehalfOf }: Pick<Application, 'deptId' | 'onBehalfOf'>): Applicant =>
  onBehalfOf ? { uid: onBehalfOf, deptId: '' } : { uid, deptId }

const todayFacts = (): FormFacts => ({ today: dayAt(Date.now()) })

type Surroundings = { readonly facts: FormFacts; readonly applicant: Applicant; readonly isDraft: boolean }

const begin = (design: FormDesign, values: FormValues, { facts, applicant, isDraft }: Surroundings): FormValues => {
  const factual = carryFacts(values, facts)
  return isDraft ? factual : withBeginnings(design, factual, applicant)
}
