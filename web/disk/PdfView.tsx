import type * as pdf from 'pdfjs-dist'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Bone, Skeleton } from '../look/Skeleton.tsx'
import { t } from '../words.ts'
import type { DrawnProps } from './Preview.tsx'

type Library = typeof pdf

/** The build lays it there with all that it asks for itself; nothing of it is loaded before a person looks at a PDF. */
const place = '/pdfjs'

/** A PDF, page below page, each drawn when it comes near. It asks for the parts of the file that it draws; scripts in it never run. */
export default function PdfView({ file, onBroken }: DrawnProps) {
  const { address } = file
  const [paper, setPaper] = useState<pdf.PDFDocumentProxy>()
  const [shape, setShape] = useState(Math.SQRT2)
  const broken = useEffectEvent(onBroken)
  useEffect(() => {
    let isGone = false
    let end: (() => unknown) | undefined
    const open = async () => {
      try {
        const library: Library = await import(/* @vite-ignore */ `${place}/pdf.min.js`)
        if (isGone) return
        library.GlobalWorkerOptions.workerSrc = `${place}/pdf.worker.min.js`
        const task = library.getDocument({
          url: address,
          cMapUrl: `${place}/cmaps/`,
          cMapPacked: true,
          standardFontDataUrl: `${place}/standard_fonts/`,
          wasmUrl: `${place}/wasm/`,
          isEvalSupported: false,
          enableXfa: false,
          disableAutoFetch: true,
        } as Parameters<Library['getDocument']>[0])
        end = () => task.destroy()
        const pdf = await task.promise
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (isGone) return
        setShape(height / width)
        setPaper(pdf)
      } catch {
        // Damaged, locked with a password, or the code could not be had.
        if (!isGone) broken()
      }
    }
    void open()
    return () => {
      isGone = true
      void end?.()
    }
  }, [address])
  if (!paper) return <Skeleton rows={8} picture={false} />
  return (
    <div className="mb-4 flex flex-col gap-3">
      {Array.from({ length: paper.numPages }, (_, index) => (
        <PdfPage key={index} paper={paper} no={index + 1} shape={shape} />
      ))}
    </div>
  )
}

const PdfPage = ({ paper, no, shape }: { paper: pdf.PDFDocumentProxy; no: number; shape: number }) => {
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [near, setNear] = useState(no === 1)
  const [drawnPages, setDrawnPages] = useState(0)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '800px' })
    if (box.current) observer.observe(box.current)
    return () => observer.disconnect()
  }, [])
  useEffect(() => {
    if (!near) return
    let stop: (() => void) | undefined
    let isGone = false
    const draw = async () => {
      const page = await paper.getPage(no)
      const sheet = canvas.current
      if (isGone || !sheet || !box.current) return
      const plain = page.getViewport({ scale: 1 })
      const width = box.current.clientWidth * Math.min(2, devicePixelRatio)
      const viewport = page.getViewport({ scale: width / plain.width })
      sheet.width = viewport.width
      sheet.height = viewport.height
      const task = page.render({ canvas: sheet, viewport })
      stop = () => task.cancel()
      await task.promise
      setDrawnPages(plain.height / plain.width)
    }
    // What was scrolled past is given up, and what cannot be drawn stays a blank page.
    draw().catch(() => undefined)
    return () => {
      isGone = true
      stop?.()
    }
  }, [near, no, paper])
  return (
    <div
      ref={box}
      className="relative overflow-hidden rounded-control bg-white shadow-lift"
      style={{ aspectRatio: `1 / ${drawnPages || shape}` }}
    >
      {near ? (
        <canvas ref={canvas} role="img" aria-label={t('第{no}页，共{all}页', { no, all: paper.numPages })} className="size-full" />
      ) : (
        <Bone className="size-full" />
      )}
    </div>
  )
}
