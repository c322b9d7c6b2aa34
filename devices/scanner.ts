/**
 * By which way something was read: the camera's picture, a photo, a gun or handheld that types like a keyboard, a person's fingers, the scanner key
 * of a handheld that tells the shell, a scanner that the host opens over the page.
 */
export type ScanWay = 'camera' | 'photo' | 'wedge' | 'typed' | 'key' | 'host'

/** What was read, when (milliseconds of a clock that does not step back), and of which symbology where the way can tell. */
export type Scan = {
  readonly text: string
  readonly symbology?: string
  readonly way: ScanWay
  readonly atMs: number
  /** What else stood in the same picture. */
  readonly also?: readonly string[]
}

/** Several codes in one picture as one scan; undefined where there are none. In one order, however the picture is held. */
export const scanOf = (
  codes: readonly { readonly text: string; readonly symbology: string }[],
  way: ScanWay,
  atMs: number,
): Scan | undefined => {
  const [first, ...others] = codes.toSorted((a, b) => (a.text < b.text ? -1 : 1))
  return first && { ...first, way, atMs, ...(others.length > 0 && { also: others.map(({ text }) => text) }) }
}

/** Everything that a scan read. */
export const textsOf = ({ text, also = [] }: Scan): readonly string[] => [text, ...also]

/**
 * For how long the same text by the same way is the same scan: a label stays in front of the camera, a trigger bounces. The person who sends a
 * photo or types a code again means it.
 */
const sameScanMs: Readonly<Record<ScanWay, number>> = { camera: 2500, photo: 0, wedge: 400, typed: 0, key: 400, host: 0 }

/** Hears every way of scanning and tells each scan once. */
export const openScanner = (onScan: (scan: Scan) => void): { readonly hear: (scan: Scan) => void } => {
  const last: Partial<Record<ScanWay, Scan>> = {}
  return {
    hear: (scan) => {
      const before = last[scan.way]
      last[scan.way] = scan
      if (!before || textsOf(before).join('\n') !== textsOf(scan).join('\n') || scan.atMs - before.atMs >= sameScanMs[scan.way])
        onScan(scan)
    },
  }
}
