import type { ReactNode } from 'react'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { t } from '../words.ts'

type Props = {
  title: string
  count: number | undefined
  none: string | undefined
  onAll: () => void
  children: ReactNode
  foot?: ReactNode
}

/** The first of what waits, how many there are and the way to all of them. */
export const WaitingCard = ({ title, count, none, onAll, children, foot }: Props) => (
  <Card flush>
    <div className="flex items-center justify-between py-2 pl-4 pr-1.5">
      <h2 className="text-title font-semibold">{title}</h2>
      <Button kind="plain" size="small" onClick={onAll}>
        {count ? t('全部{count}项', { count }) : t('查看全部')}
      </Button>
    </div>
    {count ? <ul>{children}</ul> : <p className="min-h-11 px-4 pb-4 text-body text-quiet">{none}</p>}
    {foot}
  </Card>
)
