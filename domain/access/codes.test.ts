import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '../english/all.ts'
import { documentKinds } from '../documents/all.ts'
import { codeOf, isConsumable } from '../documents/define.ts'
import type { FunctionCode } from '../rules/functionCode.ts'
import { allCodes, codesOf, codesOfNoun, isKnownCode, verbTitle } from './codes.ts'
import { menuFor, workbenchGroups } from './menus.ts'
import { may, mayShow } from './permission.ts'
import { roleWords, type RoleWord } from './roles.ts'

/** Letters: t tenant, g asset manager, c consumables manager, f finance, a auditor, e everyone. */
const letters: Record<RoleWord, string> = {
  tenant: 't',
  goodsmanager: 'g',
  consummanager: 'c',
  finance: 'f',
  auditor: 'a',
  ordinary_emp: 'e',
}
const table: [code: FunctionCode, holders: string][] = [
  ['gsoutstockorder:list', 'tgcfae'],
  ['gsoutstockorder:save', 'tgcfae'],
  ['gsoutstockorder:submit', 'tgcfae'],
  ['gsoutstockorder:withdraw', 'tgcfae'],
  ['gsoutstockorder:post', 'tg'],
  ['gsoutstockorder:reverse', 'tg'],
  ['gsoutstockorder:export', 'tgfa'],
  ['gsreturnorder:submit', 'tgcfae'],
  ['gsborroworder:submit', 'tgcfae'],
  ['gsrevertorder:submit', 'tgcfae'],
  ['gstransorder:submit', 'tgcfae'],
  ['gsrepairorder:submit', 'tgcfae'],
  ['csoutstockorder:submit', 'tgcfae'],
  ['csreturnorder:submit', 'tgcfae'],
  ['csoutstockorder:post', 'tc'],
  ['gspurchaseorder:list', 'tgfa'],
  ['gshandleorder:submit', 'tg'],
  ['gsinventoryorder:save', 'tg'],
  ['cspurchaseorder:list', 'tcfa'],
  ['csajustorder:post', 'tc'],
  ['gsgoodsloc:list', 'tgcfae'],
  ['gsgoodsloc:save', 'tg'],
  ['gscat:delete', 'tgc'],
  ['gssupplier:list', 'tgcfa'],
  ['gsgoods:list', 'tgcfae'],
  ['gsgoods:import', 'tg'],
  ['gsgoodsinstance:export', 'tgfa'],
  ['csconsum:list', 'tgcfae'],
  ['csconsum:save', 'tc'],
  ['sysdept:list', 'tgcfae'],
  ['person:list', 'tgca'],
  ['person:save', 't'],
  ['sysuser:grant', 't'],
  ['newannnews:save', 'tgc'],
  ['workflow:design', 't'],
]
for (const [code, holders] of table)
  test(`${code} is held by ${holders}`, () => {
    assert.equal(
      roleWords
        .filter((word) => codesOf([word]).has(code))
        .map((word) => letters[word])
        .join(''),
      holders,
    )
  })

test('the administrator has every code, and nobody has one that does not exist', () => {
  assert.deepEqual([...codesOf(['tenant'])].sort(), [...allCodes()].sort())
  assert.equal(isKnownCode('gsoutstockorder:everything'), false)
  assert.deepEqual(codesOfNoun('constructor'), [])
})

test('roles add up, and whoever has none is still an employee', () => {
  const both = codesOf(['goodsmanager', 'consummanager'])
  assert.deepEqual([...both].sort(), [...new Set([...codesOf(['goodsmanager']), ...codesOf(['consummanager'])])].sort())
  assert.deepEqual(codesOf([]), codesOf(['ordinary_emp']))
})

test('an employee has codes of a document kind exactly where the kind is for employees', () => {
  const codes = codesOf(['ordinary_emp'])
  for (const kind of documentKinds) assert.equal(codes.has(`${codeOf(kind)}:submit`), kind.forEmployees ?? false, kind.kind)
})

const verdicts: [title: string, codes: FunctionCode[] | undefined, access: Parameters<typeof may>[1], verdict: boolean][] = [
  ['anybody, public', undefined, 'public', true],
  ['anybody, client', undefined, 'client', true],
  ['nobody, signed-in', undefined, 'signed-in', false],
  ['nobody, a code', undefined, ['a:list'], false],
  ['somebody, signed-in', [], 'signed-in', true],
  ['somebody without the code', ['a:save'], ['a:list'], false],
  ['somebody with one of the codes', ['a:list'], ['a:save', 'a:list'], true],
  ['a code that only begins alike', ['a:listing'], ['a:list'], false],
  ['an empty list of codes', ['a:list'], [], false],
]
for (const [title, codes, access, verdict] of verdicts)
  test(`may: ${title}`, () => assert.equal(may(codes && new Set(codes), access), verdict))

