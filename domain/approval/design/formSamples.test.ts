import assert from 'node:assert/strict'
import { test } from 'node:test'
import { designProblems } from '../form/formProblems.ts'
import { parseFormDesign } from '../form/formDesign.ts'
import { formSamples } from './formSamples.ts'

for (const { title, design } of formSamples)
  test(`the sample ${title} may be published as it is`, () => {
    const parsed = parseFormDesign(design)
    assert.ok('design' in parsed)
    assert.deepEqual(designProblems(parsed.design), [])
  })

test('samples are told apart', () => assert.equal(new Set(formSamples.map(({ key }) => key)).size, formSamples.length))
