import { lastOf } from '../kernel/assert.ts'
import { thingOfCode } from '../domain/labels/content.ts'

/**
 * What a person's badge says of them: an employee number, a login or a telephone number. Where it holds an address, what the address ends
 * in. Empty where it says nothing; at most 60 characters are read.
 */
export const badgeIn = (read: string): string => {
  const text = read.trim()
  if (!/^https?:/i.test(text)) return thingOfCode(text).code.slice(0, longest)
  const last = lastOf(text.replace(/[/#?]+$/, '').split(/[/=]/))
  try {
    return thingOfCode(decodeURIComponent(last).trim()).code.slice(0, longest)
  } catch {
    return ''
  }
}

const longest = 60
