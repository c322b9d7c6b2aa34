import type { LucideIcon } from 'lucide-react'
import { Button } from '../look/Button.tsx'
import { useOver } from '../writing.ts'

/** Something that may be done now with what a screen shows. */
export type Offer = {
  readonly key: string
  readonly title: string
  readonly kind?: 'primary' | 'secondary' | 'danger'
  readonly icon?: LucideIcon
  /** True for what changes something at once, and does not lead to where it is done. */
  readonly writes?: true
  readonly act: () => unknown
}

type Props = { offers: readonly Offer[]; busy: string | undefined }

/** What may be done, the most likely last: at the thumb on a phone, at the right on a wide window. One thing at a time. */
export const Offers = ({ offers, busy }: Props) => {
  const over = useOver()
  return offers.map(({ key, title, kind = 'primary', icon, writes, act }) => (
    <Button
      key={key}
      size="large"
      wide
      kind={kind}
      icon={icon}
      busy={busy === key}
      disabled={(writes && over) ?? busy !== undefined}
      onClick={() => void act()}
      className="wide:w-auto!"
    >
      {title}
    </Button>
  ))
}
