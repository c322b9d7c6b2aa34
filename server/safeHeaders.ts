import type { App } from './call.ts'

/** The headers of every answer. Where Feishu is connected, pages may load its script, which Feishu alone gives out. */
export const safeHeadersOf = ({ settings, workplaces }: App): Readonly<Record<string, string>> => {
  const script = workplaces.has('feishu') ? settings.feishuScriptUrl : undefined
  if (script === undefined) return safeHeaders
  const policy = safeHeaders['content-security-policy'].replace("script-src 'self'", `script-src 'self' ${new URL(script).origin}`)
  return { ...safeHeaders, 'content-security-policy': policy }
}

/** Our page loads from ourselves only; styles may be inline because components place things by style. */
const safeHeaders = {
  'content-security-policy': [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self' ws: wss:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(self), microphone=(self), payment=()',
} as const
