import { Dialog } from '@base-ui/react/dialog'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Place } from '../../kernel/fields/place.ts'
import { cache } from '../cache.ts'
import { showOver } from '../look/overlays/showOver.ts'
import { coverScreen } from '../travel.ts'
import { t } from '../words.ts'
import { PlaceChooser } from './PlaceChooser.tsx'

/** Draws the chooser over the whole window; settles when a place is chosen or the person goes back. */
export const showChooser = (begin: Place | undefined): Promise<Place | undefined> =>
  showOver((close) => (
    <QueryClientProvider client={cache}>
      <Chooser begin={begin} onDone={close} />
    </QueryClientProvider>
  ))

const Chooser = ({ begin, onDone }: { begin: Place | undefined; onDone: (place: Place | undefined) => void }) => {
  const leave = useEffectEvent(() => onDone(undefined))
  useEffect(() => coverScreen(() => leave()), [])
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onDone(undefined)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-60 bg-shade" />
        <Dialog.Popup className="fixed inset-x-0 top-0 z-60 flex h-(--visible-height,100dvh) flex-col overflow-hidden bg-page outline-none wide:inset-x-[max(2rem,calc(50vw-34rem))] wide:top-[4dvh] wide:h-[92dvh] wide:rounded-sheet wide:shadow-float">
          <Dialog.Title className="sr-only">{t('选择位置')}</Dialog.Title>
          <PlaceChooser begin={begin} onDone={onDone} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
