import type { Reaction } from '../../domain/chat/reactions.ts'
import { t } from '../words.ts'

/** The faces that a message was answered with and how many gave each; a tap gives the same or takes one's own away. */
export const ReactionLine = ({
  reactions,
  me,
  onReact,
}: {
  reactions: readonly Reaction[]
  me: string
  onReact: ((face: string, isOn: boolean) => void) | undefined
}) => (
  <ul className="mt-1 flex max-w-full flex-wrap gap-1" aria-label={t('回应')}>
    {reactions.map(({ face, uids, names }) => {
      const isOwn = uids.includes(me)
      const people = namesOf(names, uids.length)
      return (
        <li key={face}>
          <button
            type="button"
            disabled={!onReact}
            aria-pressed={isOwn}
            aria-label={t('{face} {people}', { face, people })}
            title={people}
            onClick={() => onReact?.(face, !isOwn)}
            className={`reach flex h-7 max-w-56 items-center gap-1 rounded-full px-2 text-small ${isOwn ? 'bg-accent-soft text-accent-strong' : 'bg-sunken text-quiet'}`}
          >
            <span aria-hidden>{face}</span>
            <span className="truncate">{uids.length <= 2 ? people : uids.length}</span>
          </button>
        </li>
      )
    })}
  </ul>
)

const namesOf = (names: readonly string[], count: number): string => {
  const nameList = names.join(t('、'))
  return count > names.length ? t('{people}等{count}人', { people: nameList, count }) : nameList
}
