import { dayAt } from '../../kernel/day.ts'
import { host } from '../../hosts/here.ts'
import { confirm } from '../look/overlays/confirm.ts'
import { stored, storeAside } from '../session/session.ts'
import { go } from '../travel.ts'
import { t } from '../words.ts'

type SeenEnding = { readonly days: number; readonly last: string; readonly isOver?: boolean }
const key = '_home'
/** The person who comes this often means to come again. */
const offeredAfterDays = 3

/** Offers the home screen once, to the person who has come on several days; after a no never again by itself. */
export const offerHome = async (): Promise<void> => {
  const today = dayAt(Date.now())
  const before = stored<SeenEnding>(key) ?? { days: 0, last: '' }
  if (before.isOver) return
  const seenEnding = before.last === today ? before : { days: before.days + 1, last: today }
  const offers = seenEnding.days >= offeredAfterDays && host.home !== undefined
  storeAside(key, { ...seenEnding, ...(offers && { isOver: true }) }, 0)
  if (!offers) return
  const text = t('像应用一样从主屏幕打开，不用再找网址。')
  if (await confirm({ title: t('把在册放到主屏幕?'), text, yes: t('好'), no: t('不用') })) await putHome()
}

/** Because a person wants it: by the browser's own question, or by what has to be tapped. */
export const putHome = async (): Promise<void> => {
  const { home } = host
  if (home?.way === 'ask') return void (await home.ask())
  if (home) go('/pages/user/home')
}
