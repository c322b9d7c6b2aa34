/** The cookie that lets a picture in a page be fetched: the session's token, for /files only, out of reach of scripts. */
export const fileCookie = (token: string, secure: boolean): string =>
  `${cookieName}=${encodeURIComponent(token)}; Path=/files; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`

export const fileTokenOf = (header: string | undefined): string | undefined => {
  const value = header?.match(/(?:^|;\s*)zaice_files=([^;]{1,300})/)?.[1]
  try {
    return value === undefined ? undefined : decodeURIComponent(value)
  } catch {
    return undefined
  }
}

const cookieName = 'zaice_files'

/** Remembers whose cookie was set of late, so that not every answer carries one. `isDue` is true once for each token in ten minutes. */
export const fileCookieClock = (): { readonly isDue: (tokenHash: string, now: number) => boolean } => {
  const setAt = new Map<string, number>()
  return {
    isDue: (tokenHash, now) => {
      if (now - (setAt.get(tokenHash) ?? 0) < 600_000) return false
      if (setAt.size >= 10_000) setAt.clear()
      setAt.set(tokenHash, now)
      return true
    },
  }
}
