import { useEffect, useRef, useState } from 'react'
import type { NewsRow } from '../../domain/news/operations.ts'
import { carouselIntervalMs, carouselTransitionMs } from '../../domain/rules/constants.ts'
import { Picture } from '../look/Picture.tsx'
import { openNews } from '../news/openNews.ts'
import { t } from '../words.ts'

type Item = Pick<NewsRow, 'newsId' | 'title' | 'pic' | 'userEntity'>

/**
 * The latest news, one after the other, round and round. It rests while a finger, the mouse or the keyboard is on it, and
 * for people who want less motion until they swipe. The first item stands once more after the last, so that the way round
 * goes forward too.
 */
export const Carousel = ({ news, shape }: { news: readonly Item[]; shape: string }) => {
  const { shown, last, several, sliding, land, setResting, grab, leave, lift, isSwiped } = useCarousel(news.length)

  return (
    <section
      aria-roledescription="carousel"
      aria-label={t('新闻公告')}
      className="relative overflow-hidden rounded-card shadow-lift"
      onPointerDown={(event) => grab(event.clientX)}
      onPointerUp={(event) => {
        lift(event.clientX)
        if (event.pointerType !== 'mouse') setResting(false)
      }}
      onPointerCancel={leave}
      onPointerEnter={(event) => event.pointerType === 'mouse' && setResting(true)}
      onPointerLeave={leave}
      onClickCapture={(event) => isSwiped() && event.stopPropagation()}
      onDragStart={(event) => event.preventDefault()}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
      style={{ touchAction: 'pan-y' }}
    >
      <ul
        className="flex"
        onTransitionEnd={land}
        style={{
          transform: `translateX(-${shown * 100}%)`,
          transition: sliding ? `transform ${carouselTransitionMs}ms var(--ease-out)` : 'none',
        }}
      >
        {(several ? [...news, ...news.slice(0, 1)] : news).map((item, index) => (
          <li key={index} className="w-full shrink-0" aria-hidden={index !== shown}>
            <button
              type="button"
              tabIndex={index === shown ? 0 : -1}
              onClick={() => openNews(item)}
              // Of a low window, as enlarged pages have, news leave half to the rest.
              className={`relative block max-h-[45dvh] w-full text-left ${shape}`}
            >
              <Picture src={firstPicture(item.pic)} alt="" className="!absolute inset-0 size-full !rounded-none" />
              <span className="absolute inset-x-0 bottom-0 bg-gradient-to-t from-black/65 to-transparent px-4 pb-7 pt-10 text-white">
                <span className="line-clamp-1 text-title font-medium">{item.title}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {several && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2.5 flex justify-center gap-1.5" aria-hidden>
          {news.map(({ newsId }, index) => (
            <span
              key={newsId}
              className={`h-1.5 rounded-full bg-white transition-all ${index === shown % last ? 'w-4' : 'w-1.5 opacity-60'}`}
            />
          ))}
        </div>
      )}
    </section>
  )
}

/** Which item of a round of `last` is shown, and the ways to another. */
const useCarousel = (last: number) => {
  const [at, setAt] = useState(0)
  const [isSliding, setSliding] = useState(true)
  const [isResting, setResting] = useState(false)
  const touch = useRef<number | undefined>(undefined)
  const swiped = useRef(false)
  const shownIndex = Math.min(at, last)
  const several = last > 1

  useEffect(() => {
    if (isResting || !several || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => {
      setSliding(true)
      setAt((before) => (before >= last ? 1 : before + 1))
    }, carouselIntervalMs)
    return () => clearInterval(timer)
  }, [isResting, several, last])

  const land = () => {
    if (shownIndex !== last) return
    setSliding(false)
    setAt(0)
  }
  /** The place of the same item at the other end, where a step would leave the row. */
  const otherSide = (step: 1 | -1): number => {
    if (step === 1 && shownIndex === last) return 0
    return step === -1 && shownIndex === 0 ? last : shownIndex
  }
  /** Goes one further or one back; across the end it first stands, unseen, on the same item at the other side. */
  const turn = (step: 1 | -1) => {
    const from = otherSide(step)
    setSliding(from === shownIndex)
    setAt(from === shownIndex ? from + step : from)
    if (from === shownIndex) return
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        setSliding(true)
        setAt(from + step)
      }),
    )
  }
  const lift = (x: number) => {
    const distance = touch.current === undefined ? 0 : x - touch.current
    touch.current = undefined
    swiped.current = Math.abs(distance) > 40
    if (swiped.current && several) turn(distance < 0 ? 1 : -1)
  }
  const grab = (x: number) => {
    touch.current = x
    setResting(true)
  }
  const leave = () => {
    touch.current = undefined
    setResting(false)
  }
  return { shown: shownIndex, last, several, sliding: isSliding, land, setResting, grab, leave, lift, isSwiped: () => swiped.current }
}

/** The first `url` of a picture list, which is JSON text. */
const firstPicture = (pic: string): string | undefined => (JSON.parse(pic) as { url?: string }[])[0]?.url
