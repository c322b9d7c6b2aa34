import { type Busy, holdButton } from './holdButton.ts'
import { IconButton, type IconButtonProps } from './IconButton.tsx'

type Props = {
  /** Takes no tap meanwhile; words are told instead. */
  busy: Busy | undefined
} & IconButtonProps

/** An icon button that writes something, and says why where nothing can be written. */
export const WriteIconButton = ({ busy, className = '', ...rest }: Props) => (
  <IconButton {...rest} {...holdButton(busy)} className={`aria-disabled:opacity-40 ${className}`} />
)
