import { ChevronLeft, House } from 'lucide-react'
import type { ReactNode } from 'react'
import { useScreen } from '../screen.ts'
import { back, openTab } from '../travel.ts'
import { t } from '../words.ts'
import { useHeading } from './arrival.ts'
import { IconButton } from './IconButton.tsx'
import { drawText } from './drawText.ts'

type Props = {
  /** The screen's own title where absent. */
  title?: string | undefined
  /** A quieter line under the title. */
  text?: string | undefined
  right?: ReactNode
  /** What back does instead of going back. */
  onBack?: (() => void) | undefined
  /** Search or tabs under the title. */
  below?: ReactNode
}

/** The top of a screen: back, home from two steps deep, title, actions. */
export const Header = ({ title, text, right, onBack, below }: Props) => {
  const screen = useScreen()
  useHeading(screen.isTab || screen.beside ? undefined : title)
  return (
    <header className="relative z-10 shrink-0 bg-page pt-safe">
      <div className="mx-auto grid min-h-13 w-full grid-cols-[minmax(max-content,1fr)_minmax(0,auto)_minmax(max-content,1fr)] items-center px-1 wide:min-h-16 wide:grid-cols-[auto_1fr_auto] wide:gap-1 wide:px-5">
        <div className="flex">
          {!screen.isTab && <IconButton icon={ChevronLeft} iconSize={26} label={t('返回')} onClick={onBack ?? (() => void back())} />}
          {!screen.isTab && screen.index > 1 && (
            <IconButton
              icon={House}
              iconSize={20}
              label={t('回到工作台')}
              onClick={() => openTab('/pages/index/index')}
              className="-ml-2 wide:hidden"
            />
          )}
        </div>
        <div className="min-w-0 text-center wide:px-1 wide:text-left">
          <h1 className="line-clamp-2 text-title font-semibold leading-tight in-[:lang(en)]:text-body wide:line-clamp-1 wide:text-large! wide:leading-normal">
            {drawText(title ?? screen.title)}
          </h1>
          {text && <p className="truncate text-small text-quiet">{text}</p>}
        </div>
        <div className="flex items-center justify-end gap-1 pr-1">{right}</div>
      </div>
      {below && <div className="wide:px-1">{below}</div>}
    </header>
  )
}
