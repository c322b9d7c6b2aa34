import { type Paper, type PaperBars, type PaperSize, signingInRow } from '../../domain/paper/paper.ts'
import { seriesColour } from '../../domain/tables/seriesColours.ts'
import { host } from '../../hosts/here.ts'
import { fileUrl } from '../call.ts'
import { escapeHtml } from './escapeHtml.ts'
import { firstOf } from '../../kernel/assert.ts'

/** How large a page is on a screen. */
export const pagePx: Readonly<Record<PaperSize | 'A4 landscape', { width: number; height: number }>> = {
  A4: { width: 794, height: 1123 },
  'A4 landscape': { width: 1123, height: 794 },
  A5: { width: 794, height: 559 },
}

/** A paper, and where what it is about stands in the app. */
export type Sheet = { readonly paper: Paper; readonly link: string }

/** Papers of one size as a page of its own, for the preview and for the printer; each begins a new sheet. */
export const paperHtml = async (sheets: readonly Sheet[]): Promise<string> => {
  const { title, size, landscape = false } = firstOf(sheets).paper
  const bodies = await Promise.all(sheets.map(bodyOf))
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${styleOf(size, landscape)}</style></head><body>
${bodies.map((body) => `<main>${body}</main>`).join('\n')}
</body></html>`
}

const bodyOf = async ({ paper, link }: Sheet): Promise<string> => {
  const { toString: codeSvg } = await import('qrcode')
  const code = await codeSvg(link, { type: 'svg', margin: 0 })
  const { headings } = paper
  return `<header><div><p class="org">${escapeHtml(paper.organisation)}</p><h1>${escapeHtml(paper.title)}</h1><span class="status${paper.good ? ' good' : ''}">${escapeHtml(paper.status)}</span></div>${paper.hidesCode ? '' : `<figure>${code}${paper.code ? `<figcaption>${escapeHtml(paper.code)}</figcaption>` : ''}</figure>`}</header>
<dl class="facts">${paper.facts.map(({ label, value }) => `<div><dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>
${paper.fields.length > 0 ? `<h2>${escapeHtml(headings.form)}</h2><dl class="fields">${paper.fields.map((field) => `<div class="${field.long ? 'long' : ''}"><dt>${escapeHtml(field.label)}</dt><dd>${escapeHtml(field.value)}${field.pictures.map((path) => `<img class="picture" src="${escapeHtml(urlOf(path))}" alt="">`).join('')}</dd></div>`).join('')}</dl>` : ''}
${paper.tables.map(tableHtml).join('')}
${paper.total ? `<p class="total"><span>${escapeHtml(paper.total.words ?? '')}</span><b>${escapeHtml(paper.total.label)} ${escapeHtml(paper.total.value)}</b></p>` : ''}
${paper.decisions.length > 0 ? `<h2>${escapeHtml(headings.decisions)}</h2><ol class="decisions">${paper.decisions.map((decision) => decisionHtml(decision)).join('')}</ol>` : ''}
${paper.comments.length > 0 ? `<h2>${escapeHtml(headings.comments)}</h2><ul class="comments">${paper.comments.map(({ name, at, body }) => `<li><p class="who"><b>${escapeHtml(name)}</b><time>${escapeHtml(at)}</time></p><p class="said">${escapeHtml(body)}</p></li>`).join('')}</ul>` : ''}
${paper.note ? `<p class="note">${escapeHtml(paper.note)}</p>` : ''}
${paper.signing.length > 0 ? `<div class="signing" style="grid-template-columns: repeat(${Math.min(paper.signing.length, signingInRow)}, 1fr)">${paper.signing.map(({ label, signature }) => `<p>${escapeHtml(label)}${signature ? `<img class="signature" src="${escapeHtml(urlOf(signature))}" alt="">` : ''}</p>`).join('')}</div>` : ''}
<footer>${escapeHtml(paper.foot)}</footer>`
}

const tableHtml = ({ title, columns, rows, totals, isUnnumbered, bars }: Paper['tables'][number]): string => {
  const cellsHtml = (cells: readonly string[], first: string, tag: 'td' | 'th', bar = '') =>
    (isUnnumbered ? '' : `<${tag} class="no">${first}</${tag}>`) +
    cells.map((cell, column) => `<${tag}${columns[column]?.number ? ' class="number"' : ''}>${escapeHtml(cell)}</${tag}>`).join('') +
    (bars ? `<${tag} class="bars">${bar}</${tag}>` : '')
  const labels = columns.map(({ label }) => label)
  const body = rows.map((row, index) => `<tr>${cellsHtml(row, String(index + 1), 'td', barHtml(bars?.rows[index] ?? []))}</tr>`).join('')
  const foot = totals ? `<tfoot><tr>${cellsHtml(totals, 'Σ', 'td')}</tr></tfoot>` : ''
  const heading = (title ? `<h2>${escapeHtml(title)}</h2>` : '') + (bars ? legendHtml(bars) : '')
  return `${heading}<table><thead><tr>${cellsHtml(labels, '#', 'th')}</tr></thead><tbody>${body}</tbody>${foot}</table>`
}

const barHtml = (parts: readonly number[]): string =>
  parts
    .map(
      (part, index) =>
        `<i style="width:${(Math.abs(part) * 100).toFixed(2)}%;background:${part < 0 ? '#b42318' : seriesColour(index)}"></i>`,
    )
    .join('')

const legendHtml = ({ legend }: PaperBars): string =>
  legend.length === 0
    ? ''
    : `<p class="legend">${legend.map((words, index) => `<span><i style="background:${seriesColour(index)}"></i>${escapeHtml(words)}</span>`).join('')}</p>`

const verdictLook = (isGood: boolean | undefined): string => {
  if (isGood === undefined) return ''
  return isGood ? 'good' : 'bad'
}

const decisionHtml = (decision: Paper['decisions'][number]): string =>
  `<li><div class="step"><p>${escapeHtml(decision.step)}</p><time>${escapeHtml(decision.at)}</time></div><div class="did"><p><b>${escapeHtml(decision.name)}</b> <span class="${verdictLook(decision.good)}">${escapeHtml(decision.verdict)}</span></p>${decision.moves.map((move) => `<p class="quiet said">${escapeHtml(move)}</p>`).join('')}${decision.comment ? `<p class="said">${escapeHtml(decision.comment)}</p>` : ''}${decision.files ? `<p class="quiet">${escapeHtml(decision.files)}</p>` : ''}</div>${decision.signature ? `<img class="signature" src="${escapeHtml(urlOf(decision.signature))}" alt="">` : ''}</li>`

const urlOf = (path: string): string => new URL(fileUrl(path), host.address).href

/** How a page of a size lies. */
const pageOf = (size: PaperSize | null, isLandscape: boolean): keyof typeof pagePx =>
  size !== 'A5' && isLandscape ? 'A4 landscape' : (size ?? 'A4')

const styleOf = (size: PaperSize | null, isLandscape: boolean): string => `
@page { ${size ? `size: ${size}${isLandscape || size === 'A5' ? ' landscape' : ''}; ` : ''}margin: ${size === 'A4' ? '16mm 15mm' : '12mm'} }
* { box-sizing: border-box; margin: 0 }
body { font: 13px/1.6 -apple-system, 'PingFang SC', 'Noto Sans CJK SC', 'Noto Sans SC', 'Microsoft YaHei', sans-serif; color: #101828; background: #fff; font-variant-numeric: tabular-nums }
@media screen { html { overflow: hidden } body { width: ${pagePx[pageOf(size, isLandscape)].width}px } main { min-height: ${pagePx[pageOf(size, isLandscape)].height}px; padding: ${size === 'A4' ? '60px 57px' : '42px'} } main + main { border-top: 8px solid #eaecf0 } }
main + main { break-before: page }
header { display: flex; justify-content: space-between; gap: 24px; padding-bottom: 16px; border-bottom: 2px solid #0071e3 }
figure { flex: none; text-align: right } figure svg { width: 76px; height: 76px } figcaption { color: #667085; font-size: 10px }
.org { color: #667085; font-size: 12px } h1 { font-size: 24px; line-height: 1.35; margin: 2px 0 8px }
.status { display: inline-block; padding: 1px 10px; border-radius: 6px; background: #eef4ff; color: #0055b3; font-weight: 600; font-size: 12px }
.status.good { background: #e7f6ec; color: #067647 }
h2 { font-size: 14px; margin: 22px 0 8px; break-after: avoid }
dl { display: grid; grid-template-columns: 1fr 1fr; column-gap: 28px } .facts { margin-top: 14px }
dl div { display: flex; gap: 12px; padding: 5px 0; border-bottom: 1px solid #eaecf0; break-inside: avoid } .long { grid-column: 1 / -1 }
dt { color: #667085; flex: none; width: 80px } dd { min-width: 0; overflow-wrap: anywhere; white-space: pre-line }
.picture { height: 88px; margin: 4px 8px 4px 0; border-radius: 6px; vertical-align: top }
table { width: 100%; border-collapse: collapse } thead { display: table-header-group } tr { break-inside: avoid }
th, td { padding: 6px 8px; text-align: left; vertical-align: top; border-bottom: 1px solid #eaecf0; overflow-wrap: anywhere }
th { background: #f5f7fa; color: #475467; font-weight: 600; font-size: 12px; -webkit-print-color-adjust: exact; print-color-adjust: exact }
.number { text-align: right } .no { width: 32px; color: #98a2b3 }
ol, ul { list-style: none; padding: 0 }
.decisions li { display: flex; gap: 16px; padding: 9px 0; border-bottom: 1px solid #eaecf0; break-inside: avoid }
.step { width: 168px; flex: none } .did { flex: 1; min-width: 0 } time, .quiet { color: #667085; font-size: 12px }
.said { white-space: pre-line; overflow-wrap: anywhere } .good { color: #067647 } .bad { color: #b42318 }
.signature { max-width: 150px; height: 52px; object-fit: contain; flex: none }
.comments li { padding: 7px 0; border-bottom: 1px solid #eaecf0; break-inside: avoid } .who { display: flex; justify-content: space-between }
.total { display: flex; justify-content: space-between; gap: 24px; margin-top: 8px } .total b { white-space: nowrap }
tfoot { display: table-row-group; font-weight: 600 }
.bars { width: 22% } .bars i { display: inline-block; height: 11px; vertical-align: middle } .legend { display: flex; flex-wrap: wrap; gap: 4px 16px; margin-bottom: 6px; color: #667085; font-size: 12px } .legend i { display: inline-block; width: 9px; height: 9px; margin-right: 6px }
.bars i, .legend i { -webkit-print-color-adjust: exact; print-color-adjust: exact } td.bars { font-size: 0; white-space: nowrap; vertical-align: middle }
.signing { display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px; margin-top: 32px; break-inside: avoid } .signing p { min-height: 64px; border-bottom: 1px solid #98a2b3 } .signing img { display: block }
${size === 'A5' ? 'body { font-size: 11px } dl { grid-template-columns: 1fr 1fr 1fr } h1 { font-size: 20px } h2 { margin: 12px 0 4px } .signing { margin-top: 12px } .signing p { min-height: 40px } .decisions li { padding: 4px 0 } .step { width: 240px; display: flex; gap: 8px } th, td { padding: 4px 8px } dl + table { margin-top: 12px } footer { margin-top: 8px !important }' : ''}
.note { margin-top: 18px; white-space: pre-line; overflow-wrap: anywhere }
footer { margin-top: 24px; color: #98a2b3; font-size: 11px; text-align: right }
.status, .status.good { -webkit-print-color-adjust: exact; print-color-adjust: exact }`
