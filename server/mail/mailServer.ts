import type { Tx } from '../db/tx.ts'
import type { Settings } from '../settings.ts'
import type { MailServer } from './smtp.ts'

export type MailSettings = Pick<
  Settings,
  'smtpHost' | 'smtpPort' | 'smtpSecurity' | 'smtpUser' | 'smtpPassword' | 'smtpFrom' | 'serviceReach'
>

/** The server of the installation; undefined where the operator has set none. */
export const installationServer = (settings: MailSettings): MailServer | undefined => {
  const { smtpHost, smtpPort, smtpSecurity, smtpUser, smtpPassword, smtpFrom } = settings
  if (smtpHost === undefined || smtpFrom === undefined) return undefined
  return {
    host: smtpHost,
    port: smtpPort,
    security: smtpSecurity,
    username: smtpUser,
    password: smtpPassword ?? null,
    fromAddress: smtpFrom,
    fromName: '在册',
    reach: 'anywhere',
  }
}

export type ServerRow = Omit<MailServer, 'reach'> & { readonly version: number }

/** The organisation's own server as it is stored. */
export const storedServer = async (tx: Tx, lock = false): Promise<ServerRow | undefined> => {
  const [row] = await tx.query<ServerRow>(
    `select host, port, security, username, password, from_address as "fromAddress", from_name as "fromName", version
     from mail_server where org_id = $1 ${lock ? 'for update' : ''}`,
    [tx.orgId],
  )
  return row
}

/** By which server an organisation sends: its own, else that of the installation; undefined where nothing is sent. */
export const mailServerOf = async (tx: Tx, settings: MailSettings): Promise<MailServer | undefined> => {
  const ownServer = await storedServer(tx)
  return ownServer ? { ...ownServer, reach: settings.serviceReach } : installationServer(settings)
}
