import { Star } from 'lucide-react'
import { hrefOf } from '../frames.ts'
import { IconButton } from '../look/IconButton.tsx'
import { lookOf, useScreen } from '../screen.ts'
import { t } from '../words.ts'
import { useFavourites } from './favourites.ts'

/** Keeps the screen on show, as it is looked at, at the side. */
export default function StarButton() {
  const { id, path, search, title } = useScreen()
  const { kept, add, remove } = useFavourites()
  const currentPath = hrefOf(path, search)
  const isKept = kept.some((favourite) => favourite.path === currentPath)
  if (currentPath.length > 2000) return null
  return (
    <IconButton
      icon={Star}
      iconSize={18}
      label={isKept ? t('取消收藏') : t('收藏此页')}
      aria-pressed={isKept}
      className={isKept ? 'text-accent-strong [&_.icon]:fill-current' : 'text-faint'}
      onClick={() => void (isKept ? remove(currentPath) : add({ path: currentPath, title: keptTitle(lookOf(id), title) }))}
    />
  )
}

/** What tells it from the same list looked at otherwise comes first. */
const keptTitle = (look: string, title: string): string => {
  const ofScreen = look ? ` · ${title}` : title
  return look.slice(0, Math.max(0, titleAtMost - ofScreen.length)) + ofScreen.slice(0, titleAtMost)
}
const titleAtMost = 60
