import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Eleventy } from '@11ty/eleventy'
import { manual, pictureOf } from '../../web/manual/manual.ts'
import { everyEnglish } from '../../web/english/all.ts'
import { languages, type Language, manualPage, pageShell, siteWords, startPage, textOf, type TextPage } from './pages.ts'

const root = join(import.meta.dirname, '../..')
export const handbookFolder = join(root, 'handbook')

/** The pages that are written as text in `docs`, in each language; a test holds the two to the same headings, commands and names. */
export const textPages: readonly TextPage[] = [
  {
    name: 'operating',
    title: { zh: '部署与运维', en: 'Operating' },
    files: { zh: 'docs/operating.zh.md', en: 'docs/operating.md' },
  },
  { name: 'api', title: { zh: '接口与集成', en: 'API' }, files: { zh: 'docs/api.zh.md', en: 'docs/api.md' } },
]

/**
 * Writes the handbook as a static site into `folder`: in each language a page for each role of the manual, with the pictures of its screens,
 * then operating and API; an index for searching, and the whole as text for programs that read.
 */
export const buildHandbook = async (folder: string): Promise<void> => {
  const eleventy = new Eleventy(handbookFolder, folder, {
    quietMode: true,
    configPath: false,
    config: (config) => {
      config.setUseGitIgnore(false)
      config.addTemplate('_includes/shell.11ty.js', (data) => pageShell(data, textPages))
      config.addPassthroughCopy({ [join(handbookFolder, 'pictures')]: 'pictures', [join(handbookFolder, 'look')]: 'look' })
      // A link to a page that the handbook does not have stays as its words.
      config.amendLibrary('md', (library) => {
        const { rules } = library.renderer
        library.enable('code')
        rules['heading_open'] = (tokens, index) => `<${tokens[index]?.tag} id="${slugOf(tokens[index + 1]?.content ?? '')}">`
        let isKept = true
        rules['link_open'] = (tokens, index) => {
          const target = linkTarget(tokens[index]?.attrGet('href') ?? '')
          isKept = target !== undefined
          return isKept ? `<a href="${target}">` : ''
        }
        rules['link_close'] = () => (isKept ? '</a>' : '')
      })
      for (const language of languages) {
        const dataOf = (title: string, path: string) => ({
          layout: 'shell.11ty.js',
          title,
          language,
          permalink: `${language}/${path}.html`,
        })
        const say = translatorTo(language)
        config.addTemplate(
          `${language}/index.11ty.js`,
          () => startPage(language, manual, textPages, say),
          dataOf(siteWords[language].title, 'index'),
        )
        for (const chapter of manual)
          config.addTemplate(
            `${language}/${chapter.key}.11ty.js`,
            () => manualPage(chapter, say, (screen) => `../pictures/${language}/${pictureOf(chapter, screen)}`),
            dataOf(say(chapter.title), chapter.key),
          )
        for (const page of textPages)
          config.addTemplate(`${language}/${page.name}.md`, markdownOf(page, language), {
            ...dataOf(page.title[language], page.name),
            templateEngineOverride: 'md',
          })
        config.addTemplate(`${language}/search.11ty.js`, () => searchIndex(language), { permalink: `${language}/search.json` })
      }
      config.addTemplate('llms.11ty.js', () => listForPrograms(), { permalink: 'llms.txt' })
      config.addTemplate('llms-full.11ty.js', () => textForPrograms(textPages.map((page) => markdownOf(page, 'en'))), {
        permalink: 'llms-full.txt',
      })
    },
  })
  await eleventy.write()
}

const markdownOf = ({ files }: TextPage, language: Language): string => {
  const markdown = readFileSync(join(root, files[language]), 'utf8')
  return language === 'zh' ? joinChineseLines(markdown) : markdown
}

/** The end of a line within a paragraph is a space in English and nothing in Chinese. */
const joinChineseLines = (markdown: string): string =>
  markdown.replaceAll(/(?<=[\p{Script=Han}，。；：、）”])\n(?=[\p{Script=Han}（“])/gu, '')

const translatorTo =
  (language: Language) =>
  (text: string): string =>
    language === 'zh' ? text : (everyEnglish[text] ?? text)

/** The anchor of a heading, as links to it are written in Markdown. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d\s-]/gu, '')
    .replaceAll(/\s/g, '-')

/** Where a link of a text leads in the handbook; undefined for what only the sources have. */
const linkTarget = (href: string): string | undefined => {
  if (/^(https?:|#)/.test(href)) return href
  const [, name = '', anchor = ''] = /^(?:\.\/)?([a-z]+)(?:\.zh)?\.md(#.*)?$/.exec(href) ?? []
  return textPages.some((page) => page.name === name) ? `${name}.html${anchor}` : undefined
}

type SearchEntry = { readonly page: string; readonly title: string; readonly text: string }

const searchIndex = (language: Language): string => {
  const say = translatorTo(language)
  const topics = manual.flatMap(({ key, topics: ofChapter }) =>
    ofChapter.map(({ question, steps }, index) => ({
      page: `${key}.html#topic-${index + 1}`,
      title: say(question),
      text: steps.map(say).join(' '),
    })),
  )
  return JSON.stringify([...topics, ...textPages.flatMap((page) => sectionsOf(page.name, markdownOf(page, language)))])
}

/** The parts of a text below their headings, for searching. */
const sectionsOf = (name: string, markdown: string): readonly SearchEntry[] =>
  markdown
    .split(/^#{2,3} /m)
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      return { page: `${name}.html#${slugOf(title)}`, title, text: lines.join(' ').replaceAll(/[`*|]|\]\([^)]*\)|\[/g, ' ') }
    })

const listForPrograms = (): string =>
  [
    `# ${siteWords.en.title}`,
    `> ${siteWords.en.lead}`,
    '## Pages',
    ...manual.map(({ key, title }) => `- [${translatorTo('en')(title)}](en/${key}.html)`),
    ...textPages.map(({ name, title }) => `- [${title.en}](en/${name}.html)`),
    '- [The whole as text](llms-full.txt)',
    '- [API by OpenAPI](/api/openapi.json)',
    '',
  ].join('\n\n')

const textForPrograms = (documents: readonly string[]): string =>
  [`# ${siteWords.en.title}`, ...manual.map((chapter) => textOf(chapter, translatorTo('en'))), ...documents].join('\n\n')

if (import.meta.main) {
  const [folder] = process.argv.slice(2)
  await buildHandbook(folder ?? join(root, 'dist/handbook'))
}
