import { SpanKind } from '@opentelemetry/api'
import { inSpan } from './spans.ts'

/**
 * Does a call to another system inside a span, which names its host alone: paths, queries, headers and bodies hold tokens, phone numbers and what
 * people wrote.
 */
export const inOutgoingSpan = <R>(system: string, url: string, work: () => Promise<R>): Promise<R> =>
  inSpan(() => ({ name: `${system} ${hostOf(url)}`, kind: SpanKind.CLIENT, attributes: { 'server.address': hostOf(url) } }), work)

const hostOf = (url: string): string => URL.parse(url)?.hostname ?? ''

/** The `fetch` of a system, each of whose calls is a span. */
export const tracedFetch =
  (system: string): typeof fetch =>
  (input, init) =>
    inOutgoingSpan(system, input instanceof Request ? input.url : String(input), () => fetch(input, init))
