import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kindNamed } from '../../../documents/all.ts'
import { inWords } from '../../../english/all.ts'
import { flowTemplates } from './all.ts'

for (const { key, name, documentKind } of flowTemplates)
  test(`the flow ${key} is called in English as its documents are`, () => {
    const kind = kindNamed(documentKind)
    const titles = [kind.title, kind.applicantTitle ?? kind.title].map((title) => inWords('en', title))
    assert.ok(titles.includes(inWords('en', name)), `${inWords('en', name)}, but ${titles.join(' or ')}`)
  })
