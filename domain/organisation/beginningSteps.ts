/** What an organisation does before it works, in the order in which one thing needs the other. */
export const beginningSteps = ['company', 'people', 'heads', 'places', 'categories', 'flows', 'assets', 'invite', 'books'] as const
export type BeginningStep = (typeof beginningSteps)[number]

/** What there is; every step is judged by it, so nothing has to be ticked off. */
export type BeginningCounts = {
  readonly hasLogo: boolean
  /** Without the first one, which is the organisation itself. */
  readonly departments: number
  /** Without the first administrator. */
  readonly people: number
  /** Departments in which people work and that no one in service heads; administrators by themselves need no head. */
  readonly unheadedDepartments: number
  readonly places: number
  /** Places without anyone in charge of them or of one above. */
  readonly unmanagedPlaces: number
  readonly categories: number
  readonly flows: number
  readonly assets: number
  readonly supplies: number
  /** Books of values that were started. */
  readonly books: number
  /** People who could sign in today, the first administrator aside. */
  readonly ableToSignIn: number
  /** Everyone but the first administrator is brought here by a chat or a directory, by which they come in. */
  readonly comeByThemselves: boolean
}

const rules: Readonly<Record<BeginningStep, (counts: BeginningCounts) => boolean>> = {
  company: ({ hasLogo }) => hasLogo,
  people: ({ people }) => people > 0,
  heads: ({ people, unheadedDepartments }) => people > 0 && unheadedDepartments === 0,
  places: ({ places, unmanagedPlaces }) => places > 0 && unmanagedPlaces === 0,
  categories: ({ categories }) => categories > 0,
  flows: ({ flows }) => flows > 0,
  assets: ({ assets, supplies }) => assets + supplies > 0,
  books: ({ books }) => books > 0,
  invite: ({ ableToSignIn }) => ableToSignIn > 0,
}

/** Steps that many organisations never need; one that has done the others has begun. */
const optionalSteps: ReadonlySet<BeginningStep> = new Set<BeginningStep>(['books'])

export type BeginningState = { readonly step: BeginningStep; readonly done: boolean; readonly skipped: boolean }

/** How far each step is; a step that is done is no longer skipped. Where everyone comes by themselves no one is to be invited. */
export const beginningStates = (counts: BeginningCounts, skippedSteps: readonly string[]): BeginningState[] =>
  beginningSteps
    .filter((step) => step !== 'invite' || !counts.comeByThemselves)
    .map((step) => {
      const isDone = rules[step](counts)
      return { step, done: isDone, skipped: !isDone && skippedSteps.includes(step) }
    })

/** Nothing is left that anyone wants to do. */
export const isBegun = (states: readonly BeginningState[]): boolean =>
  states.every(({ step, done, skipped }) => done || skipped || optionalSteps.has(step))
