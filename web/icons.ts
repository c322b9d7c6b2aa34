import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type * as kit from './look/icon.tsx'

/** Makes of every icon of lucide-react one path drawn by look/icon.tsx. An icon that has more than lines stays the library's. */
export function onePathIcons(): Plugin {
  return {
    name: 'one-path-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      async handler(_code, id) {
        const { __iconData: drawing } = (await import(pathToFileURL(id).href)) as { __iconData?: { node: Shape[] } }
        const lines = drawing?.node.map(lineOf)
        if (!lines?.every((line) => line !== undefined)) return
        return `import { ${maker} } from ${JSON.stringify(kitFile)}\nexport default /* @__PURE__ */ ${maker}(${JSON.stringify(lines.join(''))})`
      },
    },
  }
}

const kitFile = join(import.meta.dirname, 'look/icon.tsx')
const maker: keyof typeof kit = 'icon'

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** The line of a shape as the `d` of a path, which begins absolutely; undefined where there is more to it than a line. */
export const lineOf = ([tag, { key: _, ...attributes }]: Shape): string | undefined => {
  const number = (name: string): number => Number(attributes[name] ?? 0)
  const { fill, ...geometry } = attributes
  // A dot that is not larger than its own line is full without being filled.
  if (fill !== undefined && !(tag === 'circle' && number('r') <= 0.75)) return undefined
  const draw = drawings[tag]
  return draw && Object.keys(geometry).every((name) => draw.reads.includes(name)) ? draw.line(number, attributes) : undefined
}

type Draw = {
  readonly reads: readonly string[]
  readonly line: (number: (name: string) => number, attributes: Readonly<Record<string, string>>) => string
}

const ellipse = (cx: number, cy: number, rx: number, ry: number): string =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`

const through = (points = ''): string => `M${points.trim()}`

const drawings: Readonly<Record<string, Draw>> = {
  path: { reads: ['d'], line: (_, { d = '' }) => absolutely(d) },
  line: { reads: ['x1', 'y1', 'x2', 'y2'], line: (at) => `M${at('x1')} ${at('y1')}L${at('x2')} ${at('y2')}` },
  polyline: { reads: ['points'], line: (_, { points }) => through(points) },
  polygon: { reads: ['points'], line: (_, { points }) => `${through(points)}z` },
  circle: { reads: ['cx', 'cy', 'r'], line: (at) => ellipse(at('cx'), at('cy'), at('r'), at('r')) },
  ellipse: { reads: ['cx', 'cy', 'rx', 'ry'], line: (at) => ellipse(at('cx'), at('cy'), at('rx'), at('ry')) },
  rect: {
    reads: ['x', 'y', 'width', 'height', 'rx', 'ry'],
    line: (at, { rx, ry }) => {
      const [width, height] = [at('width'), at('height')]
      const [a, b] = [Math.min(Number(rx ?? ry ?? 0), width / 2), Math.min(Number(ry ?? rx ?? 0), height / 2)]
      const corner = (x: number, y: number) => (a > 0 && b > 0 ? `a${a} ${b} 0 0 1 ${x} ${y}` : '')
      return `M${at('x') + a} ${at('y')}h${width - 2 * a}${corner(a, b)}v${height - 2 * b}${corner(-a, b)}h${2 * a - width}${corner(-a, -b)}v${2 * b - height}${corner(a, -b)}z`
    },
  },
}

/** A path may begin with a relative move, which is absolute only while the path stands alone; what follows it stays relative. */
const absolutely = (d: string): string => {
  const start = /^\s*m\s*(-?(?:\d+\.?\d*|\.\d+))[\s,]*(-?(?:\d+\.?\d*|\.\d+))[\s,]*/.exec(d)
  if (!start) return d.trim()
  const rest = d.slice(start[0].length).trim()
  return `M${start[1]} ${start[2]}${/^[-.\d]/.test(rest) ? 'l' : ''}${rest}`
}
