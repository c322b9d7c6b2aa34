import { newUuid } from '../../kernel/id.ts'

const key = 'zaice.device'

/** What this device is known by: two people who punch with one device are marked. Anew where the browser keeps nothing. */
export const deviceId = (): string => {
  try {
    const storedId = localStorage.getItem(key)
    if (storedId) return storedId
    const newDeviceId = newUuid()
    localStorage.setItem(key, newDeviceId)
    return newDeviceId
  } catch {
    return (ownId ??= newUuid())
  }
}
let ownId: string | undefined
