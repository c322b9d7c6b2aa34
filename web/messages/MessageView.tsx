import { ArrowRight } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { documentKind } from '../../domain/documents/all.ts'
import { messageInfo, messageUpdate } from '../../domain/messaging/operations.ts'
import { useAsk } from '../ask.ts'
import { useSend } from '../send.ts'
import { Button } from '../look/Button.tsx'
import { Card } from '../look/Card.tsx'
import { Problem } from '../look/Problem.tsx'
import { Skeleton } from '../look/Skeleton.tsx'
import { Tag } from '../look/Tag.tsx'
import { messageLook } from './messageLook.ts'
import { withAssetsHref } from '../../domain/documents/offers.ts'
import { NamesIn } from '../people/PersonName.tsx'
import { fullTime } from '../shell/dateWords.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'

/** One message in full; looking at it reads it. */
export const MessageView = ({ id }: { id: string }) => {
  const message = useAsk(messageInfo, { id })
  const { send } = useSend(messageUpdate, { background: true })
  const data = message.data
  const unread = data?.readState === 0
  const read = useEffectEvent(() => void send({ id }).catch(() => undefined))
  useEffect(() => {
    if (unread) read()
  }, [unread])
  if (message.isError) return <Problem error={message.error} onRetry={message.refetch} />
  if (!data) return <Skeleton rows={2} />
  const { icon: Icon, color } = messageLook(data.category)
  const { link, begins } = data
  return (
    <div className="scroller w-full px-4 pb-8 pt-1 wide:px-8 wide:pt-6">
      <Card className="mx-auto max-w-180 wide:!p-8">
        <div className="flex items-center gap-3">
          <span
            className="flex size-11 shrink-0 items-center justify-center rounded-[0.875rem]"
            style={{ color, backgroundColor: `color-mix(in srgb, ${color} 13%, transparent)` }}
          >
            <Icon size={22} strokeWidth={1.9} aria-hidden />
          </span>
          <div className="min-w-0 flex-1">
            <Tag>{t(data.categoryName)}</Tag>
            <time className="mt-0.5 block text-small text-faint">{fullTime(data.createdAt)}</time>
          </div>
        </div>
        <h2 className="mt-4 break-words text-large font-semibold">
          <NamesIn text={data.title} />
        </h2>
        {data.content && (
          <p className="mt-3 whitespace-pre-line break-words text-body leading-normal text-quiet">
            <NamesIn text={data.content} />
          </p>
        )}
        <div className="mt-6 flex flex-wrap gap-3 empty:hidden">
          {begins?.kinds
            .flatMap((name) => documentKind(name) ?? [])
            .map((kind) => (
              <Button
                key={kind.kind}
                kind="secondary"
                className="min-w-24 flex-1 wide:flex-none"
                size="large"
                onClick={() => goHref(withAssetsHref(kind, [begins.about]))}
              >
                {t(kind.cardOffer?.title ?? kind.title)}
              </Button>
            ))}
          {link !== null && (
            <Button className="flex-1 wide:flex-none" size="large" onClick={() => goHref(link)}>
              {t('查看详情')}
              <ArrowRight size={18} aria-hidden />
            </Button>
          )}
        </div>
      </Card>
    </div>
  )
}
