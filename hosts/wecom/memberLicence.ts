import { type MemberLicence, WorkplaceFault } from '../workplace.ts'
import type { WecomClient } from './client.ts'

/**
 * What an organisation has of WeCom's 接口许可, without which WeCom answers nothing about a member. Licences that were bought are given to members
 * when they first come: that is switched on here, since WeCom leaves it off, and refuses it where none was ever bought. Undefined where the
 * operator has not entered the provider's secret.
 */
export const memberLicenceOf = async (client: WecomClient, suiteId: string, corpId: string): Promise<MemberLicence | undefined> => {
  const { asProvider } = client
  if (!asProvider) return undefined
  const answer = await asProvider('license/get_app_license_info', { body: { corpid: corpId, suite_id: suiteId } })
  // Sic.
  const trial = answer.trail_info
  const isChecked = Number(answer['license_status']) === 1
  return {
    isChecked,
    trialEndMs: millisecondsOf(trial?.end_time),
    checkedFromMs: millisecondsOf(answer['license_check_time']),
    isAssignedByItself: isChecked && (await assignByItself(asProvider, corpId)),
  }
}

/** Answers whether WeCom gives members a licence by itself from now on. */
const assignByItself = async (asProvider: NonNullable<WecomClient['asProvider']>, corpId: string): Promise<boolean> => {
  try {
    const answer = await asProvider('license/get_auto_active_status', { body: { corpid: corpId } })
    if (Number(answer['auto_active_status']) === 1) return true
    await asProvider('license/set_auto_active_status', { body: { corpid: corpId, auto_active_status: 1 } })
    return true
  } catch (error) {
    // Where nothing was ever bought there is nothing to give.
    if (error instanceof WorkplaceFault && error.kind === 'refused') return false
    throw error
  }
}

const millisecondsOf = (seconds: unknown): number | undefined => (Number(seconds) > 0 ? Number(seconds) * 1000 : undefined)
