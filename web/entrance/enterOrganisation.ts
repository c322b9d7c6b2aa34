import { newUuid } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { choose } from '../look/overlays/confirm.ts'
import { store, stored } from '../session/session.ts'
import { t } from '../words.ts'

/** Signs in; the person who is known in several organisations chooses one, once the secret was right. Undefined where they choose none. */
export const inOneOrganisation = async <A>(enter: (organisation?: string) => Promise<A>): Promise<A | undefined> => {
  try {
    return await enter()
  } catch (error) {
    if (!(error instanceof CallError) || error.reason !== 'signIn.organisation') throw error
    const organisations = (error.details ?? []) as readonly { operationId: string; operationName: string }[]
    if (organisations.length === 0) throw error
    const choices = organisations.map(({ operationId, operationName }) => ({ value: operationId, label: operationName }))
    const choice = await choose(t('选择组织'), choices)
    return choice === undefined ? undefined : enter(choice)
  }
}

/** A name for this device that stays the same. */
export const deviceId = (): string => {
  const storedId = stored<string>('_device_id')
  if (storedId) return storedId
  const newDeviceId = newUuid()
  store('_device_id', newDeviceId, 0)
  return newDeviceId
}
