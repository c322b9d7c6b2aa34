import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hrefOf, placeOf } from './frames.ts'
import { verdictFor } from './session/guard.ts'
import { screenAt } from './screens.ts'
import { wantedAfter } from './wantedAfter.ts'

const asset = '/pages/goods/GsGoodsInstance/gsgoodsinstance-detail?id=7'
const start = '/pages/index/index'

for (const [title, to, wanted] of [
  ['a screen with its query', asset, asset],
  ['a tab', '/pages/user/people', '/pages/user/people'],
  ['a public one', '/pages/common/label?code=ZC1', '/pages/common/label?code=ZC1'],
  ['nothing', undefined, start],
  ['an empty one', '', start],
  ['a path of no screen', '/pages/nowhere', start],
  ['another house', 'https://elsewhere.example/pages/login', start],
  ['another house without its scheme', '//elsewhere.example/pages', start],
  ['a script', 'javascript:alert(1)', start],
  ['the sign-in itself', '/pages/login', start],
  ['a sign-in that wants something', hrefOf('/pages/login', { to: asset }), asset],
  [
    'all doors one behind the other',
    hrefOf('/pages/common/vipTimeout', { type: 'x', to: hrefOf('/pages/user/password', { to: asset }) }),
    asset,
  ],
  ['a door that wants another house', hrefOf('/pages/login', { to: 'https://elsewhere.example' }), start],
] as const)
  test(`wanted: ${title}`, () => assert.equal(wantedAfter(to), wanted))

test('a circle of doors ends', () => {
  const circle = Array.from({ length: 30 }).reduce<string>((to) => hrefOf('/pages/login', { to }), asset)
  assert.equal(wantedAfter(circle), start)
})

/** A person opens a link and passes whatever stands in the way, one door after the other, as the router leads them. */
const menu = [{ resourceCode: 'x', resourceTypeCode: 'menu_item', resourceName: 'x', mobilePath: '/pages/goods/GsCat/gscatlist', funs: [] }]
for (const isFirst of [false, true])
  for (const over of [false, true])
    for (const signedIn of [false, true])
      for (const link of [asset, '/pages/user/people', '/pages/goods/GsCat/gscatlist', '/pages/flow/progress?processId=3&kind=a%26b'])
        test(`${link} is reached ${signedIn ? '' : 'by signing in'}${isFirst ? ', by choosing a password' : ''}${over ? ', by looking around' : ''}`, () => {
          let session = { token: signedIn ? 'token' : undefined, uid: '7', isFirst, looks: false }
          let at = link
          const passed: string[] = []
          for (;;) {
            const { path, search } = placeOf(at)
            const verdict = verdictFor(screenAt(path), session, { resources: menu, licence: over ? 'vipTimeout' : 'active' })
            if (verdict === 'show' && !['/pages/user/password'].includes(path)) break
            const to = hrefOf(path, search)
            passed.push(verdict)
            if (verdict === 'sign-in') {
              session = { ...session, token: 'token' }
              at = wantedAfter(placeOf(hrefOf('/pages/login', { to })).search['to'])
            } else if (verdict === 'password') {
              session = { ...session, isFirst: false }
              at = wantedAfter(placeOf(hrefOf('/pages/user/password', { to })).search['to'])
            } else if (verdict === 'over') {
              session = { ...session, looks: true }
              at = wantedAfter(placeOf(hrefOf('/pages/common/vipTimeout', { type: 'vipTimeout', to })).search['to'])
            } else assert.fail(`${verdict} at ${at}`)
            assert.ok(passed.length < 5, passed.join())
          }
          assert.deepEqual(placeOf(at), placeOf(link))
          assert.deepEqual(passed, [...(signedIn ? [] : ['sign-in']), ...(isFirst ? ['password'] : []), ...(over ? ['over'] : [])])
        })

for (const [hash, path] of [
  ['#pages/user/people', '/pages/user/people'],
  ['#/pages/user/people', '/pages/user/people'],
  ['', start],
  ['#/', start],
] as const)
  test(`an address of an old client: ${hash || 'nothing'}`, () => assert.equal(placeOf(hash).path, path))
