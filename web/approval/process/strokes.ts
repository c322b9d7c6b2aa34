/** One point of a stroke in CSS pixels; `at` is a time in ms. */
export type Point = { readonly x: number; readonly y: number; readonly at: number }
export type Stroke = readonly Point[]

export type Box = { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

const [thinnest, thickest] = [1.6, 4.6]
const firstWidth = (thinnest + thickest) / 2
const marginPx = 8

/** How thick the pen is at a point: the faster it moves the thinner, and never changing in a jump. */
export const penWidths = (stroke: Stroke): number[] => {
  const widths: number[] = []
  for (const [index, point] of stroke.entries()) {
    const [before, widthBefore] = [stroke[index - 1], widths[index - 1]]
    if (!before || widthBefore === undefined) {
      widths.push(firstWidth)
      continue
    }
    const speed = Math.hypot(point.x - before.x, point.y - before.y) / Math.max(1, point.at - before.at)
    const targetWidth = Math.max(thinnest, thickest - speed * 1.6)
    widths.push(widthBefore * 0.7 + targetWidth * 0.3)
  }
  return widths
}

/** The box around all strokes with a margin; undefined where nothing was written. */
export const boundsOf = (strokes: readonly Stroke[]): Box | undefined => {
  const points = strokes.flat()
  if (points.length === 0) return undefined
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs) - marginPx, Math.min(...ys) - marginPx]
  return { left, top, width: Math.max(...xs) + marginPx - left, height: Math.max(...ys) + marginPx - top }
}

/** A dot is no signature. */
export const isWritten = (strokes: readonly Stroke[]): boolean => {
  const bounds = boundsOf(strokes)
  return bounds !== undefined && bounds.width + bounds.height > 60
}

/** Draws strokes as curves through the middles between points, which leaves no corners. */
export const draw = (to: CanvasRenderingContext2D, strokes: readonly Stroke[]): void => {
  to.lineCap = 'round'
  to.lineJoin = 'round'
  for (const stroke of strokes) {
    const widths = penWidths(stroke)
    const [first] = stroke
    if (!first) continue
    if (stroke.length === 1) {
      to.beginPath()
      to.arc(first.x, first.y, firstWidth / 2, 0, Math.PI * 2)
      to.fillStyle = to.strokeStyle
      to.fill()
    }
    let from: { x: number; y: number } = first
    for (const [index, point] of stroke.entries()) {
      const before = stroke[index - 1]
      if (!before) continue
      const middle = index === stroke.length - 1 ? point : { x: (before.x + point.x) / 2, y: (before.y + point.y) / 2 }
      to.beginPath()
      to.lineWidth = widths[index] ?? firstWidth
      to.moveTo(from.x, from.y)
      to.quadraticCurveTo(before.x, before.y, middle.x, middle.y)
      to.stroke()
      from = middle
    }
  }
}
