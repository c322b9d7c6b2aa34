import { useEffect, useRef, useState } from 'react'
import { carouselIntervalMs, carouselTransitionMs } from '../../../domain/rules/constants.ts'
import { Picture } from '../../look/Picture.tsx'
import { go } from '../../travel.ts'
import { t } from '../../words.ts'

type Item = { newsId: string; title: string; pic: string }

/** The latest news, one after the other, round and round; it rests while a finger or the keyboard is on it. */
export const Carousel = ({ news }: { news: readonly Item[] }) => {
  const [at, setAt] = useState(0)
  const [resting, setResting] = useState(false)
  const touch = useRef<number | undefined>(undefined)
  const shown = at % news.length
  useEffect(() => {
    if (resting || news.length < 2) return
    const timer = setInterval(() => setAt((before) => (before + 1) % news.length), carouselIntervalMs)
    return () => clearInterval(timer)
  }, [news.length, resting])
  const swipe = (x: number) => {
    const distance = touch.current === undefined ? 0 : x - touch.current
    touch.current = undefined
    setResting(false)
    if (Math.abs(distance) > 40) setAt((shown + (distance < 0 ? 1 : news.length - 1)) % news.length)
  }
  return (
    <section
      aria-roledescription="carousel"
      aria-label={t('新闻公告')}
      className="relative overflow-hidden rounded-card shadow-lift"
      onPointerDown={(event) => {
        touch.current = event.clientX
        setResting(true)
      }}
      onPointerUp={(event) => swipe(event.clientX)}
      onPointerCancel={() => swipe(touch.current ?? 0)}
      onFocus={() => setResting(true)}
      onBlur={() => setResting(false)}
      style={{ touchAction: 'pan-y' }}
    >
      <ul
        className="flex"
        style={{ transform: `translateX(-${shown * 100}%)`, transition: `transform ${carouselTransitionMs}ms var(--ease-out)` }}
      >
        {news.map(({ newsId, title, pic }, index) => (
          <li key={newsId} className="w-full shrink-0" aria-hidden={index !== shown}>
            <button
              type="button"
              tabIndex={index === shown ? 0 : -1}
              onClick={() => go('/pages/news/newsdetail', { newsId, optype: 'detail' })}
              className="relative block aspect-[2.2] w-full text-left wide:aspect-[5]"
            >
              <Picture src={firstPicture(pic)} alt="" className="!absolute inset-0 size-full !rounded-none" />
              <span className="absolute inset-x-0 bottom-0 bg-gradient-to-t from-black/65 to-transparent px-4 pb-7 pt-10 text-white">
                <span className="line-clamp-1 text-title font-medium">{title}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {news.length > 1 && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2.5 flex justify-center gap-1.5" aria-hidden>
          {news.map(({ newsId }, index) => (
            <span key={newsId} className={`h-1.5 rounded-full bg-white transition-all ${index === shown ? 'w-4' : 'w-1.5 opacity-60'}`} />
          ))}
        </div>
      )}
    </section>
  )
}

/** The first `url` of a picture list, which is JSON text. */
const firstPicture = (pic: string): string | undefined => (JSON.parse(pic) as { url?: string }[])[0]?.url
