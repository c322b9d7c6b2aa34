import type { LabelNoun } from './content.ts'
import type { LabelBox, LabelElement, LabelPaper, LabelTemplate } from './template.ts'

/**
 * Changes of a label while it is designed. An element is named by its place in the list, the lowest first. Each change answers a new template,
 * or the very one that it was given where nothing changes.
 */

/** What is pulled: the whole box, or an edge or a corner of it by its points of the compass. */
export type Handle = 'move' | 'n' | 's' | 'e' | 'w' | 'ne' | 'nw' | 'se' | 'sw'

/** A line across the label at which two things meet. */
export type Guide = { readonly axis: 'x' | 'y'; readonly atMm: number }

/** Boxes stand at halves of a millimetre unless they stand at something else. */
const gridMm = 0.5
/** Below this nothing can be grasped any more, and nothing would be printed. */
const smallestMm = 0.3

/**
 * A box after a pull by so many millimetres. Edges and middles that come nearer than `nearMm` to those of the label or of another element meet
 * them; a text keeps its left edge while its right one is pulled. The box stays on the label.
 */
export const pullBox = (
  box: LabelBox,
  handle: Handle,
  shift: { readonly xMm: number; readonly yMm: number },
  { paper, others, nearMm }: { paper: Pick<LabelPaper, 'widthMm' | 'heightMm'>; others: readonly LabelBox[]; nearMm: number },
): { readonly box: LabelBox; readonly guides: readonly Guide[] } => {
  const x = pulledSpan({ from: box.xMm, length: box.widthMm }, endAt(handle, 'w', 'e'), shift.xMm, {
    size: paper.widthMm,
    others: others.map(({ xMm, widthMm }) => ({ from: xMm, length: widthMm })),
    near: nearMm,
  })
  const y = pulledSpan({ from: box.yMm, length: box.heightMm }, endAt(handle, 'n', 's'), shift.yMm, {
    size: paper.heightMm,
    others: others.map(({ yMm, heightMm }) => ({ from: yMm, length: heightMm })),
    near: nearMm,
  })
  return {
    box: { xMm: x.from, yMm: y.from, widthMm: x.length, heightMm: y.length },
    guides: [
      ...(x.metAt === undefined ? [] : [{ axis: 'x', atMm: x.metAt } as const]),
      ...(y.metAt === undefined ? [] : [{ axis: 'y', atMm: y.metAt } as const]),
    ],
  }
}

type Span = { readonly from: number; readonly length: number }
type PulledEnd = 'move' | 'from' | 'to'

/** Which end of a span along an axis a handle pulls; nothing where it leaves the axis alone. */
const endAt = (handle: Handle, from: string, to: string): PulledEnd | undefined => {
  if (handle === 'move') return 'move'
  if (handle.includes(from)) return 'from'
  return handle.includes(to) ? 'to' : undefined
}

const pulledSpan = (
  span: Span,
  end: PulledEnd | undefined,
  deltaMm: number,
  { size, others, near }: { readonly size: number; readonly others: readonly Span[]; readonly near: number },
): Span & { readonly metAt: number | undefined } => {
  if (end === undefined || deltaMm === 0) return { ...span, metAt: undefined }
  const lines = [{ from: 0, length: size }, ...others].flatMap(({ from, length }) => [from, from + length / 2, from + length])
  const to = span.from + span.length
  if (end === 'move') {
    const wantedMm = span.from + deltaMm
    // Whichever of start, middle and end comes nearest to a line takes the box there.
    const met = nearest(
      [0, span.length / 2, span.length].flatMap((part) => lines.map((line) => ({ value: line - part, line }))),
      wantedMm,
      near,
    )
    const from = clamp(0, Math.max(0, size - span.length), met?.value ?? onGrid(wantedMm))
    return { from: round(from), length: span.length, metAt: met && Math.abs(met.value - from) < 0.01 ? met.line : undefined }
  }
  const targetMm = (end === 'from' ? span.from : to) + deltaMm
  const met = nearest(
    lines.map((line) => ({ value: line, line })),
    targetMm,
    near,
  )
  const [least, most] = end === 'from' ? [0, to - smallestMm] : [span.from + smallestMm, size]
  const edge = clamp(least, Math.max(least, most), met?.value ?? onGrid(targetMm))
  const metAt = met && Math.abs(met.value - edge) < 0.01 ? met.line : undefined
  return end === 'from'
    ? { from: round(edge), length: round(to - edge), metAt }
    : { from: span.from, length: round(edge - span.from), metAt }
}

