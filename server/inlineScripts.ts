import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** The scripts that stand in a page itself, as a content security policy names them: by the hash of what they are. */
const inlineScriptsOf = (page: string): readonly string[] =>
  [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code = '']) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)

/** Lets a page run the scripts that stand in it. */
export const allowInlineScripts = (reply: FastifyReply, page: string): FastifyReply => {
  const policy = reply.getHeader('content-security-policy')
  const scripts = inlineScriptsOf(page)
  return typeof policy === 'string' && scripts.length > 0
    ? reply.header('content-security-policy', policy.replace("script-src 'self'", ["script-src 'self'", ...scripts].join(' ')))
    : reply
}
