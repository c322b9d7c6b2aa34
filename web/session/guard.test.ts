import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasFunction, mayOpen, verdictFor } from './guard.ts'
import { screenAt, screens } from '../screens.ts'
import type { Resource } from './session.ts'

const entry = (mobilePath: string, codes: readonly string[] = []): Resource => ({
  resourceCode: mobilePath,
  resourceTypeCode: 'menu_item',
  resourceName: mobilePath,
  mobilePath,
  funs: codes.map((resourceCode) => ({ resourceCode })),
})
const menu = [entry('/pages/goods/GsCat/gscatlist', ['gscat:save']), entry('pages/goods/GsSupplier/gssupplierlist')]
const signedIn = { token: 'token', uid: '7', isFirst: false, looks: false }
const tokenAlone = { ...signedIn, uid: '' }
const signedOut = { ...tokenAlone, token: undefined }
const beginner = { ...signedIn, isFirst: true }

for (const [title, path, session, resources, verdict, licence = 'active'] of [
  ['sign-in is open to all', '/pages/login', signedOut, undefined, 'show'],
  ['the DingTalk sample page is open to all', '/pages/goods/mainpage/sampleIndex', signedOut, undefined, 'show'],
  ['the WeCom sample page is open to all', '/pages/goods/mainpage/wwSampleIndex', signedOut, undefined, 'show'],
  ['without a token one signs in', '/pages/index/index', signedOut, undefined, 'sign-in'],
  ['without a token even an unknown path asks to sign in', '/pages/nowhere', signedOut, undefined, 'sign-in'],
  ['a token without a menu waits for it', '/pages/index/index', signedIn, undefined, 'wait'],
  ['whoever is signed in sees a screen for any', '/pages/index/index', signedIn, [], 'show'],
  ['a screen for managers needs its menu entry', '/pages/goods/GsCat/gscatlist', signedIn, [], 'refused'],
  ['with its menu entry it opens', '/pages/goods/GsCat/gscatlist', signedIn, menu, 'show'],
  ['a menu path without the leading slash counts', '/pages/goods/GsSupplier/gssupplierlist', signedIn, menu, 'show'],
  ['a path of no screen is unknown', '/pages/nowhere', signedIn, menu, 'unknown'],
  ['a token alone waits until it is known whose it is', '/pages/index/index', tokenAlone, menu, 'wait'],
  ['while nobody knows whether the membership holds one waits', '/pages/index/index', signedIn, menu, 'wait', 'unknown'],
  ['a trial that is over leads away', '/pages/index/index', signedIn, menu, 'over', 'tryTimeout'],
  ['a membership that is over leads away', '/pages/user/people', signedIn, menu, 'over', 'vipTimeout'],
  ['without any order one is led away', '/pages/goods/GsCat/gscatlist', signedIn, menu, 'over', 'install'],
  ['whoever looks around sees it', '/pages/goods/GsCat/gscatlist', { ...signedIn, looks: true }, menu, 'show', 'vipTimeout'],
  ['what says that it is over is shown', '/pages/common/vipTimeout', signedIn, menu, 'show', 'vipTimeout'],
  ['the way out stays open', '/pages/user/userexit', signedIn, menu, 'show', 'install'],
  ['a password of somebody else’s choosing leads to where it is replaced', '/pages/index/index', beginner, menu, 'password'],
  ['and to nowhere else', '/pages/user/useredit', beginner, menu, 'password'],
  ['where it is replaced is shown, membership or not', '/pages/user/password', beginner, menu, 'show', 'vipTimeout'],
  ['public screens stay open', '/pages/login', signedOut, undefined, 'show', 'vipTimeout'],
] as const)
  test(title, () =>
    assert.equal(verdictFor(screenAt(path), session, { resources, licence: licence === 'unknown' ? undefined : licence }), verdict),
  )

test('without signing in only the public screens are seen', () =>
  assert.deepEqual(
    screens.filter(
      (screen) =>
        verdictFor(screen, signedOut, { resources: undefined, licence: undefined }) !== (screen.who === 'public' ? 'show' : 'sign-in'),
    ),
    [],
  ))

test('a menu without the path does not open it', () => assert.equal(mayOpen(menu, '/pages/goods/GsCat/gscatedit'), false))

for (const [title, resources, path, codes, may] of [
  ['a function of the page in the list', menu, '/pages/goods/GsCat/gscatlist', ['gscat:delete', 'gscat:save'], true],
  ['no function of the list', menu, '/pages/goods/GsCat/gscatlist', ['gscat:delete'], false],
  ['a function of another page', menu, '/pages/goods/GsSupplier/gssupplierlist', ['gscat:save'], false],
  ['no menu', undefined, '/pages/goods/GsCat/gscatlist', ['gscat:save'], false],
] as const)
  test(`permission: ${title}`, () => assert.equal(hasFunction(resources, path, codes), may))
