import type { Plugin, Rolldown } from 'vite'

/**
 * Of the style sheet the page itself carries what the first files name; the whole of it, which says the same of those and of everything else,
 * comes with the first part that is not among them (look/wholeLook.ts).
 */
export function firstLook(isFirst: (chunk: Rolldown.OutputChunk) => boolean): Plugin {
  return {
    name: 'first-look',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        const code = Object.values(bundle).flatMap((file) => (file.type === 'chunk' && isFirst(file) ? [file.code] : []))
        return html.replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g, (link, file: string) => {
          const sheet = bundle[file]
          if (sheet?.type !== 'asset') return link
          sheet.source = String(sheet.source).replace(forOldEngines, '')
          return `<style>${sheetOf(sheet.source, [html, ...code].join('\n'))}</style><link data-whole-look href="/${file}">`
        })
      },
    },
  }
}

/** What Tailwind says once more for engines that know no `@property`; all that we build for do. */
const forOldEngines = /@layer properties\{@supports .*?\}\}\}/s

/** The part of a style sheet that something written in `code` may wear, in the same order. */
export const sheetOf = (sheet: string, code: string): string => {
  const kept = blocksOf(sheet).map((block) => (block.startsWith('@property ') ? block : keptOf(block, code)))
  const worn = kept.filter((block) => !block.startsWith('@property ')).join('')
  return kept.filter((block) => !block.startsWith('@property ') || worn.includes(nameOf(block))).join('')
}

const nameOf = (property: string): string => property.slice('@property '.length, property.indexOf('{')).trim()

/** A rule that names no class stands; one that does where `code` names all of them; of a group what is left in it. */
const keptOf = (block: string, code: string): string => {
  const open = block.indexOf('{')
  if (open < 0 || block.startsWith('@keyframes') || block.startsWith('@layer theme')) return block
  const head = block.slice(0, open)
  if (head.startsWith('@')) {
    const inside = blocksOf(block.slice(open + 1, -1)).map((each) => keptOf(each, code))
    return inside.some((each) => each !== '') ? `${head}{${inside.join('')}}` : ''
  }
  const classes = [...head.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name]) => name!.replace(/\\(.)/g, '$1'))
  return classes.every((name) => isNamed(name, code)) ? block : ''
}

/** Whether a class stands in the code as a word of its own. */
const isNamed = (name: string, code: string): boolean => {
  for (let at = code.indexOf(name); at >= 0; at = code.indexOf(name, at + 1))
    if (isEdge(code[at - 1]) && isEdge(code[at + name.length])) return true
  return false
}
const isEdge = (letter: string | undefined): boolean => letter === undefined || /[\s"'`$}\\]/.test(letter)

/** The rules, groups and statements that stand side by side in a minified sheet. */
const blocksOf = (sheet: string): string[] => {
  const blocks: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < sheet.length; at++) {
    const letter = sheet[at]
    if (letter === '\\') at++
    else if (letter === '"' || letter === "'") at = sheet.indexOf(letter, at + 1)
    else if (letter === '{') depth++
    else if (letter === '}') depth--
    if (depth > 0 || (letter !== '}' && letter !== ';')) continue
    blocks.push(sheet.slice(from, at + 1))
    from = at + 1
  }
  return from < sheet.length ? [...blocks, sheet.slice(from)] : blocks
}
