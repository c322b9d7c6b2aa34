import { blackRuns, type LabelOp, type Layout } from './layout.ts'
import type { LabelPaper } from './template.ts'

/**
 * A label as SVG, one unit a millimetre. Each line of letters is as wide as on paper, whatever font the reader has. `pictureUrl` says where a
 * stored path is fetched.
 */
export const svgOf = (
  { widthMm, heightMm, cornerMm }: Pick<LabelPaper, 'widthMm' | 'heightMm' | 'cornerMm'>,
  { ops }: Layout,
  pictureUrl: (file: string) => string,
): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${of(widthMm)} ${of(heightMm)}">`,
    `<rect width="${of(widthMm)}" height="${of(heightMm)}" rx="${of(cornerMm)}" fill="#fff"/>`,
    ...ops.map((op) => drawn(op, pictureUrl)),
    '</svg>',
  ].join('')

const drawn = (op: LabelOp, pictureUrl: (file: string) => string): string => {
  switch (op.kind) {
    case 'text': {
      const { text, xMm, baselineMm, sizeMm, widthMm, weight } = op
      const length = widthMm > 0 ? ` textLength="${of(widthMm)}" lengthAdjust="spacingAndGlyphs"` : ''
      return `<text x="${of(xMm)}" y="${of(baselineMm)}" font-family="${fonts}" font-size="${of(sizeMm)}" font-weight="${weight === 'bold' ? 700 : 500}"${length} xml:space="preserve">${escaped(text)}</text>`
    }
    case 'fill':
      return `<rect x="${of(op.xMm)}" y="${of(op.yMm)}" width="${of(op.widthMm)}" height="${of(op.heightMm)}"/>`
    case 'frame': {
      const { xMm, yMm, widthMm, heightMm, thickMm, cornerMm } = op
      const half = thickMm / 2
      return `<rect x="${of(xMm + half)}" y="${of(yMm + half)}" width="${of(widthMm - thickMm)}" height="${of(heightMm - thickMm)}" rx="${of(Math.max(0, cornerMm - half))}" fill="none" stroke="#000" stroke-width="${of(thickMm)}"/>`
    }
    case 'code': {
      const runs = blackRuns(op.matrix).map(({ column, row, length }) => `M${column} ${row}h${length}v1h-${length}z`)
      return `<path transform="translate(${of(op.xMm)} ${of(op.yMm)}) scale(${of(op.moduleMm)} ${of(op.moduleHeightMm)})" shape-rendering="crispEdges" d="${runs.join('')}"/>`
    }
    case 'picture':
      return `<image x="${of(op.xMm)}" y="${of(op.yMm)}" width="${of(op.widthMm)}" height="${of(op.heightMm)}" href="${escaped(pictureUrl(op.file))}"/>`
  }
}

const fonts = '&quot;Noto Sans SC&quot;, &quot;PingFang SC&quot;, &quot;Microsoft YaHei&quot;, sans-serif'

/** Without the digits that no printer sees. */
const of = (number: number): string => String(Math.round(number * 10_000) / 10_000)

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
