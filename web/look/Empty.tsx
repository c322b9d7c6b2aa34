import { Inbox, type LucideIcon } from 'lucide-react'
import { Button } from './Button.tsx'

type Props = { title: string; text?: string | undefined; icon?: LucideIcon; action?: { label: string; onPress: () => void } | undefined }

/** Nothing here, and what to do about it. */
export const Empty = ({ title, text, icon: Icon = Inbox, action }: Props) => (
  <div className="flex flex-col items-center px-8 py-16 text-center">
    <span className="flex size-20 items-center justify-center rounded-full bg-sunken text-faint">
      <Icon size={34} strokeWidth={1.5} aria-hidden />
    </span>
    <p className="mt-4 text-title font-medium">{title}</p>
    {text && <p className="mt-1.5 max-w-72 text-body text-quiet">{text}</p>}
    {action && (
      <Button className="mt-6" onClick={action.onPress}>
        {action.label}
      </Button>
    )}
  </div>
)
