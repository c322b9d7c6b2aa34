import type { Tx } from './tx.ts'

/** A statement that writes and whose answer is of no interest; like any other, its text is constant. */
export type WritePart = { readonly text: string; readonly values: readonly unknown[] }

/** `text` is a constant statement, as `query` of a transaction takes it; the same test holds it against the database. */
export const writePart = (text: string, values: readonly unknown[]): WritePart => ({ text, values })

/**
 * Sends several writes as one statement, each as a common table expression of it: one message each way and one plan. All of them see the
 * database as it was before, so none may need what another one writes; keys to other tables are checked when all are done.
 */
export const writeTogether = async (tx: Tx, parts: readonly WritePart[]): Promise<void> => {
  if (parts.length === 0) return
  const values: unknown[] = []
  const texts = parts.map((part) => {
    const before = values.length
    values.push(...part.values)
    return part.text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${Number(place) + before}`)
  })
  const last = texts.pop() ?? ''
  await tx.query(texts.length === 0 ? last : `with ${texts.map((text, index) => `w${index} as (${text})`).join(', ')} ${last}`, values)
}
