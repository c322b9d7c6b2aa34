import { lastOf } from '../../../kernel/assert.ts'
import type { RecordKind } from '../define.ts'

/** The field of a kind that keeps its pictures, and how many it takes. */
export const pictureFieldOf = ({ fields }: RecordKind): { readonly key: string; readonly most: number } | undefined =>
  Object.entries(fields).flatMap(([key, { control }]) => (control.type === 'pictures' ? [{ key, most: control.max }] : []))[0]

/** Pictures by the names of their files, and which of them belong to what: as a cell names them, else as files are called after codes. */
export class Pictures {
  readonly #byName = new Map<string, string>()
  readonly #byStem = new Map<string, string[]>()
  readonly #used = new Set<string>()
  readonly #missing = new Set<string>()

  constructor(names: readonly string[]) {
    for (const name of names.toSorted()) {
      this.#byName.set(plain(name), name)
      for (const stem of new Set([stemOf(name), stemOf(name).replace(numberedSuffix, '')]))
        this.#byStem.set(stem, [...(this.#byStem.get(stem) ?? []), name])
    }
  }

  /** At most so many for one thing, by what its cell says and by what it is called. */
  take(cell: string | undefined, nameLists: readonly (string | undefined)[], picturesAtMost: number): string[] {
    const names = cell ? this.#namedIn(cell) : this.#calledLike(nameLists)
    const firstNames = [...new Set(names)].slice(0, picturesAtMost)
    for (const name of firstNames) this.#used.add(name)
    return firstNames
  }

  #calledLike(names: readonly (string | undefined)[]): readonly string[] {
    if (this.count === 0) return []
    return names.map((name) => name && this.#byStem.get(plain(name))).find(Boolean) || []
  }

  /** What nothing asked for. */
  get unused(): string[] {
    return [...this.#byName.values()].filter((name) => !this.#used.has(name))
  }

  /** What cells name and is not there. */
  get missing(): string[] {
    return [...this.#missing]
  }

  get count(): number {
    return this.#byName.size
  }

  #namedIn(cell: string): string[] {
    return cell
      .split(/\s*[、,，;；|\r\n]\s*/)
      .filter(Boolean)
      .flatMap((part) => {
        const name = plain(lastOf(part.split(/[\\/]/)))
        const picture = this.#byName.get(name) ?? this.#byStem.get(name)
        if (picture === undefined) this.#missing.add(part)
        return picture ?? []
      })
  }
}

const plain = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
const stemOf = (name: string): string => plain(name).replace(/\.\w{1,8}$/, '')

/** Several of one thing: `ZC-1_2`, `ZC-1 2`, `ZC-1(2)`. */
const numberedSuffix = /[_ ]*\(\d{1,2}\)$|[_ ]\d{1,2}$/
