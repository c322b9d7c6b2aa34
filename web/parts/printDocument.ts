import type { DocumentKind } from '../../domain/documents/define.ts'
import type { DocumentInfo } from '../../domain/operations/documents.ts'
import { host } from '../../hosts/here.ts'
import { type Field, isEmpty } from '../../kernel/field.ts'
import { filesIn, wordsOf } from '../../kernel/fields/kinds.ts'
import type { Id } from '../../kernel/id.ts'
import { fileUrl } from '../call.ts'
import { session } from '../session.ts'
import { t } from '../words.ts'
import { isDirect, stateLook } from './documentState.ts'
import { moneyWords } from '../../kernel/fields/moneyWords.ts'
import { escaped } from './escaped.ts'
import { fullTime } from './when.ts'

/** Prints a document on paper, called `title` as its reader calls it: its head, its lines as a table, and places to sign. */
export const printDocument = async (kind: DocumentKind, document: DocumentInfo, title: string): Promise<void> => {
  const { toString: codeSvg } = await import('qrcode')
  const code = await codeSvg(`${host.address}/${location.hash}`, { type: 'svg', margin: 0 })
  await host.print?.(page(kind, document, title, code))
}

const page = (kind: DocumentKind, document: DocumentInfo, title: string, code: string): string => {
  const speaker = { say: t, nameOf: (id: string) => document.names[id as Id] ?? '' }
  const text = ({ control }: Field, value: unknown) => escaped(wordsOf(control, value, speaker))
  const columns = Object.entries(kind.line).filter(([key]) => document.lines.some((line) => !isEmpty(line[key])))
  const head = Object.entries(kind.header).filter(
    ([key, { control }]) => !isEmpty(document.header[key]) && !filesIn(control, document.header[key]).some(({ isPicture }) => isPicture),
  )
  const signature = document.events.map(({ details }) => details['signature']).findLast((path) => typeof path === 'string')
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(document.code)}</title><style>
    @page { margin: 14mm } * { box-sizing: border-box }
    body { font: 12px/1.5 -apple-system, 'PingFang SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif; color: #000; margin: 0 }
    header { display: flex; justify-content: space-between; align-items: flex-start; margin-bottom: 12px }
    h1 { font-size: 20px; margin: 0 0 4px } svg { width: 64px; height: 64px }
    dl { display: grid; grid-template-columns: repeat(2, 1fr); gap: 4px 24px; margin: 0 0 12px }
    dl div { display: flex; gap: 8px } dt { color: #555; min-width: 64px } dd { margin: 0 }
    table { width: 100%; border-collapse: collapse } th, td { border: 1px solid #999; padding: 5px 6px; text-align: left; vertical-align: top }
    th { background: #f2f2f2 } tr { break-inside: avoid } .total { text-align: right; font-weight: 600; margin: 8px 0 }
    footer { display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px; margin-top: 36px } footer span { border-bottom: 1px solid #000; padding-bottom: 22px }
  </style></head><body>
  <header><div><h1>${escaped(session().operationName)} ${escaped(title)}</h1>
  <div>${escaped(document.code)} · ${escaped(stateLook(kind, document).words)}${isDirect(document) && kind.direct ? ` · ${escaped(t(kind.direct))}` : ''}</div>
  <div>${escaped(document.authorName)} · ${escaped(fullTime(document.submittedAt ?? document.createdAt))}</div></div>${code}</header>
  <dl>${head.map(([key, field]) => `<div><dt>${escaped(t(field.label))}</dt><dd>${text(field, document.header[key])}</dd></div>`).join('')}</dl>
  <table><thead><tr><th>#</th>${columns.map(([, field]) => `<th>${escaped(t(field.label))}</th>`).join('')}</tr></thead><tbody>${document.lines
    .map((line) => `<tr><td>${line.lineNo}</td>${columns.map(([key, field]) => `<td>${text(field, line[key])}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>
  ${document.amount ? `<p class="total">${escaped(t('合计'))} ${escaped(moneyWords(document.amount))}</p>` : ''}
  <footer><span>${escaped(t('经办人'))}</span><span>${escaped(t('审批人'))}</span><span>${escaped(t('签收人'))}${signature ? `<img src="${escaped(fileUrl(signature))}" alt="" style="display:block;height:48px">` : ''}</span></footer>
  </body></html>`
}
