import { useRef } from 'react'
import { indexLetters } from '../../domain/directory/letters.ts'
import { t } from '../words.ts'

type Letter = (typeof indexLetters)[number]

/** The letters beside a list of names: a tap, or a finger that glides over them, shows those of one letter; again all of them. */
export const LetterIndex = ({ value, onChange }: { value: Letter | undefined; onChange: (letter: Letter | undefined) => void }) => {
  const isGliding = useRef(false)
  const glide = (x: number, y: number) => {
    const letterElement = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-letter]')?.dataset['letter']
    const letter = indexLetters.find((candidate) => candidate === letterElement)
    if (letter && letter !== value) {
      isGliding.current = true
      onChange(letter)
    }
  }
  return (
    <ul
      aria-label={t('按姓名首字母')}
      className="absolute inset-y-2 right-0 z-10 flex w-7 touch-none flex-col justify-center py-1"
      onPointerDown={() => (isGliding.current = false)}
      onPointerMove={({ clientX, clientY, buttons }) => buttons > 0 && glide(clientX, clientY)}
    >
      {indexLetters.map((letter) => (
        <li key={letter} className="flex min-h-0 flex-1 basis-5 grow-0">
          <button
            type="button"
            data-letter={letter}
            aria-pressed={letter === value}
            onClick={() => !isGliding.current && onChange(letter === value ? undefined : letter)}
            className={`flex w-full items-center justify-center rounded-full text-tiny ${letter === value ? 'bg-accent-soft font-semibold text-accent-strong' : 'text-quiet'}`}
          >
            {letter}
          </button>
        </li>
      ))}
    </ul>
  )
}
