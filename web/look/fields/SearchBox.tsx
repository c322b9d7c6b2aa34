import { Search, X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useWideWindow } from '../../screen.ts'
import { t } from '../../words.ts'

type Props = { value: string; onSearch: (text: string) => void; placeholder?: string; delayMs?: number; autoFocus?: boolean }

/** A search field that tells what was typed once typing pauses; Enter tells at once. */
export const SearchBox = ({ value, onSearch, placeholder = t('搜索'), delayMs = 300, autoFocus }: Props) => {
  const [text, setText] = useState(value)
  const lastValue = useRef(value)
  const box = useRef<HTMLInputElement>(null)
  const wide = useWideWindow()

  const tell = useEffectEvent((next: string) => {
    if (next === lastValue.current) return
    lastValue.current = next
    onSearch(next)
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(text.trim()), delayMs)
    return () => clearTimeout(timer)
  }, [text, delayMs])

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        lastValue.current = text.trim()
        onSearch(text.trim())
        // A keyboard on the glass goes away; where there is a real one, people go on typing.
        if (!wide) box.current?.blur()
      }}
      className="relative flex h-11 min-h-11 w-full min-w-0 items-center gap-2 rounded-control bg-card pl-3 shadow-lift focus-within:ring-2 focus-within:ring-accent/40 wide:max-w-120"
    >
      <Search size={18} className="shrink-0 text-faint" aria-hidden />
      <input
        ref={box}
        type="search"
        enterKeyHint="search"
        value={text}
        placeholder={placeholder}
        aria-label={placeholder}
        autoFocus={autoFocus}
        onChange={(event) => setText(event.target.value)}
        className="h-full min-w-0 flex-1 text-ellipsis bg-transparent outline-none [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label={t('清空')}
          onClick={() => {
            setText('')
            lastValue.current = ''
            onSearch('')
            box.current?.focus()
          }}
          className="flex size-11 shrink-0 items-center justify-center text-faint"
        >
          <X size={16} aria-hidden />
        </button>
      )}
    </form>
  )
}
