import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { fileUrl } from '../call.ts'
import { coverScreen } from '../travel.ts'
import { t } from '../words.ts'

/** Pictures as large as the window, one after the other. */
export default function GalleryView({ paths, index, onClose }: { paths: readonly string[]; index: number; onClose: () => void }) {
  const [at, setAt] = useState(index)
  const close = useEffectEvent(onClose)
  useEffect(() => coverScreen(() => close()), [])
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-50 bg-black" />
        <Dialog.Popup aria-label={t('图片')} className="fixed inset-0 z-50 outline-none">
          <ul
            ref={(list) => list?.scrollTo({ left: index * list.clientWidth })}
            onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
            className="plain-scrollbar flex size-full snap-x snap-mandatory overflow-x-auto"
          >
            {paths.map((path) => (
              <li key={path} className="flex size-full shrink-0 snap-center items-center justify-center" onClick={onClose}>
                <img src={fileUrl(path)} alt={t('图片')} className="max-h-full max-w-full touch-pinch-zoom object-contain" />
              </li>
            ))}
          </ul>
          <Dialog.Close
            aria-label={t('关闭')}
            className="absolute right-2 top-[calc(0.5rem+env(safe-area-inset-top,0px))] flex size-11 items-center justify-center rounded-full bg-black/40 text-white"
          >
            <X size={22} aria-hidden />
          </Dialog.Close>
          {paths.length > 1 && (
            <p className="pointer-events-none absolute inset-x-0 bottom-6 text-center text-body text-white">
              {at + 1} / {paths.length}
            </p>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
