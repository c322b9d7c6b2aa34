import { createContext, type ReactNode, type RefObject, use, useLayoutEffect, useRef } from 'react'
import { BesideTitle } from '../screen.ts'
import { BottomBar } from './BottomBar.tsx'
import { Header } from './Header.tsx'
import { PullSoon } from './PullSoon.tsx'

type Props = {
  title?: string | undefined
  text?: string | undefined
  right?: ReactNode
  onBack?: () => void
  /** Search or tabs that stay under the title. */
  below?: ReactNode
  /** A header of the screen's own; `null` for none. */
  header?: ReactNode
  /** Actions that stay at the bottom, above the keyboard. */
  bottom?: ReactNode
  onRefresh?: () => Promise<unknown>
  /** How wide the content grows on a large window: a form, a page, or all of it. */
  width?: 'form' | 'page' | 'full'
  /** False where a List or SplitView inside scrolls by itself. */
  scroll?: boolean
  children: ReactNode
}

/** True inside another frame, as the detail beside a list is: there is one main part. */
export const Framed = createContext(false)

/** The frame of every screen: header, content that scrolls and keeps its place, actions. */
export const Page = ({ title, text, right, onBack, below, header, bottom, onRefresh, width = 'page', scroll = true, children }: Props) => {
  const scroller = useRef<HTMLDivElement>(null)
  useKeptPlace(scroller)
  const isFramed = use(Framed)
  const beside = use(BesideTitle)
  const Main = isFramed ? 'div' : 'main'
  const atEnd = isFramed ? (
    right
  ) : (
    <>
      {beside}
      {right}
    </>
  )
  return (
    <div className="flex h-full flex-col bg-page">
      {header === undefined ? <Header title={title} text={text} right={atEnd} onBack={onBack} below={below} /> : header}
      {scroll ? (
        <Main ref={scroller} tabIndex={-1} className="scroller min-h-0 flex-1 outline-none">
          {onRefresh && <PullSoon scroller={scroller} onRefresh={onRefresh} />}
          <div className={`mx-auto w-full px-4 pb-8 pt-1 wide:px-6 ${widths[width]}`}>
            <Framed value={true}>{children}</Framed>
          </div>
        </Main>
      ) : (
        <Main tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
          <Framed value={true}>{children}</Framed>
        </Main>
      )}
      {bottom && <BottomBar width={widths[width]}>{bottom}</BottomBar>}
    </div>
  )
}

/** A scroller that is hidden and shown again stands where it stood. */
export const useKeptPlace = (scroller: RefObject<HTMLElement | null>): void => {
  const top = useRef(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    if (top.current > 0 && element.scrollTop === 0) element.scrollTo({ top: top.current })
    const remember = () => {
      top.current = element.scrollTop
    }
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [scroller])
}

const widths = { form: 'max-w-180', page: 'max-w-280', full: '' }
