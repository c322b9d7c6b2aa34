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
          // Switched off and not absent: what loads a part's files by name finds the sheet there and asks for no second one.
          return `<style>${sheetOf(sheet.source, [html, ...code].join('\n'))}</style><link rel="stylesheet" disabled href="/${file}">`
        })
      },
    },
  }
}

/** What Tailwind says once more for engines that know no `@property`; all that we build for do. */
const forOldEngines = /@layer properties\{@supports .*?\}\}\}/s

/** The part of a style sheet that something written in `code` may wear, in the same order. */
export const sheetOf = (sheet: string, code: string): string => {
  const worn = readBlocks(sheet).map((block) => wornPart(block, code))
  const all = [...worn, code].join('\n')
  return worn.map((block) => usedPart(block, all)).join('')
}

/** Of the theme the values that something besides names; an animation and a declared property where something names it. */
const usedPart = (block: string, all: string): string => {
  const isUsed = (name: string) => all.split(new RegExp(`${name}(?![\\w-])`)).length > 2
  if (block.startsWith('@layer theme')) return block.replace(/(--[\w-]+):[^;}]*;?/g, (value, name: string) => (isUsed(name) ? value : ''))
  const [, name] = /^@(?:keyframes|property) ([\w-]+)/.exec(block) ?? []
  return name === undefined || isUsed(name) ? block : ''
}

/** At-rules that hold no selectors, and the theme. */
const standsWhole = /^@(keyframes|font-face|property|layer theme)\b/

/** A rule stands where `code` names what one of its selectors needs; of a group what stands in it. */
const wornPart = (block: string, code: string): string => {
  const open = block.indexOf('{')
  if (open < 0 || standsWhole.test(block)) return block
  const head = block.slice(0, open)
  if (head.startsWith('@')) {
    const inside = readBlocks(block.slice(open + 1, -1)).map((inner) => wornPart(inner, code))
    return inside.some((inner) => inner !== '') ? `${head}{${inside.join('')}}` : ''
  }
  return splitList(head).some((selector) => mayMatch(selector, code)) ? block : ''
}

/** Whether `code` names every class that a selector needs: of a list in brackets one choice, and nothing of what it must not match. */
const mayMatch = (selector: string, code: string): boolean => {
  let outside = ''
  let from = 0
  for (const { start, end } of bracketsIn(selector)) {
    const before = selector.slice(from, start)
    const isList = selector[start] === '(' && !/:(not|nth-[\w-]+)$/.test(before)
    if (isList && !splitList(selector.slice(start + 1, end)).some((choice) => mayMatch(choice, code))) return false
    outside += before
    from = end + 1
  }
  outside += selector.slice(from)
  const classes = [...outside.matchAll(/(?<!\\)\.((?:\\.|[\w-]|[^\x00-\x7f])+)/g)].map(([, name = '']) => name.replace(/\\(.)/g, '$1'))
  return classes.every((name) => isNamed(name, code)) && elementsIn(outside).every((name) => isNamed(name, code))
}

/** The elements that a selector names, of those that a page need not have; a part that only fields have is an `input`. */
const elementsIn = (selector: string): readonly string[] => {
  const names = [...selector.matchAll(/(?:^|[\s>+~])([a-z][a-z\d]*)/g)].map(([, name = '']) => name)
  const isOfField = /::(file-selector-button|placeholder|-webkit-(search|date|calendar|inner|outer))|:-moz-ui-invalid/.test(selector)
  return [...names.filter((name) => !['html', 'body'].includes(name)), ...(isOfField ? ['input'] : [])]
}

/** Whether a class stands in the code as a word of its own. */
const isNamed = (name: string, code: string): boolean => {
  for (let position = code.indexOf(name); position >= 0; position = code.indexOf(name, position + 1))
    if (isEdge(code[position - 1]) && isEdge(code[position + name.length])) return true
  return false
}
const isEdge = (letter: string | undefined): boolean => letter === undefined || /[\s"'`$}\\]/.test(letter)

/** The rules, groups and statements that stand side by side in a sheet; comments are left out. */
const readBlocks = (sheet: string): string[] => {
  const blocks: string[] = []
  let depth = 0
  let block = ''
  for (const token of tokensOf(sheet)) {
    if (token.startsWith('/*')) continue
    block += token
    if (token === '{') depth++
    if (token === '}') depth--
    if (depth > 0 || (token !== '}' && token !== ';')) continue
    blocks.push(block.trim())
    block = ''
  }
  return block.trim() === '' ? blocks : [...blocks, block.trim()]
}

/** The parts of a list between its commas, but for those in brackets. */
const splitList = (list: string): string[] => {
  const parts = ['']
  let depth = 0
  for (const token of tokensOf(list)) {
    if (/^[([]$/.test(token)) depth++
    if (/^[)\]]$/.test(token)) depth--
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts
}

/** Where the outermost brackets of a selector begin and end: lists in round ones, and attributes in square ones, which name no class. */
const bracketsIn = (selector: string): readonly { readonly start: number; readonly end: number }[] => {
  const ranges: { start: number; end: number }[] = []
  let depth = 0
  let start = 0
  let position = 0
  for (const token of tokensOf(selector)) {
    if (/^[([]$/.test(token) && depth++ === 0) start = position
    if (/^[)\]]$/.test(token) && --depth === 0) ranges.push({ start, end: position })
    position += token.length
  }
  return ranges
}

/** What a sheet is read as: a comment, a text in quotes and an escaped sign are one piece each, every other sign stands for itself. */
const tokensOf = (sheet: string): readonly string[] => sheet.match(cssToken) ?? []
const cssToken = /\/\*[^]*?(?:\*\/|$)|"(?:\\[^]|[^"\\])*"?|'(?:\\[^]|[^'\\])*'?|\\[^]|[^"'\\/{}();,[\]]+|[^]/g
