import { assertDefined } from '../../kernel/assert.ts'

/** A node of a statement as PostgreSQL keeps it after analysis: its name and its fields. */
export type TreeNode = { readonly node: string; readonly fields: ReadonlyMap<string, TreeValue> }
export type TreeValue = TreeNode | string | null | readonly TreeValue[]

/** Reads the text form of `pg_node_tree`. A field of several words, as a constant's bytes, is their list. */
export const readTree = (text: string): TreeValue => {
  const words = text.match(/[(){}]|(?:\\[^]|[^\s(){}\\])+/g) ?? []
  let position = 0
  const wordHere = (): string => assertDefined(words[position], 'the rest of the tree')
  const nextWord = (): string => {
    const word = wordHere()
    position++
    return word
  }
  const value = (): TreeValue => {
    const word = nextWord()
    if (word === '{') return node()
    if (word !== '(') return word === '<>' ? null : word.replace(/\\([^])/g, '$1')
    const list: TreeValue[] = []
    while (words[position] !== ')') list.push(value())
    position++
    return list
  }
  const node = (): TreeNode => {
    const name = nextWord()
    const fields = new Map<string, TreeValue>()
    while (words[position] !== '}') {
      const field = nextWord().slice(1)
      const parts: TreeValue[] = []
      while (!/^[}:]/.test(wordHere())) parts.push(value())
      const [first, ...others] = parts
      fields.set(field, first !== undefined && others.length === 0 ? first : parts)
    }
    position++
    return { node: name, fields }
  }
  return value()
}

export const isNode = (value: TreeValue | undefined): value is TreeNode => typeof value === 'object' && value !== null && 'node' in value
/** The nodes in a list; of a list of a list the inner ones. */
export const nodesIn = (value: TreeValue | undefined): readonly TreeNode[] => {
  if (isNode(value)) return [value]
  return Array.isArray(value) ? value.flatMap(nodesIn) : []
}
/** A node among the fields, which every node of that name has. */
export const nodeAt = (node: TreeNode, field: string): TreeNode => {
  const value = node.fields.get(field)
  if (!isNode(value)) throw new Error(`${node.node} has no ${field}`)
  return value
}
/** A number among the fields. */
export const numberOf = (node: TreeNode, field: string): number => Number(node.fields.get(field))
/** `(b 3 5)`: the numbers in a set, with a space between them. */
export const setOf = (node: TreeNode, field: string): string => {
  const value = node.fields.get(field)
  return Array.isArray(value) ? value.slice(1).join(' ') : ''
}
