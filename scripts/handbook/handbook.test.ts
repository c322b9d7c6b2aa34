import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { manual } from '../../web/manual/manual.ts'
import { buildHandbook, textPages } from './build.ts'
import { languages } from './pages.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'zaice-handbook-'))
after(() => rmSync(folder, { recursive: true, force: true }))
await buildHandbook(folder)

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
const pages = files.filter((file) => file.endsWith('.html'))
const htmlOf = (page: string): string => readFileSync(join(folder, page), 'utf8')

test('each role has a page in both languages, and no page of one language is missing in the other', () => {
  for (const language of languages) for (const { key } of manual) assert.ok(pages.includes(`${language}/${key}.html`), `${language}/${key}`)
  const namesIn = (language: string) => pages.filter((page) => page.startsWith(`${language}/`)).map((page) => page.slice(3))
  assert.deepEqual(namesIn('en').toSorted(), namesIn('zh').toSorted())
})

test('each link and each picture of a page leads to what there is', () => {
  let targetCount = 0
  for (const page of pages)
    for (const [, target = ''] of htmlOf(page).matchAll(/(?:href|src)="([^"]+)"/g)) {
      targetCount++
      if (/^(https?|data):/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const place = path === '' ? join(folder, page) : join(folder, dirname(page), path)
      assert.ok(existsSync(place), `${page}: ${target}`)
      if (anchor !== undefined) assert.ok(readFileSync(place, 'utf8').includes(`id="${anchor}"`), `${page}: ${target}`)
    }
  assert.ok(targetCount > 100)
})

test('what is searched for leads to a topic, or to a part of a text', () => {
  for (const language of languages) {
    const topics: { page: string; title: string }[] = JSON.parse(readFileSync(join(folder, language, 'search.json'), 'utf8'))
    assert.ok(topics.length > manual.flatMap(({ topics: ofChapter }) => ofChapter).length)
    assert.ok(topics.some(({ page }) => page.startsWith('operating.html#')) && topics.some(({ page }) => page.startsWith('api.html#')))
    for (const { page, title } of topics) {
      const [path = '', anchor = ''] = page.split('#')
      const html = htmlOf(`${language}/${path}`).replaceAll('&#39;', "'")
      assert.ok(html.includes(`id="${anchor}"`) && html.includes(title.replaceAll('"', '&quot;')), `${language}: ${page}`)
    }
  }
})

test('the English pages hold no Chinese but the way to the other language, and the text for programs is whole', () => {
  const text = readFileSync(join(folder, 'llms-full.txt'), 'utf8')
  for (const { key, topics } of manual) {
    const body = htmlOf(`en/${key}.html`).replace(/<a class="other".*<\/a>/, '')
    assert.doesNotMatch(body, /\p{Script=Han}/u, key)
    assert.ok(text.split('\n### ').length > topics.length)
  }
})

test('each command that the texts print is one of the project', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const files = ['README.md', 'CONTRIBUTING.md', ...textPages.flatMap((page) => Object.values(page.files))]
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'))
  const commands = texts.flatMap((text) =>
    [...text.matchAll(/(?:`|^ {4}.*)npm (?:run )?(?!run\b)([a-z:]+)/gm)].map(([, name = '']) => name),
  )
  assert.ok(commands.length > 10)
  for (const name of new Set(commands)) assert.ok(name in scripts || ['install', 'config', 'ci', 'sbom'].includes(name), `npm run ${name}`)
})

/** What a text holds in whatever language it is written: how it is divided, what is typed, what is named, where it leads. */
const skeletonOf = (markdown: string) => {
  const matches = (pattern: RegExp) => [...markdown.matchAll(pattern)].map(([, part = '']) => part)
  return {
    headings: matches(/^(#+) /gm),
    blocks: matches(/^(```[\s\S]*?^```)/gm),
    commands: matches(/^ {4}(\S.*)$/gm),
    rows: matches(/^\| (`[^`]+`|\d{3})[ ,|]/gm),
    names: [...new Set(matches(/(`[^`\n]+`)/g))].toSorted(),
    targets: [...new Set(matches(/\]\((?!#)([^)#]+)/g))].map((target) => target.replace('.zh.md', '.md')).toSorted(),
  }
}

for (const { name, files: languageFiles } of textPages)
  test(`the page ${name} says the same in both languages: headings, commands, names, links`, () => {
    const [chinese, english] = (['zh', 'en'] as const).map((language) => readFileSync(join(root, languageFiles[language]), 'utf8'))
    assert.ok([...(chinese ?? '').matchAll(/\p{Script=Han}/gu)].length > 1000)
    assert.deepEqual(skeletonOf(chinese ?? ''), skeletonOf(english ?? ''))
  })
