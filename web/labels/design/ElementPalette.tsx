import { type ChangeEvent, useState } from 'react'
import { type ElementKind, elementKinds, kindOfElement } from '../../../domain/labels/design.ts'
import type { LabelTemplate } from '../../../domain/labels/template.ts'
import { CallError } from '../../call.ts'
import { upload } from '../../forms/fileUpload.ts'
import { Spinner } from '../../look/Spinner.tsx'
import { t } from '../../words.ts'
import { useBindings } from '../useBindings.ts'
import { elementLooks, saidBy } from './elementLook.ts'

/** Everything that may be put on a label; a picture is chosen first, and comes with its stored path. */
export const ElementPalette = ({ onAdd }: { onAdd: (kind: ElementKind, file?: string) => void }) => (
  <ul className="grid grid-cols-2 gap-2">
    {elementKinds.map((kind) => (
      <li key={kind}>
        {kind === 'picture' ? (
          <PictureEntry onAdd={(file) => onAdd('picture', file)} />
        ) : (
          <button type="button" onClick={() => onAdd(kind)} className={`pressable ${entry}`}>
            <Look kind={kind} />
          </button>
        )}
      </li>
    ))}
  </ul>
)

const entry =
  'flex min-h-11 w-full select-none items-center gap-2 rounded-control bg-card px-2.5 py-2 text-left text-small shadow-lift focus-within:outline-2 focus-within:outline-accent'

const Look = ({ kind }: { kind: ElementKind }) => {
  const { title, icon: Icon } = elementLooks[kind]
  return (
    <>
      <Icon size={18} className="shrink-0 text-accent" aria-hidden />
      <span className="min-w-0">{t(title)}</span>
    </>
  )
}

const PictureEntry = ({ onAdd }: { onAdd: (file: string) => void }) => {
  const [busy, setBusy] = useState(false)
  const choosePicture = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (!file) return
    setBusy(true)
    try {
      onAdd(await upload(file, file.name))
    } catch (error) {
      // Its words were toasted.
      if (!(error instanceof CallError)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <label className={`pressable cursor-pointer ${entry}`}>
      {busy ? <Spinner size={18} /> : <Look kind="picture" />}
      <input type="file" accept="image/png,image/jpeg,image/webp" onChange={(event) => void choosePicture(event)} className="sr-only" />
    </label>
  )
}

/** What stands on a label, the topmost first, for what cannot be hit on it. */
export const ElementList = ({
  template: { elements, noun },
  selected,
  wrong,
  onSelect,
}: {
  template: LabelTemplate
  selected: number | undefined
  wrong: ReadonlySet<number>
  onSelect: (index: number) => void
}) => {
  const bindings = useBindings(noun)
  return (
    <ul className="overflow-hidden rounded-card bg-card shadow-lift">
      {elements
        .map((element, index) => ({ element, at: index }))
        .toReversed()
        .map(({ element, at }) => {
          const { icon: Icon, title } = elementLooks[kindOfElement(element)]
          return (
            <li key={at} className="border-b border-line last:border-none">
              <button
                type="button"
                aria-pressed={at === selected}
                onClick={() => onSelect(at)}
                className={`pressable flex min-h-11 w-full items-center gap-2 px-3 py-1.5 text-left text-small ${at === selected ? 'bg-accent-soft! text-accent-strong' : ''}`}
              >
                <Icon size={16} className="shrink-0 text-faint" aria-label={t(title)} />
                <span className="min-w-0 flex-1 truncate">{saidBy(element, bindings) || t(title)}</span>
                {wrong.has(at) && <span className="size-2 shrink-0 rounded-full bg-warn" title={t('有提醒')} />}
              </button>
            </li>
          )
        })}
    </ul>
  )
}
