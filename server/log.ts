import { pino, type Logger } from 'pino'

/** Lines of JSON on standard output. Request lines carry names and numbers only, never query strings, bodies or headers. */
export const openLog = (level: string): Logger =>
  pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { error: describeError },
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '***' },
  })

const secretKeys = ['password', 'token', 'access_token', 'username', 'authorization', 'cookie', 'captcha']

/** What is wrong, where, and which constraint; not `detail` and `where`, which hold values of rows. */
const describeError = (error: unknown): unknown => {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code, constraint, table }: Error & { code?: unknown; constraint?: unknown; table?: unknown } = error
  return { name, message, code, constraint, table, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) }
}
