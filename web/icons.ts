import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type * as kit from './look/icon.tsx'

/**
 * Draws every icon of lucide-react as one path by look/icon.tsx, in the file that uses it: a file of its own for each drawing would cost a
 * request for a hundred bytes. An icon that has more than lines stays the library's.
 */
export function onePathIcons(): Plugin {
  const files = filesOfIcons()
  return {
    name: 'one-path-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/[^?]+\.tsx?$/, code: /from 'lucide-react'/ },
      handler: (code) => replaced(code, files),
    },
  }
}

/** Where the library keeps an icon, by each of its names. */
const filesOfIcons = (): ReadonlyMap<string, string> => {
  const library = join(import.meta.dirname, '../node_modules/lucide-react/dist/esm')
  const exports = readFileSync(join(library, 'lucide-react.mjs'), 'utf8').matchAll(
    /^export \{ ([^}]*) \} from '(\.\/icons\/[\w-]+\.mjs)'/gm,
  )
  return new Map(
    [...exports].flatMap(([, names = '', file = '']) =>
      names.split(', ').map((name): [string, string] => [name.replace('default as ', ''), join(library, file)]),
    ),
  )
}

/** The code with its import of icons replaced by their drawings. */
const replaced = async (code: string, files: ReadonlyMap<string, string>): Promise<string> => {
  const [statement = '', names = ''] = /^import \{([^}]*)\} from 'lucide-react'/m.exec(code) ?? []
  const drawn: string[] = []
  const otherIcons: string[] = []
  for (const name of names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)) {
    const [importedName = '', local = importedName] = name.split(' as ')
    const file = files.get(importedName)
    const line = file && (await lineIn(file))
    if (line) drawn.push(`const ${local} = /* @__PURE__ */ ${maker}Of(${JSON.stringify(line)})`)
    else otherIcons.push(name)
  }
  if (drawn.length === 0) return code
  const imports = [`import { ${maker} as ${maker}Of } from ${JSON.stringify(kitFile)}`]
  if (otherIcons.length > 0) imports.push(`import { ${otherIcons.join(', ')} } from 'lucide-react'`)
  return code.replace(statement, () => [...imports, ...drawn].join('\n'))
}

/** The drawing of an icon in one line; undefined where there is more to it. */
const lineIn = async (file: string): Promise<string | undefined> => {
  const { __iconData: iconData } = (await import(pathToFileURL(file).href)) as { __iconData?: { node: Shape[] } }
  const lines = iconData?.node.map(lineOf)
  return lines?.every((line) => line !== undefined) ? lines.join('') : undefined
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
  line: {
    reads: ['x1', 'y1', 'x2', 'y2'],
    line: (attribute) => `M${attribute('x1')} ${attribute('y1')}L${attribute('x2')} ${attribute('y2')}`,
  },
  polyline: { reads: ['points'], line: (_, { points }) => through(points) },
  polygon: { reads: ['points'], line: (_, { points }) => `${through(points)}z` },
  circle: { reads: ['cx', 'cy', 'r'], line: (attribute) => ellipse(attribute('cx'), attribute('cy'), attribute('r'), attribute('r')) },
  ellipse: {
    reads: ['cx', 'cy', 'rx', 'ry'],
    line: (attribute) => ellipse(attribute('cx'), attribute('cy'), attribute('rx'), attribute('ry')),
  },
  rect: {
    reads: ['x', 'y', 'width', 'height', 'rx', 'ry'],
    line: (attribute, { rx, ry }) => {
      const [width, height] = [attribute('width'), attribute('height')]
      const [a, b] = [Math.min(Number(rx ?? ry ?? 0), width / 2), Math.min(Number(ry ?? rx ?? 0), height / 2)]
      const corner = (x: number, y: number) => (a > 0 && b > 0 ? `a${a} ${b} 0 0 1 ${x} ${y}` : '')
      return `M${attribute('x') + a} ${attribute('y')}h${width - 2 * a}${corner(a, b)}v${height - 2 * b}${corner(-a, b)}h${2 * a - width}${corner(-a, -b)}v${2 * b - height}${corner(a, -b)}z`
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
