import { Button } from './Button.tsx'
import { Card } from './Card.tsx'

/** A line above a form that says what stands there, and what may be done about it. */
export const Notice = ({ text, action, onPress }: { text: string; action?: string; onPress?: () => void }) => (
  <Card className="mb-4 bg-accent-soft! py-2.5!">
    <div className="flex min-h-8 items-center justify-between gap-3">
      <span className="text-small text-accent-strong">{text}</span>
      {action && onPress && (
        <Button kind="plain" size="small" onClick={onPress}>
          {action}
        </Button>
      )}
    </div>
  </Card>
)
