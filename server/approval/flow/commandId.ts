import { createHash } from 'node:crypto'

/** A command id that always is the same for the same parts: a uuid made of their SHA-256 (version 8). */
export const commandIdOf = (...parts: readonly string[]): string => {
  const hex = createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  const variant = (8 + (parseInt(hex.charAt(16), 16) % 4)).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
