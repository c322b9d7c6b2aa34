import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { cutAtPlaceholders, departmentPlaceholders, mayBePlaceholder } from '../../domain/directory/foreignFields.ts'
import { directoryOperations } from '../../domain/directory/operations.ts'
import { host } from '../../hosts/here.ts'
import type { Host, HostName } from '../../hosts/host.ts'
import type { Id } from '../../kernel/id.ts'
import { call } from '../call.ts'

/** What a person is called; drawn by the host where only it knows. */
export const PersonName = ({ uid, name }: { uid: Id; name: string }) => {
  const { drawName: draw } = host
  const { data: foreignId } = useQuery({
    queryKey: [directoryOperations.unnamed.name, uid],
    queryFn: () => foreignIdOf(uid),
    enabled: draw !== undefined && mayBePlaceholder(name),
    staleTime: Infinity,
  })
  return draw && foreignId ? <Drawn key={foreignId} draw={draw} of="person" foreignId={foreignId} name={name} /> : name
}

/** A text with the names of people and departments drawn by the host where only it knows them. */
export const NamesIn = ({ text }: { text: string }) =>
  host.drawName === undefined
    ? text
    : cutAtPlaceholders(text).map((part, index) => (index % 2 === 1 ? <CalledSo key={index} name={part} /> : part))

const CalledSo = ({ name }: { name: string }) => {
  const noun = departmentPlaceholders(name).length > 0 ? 'department' : 'person'
  const { data: foreignId } = useQuery({
    queryKey: [directoryOperations.unnamedByName.name, name],
    queryFn: () => (noun === 'person' ? foreignIdOfName : foreignIdOfDepartment)(name),
    staleTime: Infinity,
  })
  const { drawName } = host
  return foreignId && drawName ? <Drawn key={foreignId} draw={drawName} of={noun} foreignId={foreignId} name={name} /> : name
}

type DrawnProps = HostName & { draw: NonNullable<Host['drawName']>; name: string }

/** What is inside belongs to the host; until it has drawn, the placeholder stands there. */
const Drawn = ({ draw, of, foreignId, name }: DrawnProps) => {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const into = place.current
    if (!into) return
    into.textContent = name
    draw(into, { of, foreignId })
  }, [draw, of, foreignId, name])
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
const foreignIdOfDepartment = together(async (names) =>
  (await call(directoryOperations.unnamedDepartments, { names }, { quiet: true })).map(({ name, foreignId }) => [name, foreignId]),
)
