import * as v from 'valibot'

/** The path of an uploaded file as the server gives it out: names of letters and digits between slashes, and an ending. */
export const storedPathPattern = /^[\w-]+(\/[\w-]+)*\.\w+$/

const storedPathOf = (words: string) => v.pipe(v.string(words), v.maxLength(200, words), v.regex(storedPathPattern, words))

/** The stored path of a file in a request. The person who writes it asks besides whose file that is. */
export const storedPath = /* @__PURE__ */ storedPathOf('路径有误')

/** The same in a field. */
export const fieldPath = /* @__PURE__ */ storedPathOf('{label}路径有误')