const nearest = (candidates: readonly { value: number; line: number }[], wantedMm: number, near: number) =>
  candidates
    .filter(({ value }) => Math.abs(value - wantedMm) <= near)
    .toSorted((a, b) => Math.abs(a.value - wantedMm) - Math.abs(b.value - wantedMm))[0]

const onGrid = (value: number): number => Math.round(value / gridMm) * gridMm
const clamp = (least: number, maximum: number, value: number): number => Math.min(maximum, Math.max(least, value))
/** To a hundredth of a millimetre, finer than any printer. */
const round = (value: number): number => Math.round(value * 100) / 100

/** What may be put on a label. */
export const elementKinds = ['field', 'words', 'qr', 'datamatrix', 'code128', 'line', 'frame', 'picture'] as const
export type ElementKind = (typeof elementKinds)[number]

/** A new element of a kind, in the middle of the label, as large as fits; `file` is the stored path of a picture. */
export const newElement = (
  kind: ElementKind,
  { noun, paper }: Pick<LabelTemplate, 'noun' | 'paper'>,
  words: string,
  file = '',
): LabelElement => {
  const centredBox = (widthMm: number, heightMm: number): LabelBox => {
    const [width, height] = [Math.min(widthMm, paper.widthMm), Math.min(heightMm, paper.heightMm)]
    return {
      xMm: round(onGrid((paper.widthMm - width) / 2)),
      yMm: round(onGrid((paper.heightMm - height) / 2)),
      widthMm: width,
      heightMm: height,
    }
  }
  const side = Math.min(paper.widthMm, paper.heightMm)
  const text = { type: 'text', sizeMm: 3, weight: 'medium', lines: 1, fit: 'shrink', align: 'left', vertical: 'middle' } as const
  switch (kind) {
    case 'field':
      return { ...text, ...centredBox(paper.widthMm * 0.6, 4), text: noun === 'blank' ? '{code}' : '{title}' }
    case 'words':
      return { ...text, ...centredBox(paper.widthMm * 0.6, 4), text: words }
    case 'qr':
      return { type: 'code', symbology: 'qr', ...centredBox(Math.min(18, side * 0.6), Math.min(18, side * 0.6)), text: '{link}' }
    case 'datamatrix':
      return { type: 'code', symbology: 'datamatrix', ...centredBox(Math.min(14, side * 0.5), Math.min(14, side * 0.5)), text: '{code}' }
    case 'code128':
      return { type: 'code', symbology: 'code128', ...centredBox(paper.widthMm * 0.9, Math.min(10, side * 0.4)), text: '{code}' }
    case 'line':
      return { type: 'line', ...centredBox(paper.widthMm * 0.8, 0.3) }
    case 'frame':
      return { type: 'frame', ...centredBox(paper.widthMm - 2, paper.heightMm - 2), thickMm: 0.3, cornerMm: 1 }
    case 'picture':
      return { type: 'picture', ...centredBox(12, 8), file }
  }
}

/** An element above or below its place where it covers no other, as near as can be: text over a code makes it unreadable. As it is where none is free. */
export const inFreePlace = <E extends LabelElement>({ elements, paper }: Pick<LabelTemplate, 'elements' | 'paper'>, element: E): E => {
  const { xMm, yMm, widthMm, heightMm } = element
  const isFree = (topMm: number): boolean =>
    elements.every(
      (neighbour) =>
        neighbour.type === 'frame' ||
        topMm + heightMm <= neighbour.yMm ||
        topMm >= neighbour.yMm + neighbour.heightMm ||
        xMm + widthMm <= neighbour.xMm ||
        xMm >= neighbour.xMm + neighbour.widthMm,
    )
  const steps = Array.from({ length: Math.ceil(paper.heightMm / gridMm) + 1 }, (_, step) => step * gridMm)
  const freeMm = steps
    .flatMap((stepMm) => [yMm + stepMm, yMm - stepMm])
    .find((topMm) => topMm >= 0 && topMm + heightMm <= paper.heightMm && isFree(topMm))
  return freeMm === undefined ? element : { ...element, yMm: round(freeMm) }
}

/** The kind of an element, as the palette calls it. */
export const kindOfElement = (element: LabelElement): ElementKind => {
  if (element.type === 'code') return element.symbology
  if (element.type !== 'text') return element.type
  return element.text.includes('{') ? 'field' : 'words'
}

