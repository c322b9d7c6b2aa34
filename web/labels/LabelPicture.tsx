import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { type Encode, layoutOf } from '../../domain/labels/layout.ts'
import { svgOf } from '../../domain/labels/svg.ts'
import type { LabelTemplate, LabelValues } from '../../domain/labels/template.ts'
import { fileUrl } from '../call.ts'
import { Bone } from '../look/Skeleton.tsx'

/** What makes codes, fetched when a label is first drawn. */
export const useEncode = (): Encode | undefined =>
  useQuery({
    queryKey: ['labelCodes'],
    staleTime: Infinity,
    queryFn: async () => ({ encode: (await import('../../domain/labels/codes.ts')).encode }),
  }).data?.encode

type Props = {
  template: LabelTemplate
  values: LabelValues
  /** What a screen reader says. */
  label: string
  className?: string
  /** Of the printer that it is drawn for. */
  dotsPerMm?: number
}

/** A label as it will be on paper, in its own proportions as large as its place allows. */
export const LabelPicture = ({ template, values, label, className = '', dotsPerMm = 8 }: Props) => {
  const encode = useEncode()
  const place = useRef<HTMLDivElement>(null)
  const { paper, elements } = template
  const svg = useMemo(
    () => encode && svgOf(paper, layoutOf({ elements }, values, { dotsPerMm, encode }), fileUrl),
    [encode, paper, elements, values, dotsPerMm],
  )
  useLayoutEffect(() => {
    if (!svg) return
    const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml')
    documentElement.setAttribute('style', 'display:block;width:100%;height:100%')
    place.current?.replaceChildren(document.adoptNode(documentElement))
  }, [svg])
  return (
    <div
      ref={place}
      role="img"
      aria-label={label}
      className={`overflow-hidden ${className}`}
      style={{
        aspectRatio: `${paper.widthMm} / ${paper.heightMm}`,
        borderRadius: `${(paper.cornerMm / paper.widthMm) * 100}% / ${(paper.cornerMm / paper.heightMm) * 100}%`,
      }}
    >
      {!svg && <Bone className="size-full" />}
    </div>
  )
}