const page = '/pages/goods/GsCat/gscatlist'
const resources = menuFor(codesOf(['goodsmanager']))
const shown: [title: string, needed: string[], of: typeof resources | undefined, page: string, verdict: boolean][] = [
  ['a function of the page', ['gscat:save'], resources, page, true],
  ['one of several', ['no:such', 'gscat:save'], resources, page, true],
  ['a function of another page', ['gsgoods:save'], resources, page, false],
  ['a page without resources', ['gscat:save'], resources, '/pages/nowhere', false],
  ['no resources', ['gscat:save'], [], page, false],
  ['resources that are not there yet', ['gscat:save'], undefined, page, false],
  ['an employee', ['gscat:save'], menuFor(codesOf([])), page, false],
]
for (const [title, needed, of, where, verdict] of shown) test(`element: ${title}`, () => assert.equal(mayShow(needed, of, where), verdict))

test('an element needs a list of codes', () => {
  assert.throws(() => mayShow([], resources, page), /^Error: need roles$/)
  assert.throws(() => mayShow(undefined as never, resources, page), /^Error: need roles$/)
})

test('every menu is a tree without lost or double entries, and only holds what its reader has', () => {
  for (const words of [['tenant'], ['goodsmanager'], ['consummanager'], ['ordinary_emp']] as RoleWord[][]) {
    const codes = codesOf(words)
    const menu = menuFor(codes)
    const own = new Set(menu.map((resource) => resource.resourceCode))
    assert.equal(own.size, menu.length)
    assert.equal(
      new Set(menu.map((resource) => resource.mobilePath).filter(Boolean)).size,
      menu.filter((resource) => resource.mobilePath).length,
    )
    for (const resource of menu) {
      assert.ok(resource.parentCode === '' || own.has(resource.parentCode), resource.resourceCode)
      for (const fun of resource.funs) assert.ok(codes.has(fun.resourceCode as FunctionCode), fun.resourceCode)
    }
  }
})

test('an employee finds what they may apply for and nothing to manage', () => {
  const paths = menuFor(codesOf([])).map((resource) => resource.mobilePath)
  assert.ok(paths.includes('/pages/goods/GsBorrowOrder/gsborroworder-pedit'))
  assert.ok(paths.includes('/pages/goods/mainpage/mygoods'))
  for (const path of paths) assert.doesNotMatch(path, /GsCat|GsSupplier|GsPurchaseOrder|CsLocStock|goods\/mainpage\/index|newannnews-fedit/)
})

const firstGroups: [words: RoleWord[], first: string[]][] = [
  [['tenant'], ['gs_work', 'gs_base', 'cs_work']],
  [['goodsmanager'], ['gs_work', 'gs_base', 'cs_work']],
  [['consummanager'], ['cs_work', 'gs_work', 'gs_base']],
  [
    ['goodsmanager', 'consummanager'],
    ['gs_work', 'gs_base', 'cs_work'],
  ],
  [[], ['gs_work', 'cs_work', 'reports']],
]
for (const [words, first] of firstGroups)
  test(`the workbench of ${words.join(' and ') || 'an employee'} begins with what they keep`, () =>
    assert.deepEqual(
      workbenchGroups(menuFor(codesOf(words)))
        .map(({ group }) => group.resourceCode)
        .slice(0, 3),
      first,
    ))

test('the consumables manager has every consumable document, the stock and the register on the workbench', () => {
  const [first] = workbenchGroups(menuFor(codesOf(['consummanager'])))
  const paths = first!.entries.map(({ mobilePath }) => mobilePath)
  for (const { kind } of documentKinds.filter(isConsumable)) assert.ok(paths.includes(`/pages/consumables/${kind}/index`), kind)
  assert.ok(paths.includes('/pages/consumables/CsLocStock/index'))
  assert.ok(paths.includes('/pages/consumables/CsConsum/csconsumlist'))
})

test('the administrator has every document kind on the workbench', () => {
  const entries = workbenchGroups(menuFor(codesOf(['tenant']))).flatMap((group) => group.entries.map((entry) => entry.mobilePath))
  for (const kind of documentKinds)
    assert.ok(
      entries.some((path) => path.includes(`/${kind.kind}/`)),
      kind.kind,
    )
})

test('every word of menus and functions has its English', () => {
  for (const resource of menuFor(codesOf(['tenant']))) assert.ok(english[resource.resourceName], resource.resourceName)
  for (const code of allCodes()) assert.ok(english[verbTitle(code)], verbTitle(code))
})
