import { Avatar } from '../look/Avatar.tsx'
import { when } from '../shell/when.ts'

type Props = { name: string; avatar: string | null; at: string; words: string; search: string; onPress: () => void }

/** A message that a search has found, with what was searched for marked. */
export const HitRow = ({ name, avatar, at, words, search, onPress }: Props) => (
  <button
    type="button"
    onClick={onPress}
    className="pressable flex w-full items-center gap-3 border-b border-line px-4 py-2.5 text-left last:border-transparent"
  >
    <Avatar name={name} src={avatar ?? ''} size={40} />
    <span className="min-w-0 flex-1">
      <span className="flex items-baseline gap-x-3 big-text:flex-wrap">
        <span className="min-w-0 flex-1 truncate text-small text-quiet big-text:flex-auto">{name}</span>
        <time className="shrink-0 text-small text-faint">{when(at)}</time>
      </span>
      <span className="line-clamp-2 break-words text-body">
        <Marked words={words} search={search} />
      </span>
    </span>
  </button>
)

/** A text with the first place of what was searched for marked. */
const Marked = ({ words, search }: { words: string; search: string }) => {
  const index = words.toLowerCase().indexOf(search.toLowerCase())
  if (index === -1) return words
  return (
    <>
      {words.slice(0, index)}
      <mark className="bg-transparent text-accent-strong">{words.slice(index, index + search.length)}</mark>
      {words.slice(index + search.length)}
    </>
  )
}
