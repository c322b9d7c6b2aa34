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
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${svgNumber(widthMm)} ${svgNumber(heightMm)}">`,
    `<rect width="${svgNumber(widthMm)}" height="${svgNumber(heightMm)}" rx="${svgNumber(cornerMm)}" fill="#fff"/>`,
    ...ops.map((op) => drawn(op, pictureUrl)),
    '</svg>',
  ].join('')

const drawn = (op: LabelOp, pictureUrl: (file: string) => string): string => {
  switch (op.kind) {
    case 'text': {
      const { text, xMm, baselineMm, sizeMm, widthMm, weight } = op
      const length = widthMm > 0 ? ` textLength="${svgNumber(widthMm)}" lengthAdjust="spacingAndGlyphs"` : ''
      return `<text x="${svgNumber(xMm)}" y="${svgNumber(baselineMm)}" font-family="${fonts}" font-size="${svgNumber(sizeMm)}" font-weight="${weight === 'bold' ? 700 : 500}"${length} xml:space="preserve">${escapeXml(text)}</text>`
    }
    case 'fill':
      return `<rect x="${svgNumber(op.xMm)}" y="${svgNumber(op.yMm)}" width="${svgNumber(op.widthMm)}" height="${svgNumber(op.heightMm)}"/>`
    case 'frame': {
      const { xMm, yMm, widthMm, heightMm, thickMm, cornerMm } = op
      const half = thickMm / 2
      return `<rect x="${svgNumber(xMm + half)}" y="${svgNumber(yMm + half)}" width="${svgNumber(widthMm - thickMm)}" height="${svgNumber(heightMm - thickMm)}" rx="${svgNumber(Math.max(0, cornerMm - half))}" fill="none" stroke="#000" stroke-width="${svgNumber(thickMm)}"/>`
    }
    case 'code': {
      const runs = blackRuns(op.matrix).map(({ column, row, length }) => `M${column} ${row}h${length}v1h-${length}z`)
      return `<path transform="translate(${svgNumber(op.xMm)} ${svgNumber(op.yMm)}) scale(${svgNumber(op.moduleMm)} ${svgNumber(op.moduleHeightMm)})" shape-rendering="crispEdges" d="${runs.join('')}"/>`
    }
    case 'picture':
      return `<image x="${svgNumber(op.xMm)}" y="${svgNumber(op.yMm)}" width="${svgNumber(op.widthMm)}" height="${svgNumber(op.heightMm)}" href="${escapeXml(pictureUrl(op.file))}"/>`
  }
}

const fonts = '&quot;Noto Sans SC&quot;, &quot;PingFang SC&quot;, &quot;Microsoft YaHei&quot;, sans-serif'

/** Without the digits that no printer sees. */
const svgNumber = (number: number): string => String(Math.round(number * 10_000) / 10_000)

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
