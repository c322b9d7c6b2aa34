/**
 * The cookie that lets a picture in a page be fetched: the session's token, for one path only, out of reach of scripts. It lasts as long as
 * a session at most; a session that is over opens nothing.
 */
export const fileCookie = (path: '/files' | '/map', token: string, seconds: number, secure: boolean): string =>
  `${cookieName}=${encodeURIComponent(token)}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export const fileTokenOf = (header: string | undefined): string | undefined => {
  const value = header?.match(/(?:^|;\s*)zaice_files=([^;]{1,300})/)?.[1]
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined
  }
}

const cookieName = 'zaice_files'
