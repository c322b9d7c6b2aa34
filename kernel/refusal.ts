/**
 * A refusal is an answer, not a fault: the request was understood and the business says no.
 * `words` is a Chinese sentence with `{name}` places, `params` fills them; the same pair is translated
 * for readers of English. `reason` never changes, so programs may rely on it.
 */
export type Params = Readonly<Record<string, string | number>>

export type Refusal = { readonly reason: string; readonly words: string; readonly params: Params }

export const refusal = (reason: string, words: string, params: Params = {}): Refusal => ({ reason, words, params })

/** Thrown to leave a transaction with a refusal; the one error handler turns it into an answer. */
export class RefusalError extends Error {
  readonly refusal: Refusal
  /** What the screen may need besides the words, for instance the ids of the rows that were short. */
  readonly details: unknown

  constructor(refusalGiven: Refusal, details?: unknown) {
    super(fill(refusalGiven.words, refusalGiven.params))
    this.name = 'RefusalError'
    this.refusal = refusalGiven
    this.details = details
  }
}

export const refuse = (reason: string, words: string, params: Params = {}, details?: unknown): never => {
  throw new RefusalError(refusal(reason, words, params), details)
}

/**
 * The places of sentences that texts of ours fill: a label, a state, the title of a kind. What fills any other place was written by people and is
 * read as it stands, even where a dictionary has the same text.
 */
const translatedPlaces: ReadonlySet<string> = new Set([
  ...['label', 'other', 'field', 'title', 'what', 'noun', 'verb', 'action', 'state', 'verdict', 'method', 'step'],
  ...['flow', 'flows', 'node', 'arm', 'role', 'template', 'host', 'chat', 'keeper', 'way'],
  ...['cause', 'problem', 'reason', 'error', 'advice', 'options'],
])

/** What fills a sentence, with our texts among it in the reader's language. */
export const translateParams = (params: Params, translate: (words: string) => string): Params =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'string' && translatedPlaces.has(name) ? translateList(value, translate) : value,
    ]),
  )

/** A text of ours, or several with the mark of a list between them. */
const translateList = (text: string, translate: (words: string) => string): string => {
  const whole = translate(text)
  return whole === text && text.includes('、') ? text.split('、').map(translate).join(translate('、')) : whole
}

/** Puts `params` into the `{name}` places of `words`. A place without a value stays as it is. */
export const fill = (words: string, params: Params): string =>
  words.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : place))
