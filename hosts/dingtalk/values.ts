import * as v from 'valibot'

/** A text of an answer of DingTalk. */
export const text = v.pipe(v.string(), v.maxLength(2000))
/** An id, which some calls give as a number. */
export const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty(), v.maxLength(200))
