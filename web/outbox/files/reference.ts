import { newId } from '../../../kernel/id.ts'

/**
 * Names a file that lies on this device, in the place of a stored path. It has the shape of a path, so every check of a form takes it; its
 * folder is none of an organisation, so no stored path is taken for one and the server knows none of them.
 */
const pattern = /^on-device\/\d+\.\w{1,8}$/

export const isReference = (value: unknown): value is string => typeof value === 'string' && pattern.test(value)

export const newReference = (type: string, name: string): string => `on-device/${newId()}.${endingOf(type, name)}`

/** A picture has the ending of its type, because some hosts give pictures no name. */
const endingOf = (type: string, name: string): string => {
  const [, extension] = /^image\/(\w{1,8})/.exec(type) ?? /\.(\w{1,8})$/.exec(name) ?? []
  return extension?.toLowerCase() ?? 'bin'
}

/** The references in a value, each once. */
export const referencesIn = (value: unknown): readonly string[] => {
  const references = new Set<string>()
  mapTexts(value, (text) => {
    if (isReference(text)) references.add(text)
    return text
  })
  return [...references]
}

/** The same value with paths in place of references; itself where there are none. */
export const withPaths = <T>(value: T, paths: ReadonlyMap<string, string>): T =>
  paths.size === 0 ? value : (mapTexts(value, (text) => paths.get(text) ?? text) as T)

const mapTexts = (value: unknown, change: (text: string) => string): unknown => {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]))
}

/** The same values without the files that lie on this device: what the server is asked about a form before it is sent. */
export const withoutReferences = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => !isFileHere(value))
      .map(([key, value]) => [key, strippedOf(value)]),
  )

const strippedOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter((item) => !isFileHere(item)).map(strippedOf)
  return isRecord(value) ? withoutReferences(value) : value
}

/** A picture is its path; an attachment has one. */
const isFileHere = (value: unknown): boolean => isReference(isRecord(value) ? value['path'] : value)

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
