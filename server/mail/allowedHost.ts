import { isIP } from 'node:net'
import { isAllowed, type Reach } from '../approval/flow/services/servicesPost.ts'

/** Whether a mail server of an organisation may have this address, as far as it says so itself; what a name leads to is looked at when it is asked. */
export const isAllowedHost = (host: string, reach: Reach): boolean => {
  if (isIP(host)) return isAllowed(host, reach)
  return reach === 'local' || !/(^|\.)localhost\.?$/i.test(host)
}
