import { useRestingValue } from '../useRestingValue.ts'
import { Dialog } from '@base-ui/react/dialog'
import { CornerDownLeft, type LucideIcon, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { findAll, type FindAnswer, type FoundGroup } from '../../domain/find/operations.ts'
import { host } from '../../hosts/here.ts'
import { useAsk } from '../ask.ts'
import { Avatar } from '../look/Avatar.tsx'
import { Picture } from '../look/Picture.tsx'
import { Spinner } from '../look/Spinner.tsx'
import { useResources } from '../screen.ts'
import { screenAt } from '../screens.ts'
import { isSet, recentVisits, session } from '../session/session.ts'
import { coverScreen, frames, goHref } from '../travel.ts'
import { t } from '../words.ts'
import { pathOf } from '../workbench/MenuGroup.tsx'
import { menuIcon } from '../workbench/menuIcon.ts'
import { thingOn } from './thingHere.ts'
import { groupsByUse, offeredFinds, type Recent, recentFinds, rememberFind } from './recent.ts'
import { type Uses, usesHere, withVisits } from './uses.ts'

/** Finds whatever a word is about and goes there, by keys alone where one likes. */
export default function Finder({ onClose }: { onClose: () => void }) {
  const finder = useFinder(onClose)
  const { answer, rows, choice, write, open, openAnswered } = finder
  const { text, word, isFetching } = answer
  const { chosen, action } = choice
  const id = useId()
  useEffect(() => coverScreen(onClose), [onClose])
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const actions = chosen?.actions ?? []
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) choice.step(step)
    else if (event.key === 'Tab' && actions.length > 0) choice.setAction(turned(action, event.shiftKey ? -1 : 1, actions.length))
    else if (event.key === 'Enter') openAnswered(event.ctrlKey || event.metaKey)
    else return
    event.preventDefault()
  }

  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-shade" />
        <Dialog.Popup
          aria-label={t('查找')}
          className="fixed left-1/2 top-[12dvh] z-50 flex max-h-[min(38rem,76dvh)] w-160 max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-sheet bg-card shadow-float outline-none"
        >
          <div className="flex h-14 shrink-0 items-center gap-3 border-b border-line px-4">
            <Search size={20} className="shrink-0 text-faint" aria-hidden />
            <input
              autoFocus
              role="combobox"
              aria-expanded={rows.length > 0}
              aria-controls={`${id}-list`}
              aria-activedescendant={chosen ? optionId(id, chosen, action) : undefined}
              aria-label={t('查找人员、资产、耗材、单据和功能')}
              placeholder={t('查找人员、资产、耗材、单据和功能')}
              value={text}
              maxLength={60}
              onChange={(event) => write(event.target.value)}
              onKeyDown={press}
              className="h-full min-w-0 flex-1 bg-transparent text-input outline-none"
            />
            {isFetching && word !== '' && <Spinner size={16} />}
            <kbd className="rounded-chip bg-sunken px-1.5 py-0.5 text-tiny text-faint">Esc</kbd>
          </div>
          <Answers id={id} answer={answer} rows={rows} choice={choice} onOpen={open} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The rows that answer the typed word, the chosen row, and the way to open it. */
const useFinder = (onClose: () => void) => {
  const [text, setText] = useState('')
  const answer = useAnswer(text)
  const { groups, word, isFetching } = answer
  const rows = groups.flatMap((group) => group.rows)
  const choice = useRowChoice(rows)
  const { chosen, action } = choice
  const open = (answer: FindAnswer | undefined, beside: boolean, href = answer?.href) => {
    if (!answer || !href) return
    if (isLasting(answer)) rememberFind(answer)
    onClose()
    if (beside) host.open(`${location.pathname}#${href}`)
    else goHref(href)
  }
  const isAnswered = word === text.trim() && !isStale(isFetching, word)
  /** The person who was faster than the answer gets its first row. */
  const [waiting, setWaiting] = useState<{ isBeside: boolean }>()
  const openFirst = useEffectEvent(() => open(chosen, waiting?.isBeside ?? false))
  useEffect(() => {
    if (waiting && isAnswered) openFirst()
  }, [waiting, isAnswered])
  const openAnswered = (isBeside: boolean) => {
    if (isAnswered) open(chosen, isBeside, chosen?.actions[action]?.href ?? chosen?.href)
    else setWaiting({ isBeside })
  }
  const write = (next: string) => {
    setText(next)
    setWaiting(undefined)
    choice.choose(0)
  }
  return { answer, rows, choice, write, open, openAnswered }
}