export const withElement = (template: LabelTemplate, element: LabelElement): LabelTemplate => ({
  ...template,
  elements: [...template.elements, element],
})

export const changedElement = (template: LabelTemplate, index: number, element: LabelElement): LabelTemplate =>
  template.elements[index] === undefined || template.elements[index] === element
    ? template
    : { ...template, elements: template.elements.with(index, element) }

export const withoutElement = (template: LabelTemplate, index: number): LabelTemplate =>
  template.elements[index] === undefined ? template : { ...template, elements: template.elements.toSpliced(index, 1) }

/** A copy a little below, on top of all others. */
export const copiedElement = (template: LabelTemplate, index: number): LabelTemplate => {
  const element = template.elements[index]
  if (!element) return template
  const { paper } = template
  const xMm = round(clamp(0, Math.max(0, paper.widthMm - element.widthMm), element.xMm + 2))
  const yMm = round(clamp(0, Math.max(0, paper.heightMm - element.heightMm), element.yMm + 2))
  return withElement(template, { ...element, xMm, yMm })
}

/** One step up or down among those that cover each other. */
export const stackedElement = (template: LabelTemplate, index: number, step: -1 | 1): LabelTemplate => {
  const [element, neighbour] = [template.elements[index], template.elements[index + step]]
  return element && neighbour ? { ...template, elements: template.elements.with(index, neighbour).with(index + step, element) } : template
}

/** On another paper everything keeps its place as far as it still lies on the label. */
export const onPaper = (template: LabelTemplate, paper: LabelPaper): LabelTemplate => ({
  ...template,
  paper,
  elements: template.elements.map((element) => {
    const widthMm = round(Math.min(element.widthMm, paper.widthMm))
    const heightMm = round(Math.min(element.heightMm, paper.heightMm))
    return {
      ...element,
      widthMm,
      heightMm,
      xMm: round(clamp(0, paper.widthMm - widthMm, element.xMm)),
      yMm: round(clamp(0, paper.heightMm - heightMm, element.yMm)),
    }
  }),
})

const parts = ['name', 'paper', 'elements'] as const
export type TemplatePart = (typeof parts)[number]

/** Two drafts of one label: its name, its paper and what stands on it are each taken as a whole from the person who changed them. */
export const mergeTemplates = (base: LabelTemplate, theirs: LabelTemplate, ours: LabelTemplate, side: 'ours' | 'theirs') => {
  const isSame = (a: LabelTemplate, b: LabelTemplate, part: TemplatePart) => JSON.stringify(a[part]) === JSON.stringify(b[part])
  const ourParts = parts.filter((part) => !isSame(base, ours, part))
  const contestedParts = ourParts.filter((part) => !isSame(base, theirs, part) && !isSame(ours, theirs, part))
  const takenParts = ourParts.filter((part) => side === 'ours' || !contestedParts.includes(part))
  if (takenParts.every((part) => isSame(ours, theirs, part))) return { merged: theirs, contested: contestedParts }
  return {
    merged: { ...theirs, ...Object.fromEntries(takenParts.map((part) => [part, ours[part]])) } as LabelTemplate,
    contested: contestedParts,
  }
}

/** What a label of something new begins with: its code to scan, what it is called and its code to read. */
export const blankTemplate = (noun: LabelNoun, paper: LabelPaper, name: string): LabelTemplate => {
  const side = Math.min(paper.heightMm - 4, paper.widthMm * 0.4)
  const leftMm = round(4 + side)
  const width = round(Math.max(5, paper.widthMm - leftMm - 2))
  const text = { type: 'text', weight: 'medium', fit: 'shrink', align: 'left', vertical: 'middle', xMm: leftMm, widthMm: width } as const
  return {
    noun,
    name,
    paper,
    elements: [
      { type: 'code', symbology: 'qr', text: '{link}', xMm: 2, yMm: 2, widthMm: round(side), heightMm: round(side) },
      ...(noun === 'blank'
        ? []
        : [{ ...text, text: '{title}', weight: 'bold' as const, sizeMm: 3.5, lines: 2, yMm: 2, heightMm: round(side * 0.6) }]),
      { ...text, text: '{code}', sizeMm: 3, lines: 1, yMm: round(2 + side * 0.65), heightMm: round(side * 0.35) },
    ],
  }
}
