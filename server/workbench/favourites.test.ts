import assert from 'node:assert/strict'
import { test } from 'node:test'
import { favouritesAtMost } from '../../domain/workbench/favouriteOperations.ts'
import { testApp } from '../testing/app.ts'
import { favouriteHandlers } from './favourites.ts'

const { ask, newCompany } = await testApp(favouriteHandlers)

const desk = async () => {
  const company = await newCompany('乙公司')
  const asking =
    (token: string) =>
    async (path: string, body: object = {}) =>
      (await ask({ path: `/api/pro/favourite/${path}`, body, token })).json
  return {
    mine: asking(await company.tokenOf(company.admin)),
    theirs: asking(await company.tokenOf(await company.hire('staff'))),
  }
}
const titles = ({ result }: { result: readonly { title: string }[] }) => result.map(({ title }) => title)

test('what somebody keeps stands in the order in which it was kept, once, and nobody else has it', async () => {
  const { mine, theirs } = await desk()
  await mine('save', { path: '/pages/a?state=idle', title: '闲置' })
  await mine('save', { path: '/pages/b', title: '乙' })
  assert.deepEqual(titles(await mine('save', { path: '/pages/a?state=idle', title: '闲置的' })), ['闲置的', '乙'])
  assert.deepEqual(titles(await mine('list')), ['闲置的', '乙'])
  assert.deepEqual(titles(await theirs('list')), [])
})

test('it is put into another order, and what was not named stays behind', async () => {
  const { mine } = await desk()
  for (const name of ['a', 'b', 'c', 'd']) await mine('save', { path: `/${name}`, title: name })
  assert.deepEqual(titles(await mine('order', { paths: ['/c', '/gone', '/a'] })), ['c', 'a', 'b', 'd'])
  assert.deepEqual(titles(await mine('order', { paths: ['/c', '/gone', '/a'] })), ['c', 'a', 'b', 'd'])
  assert.deepEqual(titles(await mine('delete', { path: '/a' })), ['c', 'b', 'd'])
  assert.deepEqual(titles(await mine('delete', { path: '/a' })), ['c', 'b', 'd'])
  assert.deepEqual(titles(await mine('save', { path: '/e', title: 'e' })), ['c', 'b', 'd', 'e'])
})

test('only so many are kept; one that is kept already may still be renamed', async () => {
  const { mine } = await desk()
  for (let at = 0; at < favouritesAtMost; at++) assert.equal((await mine('save', { path: `/${at}`, title: `${at}` })).success, true)
  const { success, reason } = await mine('save', { path: '/more', title: 'more' })
  assert.deepEqual([success, reason], [false, 'favourite.many'])
  assert.equal((await mine('save', { path: '/3', title: '三' })).success, true)
})

for (const [what, body] of [
  ['an address that is none', { path: 'https://elsewhere.example/', title: 'x' }],
  ['another site', { path: '//elsewhere.example/pages/a', title: 'x' }],
  ['what browsers take for another site', { path: '/\\elsewhere.example', title: 'x' }],
  ['no name', { path: '/pages/a', title: ' ' }],
  ['a long name', { path: '/pages/a', title: 'x'.repeat(61) }],
] as const)
  test(`${what} is not kept`, async () => {
    const { mine } = await desk()
    assert.equal((await mine('save', body)).success, false)
    assert.deepEqual(titles(await mine('list')), [])
  })
