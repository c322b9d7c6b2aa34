import type { Call } from '../call.ts'

/** Where people open the app, without a slash at the end. */
export const addressOf = ({ app, headers }: Pick<Call, 'app' | 'headers'>): string => {
  const { publicUrl } = app.settings
  if (publicUrl !== undefined) return publicUrl.replace(/\/$/, '')
  const host = typeof headers['host'] === 'string' ? headers['host'] : `${app.settings.host}:${app.settings.port}`
  return `http://${host}`
}
