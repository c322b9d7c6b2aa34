import { EyeOff, RefreshCw, Trash2, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Card as CardFacts, type CardOffer, type CardRef, isCardNoun } from '../../domain/cards/cards.ts'
import { taskOperations } from '../../domain/approval/operations/tasks.ts'
import { Button } from '../look/Button.tsx'
import { Picture } from '../look/Picture.tsx'
import { Sheet } from '../look/overlays/Sheet.tsx'
import { Bone } from '../look/Skeleton.tsx'
import { Tag } from '../look/Tag.tsx'
import { TextArea } from '../look/fields/TextArea.tsx'
import { toast } from '../look/overlays/toast.ts'
import { useSend } from '../send.ts'
import { goHref } from '../travel.ts'
import { t } from '../words.ts'
import { menuIcon } from '../workbench/menuIcon.ts'
import { useCard } from './card.ts'

/** A thing as the person who looks may see it at this moment, wherever it was sent; what he may decide he decides on it. */
export const LiveCard = ({ noun, id, kind }: { noun: string; id: string; kind?: string | undefined }) => {
  const place = useRef<HTMLElement>(null)
  const isInSight = useInSight(place)
  return (
    <article ref={place} className="w-72 max-w-full overflow-hidden rounded-card bg-card text-left shadow-lift">
      {isCardNoun(noun) ? <Shown card={{ noun, id, kind }} isInSight={isInSight} /> : <Words icon={EyeOff} text={t('您看不到这项内容')} />}
    </article>
  )
}

/** Whether something is in sight, or nearly. */
const useInSight = (place: { readonly current: HTMLElement | null }): boolean => {
  const [isIn, setIn] = useState(false)
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setIn(entries.some(({ isIntersecting }) => isIntersecting)), {
      rootMargin: '200px',
    })
    if (place.current) observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isIn
}

const Shown = ({ card, isInSight }: { card: CardRef; isInSight: boolean }) => {
  const { data, isError, refetch } = useCard(card, isInSight)
  return (
    <>
      {data?.t === 'card' && <Facts card={data.card} />}
      {data?.t === 'gone' && <Words icon={Trash2} text={t('已删除')} />}
      {data?.t === 'none' && <Words icon={EyeOff} text={t('您看不到这项内容')} />}
      {!data && isError && (
        <button type="button" className="pressable block w-full text-left" onClick={() => void refetch()}>
          <Words icon={RefreshCw} text={navigator.onLine ? t('加载失败，点击重试') : t('没有网络，点击重试')} />
        </button>
      )}
      {!data && !isError && (
        <div className="flex flex-col gap-2 p-3" aria-label={t('加载中')}>
          <Bone className="h-4 w-20" />
          <Bone className="h-5 w-44" />
          <Bone className="h-4 w-52" />
        </div>
      )}
    </>
  )
}

const Words = ({ icon: Icon, text }: { icon: LucideIcon; text: string }) => (
  <p className="flex min-h-16 items-center gap-3 p-3 text-body text-quiet">
    <Icon size={20} className="shrink-0" aria-hidden />
    {text}
  </p>
)

const Facts = ({ card: { label, title, icon, picture, rows, state, link, offers } }: { card: CardFacts }) => (
  <>
    <button type="button" className="pressable block w-full p-3 text-left" onClick={() => goHref(link)}>
      <span className="flex items-start gap-3">
        <Picture {...(picture && { src: picture })} alt="" icon={menuIcon(icon)} className="size-11" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate text-small text-quiet">{label}</span>
            {state && <Tag tone={state.tone}>{state.text}</Tag>}
          </span>
          <span className="mt-0.5 line-clamp-2 break-words text-body font-semibold [overflow-wrap:anywhere]">{title}</span>
        </span>
      </span>
      {rows.length > 0 && (
        <span className="mt-2 block border-t border-line pt-2">
          {rows.map(({ label: name, value }) => (
            <span key={name} className="flex gap-2 py-0.5 text-small">
              <span className="w-16 shrink-0 text-quiet">{name}</span>
              <span className="line-clamp-2 min-w-0 flex-1 break-words">{value}</span>
            </span>
          ))}
        </span>
      )}
    </button>
    {offers.map((offer) =>
      offer.t === 'decide' ? <Deciding key={offer.taskId} offer={offer} /> : <Leading key={offer.link} offer={offer} />,
    )}
  </>
)

const Leading = ({ offer }: { offer: Extract<CardOffer, { t: 'go' }> }) => (
  <div className="border-t border-line px-3 py-2">
    <Button kind="secondary" size="small" wide onClick={() => goHref(offer.link)}>
      {offer.title}
    </Button>
  </div>
)

/** Agreeing and rejecting, by the calls of the list and of the screen; what asks for more than a tap is done there. */
const Deciding = ({ offer: { taskId, formRev, atOnce } }: { offer: Extract<CardOffer, { t: 'decide' }> }) => {
  const batchApprove = useSend(taskOperations.batchApprove)
  const rejectTask = useSend(taskOperations.reject, { done: '已驳回' })
  const [isAsking, setAsking] = useState(false)
  const [why, setWhy] = useState('')
  const approve = async () => {
    const answer = await batchApprove.send({ items: [{ taskId, formRev }] }).catch(() => undefined)
    const [item] = answer?.items ?? []
    if (item) toast(item.approved ? t('已同意') : (item.words ?? t('没有通过')), item.approved ? 'success' : 'error')
  }
  const reject = async () => {
    const answer = await rejectTask.send({ taskId, formRev, comment: why }).catch(() => undefined)
    if (answer) setAsking(false)
  }
  return (
    <div className="flex gap-2 border-t border-line px-3 py-2">
      {atOnce ? (
        <>
          <Button kind="secondary" size="small" wide disabled={batchApprove.sending} onClick={() => setAsking(true)}>
            {t('驳回')}
          </Button>
          <Button size="small" wide busy={batchApprove.sending} onClick={() => void approve()}>
            {t('同意')}
          </Button>
          <Sheet
            open={isAsking}
            onClose={() => setAsking(false)}
            title={t('驳回')}
            footer={
              <Button size="large" wide kind="danger" busy={rejectTask.sending} disabled={why.trim() === ''} onClick={() => void reject()}>
                {t('驳回')}
              </Button>
            }
          >
            <TextArea label={t('驳回原因')} value={why} onChange={setWhy} required />
          </Sheet>
        </>
      ) : (
        <Button size="small" wide onClick={() => goHref(`/pages/flow/formApprove?taskId=${taskId}`)}>
          {t('去审批')}
        </Button>
      )}
    </div>
  )
}
