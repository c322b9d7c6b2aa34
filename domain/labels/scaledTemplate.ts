import type { PrinterSettings } from './printer.ts'
import type { LabelElement, LabelTemplate } from './template.ts'

/** The template as a printer needs it that prints too small or to one side: everything on it moved and stretched, the paper as it is. */
export const scaledTemplate = (
  template: LabelTemplate,
  { offsetXMm, offsetYMm, scalePercent }: Pick<PrinterSettings, 'offsetXMm' | 'offsetYMm' | 'scalePercent'>,
): LabelTemplate => {
  const scale = scalePercent / 100
  const scaleElement = (element: LabelElement): LabelElement => ({
    ...element,
    xMm: element.xMm * scale + offsetXMm,
    yMm: element.yMm * scale + offsetYMm,
    widthMm: element.widthMm * scale,
    heightMm: element.heightMm * scale,
    ...(element.type === 'text' && { sizeMm: element.sizeMm * scale }),
    ...(element.type === 'frame' && { cornerMm: element.cornerMm * scale }),
  })
  return { ...template, elements: template.elements.map(scaleElement) }
}