const useAnswer = (text: string) => {
  const word = useRestingValue(text.trim(), settleMs)
  const [here] = useState(() => thingOn(shownFrame()))
  const [memory] = useState(memoryNow)
  const resources = useResources()
  const isAsked = word !== '' || here !== undefined
  const { data, isFetching, isError } = useAsk(findAll, { text: word, ...(here && { here }) }, { enabled: isAsked, keep: true })
  return {
    text,
    word,
    groups: shownGroups(isAsked ? (data ?? []) : [], word, { ...memory, services: servicesIn(resources) }),
    isFetching,
    isError,
  }
}

/** Which row is chosen, and which of its actions; -1: the row itself. */
const useRowChoice = (rows: readonly FindAnswer[]) => {
  const [at, setAt] = useState(0)
  const [action, setAction] = useState(-1)
  const list = useRef<HTMLDivElement>(null)
  const choose = (next: number) => {
    setAt(next)
    setAction(-1)
  }
  const step = (step: number) => {
    if (rows.length === 0) return
    const next = (Math.min(at, rows.length - 1) + step + rows.length) % rows.length
    choose(next)
    list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
  }
  return { chosen: rows[Math.min(at, rows.length - 1)], action, setAction, list, choose, step }
}

type AnswersProps = {
  id: string
  answer: ReturnType<typeof useAnswer>
  rows: readonly FindAnswer[]
  choice: ReturnType<typeof useRowChoice>
  onOpen: (found: FindAnswer, beside: boolean, href?: string) => void
}

const Answers = ({ id, answer, rows, choice, onOpen }: AnswersProps) => {
  const { list, chosen, action, choose } = choice
  return (
    <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('找到的')} className="scroller min-h-0 flex-1 p-2">
      {answer.groups.map(({ group, rows: groupRows }) => (
        <div key={group} role="group" aria-label={t(groupWords[group])}>
          <div className="px-3 pb-1 pt-2 text-small text-faint">{t(groupWords[group])}</div>
          {groupRows.map((answer) => (
            <Row
              key={answer.key}
              id={id}
              icon={menuIcon(answer.icon)}
              found={answer}
              isFace={group === 'person' && answer.key.startsWith('person ')}
              isChosen={answer === chosen}
              action={answer === chosen ? action : -1}
              onPoint={() => answer !== chosen && choose(rows.indexOf(answer))}
              onPress={(beside, href) => onOpen(answer, beside, href)}
            />
          ))}
        </div>
      ))}
      {rows.length === 0 && <p className="px-3 py-8 text-center text-body text-faint">{emptyWords(answer)}</p>}
    </div>
  )
}

/** Why no row is there. */
const emptyWords = ({ word, isError, isFetching }: ReturnType<typeof useAnswer>): string => {
  if (word === '') return t('可以用名称、编码、序列号、拼音或首字母查找')
  if (isError) return t('网络连接失败，请检查网络')
  return isFetching ? t('正在查找') : t('没有找到“{text}”', { text: word })
}

type FinderGroup = { readonly group: FoundGroup | 'recent' | 'used'; readonly rows: readonly FindAnswer[] }

const shownFrame = () => {
  const { list, current } = frames()
  return list.find(({ id }) => id === current) ?? { path: '', search: {} }
}

const memoryNow = (): Omit<Memory, 'services'> => {
  const nowMs = Date.now()
  const visitKeys = recentVisits(session().uid).map(({ path }) => `screen ${path}`)
  return { recent: recentFinds(), uses: withVisits(usesHere(), visitKeys, nowMs), nowMs }
}

type Memory = { readonly recent: readonly Recent[]; readonly services: readonly Recent[]; readonly uses: Uses; readonly nowMs: number }

/** The screens that the menu names as much used, for a person who has opened little yet. */
const servicesIn = (resources: ReturnType<typeof useResources>): readonly Recent[] =>
  (resources ?? [])
    .filter((entry) => isSet(entry.offenUse) && screenAt(pathOf(entry)) !== undefined)
    .map((entry) => ({
      key: `screen ${entry.mobilePath ?? ''}`,
      title: t(entry.resourceName),
      text: '',
      href: pathOf(entry),
      icon: entry.mobileIcon ?? '',
      picture: null,
    }))

