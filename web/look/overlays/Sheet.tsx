import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useScreen } from '../../screen.ts'
import { loadLater } from '../loadLater.tsx'

export type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** Actions that stay at its bottom. */
  footer?: ReactNode
  /** For what changes its length, such as lists with search: on a phone as tall as the window allows; on a desk its top stays where it is. */
  tall?: boolean
  /** Keys that are pressed in its content. */
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  children: ReactNode
}

/** A panel over the screen: from the bottom on a phone, in the middle on a wide window. Escape, back, swiping down and a tap beside it close it. */
export const Sheet = (props: SheetProps) => {
  const { shown } = useScreen()
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  if (!wanted) return null
  return <SheetBody {...props} open={props.open && shown} />
}

const SheetBody = loadLater<SheetProps>(() => import('./SheetBody.tsx'), { missing: ({ onClose }) => onClose() })
