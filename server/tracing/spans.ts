import { type Attributes, context, propagation, ROOT_CONTEXT, type SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api'

/** What a span is about. */
export type SpanDescription = {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes: Attributes
  /** The headers of a request, which may name the span of the program that sent it. Without them the span belongs to the one at hand. */
  readonly headers?: object
  /** False of an error that is an answer. */
  readonly isFault?: (error: unknown) => boolean
}

let tracer: Tracer | undefined

/** Records spans with `next` from then on; with undefined none. */
export const recordSpans = (next: Tracer | undefined): void => {
  tracer = next
}

/** Does work inside a span where spans are recorded; where not, at the price of one comparison. */
export const inSpan = <R>(describe: () => SpanDescription, work: () => Promise<R>): Promise<R> =>
  tracer ? recordSpan(tracer, describe(), work) : work()

const recordSpan = <R>(by: Tracer, description: SpanDescription, work: () => Promise<R>): Promise<R> => {
  const { name, kind, attributes, headers, isFault = () => true } = description
  const parent = headers ? propagation.extract(ROOT_CONTEXT, headers) : context.active()
  return by.startActiveSpan(name, { kind, attributes }, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      if (isFault(error)) {
        span.recordException(error instanceof Error ? error : String(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      throw error
    } finally {
      span.end()
    }
  })
}
