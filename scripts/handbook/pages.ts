import type { Chapter } from '../../web/manual/topic.ts'

export const languages = ['zh', 'en'] as const
export type Language = (typeof languages)[number]

/** A page whose text is a Markdown file of the sources in each language. */
export type TextPage = {
  readonly name: string
  readonly title: Readonly<Record<Language, string>>
  readonly files: Readonly<Record<Language, string>>
}

type Translate = (text: string) => string

type SiteWords = Readonly<Record<'title' | 'lead' | 'search' | 'nothing' | 'other' | 'roles' | 'technical', string>>
export const siteWords: Readonly<Record<Language, SiteWords>> = {
  zh: {
    title: '在册使用手册',
    lead: '资产与耗材从采购到处置的每一步，按角色和要做的事查找。',
    search: '搜索手册',
    nothing: '手册里没有找到',
    other: 'English',
    roles: '按角色',
    technical: '部署与集成',
  },
  en: {
    title: 'Zaice handbook',
    lead: 'Every step of assets and consumables from purchase to disposal, by role and task.',
    search: 'Search the handbook',
    nothing: 'Nothing found in the handbook',
    other: '中文',
    roles: 'By role',
    technical: 'Operation and integration',
  },
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The frame of each page: its head, the list of pages, the way to the other language, the search. */
export const pageShell = (
  {
    content,
    title,
    language,
    page,
  }: { readonly content: string; readonly title: string; readonly language: Language; readonly page: { readonly url: string } },
  texts: readonly TextPage[],
): string => {
  const words = siteWords[language]
  const otherLanguage = language === 'zh' ? 'en' : 'zh'
  const fileName = page.url.replace(/^.*\//, '')
  const heading = title === words.title ? words.title : `${title} · ${words.title}`
  return `<!doctype html>
<html lang="${language === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(heading)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../look/handbook.css">
<script src="../look/search.js" defer></script>
</head>
<body>
<header>
<a class="name" href="index.html">${words.title}</a>
<search><input type="search" placeholder="${words.search}" aria-label="${words.search}" data-nothing="${words.nothing}"><ul hidden></ul></search>
<a class="other" href="../${otherLanguage}/${fileName}" hreflang="${otherLanguage === 'zh' ? 'zh-CN' : 'en'}">${words.other}</a>
</header>
<main>${texts.some((text) => text.title[language] === title) ? content : `<h1>${escapeHtml(title)}</h1>\n${content}`}</main>
</body>
</html>
`
}

export const startPage = (language: Language, chapters: readonly Chapter[], texts: readonly TextPage[], say: Translate): string => {
  const words = siteWords[language]
  const entry = (href: string, title: string, questions: readonly string[]) =>
    `<li><a href="${href}">${escapeHtml(title)}</a>${questions.length > 0 ? `<p>${escapeHtml(questions.join(' · '))}</p>` : ''}</li>`
  return `<p class="lead">${words.lead}</p>
<h2>${words.roles}</h2>
<ul class="cards">
${chapters
  .map(({ key, title, topics }) =>
    entry(
      `${key}.html`,
      say(title),
      topics.slice(0, 4).map(({ question }) => say(question)),
    ),
  )
  .join('\n')}
</ul>
<h2>${words.technical}</h2>
<ul class="cards">
${texts.map(({ name, title }) => entry(`${name}.html`, title[language], [])).join('\n')}
</ul>`
}

/** The topics of a role, each with its steps and the picture of the screen where they begin. */
export const manualPage = ({ device, topics }: Chapter, say: Translate, pictureFor: (screen: string) => string): string => {
  const contents = topics.map(({ question }, index) => `<li><a href="#topic-${index + 1}">${escapeHtml(say(question))}</a></li>`)
  const sections = topics.map(({ question, steps, to }, index) => {
    const picture = to === undefined ? '' : `<img class="${device}" src="${pictureFor(to)}" alt="" loading="lazy">`
    return `<section id="topic-${index + 1}">
<h2>${escapeHtml(say(question))}</h2>
<ol>
${steps.map((step) => `<li>${escapeHtml(say(step))}</li>`).join('\n')}
</ol>
${picture}
</section>`
  })
  return `<nav><ul>${contents.join('\n')}</ul></nav>\n${sections.join('\n')}`
}

/** A chapter as plain Markdown. */
export const textOf = ({ title, topics }: Chapter, say: Translate): string =>
  [
    `## ${say(title)}`,
    ...topics.flatMap(({ question, steps }) => [
      `### ${say(question)}`,
      steps.map((step, index) => `${index + 1}. ${say(step)}`).join('\n'),
    ]),
  ].join('\n\n')
