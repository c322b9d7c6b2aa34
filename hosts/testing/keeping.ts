import type { HostStore } from '../workplace.ts'

/** What a chat keeps, in memory: for tests of a chat without a database. */
export const memoryKeeping = (now: () => number): HostStore => {
  const kept = new Map<string, { value: string; endMs: number }>()
  const read: HostStore['read'] = (key) => {
    const found = kept.get(key)
    return Promise.resolve(found && found.endMs > now() ? found.value : undefined)
  }
  const write: HostStore['write'] = (key, value, seconds = Infinity) => {
    kept.set(key, { value, endMs: now() + seconds * 1000 })
    return Promise.resolve()
  }
  // Those who want the same at once wait for the same.
  const underWay = new Map<string, Promise<string>>()
  return {
    read,
    write,
    forget: (key) => {
      kept.delete(key)
      return Promise.resolve()
    },
    readOrMake: async (key, make) => {
      const found = await read(key)
      if (found !== undefined) return found
      const making =
        underWay.get(key) ??
        make()
          .then(({ value, seconds }) => write(key, value, seconds).then(() => value))
          .finally(() => underWay.delete(key))
      underWay.set(key, making)
      return making
    },
  }
}
