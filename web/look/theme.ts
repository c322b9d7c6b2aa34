import { store, stored } from '../session/session.ts'

/** Light, dark, or as the device is set. */
export type Theme = 'light' | 'dark' | 'device'

export const theme = (): Theme => stored<Theme>('_theme') ?? 'device'

/** Sets the look and remembers it on this device. */
export const setTheme = (next: Theme): void => {
  store('_theme', next, 0)
  showTheme()
}

/** Shows the remembered look; called at the start. */
export const showTheme = (): void => {
  const themeNow = theme()
  if (themeNow === 'device') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = themeNow
}
