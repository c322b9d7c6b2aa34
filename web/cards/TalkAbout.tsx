import { MessagesSquare, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { CardRef } from '../../domain/cards/cards.ts'
import { Button } from '../look/Button.tsx'
import { t } from '../words.ts'
import { SendCard } from './SendCard.tsx'
import { discuss } from './talk.ts'

/** Talking about what a screen shows: in its own conversation, or by sending it to another. */
export const TalkAbout = ({ children, ...card }: CardRef & { readonly children?: ReactNode }) => {
  const [isSending, setSending] = useState(false)
  const [isOpening, setOpening] = useState(false)
  const open = async () => {
    setOpening(true)
    await discuss(card)
    setOpening(false)
  }
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Button kind="secondary" size="small" icon={MessagesSquare} busy={isOpening} onClick={() => void open()}>
        {t('讨论')}
      </Button>
      <Button kind="secondary" size="small" icon={Send} onClick={() => setSending(true)}>
        {t('发送到聊天')}
      </Button>
      {children}
      <SendCard card={card} open={isSending} onClose={() => setSending(false)} />
    </div>
  )
}