/** The answer with what this person uses most first, or before a word is typed what was opened lately, what is used often and frequent services. */
const shownGroups = (answer: readonly FinderGroup[], word: string, { recent, services, uses, nowMs }: Memory): readonly FinderGroup[] => {
  if (word !== '') return groupsByUse(answer, uses, nowMs)
  const offered = offeredFinds(recent, services, uses, nowMs)
  const groups = (['recent', 'used', 'screen'] as const).map((group) => ({ group, rows: offered[group].map(answerOf) }))
  return [...answer.filter(({ group }) => group === 'here'), ...groups.filter(({ rows }) => rows.length > 0)]
}

const answerOf = (find: Recent): FindAnswer => ({ ...find, why: null, fit: 2, actions: [] })

/** What begins something with one certain thing is gone with that thing; everything else is worth finding again. */
const isLasting = ({ key }: FindAnswer): boolean => !key.startsWith('begin ')

/** The next of `count` actions, or -1 for the row before them. */
const turned = (action: number, step: number, count: number): number => ((action + 1 + step + count + 1) % (count + 1)) - 1

const optionId = (id: string, { key }: FindAnswer, action: number): string =>
  `${id}-${key}${action < 0 ? '' : ` ${action}`}`.replaceAll(' ', '-')

const groupWords: Readonly<Record<FinderGroup['group'], string>> = {
  recent: '最近打开',
  used: '常用',
  here: '当前',
  screen: '功能',
  action: '新建',
  person: '人员',
  asset: '资产',
  consumable: '耗材',
  record: '基础资料',
  document: '单据',
  process: '申请',
}

type RowProps = {
  id: string
  icon: LucideIcon
  found: FindAnswer
  isFace: boolean
  isChosen: boolean
  action: number
  onPoint: () => void
  onPress: (beside: boolean, href?: string) => void
}

const Row = ({ id, icon: Icon, found, isFace, isChosen, action, onPoint, onPress }: RowProps) => {
  const { title, text, why, picture, actions } = found
  return (
    <div
      id={optionId(id, found, -1)}
      role="option"
      aria-selected={isChosen && action < 0}
      onPointerMove={onPoint}
      onClick={(event) => onPress(event.ctrlKey || event.metaKey)}
      className={`flex min-h-11 cursor-pointer items-center gap-3 rounded-control px-3 py-1.5 ${isChosen ? 'bg-accent-soft' : ''}`}
    >
      {isFace && <Avatar name={title} src={picture ?? undefined} size={32} />}
      {!isFace && picture && <Picture src={picture} alt="" className="size-8" />}
      {!isFace && !picture && (
        <span className="flex size-8 shrink-0 items-center justify-center text-quiet">
          <Icon size={20} strokeWidth={1.8} aria-hidden />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate text-body">{title}</span>
        {(text || why) && (
          <span className="block truncate text-small text-faint">
            {why && (
              <span className="text-accent-strong">
                {t('{label}：{value}', { label: why.label, value: why.value })}
                {text && '\u00a0· '}
              </span>
            )}
            {text}
          </span>
        )}
        {isChosen && actions.length > 0 && (
          <span className="mt-1 flex flex-wrap gap-2">
            {actions.map(({ title: begins, href }, index) => (
              <span
                key={href}
                id={optionId(id, found, index)}
                onClick={(event) => {
                  event.stopPropagation()
                  onPress(event.ctrlKey || event.metaKey, href)
                }}
                className={`rounded-chip px-2 py-0.5 text-small ${index === action ? 'bg-(--fill) text-white [--fill:#0071e3]' : 'bg-card text-quiet'}`}
              >
                {begins}
              </span>
            ))}
          </span>
        )}
      </span>
      {isChosen && (
        <span className="flex shrink-0 items-center gap-1 text-faint">
          {actions.length > 0 && action < 0 && <kbd className="rounded-chip bg-sunken px-1.5 py-0.5 text-tiny">Tab</kbd>}
          <CornerDownLeft size={16} aria-hidden />
        </span>
      )}
    </div>
  )
}

/** What is shown may still be the answer to another word: Enter waits for the right one. */
const isStale = (isFetching: boolean, word: string): boolean => isFetching && word !== ''

const settleMs = 80
