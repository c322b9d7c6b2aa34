import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Skeleton } from '../look/Skeleton.tsx'
import { t } from '../words.ts'
import type { DrawnProps } from './Preview.tsx'

/** Larger ones are downloaded: unpacking happens here. */
const bytesAtMost = 20 * 1024 * 1024

/**
 * A text document, drawn in a frame of its own in which no script runs and to which no link leads. We write into the frame, it cannot reach us.
 */
export default function DocxView({ file, onBroken }: DrawnProps) {
  const { address, name, sizeBytes } = file
  const frame = useRef<HTMLIFrameElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  const broken = useEffectEvent(onBroken)
  useEffect(() => {
    const aborter = new AbortController()
    const draw = async () => {
      if (sizeBytes > bytesAtMost) return broken()
      try {
        const [{ renderAsync }, bytes] = await Promise.all([
          import('docx-preview'),
          fetch(address, { signal: aborter.signal }).then((answer) =>
            answer.ok ? answer.blob() : Promise.reject(new TypeError(answer.statusText)),
          ),
        ])
        const paper = frame.current?.contentDocument
        if (!paper || aborter.signal.aborted) return
        paper.body.replaceChildren()
        await renderAsync(bytes, paper.body, paper.head, {
          inWrapper: true,
          ignoreFonts: true,
          useBase64URL: true,
          renderAltChunks: false,
          renderComments: false,
        })
        for (const link of paper.querySelectorAll('a[href]')) link.removeAttribute('href')
        const wide = paper.querySelector('section')?.offsetWidth ?? 0
        // A page of paper is wider than a phone.
        if (wide > 0) paper.body.style.setProperty('zoom', String(Math.min(1, paper.documentElement.clientWidth / (wide + 24))))
        setDrawn(true)
      } catch {
        // Damaged, or no document at all.
        if (!aborter.signal.aborted) broken()
      }
    }
    void draw()
    return () => aborter.abort()
  }, [address, sizeBytes])
  return (
    <div className="mb-4">
      {!isDrawn && <Skeleton rows={6} picture={false} />}
      <iframe
        ref={frame}
        title={t('{name}的内容', { name })}
        sandbox="allow-same-origin"
        srcDoc="<!doctype html><meta name=viewport content='width=device-width'><style>body{margin:0;background:#e9ecf1}.docx-wrapper{padding:12px!important;background:none!important}</style>"
        className={`w-full rounded-card border border-line bg-white ${isDrawn ? 'h-[70dvh]' : 'h-0 border-0'}`}
      />
    </div>
  )
}
