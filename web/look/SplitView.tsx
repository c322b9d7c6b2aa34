import type { ReactNode } from 'react'
import { ScreenContext, useScreen, useWide } from '../screen.ts'
import { Empty } from './Empty.tsx'

/** On a wide window the list stands beside the detail; on a phone only the list is there and details are screens of their own. */
export const SplitView = ({ list, detail, empty }: { list: ReactNode; detail?: ReactNode; empty: string }) => {
  const wide = useWide()
  const screen = useScreen()
  if (!wide) return list
  return (
    <div className="flex min-h-0 flex-1">
      <div className="flex w-96 shrink-0 flex-col border-r border-line huge:w-110">{list}</div>
      <div className="flex min-w-0 flex-1 flex-col">
        <ScreenContext value={{ ...screen, isTab: true }}>{detail ?? <Empty title={empty} />}</ScreenContext>
      </div>
    </div>
  )
}
