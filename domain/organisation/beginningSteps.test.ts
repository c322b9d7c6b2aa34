import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BeginningCounts, type BeginningStep, beginningStates, beginningSteps, isBegun } from './beginningSteps.ts'

const nothing: BeginningCounts = {
  hasLogo: false,
  departments: 0,
  people: 0,
  unheadedDepartments: 0,
  places: 0,
  unmanagedPlaces: 0,
  categories: 0,
  flows: 0,
  assets: 0,
  supplies: 0,
  books: 0,
  ableToSignIn: 0,
  comeByThemselves: false,
}

const doneBy: [counts: Partial<BeginningCounts>, done: readonly BeginningStep[]][] = [
  [{}, []],
  [{ hasLogo: true }, ['company']],
  [{ departments: 3 }, []],
  [{ people: 1, unheadedDepartments: 1 }, ['people']],
  [{ people: 1 }, ['people', 'heads']],
  [{ unheadedDepartments: 0 }, []],
  [{ places: 2, unmanagedPlaces: 1 }, []],
  [{ places: 2 }, ['places']],
  [{ categories: 1, flows: 1 }, ['categories', 'flows']],
  [{ assets: 1 }, ['assets']],
  [{ supplies: 1 }, ['assets']],
  [{ books: 1 }, ['books']],
  [{ ableToSignIn: 1 }, ['invite']],
]

test('what is done is read from what there is', () => {
  for (const [counts, done] of doneBy)
    assert.deepEqual(
      beginningStates({ ...nothing, ...counts }, [])
        .filter((state) => state.done)
        .map(({ step }) => step),
      done,
      JSON.stringify(counts),
    )
})

test('it is over when every step is done or left out, and a step that is done is not left out', () => {
  assert.equal(isBegun(beginningStates(nothing, beginningSteps)), true)
  assert.equal(isBegun(beginningStates(nothing, beginningSteps.slice(1))), false)
  const half = beginningStates({ ...nothing, hasLogo: true }, beginningSteps)
  assert.deepEqual(half[0], { step: 'company', done: true, skipped: false })
  assert.deepEqual(half[1], { step: 'people', done: false, skipped: true })
})

test('nobody is to be invited where everybody comes by a chat or a directory', () => {
  const steps = beginningStates({ ...nothing, comeByThemselves: true }, []).map(({ step }) => step)
  assert.deepEqual(
    steps,
    beginningSteps.filter((step) => step !== 'invite'),
  )
})
