/** What a text of JSON may hold. Reading it, and checking what was read, take time by these numbers rather than by its length. */
export type JsonBounds = {
  /** Members of all arrays and objects together. */
  readonly values: number
  /** Members of one object: an engine takes longest for objects of many names. */
  readonly names: number
}

/** More than the largest document with all its lines has. */
export const requestBounds: JsonBounds = { values: 50_000, names: 5_000 }

/**
 * True where a text of JSON stays within bounds. It goes over the text once, makes nothing of it, and takes for granted that a parser
 * refuses afterwards what is no JSON.
 */
export const isWithinBounds = (text: string, { values, names }: JsonBounds = requestBounds): boolean => {
  /** The number of commas in each object or array that is open; below zero for an array, whose members are counted together alone. */
  const open: number[] = []
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const sign = text.charCodeAt(index)
    if (sign === quote) index = endOfText(text, index)
    else if (sign === openBrace || sign === openBracket) {
      open.push(sign === openBrace ? 1 : -Infinity)
      if (++count > values) return false
    } else if (sign === closeBrace || sign === closeBracket) open.pop()
    else if (sign === comma) {
      const last = open.length - 1
      open[last] = (open[last] ?? 0) + 1
      if (++count > values || (open[last] ?? 0) > names) return false
    }
  }
  return true
}

/** True where the objects and arrays of JSON weigh more than `most` together; it looks no further than that. */
export const weighsMoreThan = (json: unknown, most: number, weigh: (value: object) => number): boolean => {
  let weight = 0
  const stack: unknown[] = [json]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    weight += weigh(value)
    if (weight > most) return true
    for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) stack.push(member)
  }
  return false
}

/** Where the quotation mark stands that ends the text which begins at `from`; the end of everything where none does. */
const endOfText = (text: string, from: number): number => {
  for (let index = from + 1; index < text.length; index++) {
    const sign = text.charCodeAt(index)
    if (sign === backslash) index++
    else if (sign === quote) return index
  }
  return text.length
}

const quote = 0x22
const comma = 0x2c
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d
