import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { mayBePlaceholder } from '../../domain/directory/foreignFields.ts'
import { directoryOperations } from '../../domain/directory/operations.ts'
import { host } from '../../hosts/here.ts'
import type { Id } from '../../kernel/id.ts'
import { call } from '../call.ts'

/** What a person is called; drawn by the host where only it knows. */
export const PersonName = ({ uid, name }: { uid: Id; name: string }) => {
  const { personName: draw } = host
  const { data: foreignId } = useQuery({
    queryKey: [directoryOperations.unnamed.name, uid],
    queryFn: () => foreignIdOf(uid),
    enabled: draw !== undefined && mayBePlaceholder(name),
    staleTime: Infinity,
  })
  return draw && foreignId ? <Drawn key={foreignId} draw={draw} foreignId={foreignId} name={name} /> : name
}

/** A text that was made when people had no name yet, with their names drawn by the host where only it knows them. */
export const NamesIn = ({ text }: { text: string }) =>
  host.personName === undefined
    ? text
    : text.split(/(成员[\w-]{4})/u).map((part, index) => (index % 2 === 1 ? <CalledSo key={index} name={part} /> : part))

const CalledSo = ({ name }: { name: string }) => {
  const { data: foreignId } = useQuery({
    queryKey: [directoryOperations.unnamedByName.name, name],
    queryFn: () => foreignIdOfName(name),
    staleTime: Infinity,
  })
  const { personName } = host
  return foreignId && personName ? <Drawn key={foreignId} draw={personName} foreignId={foreignId} name={name} /> : name
}

type DrawnProps = { draw: (into: HTMLElement, foreignId: string) => void; foreignId: string; name: string }

/** What is inside belongs to the host; until it has drawn, the placeholder stands there. */
const Drawn = ({ draw, foreignId, name }: DrawnProps) => {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const into = place.current
    if (!into) return
    into.textContent = name
    draw(into, foreignId)
  }, [draw, foreignId, name])
  return <span ref={place} />
}

/** The person who is asked for in one moment is asked for together. */
const together = (ask: (keys: string[]) => Promise<readonly (readonly [key: string, foreignId: string])[]>) => {
  const waitingNames = new Set<string>()
  let question: Promise<ReadonlyMap<string, string>> | undefined
  const askAll = async () => {
    const keys = [...waitingNames]
    waitingNames.clear()
    question = undefined
    const nameById = new Map<string, string>()
    for (let start = 0; start < keys.length; start += mostAtOnce)
      for (const [key, foreignId] of await ask(keys.slice(start, start + mostAtOnce))) nameById.set(key, foreignId)
    return nameById
  }
  return async (key: string): Promise<string | null> => {
    question ??= new Promise((resolve, reject) => setTimeout(() => askAll().then(resolve, reject), togetherMs))
    waitingNames.add(key)
    return (await question).get(key) ?? null
  }
}
const togetherMs = 20
const mostAtOnce = 200

const foreignIdOf = together(async (uids) =>
  (await call(directoryOperations.unnamed, { uids }, { quiet: true })).map(({ uid, foreignId }) => [uid, foreignId]),
)
const foreignIdOfName = together(async (names) =>
  (await call(directoryOperations.unnamedByName, { names }, { quiet: true })).map(({ name, foreignId }) => [name, foreignId]),
)
