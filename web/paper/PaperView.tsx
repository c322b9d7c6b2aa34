import { useEffect, useRef, useState } from 'react'
import { pagePx } from './paperHtml.ts'

/** Papers as wide as the place allows, at most in their own size. */
export const PaperView = ({ html, title, size }: { html: string; title: string; size: keyof typeof pagePx }) => {
  const place = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const { width: pageWidthPx, height: pageHeightPx } = pagePx[size]
  const [widthPx, setWidthPx] = useState(pageWidthPx)
  const [heightPx, setHeightPx] = useState(pageHeightPx)
  useEffect(() => {
    const box = place.current
    if (!box) return
    const watch = new ResizeObserver(() => setWidthPx(box.clientWidth))
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  const scale = Math.min(1, widthPx / pageWidthPx)
  const measure = () => {
    const body = frame.current?.contentDocument?.body
    if (body) setHeightPx(Math.max(pageHeightPx, body.scrollHeight))
  }
  return (
    <div ref={place} role="group" aria-label={title} tabIndex={0} className="mx-auto w-full" style={{ maxWidth: pageWidthPx }}>
      <div className="overflow-hidden rounded-card bg-white shadow-float" style={{ height: heightPx * scale }}>
        <iframe
          ref={frame}
          title={title}
          srcDoc={html}
          sandbox="allow-same-origin allow-modals"
          onLoad={measure}
          style={{ width: pageWidthPx, height: heightPx, transform: `scale(${scale})` }}
          className="origin-top-left border-0"
        />
      </div>
    </div>
  )
}
