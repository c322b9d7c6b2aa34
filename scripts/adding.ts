import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A block of a page that is written into a tree: the whole of a new file, or what is put into one that is there. */
export type Addition = { readonly path: string; readonly language: string; readonly text: string }

/** The blocks of a page that name a file after their language. */
export const additionsIn = (page: string): Addition[] =>
  [...page.matchAll(/^```(\w+) (\S+\/\S+)\n([\s\S]*?)^```$/gm)].map(([, language = '', path = '', text = '']) => ({
    path,
    language,
    text,
  }))

/** Writes them into the tree at `root`. Throws where a file is there already, or where what a `diff` stands between is not there once. */
export const add = (root: string, additions: readonly Addition[]): void => {
  for (const { path, language, text } of additions) {
    const file = join(root, path)
    mkdirSync(dirname(file), { recursive: true })
    if (language === 'diff') writeFileSync(file, applyDiff(path, readFileSync(file, 'utf8'), text))
    else writeFileSync(file, text, { flag: 'wx' })
  }
}

/** What a file becomes by a `diff`, whose parts `@@` keeps apart. */
const applyDiff = (path: string, before: string, diff: string): string =>
  diff.split(/^@@.*\n/m).reduce((source, part) => {
    const lines = part.split(/(?<=\n)/)
    const side = (signs: string) => lines.flatMap((line) => (signs.includes(line.charAt(0)) ? [line.slice(1)] : [])).join('')
    const [firstPart, ...more] = source.split(side(' -'))
    if (more.length !== 1) throw new Error(`${path} has ${more.length} places for:\n${part}`)
    return firstPart + side(' +') + more[0]
  }, before)
