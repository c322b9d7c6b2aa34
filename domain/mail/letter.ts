import { inWords } from '../english/all.ts'

/** Figures as a table in words: the first column names a row, the others are numbers. */
export type LetterFigures = { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }

/** A notice as a mail says it. `link` is a whole address, null where there is nothing to open. */
export type LetterEntry = {
  readonly title: string
  readonly content: string
  readonly link: string | null
  readonly figures?: LetterFigures | undefined
}

export type LetterParts = {
  readonly language: 'zh' | 'en'
  /** The organisation that it comes from. */
  readonly company: string
  readonly subject: string
  readonly entries: readonly LetterEntry[]
  /** Where the reader changes what comes by mail, and where all of it ends; absent where nothing of that kind was ordered. */
  readonly settingsLink?: string
  readonly stopLink?: string
}

export type Letter = { readonly subject: string; readonly text: string; readonly html: string }

/**
 * A mail in the language of its reader, as plain text and as HTML that loads nothing. Whatever people wrote is text: it can neither begin a line of
 * the head nor a tag.
 */
export const letterOf = ({ language, company, subject, entries, settingsLink, stopLink }: LetterParts): Letter => {
  const foot = [
    inWords(language, '这封邮件由在册为“{company}”发送，打开链接需要登录。', { company: oneLine(company) }),
    ...(settingsLink ? [`${inWords(language, '邮件设置')}: ${settingsLink}`] : []),
    ...(stopLink ? [`${inWords(language, '停止接收邮件')}: ${stopLink}`] : []),
  ]
  const open = inWords(language, '打开')
  return {
    subject: cutSubject(oneLine(subject)),
    text: [...entries.map(plainEntry), '-- ', ...foot].join('\n'),
    html: [
      `<!doctype html><html lang="${language === 'zh' ? 'zh-CN' : 'en'}"><head><meta charset="utf-8"><title>${escapeHtml(oneLine(subject))}</title></head>`,
      '<body style="margin:0;padding:24px;font-family:sans-serif;font-size:15px;line-height:1.6;color:#1c2430">',
      ...entries.map((entry) => htmlEntry(entry, open)),
      '<hr style="border:0;border-top:1px solid #d9dee6;margin:24px 0 12px">',
      `<p style="font-size:13px;color:#5c6675">${escapeHtml(foot[0] ?? '')}`,
      ...(settingsLink ? [`<br><a href="${escapeHtml(settingsLink)}">${escapeHtml(inWords(language, '邮件设置'))}</a>`] : []),
      ...(stopLink ? [`<br><a href="${escapeHtml(stopLink)}">${escapeHtml(inWords(language, '停止接收邮件'))}</a>`] : []),
      '</p></body></html>',
    ].join('\n'),
  }
}

const plainEntry = ({ title, content, link, figures }: LetterEntry): string =>
  [
    oneLine(title),
    ...(content === '' ? [] : [printable(content)]),
    ...(figures ? [figures.head, ...figures.rows].map((cells) => cells.map(oneLine).join(' | ')) : []),
    ...(link === null ? [] : [link]),
    '',
  ].join('\n')

const htmlEntry = ({ title, content, link, figures }: LetterEntry, open: string): string =>
  [
    `<p style="margin:0 0 4px;font-weight:600">${escapeHtml(oneLine(title))}</p>`,
    ...(content === '' ? [] : [`<p style="margin:0 0 4px;white-space:pre-line">${escapeHtml(printable(content))}</p>`]),
    ...(figures ? [htmlFigures(figures)] : []),
    ...(link === null ? [] : [`<p style="margin:0 0 20px"><a href="${escapeHtml(link)}">${escapeHtml(open)}</a></p>`]),
  ].join('\n')

const htmlFigures = ({ head, rows }: LetterFigures): string => {
  const cellOf = (tag: 'th' | 'td', text: string, at: number) =>
    `<${tag} style="padding:4px 12px 4px 0;text-align:${at === 0 ? 'left' : 'right'};border-bottom:1px solid #e6eaf0">${escapeHtml(oneLine(text))}</${tag}>`
  const rowOf = (tag: 'th' | 'td', cells: readonly string[]) => `<tr>${cells.map((text, at) => cellOf(tag, text, at)).join('')}</tr>`
  return [
    '<table style="border-collapse:collapse;margin:0 0 8px;font-size:14px">',
    rowOf('th', head),
    ...rows.map((cells) => rowOf('td', cells)),
    '</table>',
  ].join('\n')
}

/** Without line breaks and signs that steer: what a head of a mail may hold. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** Without signs that steer, line breaks apart. */
const printable = (text: string): string => text.replace(/\r\n?/g, '\n').replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')

const cutSubject = (text: string): string => {
  const signs = [...text]
  return signs.length > subjectSigns ? `${signs.slice(0, subjectSigns).join('')}…` : text
}
const subjectSigns = 150

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
