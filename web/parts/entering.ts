import { newUuid } from '../../kernel/id.ts'
import { CallError } from '../call.ts'
import { choose } from '../look/confirm.ts'
import { store, stored } from '../session.ts'
import { t } from '../words.ts'

/** Signs in; whoever is known in several organisations chooses one, once the secret was right. Undefined where they choose none. */
export const inOneOrganisation = async <A>(enter: (organisation?: string) => Promise<A>): Promise<A | undefined> => {
  try {
    return await enter()
  } catch (error) {
    if (!(error instanceof CallError) || error.reason !== 'signIn.organisation') throw error
    const offered = (error.details ?? []) as readonly { operationId: string; operationName: string }[]
    if (offered.length === 0) throw error
    const choices = offered.map(({ operationId, operationName }) => ({ value: operationId, label: operationName }))
    const chosen = await choose(t('选择组织'), choices)
    return chosen === undefined ? undefined : enter(chosen)
  }
}

/** A name for this device that stays the same. */
export const deviceId = (): string => {
  const known = stored<string>('_device_id')
  if (known) return known
  const made = newUuid()
  store('_device_id', made, 0)
  return made
}
