import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { codeOf } from '../kernel/caughtError.ts'
import { email } from '../kernel/rule.ts'

/** What the operator may set. Names, defaults, meanings and checks stand in one table, `declared`, below. */
export type Settings = { readonly [K in keyof typeof declaredSettings]: ReturnType<(typeof declaredSettings)[K]['read']> }

/** Thrown where a setting is wrong; the message is one sentence for the operator. */
export class WrongSetting extends Error {}

/** Reads every setting from the environment. Throws WrongSetting with the name, what it holds and what it should be. */
export const readSettings = (environment: Readonly<Record<string, string | undefined>>): Settings => {
  const entries = Object.entries(declaredSettings).map(([key, setting]) => {
    const rawValue = setting.secret ? secretIn(environment, setting.name) : environment[setting.name]
    const text = rawValue === undefined || rawValue === '' ? setting.default : rawValue
    const value = setting.read(text)
    if (value === undefined && text !== '')
      throw new WrongSetting(`${setting.name} must be ${setting.shape}${setting.secret ? '' : ` and is ${JSON.stringify(text)}`}.`)
    return [key, value]
  })
  const settings = Object.fromEntries(entries) as Settings
  if (settings.storageUrl && !(settings.storageKey && settings.storageSecret))
    throw new WrongSetting('STORAGE_URL is set, so STORAGE_KEY and STORAGE_SECRET must be set as well.')
  if (settings.walFolder !== undefined && settings.backupPassphrase !== undefined)
    throw new WrongSetting('WAL_FOLDER and BACKUP_PASSPHRASE are both set, but the archived log is not encrypted: unset one of them.')
  if (settings.databaseDirectUrl !== undefined && settings.databaseUrl === undefined)
    throw new WrongSetting('DATABASE_DIRECT_URL is set, so DATABASE_URL must be set as well.')
  for (const group of [dingtalkSettings, wecomSettings, wecomLoginSettings, feishuSettings, smtpSettings]) requireWhole(settings, group)
  return settings
}

/** A secret as it is set, or in the file that the setting of its name with `_FILE` names, as orchestrators hand secrets over. */
const secretIn = (environment: Readonly<Record<string, string | undefined>>, name: string): string | undefined => {
  const path = environment[`${name}_FILE`]
  if (path === undefined || path === '') return environment[name]
  if (environment[name]) throw new WrongSetting(`${name} and ${name}_FILE are both set; one of them is enough.`)
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new WrongSetting(`${name}_FILE names ${JSON.stringify(path)}, which cannot be read (${codeOf(error) ?? 'unknown'}).`)
  }
}

/** What belongs together: one of them is of no use without the others. */
const dingtalkSettings = ['dingtalkSuiteId', 'dingtalkSuiteKey', 'dingtalkSuiteSecret', 'dingtalkToken', 'dingtalkAesKey'] as const
const wecomSettings = ['wecomSuiteId', 'wecomSuiteSecret', 'wecomProviderId', 'wecomToken', 'wecomAesKey'] as const
const wecomLoginSettings = ['wecomLoginSuiteId', 'wecomLoginSuiteSecret'] as const
const smtpSettings = ['smtpHost', 'smtpFrom'] as const
const feishuSettings = ['feishuAppId', 'feishuAppSecret', 'feishuEncryptKey', 'feishuVerificationToken'] as const

const requireWhole = (settings: Settings, group: readonly (keyof Settings)[]): void => {
  const [set, missing] = [group.find((key) => settings[key] !== undefined), group.find((key) => settings[key] === undefined)]
  if (set !== undefined && missing !== undefined)
    throw new WrongSetting(`${declaredSettings[set].name} is set, so ${declaredSettings[missing].name} must be set as well.`)
}

/** How the app comes into DingTalk; undefined where it does not. */
export const dingtalkOf = ({ dingtalkUrl, dingtalkSignature, ...settings }: Settings) => {
  const { dingtalkSuiteId: suiteId, dingtalkSuiteKey: suiteKey, dingtalkSuiteSecret: suiteSecret } = settings
  const { dingtalkToken: token, dingtalkAesKey: aesKey } = settings
  return suiteId !== undefined && suiteKey !== undefined && suiteSecret !== undefined && token !== undefined && aesKey !== undefined
    ? { suiteId, suiteKey, suiteSecret, token, aesKey, url: dingtalkUrl, signature: dingtalkSignature }
    : undefined
}

/** How the app comes into WeCom; undefined where it does not. */
export const wecomOf = ({ wecomUrl, wecomInstallation, ...settings }: Settings) => {
  const { wecomSuiteId: suiteId, wecomSuiteSecret: suiteSecret, wecomProviderId: providerId } = settings
  const { wecomToken: token, wecomAesKey: aesKey, wecomProviderSecret: providerSecret } = settings
  const { wecomLoginSuiteId, wecomLoginSuiteSecret } = settings
  const loginSuite =
    wecomLoginSuiteId !== undefined && wecomLoginSuiteSecret !== undefined
      ? { suiteId: wecomLoginSuiteId, suiteSecret: wecomLoginSuiteSecret }
      : undefined
  return suiteId !== undefined && suiteSecret !== undefined && providerId !== undefined && token !== undefined && aesKey !== undefined
    ? {
        suiteId,
        suiteSecret,
        providerId,
        token,
        aesKey,
        providerSecret,
        loginSuite,
        isUnpublished: wecomInstallation === 'test',
        url: wecomUrl,
      }
    : undefined
}

/** How the app comes into Feishu; undefined where it does not. */
export const feishuOf = ({ feishuUrl: url, feishuAppKind: appKind, ...settings }: Settings) => {
  const { feishuAppId: appId, feishuAppSecret: appSecret } = settings
  const { feishuEncryptKey: encryptKey, feishuVerificationToken: verificationToken } = settings
  return appId !== undefined && appSecret !== undefined && encryptKey !== undefined && verificationToken !== undefined
    ? { appId, appSecret, appKind, encryptKey, verificationToken, url }
    : undefined
}

/** The same with what `environment` names in the place of what was set. */
export const settingsWith = (settings: Settings, environment: Readonly<Record<string, string>>): Settings =>
  Object.fromEntries(
    Object.entries(declaredSettings).map(([key, { name, read }]) => {
      const text = environment[name]
      return [key, text === undefined ? settings[key as keyof Settings] : read(text)]
    }),
  ) as Settings

/** The table of settings for docs/operating.md: name, default, meaning; under other words where they are given. */
export const settingsTable = ({
  heading = ['setting', 'default', 'meaning'],
  meanings,
}: { readonly heading?: readonly string[]; readonly meanings?: Readonly<Record<keyof Settings, string>> } = {}): string =>
  [
    `| ${heading.join(' | ')} |`,
    '|---|---|---|',
    ...Object.entries(declaredSettings).map(
      ([key, setting]) =>
        `| \`${setting.name}\` | ${setting.default && `\`${setting.default}\``} | ${meanings?.[key as keyof Settings] ?? setting.meaning} |`,
    ),
  ].join('\n')

/** Where data lives when the database is our own. */
export const isEmbedded = (settings: Settings): boolean => settings.databaseUrl === undefined

/** Whether an empty database gets the demo organisations. */
export const wantsDemo = (settings: Settings): boolean => (settings.demo === 'auto' ? isEmbedded(settings) : settings.demo === 'on')

type Setting<V> = {
  readonly name: string
  /** As it would be written in the environment; empty: not set. */
  readonly default: string
  readonly meaning: string
  /** What a right value is, after "must be". */
  readonly shape: string
  readonly secret: boolean
  /** The value; undefined where the text is wrong or empty. */
  readonly read: (text: string) => V
}

const wholeSetting = (
  name: string,
  { byDefault, min, max }: { readonly byDefault: number; readonly min: number; readonly max: number },
  description: string,
): Setting<number> => ({
  name,
  default: String(byDefault),
  meaning: description,
  shape: `a whole number from ${min} to ${max}`,
  secret: false,
  read: (text) => (/^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined) as number,
})

const oneOf = <const O extends readonly string[]>(
  name: string,
  byDefault: O[number],
  choices: O,
  description: string,
): Setting<O[number]> => ({
  name,
  default: byDefault,
  meaning: `${description} (${choices.map((choice) => `\`${choice}\``).join(', ')})`,
  shape: `one of ${choices.join(', ')}`,
  secret: false,
  read: (text) => choices.find((choice) => choice === text) as O[number],
})

/** The addresses that one with several hosts stands for (`postgres://a:5432,b:5433/db`), in their order. */
export const addressesIn = (url: string): string[] => {
  const [, before = '', hosts = '', rest = ''] = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  if (!hosts.includes(',')) return [url]
  // The first that can be written is taken whatever this says.
  const plainRest = rest.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_, first: string, last: string) => (last ? first : ''))
  return hosts.split(',').map((host) => `${before}${host}${plainRest}`)
}

const url = (name: string, protocols: readonly string[], description: string, byDefault = ''): Setting<string | undefined> => ({
  name,
  default: byDefault,
  meaning: description,
  shape: `an address that begins with ${protocols.map((protocol) => protocol + '//').join(' or ')}`,
  secret: true,
  read: (text) =>
    addressesIn(text).every((address) => URL.canParse(address) && protocols.includes(new URL(address).protocol))
      ? text.replace(/\/$/, '')
      : undefined,
})

const text = (name: string, byDefault: string, description: string): Setting<string> => ({
  name,
  default: byDefault,
  meaning: description,
  shape: 'text',
  secret: false,
  read: (text) => text,
})

const aesKey = (name: string, description: string): Setting<string | undefined> => ({
  name,
  default: '',
  meaning: description,
  shape: '43 letters and digits',
  secret: true,
  read: (text) => (/^[A-Za-z0-9]{43}$/.test(text) ? text : undefined),
})

const identifier = (name: string, description: string): Setting<string | undefined> => ({
  ...secret(name, description),
  shape: 'an identifier of at most 100 letters, digits, _ and -',
  secret: false,
  read: (text) => (/^[\w-]{1,100}$/.test(text) ? text : undefined),
})

const secret = (name: string, description: string): Setting<string | undefined> => ({
  name,
  default: '',
  meaning: description,
  shape: 'text',
  secret: true,
  read: (text) => text || undefined,
})

/** Where a push service can tell us that something is wrong: others than Apple's take anything, Apple's nothing that leads nowhere. */
const isReachableSubject = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, pathname } = new URL(text)
  const mailHost = protocol === 'mailto:' ? /^[^@\s]+@([^@\s]+)$/.exec(pathname)?.[1] : undefined
  const host = mailHost ?? (protocol === 'https:' ? hostname : '')
  return /^([a-z0-9-]+\.)+[a-z][a-z0-9-]+$/i.test(host) && !/\.(local|localhost|invalid|test|example|internal|lan|home)$/i.test(host)
}

const subject = (name: string, description: string): Setting<string | undefined> => ({
  name,
  default: '',
  meaning: description,
  shape: 'mailto: or https:// with a name that others can reach',
  secret: false,
  read: (text) => (isReachableSubject(text) ? text : undefined),
})

/** What push services are told to turn to; undefined where nothing is pushed, because there is nothing that they would take. */
export const pushSubjectOf = ({ pushSubject, publicUrl }: Pick<Settings, 'pushSubject' | 'publicUrl'>): string | undefined =>
  pushSubject ?? (publicUrl !== undefined && isReachableSubject(publicUrl) ? publicUrl : undefined)

const file = (name: string, description: string): Setting<string | undefined> => ({
  name,
  default: '',
  meaning: description,
  shape: 'the path of a file',
  secret: false,
  read: (text) => (text === '' ? undefined : resolve(text)),
})

/** A folder that is made where it is not there yet. */
const folderToMake = (name: string, description: string): Setting<string | undefined> => ({
  name,
  default: '',
  meaning: description,
  shape: 'the path of a folder',
  secret: false,
  read: (text) => (text === '' ? undefined : resolve(text)),
})

const optionalFolder = (name: string, description: string): Setting<string | undefined> => ({
  ...file(name, description),
  shape: 'the path of a folder',
})

const folder = (name: string, byDefault: string, description: string): Setting<string> => ({
  name,
  default: byDefault,
  meaning: description,
  shape: 'the path of a folder',
  secret: false,
  read: (text) => resolve(text),
})

const declaredSettings = {
  port: wholeSetting('PORT', { byDefault: 3000, min: 0, max: 65535 }, 'Port of the web server; 0 takes a free one'),
  host: text('HOST', '127.0.0.1', 'Address the web server listens on; `0.0.0.0` for every network'),
  publicUrl: url('PUBLIC_URL', ['http:', 'https:'], 'Address people open, where it differs from host and port (behind a proxy)'),
  trustedProxies: wholeSetting(
    'TRUSTED_PROXIES',
    { byDefault: 0, min: 0, max: 10 },
    'How many proxies stand in front and may name the address of the caller',
  ),
  databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:'], 'PostgreSQL 15 or newer; not set: the embedded one in `DATA_DIR`'),
  databaseReadUrl: url(
    'DATABASE_READ_URL',
    ['postgres:', 'postgresql:'],
    'Read replica (a streaming standby of `DATABASE_URL`) for lists, exports and reports; asked only once it has replayed all that was committed before, otherwise the primary answers',
  ),
  databaseDirectUrl: url(
    'DATABASE_DIRECT_URL',
    ['postgres:', 'postgresql:'],
    'The database of `DATABASE_URL` past a pooler that lends connections for a transaction (PgBouncer with `pool_mode = transaction`): for the schema, for listening, for copies; not set: `DATABASE_URL`',
  ),
  postgresBin: optionalFolder(
    'POSTGRES_BIN',
    'Folder with `initdb` and `postgres` of a PostgreSQL from 15 on that runs as the embedded database, `/usr/lib/postgresql/15/bin` of Debian for instance; not set: the one of the packages',
  ),
  poolSize: wholeSetting(
    'POOL_SIZE',
    { byDefault: 12, min: 1, max: 500 },
    'Connections to the database that one server process opens at most',
  ),
  heavyAtOnce: wholeSetting(
    'HEAVY_AT_ONCE',
    { byDefault: 2, min: 1, max: 64 },
    'How much heavy work of one kind (sheets read, files looked at and papers drawn) is under way at once, each piece in a process of its own; one organisation leaves one place to the others',
  ),
  heavyMegabytes: wholeSetting(
    'HEAVY_MEGABYTES',
    { byDefault: 1024, min: 256, max: 65_536 },
    'Memory that one piece of heavy work may need before it is ended and refused',
  ),
  dataDir: folder('DATA_DIR', './data', 'Folder of the embedded database and of uploaded files'),
  backupFolder: folderToMake(
    'BACKUP_FOLDER',
    'Folder to which the embedded database and its files are backed up each night at two (China), best on another disk; not set: only by `npm run backup`',
  ),
  backupKeep: wholeSetting('BACKUP_KEEP', { byDefault: 14, min: 1, max: 3650 }, 'How many backups stay in `BACKUP_FOLDER`; older ones go'),
  backupKeepDays: wholeSetting(
    'BACKUP_KEEP_DAYS',
    { byDefault: 3650, min: 1, max: 3650 },
    'How many days backups stay in `BACKUP_FOLDER`; the newest always stays',
  ),
  backupPassphrase: secret(
    'BACKUP_PASSPHRASE',
    'Encrypts backups (AES-256-GCM); without it nobody brings them back, so it is kept elsewhere as well',
  ),
  walFolder: folderToMake(
    'WAL_FOLDER',
    'Folder to which the embedded database archives its log within a minute, best on another disk, for `npm run restore -- --until`; not encrypted, so not with `BACKUP_PASSPHRASE`',
  ),
  filesGigabytes: wholeSetting(
    'FILES_GIGABYTES',
    { byDefault: 20, min: 0, max: 1_000_000 },
    'What the files of one organisation may take; 0: any number',
  ),
  diskReserveMegabytes: wholeSetting(
    'DISK_RESERVE_MEGABYTES',
    { byDefault: 1024, min: 0, max: 100_000_000 },
    'Free room on the disk of `DATA_DIR` below which no file is taken any more, so that the database keeps some; `/readyz` says so',
  ),
  diskQuota: wholeSetting(
    'DISK_QUOTA',
    { byDefault: 10, min: 0, max: 1_000_000 },
    'Gigabytes that the net disk of one person may take; 0: what the organisation has',
  ),
  demo: oneOf('DEMO', 'auto', ['auto', 'on', 'off'], 'Demo organisations on an empty database; `auto`: only on the embedded one'),
  licenceContact: text('LICENCE_CONTACT', '', 'Whom administrators turn to for a licence, as they read it: a name, a number, an address'),
  registration: oneOf(
    'REGISTRATION',
    'closed',
    ['closed', 'open'],
    'Whether anybody may register an organisation on trial, proven by a code sent to a phone; `open` sends codes to numbers that nobody here has',
  ),
  storageUrl: url('STORAGE_URL', ['http:', 'https:'], 'S3-compatible storage, address with the bucket; not set: `DATA_DIR/files`'),
  storageRegion: text('STORAGE_REGION', 'auto', 'Region of the S3-compatible storage'),
  storageKey: secret('STORAGE_KEY', 'Key id of the S3-compatible storage'),
  storageSecret: secret('STORAGE_SECRET', 'Secret key of the S3-compatible storage'),
  smsUrl: url('SMS_URL', ['http:', 'https:'], 'Gateway that sends SMS; not set: codes and invitations are printed on the terminal'),
  smsToken: secret('SMS_TOKEN', 'Token for the SMS gateway'),
  smsKey: secret('SMS_KEY', 'Access key id of Aliyun; with it and `SMS_SECRET` codes are sent through their SMS'),
  smsSecret: secret('SMS_SECRET', 'Access key secret of Aliyun'),
  smsSign: text('SMS_SIGN', '', 'Signature that Aliyun approved for our SMS'),
  smsTemplate: text('SMS_TEMPLATE', '', 'Template that Aliyun approved, with the place `code`'),
  smsLinkTemplate: text(
    'SMS_LINK_TEMPLATE',
    '',
    'Template that Aliyun approved for invitations, with the place `link`; not set: links go out by hand',
  ),
  serviceReach: oneOf(
    'SERVICE_REACH',
    'public',
    ['public', 'private', 'local'],
    'Where services that flows ask may stand: on the internet; also in private networks; also on this machine, without TLS, for development',
  ),
  smtpHost: {
    ...identifier(
      'SMTP_HOST',
      'Mail server by which notices go out, of all organisations that have none of their own; not set: they send no mail',
    ),
    shape: 'the name or the address of a host',
    read: (text) => (/^[a-z0-9]([a-z0-9.:-]{0,198}[a-z0-9])?$/i.test(text) ? text : undefined),
  } satisfies Setting<string | undefined>,
  smtpPort: wholeSetting('SMTP_PORT', { byDefault: 587, min: 1, max: 65535 }, 'Port of the mail server'),
  smtpSecurity: oneOf(
    'SMTP_SECURITY',
    'starttls',
    ['starttls', 'tls', 'none'],
    'How the line to the mail server is made safe: by an upgrade that has to succeed; from the beginning, usually on port 465; not at all',
  ),
  smtpUser: text('SMTP_USER', '', 'User at the mail server; not set: it asks for none'),
  smtpPassword: secret('SMTP_PASSWORD', 'Password of `SMTP_USER`'),
  smtpFrom: {
    ...identifier('SMTP_FROM', 'Address that mail comes from; has to be set with `SMTP_HOST`'),
    shape: 'an e-mail address',
    read: (text) => (email.test(text) ? text : undefined),
  } satisfies Setting<string | undefined>,
  pushSubject: subject(
    'PUSH_SUBJECT',
    'Whom push services turn to, `mailto:` or `https://`; not set: `PUBLIC_URL`. Where neither can be reached from outside, nothing is pushed',
  ),
  mapKey: {
    name: 'MAP_KEY',
    default: '',
    meaning:
      'Server key of Tianditu: its map, its places and its addresses, asked by the server. Not set: the places of the organisation, and tiles where `MAP_TILES` has some',
    shape: 'a server key of Tianditu, 32 hexadecimal digits',
    secret: true,
    read: (text) => (/^[0-9a-f]{32}$/i.test(text) ? text : undefined),
  } satisfies Setting<string | undefined>,
  mapTiles: file(
    'MAP_TILES',
    'Raster PMTiles file that maps are drawn from, before those of `MAP_KEY`. Neither: maps are a grid of metres',
  ),
  serviceUrl: url(
    'SERVICE_URL',
    ['http:', 'https:'],
    'Where people inside a chat reach your customer service, shown to them as a code to scan',
  ),
  mapApproval: text(
    'MAP_APPROVAL',
    '',
    'Number under which the map of `MAP_TILES` or `MAP_KEY` was approved for publishing in China, shown on it',
  ),
  dingtalkSuiteId: identifier('DINGTALK_SUITE_ID', 'Id of our suite at DingTalk; with the four below the app runs inside DingTalk'),
  dingtalkSuiteKey: identifier('DINGTALK_SUITE_KEY', 'Key of our suite at DingTalk'),
  dingtalkSuiteSecret: secret('DINGTALK_SUITE_SECRET', 'Secret of our suite at DingTalk'),
  dingtalkToken: secret('DINGTALK_TOKEN', 'Token that callbacks of DingTalk are signed with'),
  dingtalkAesKey: aesKey('DINGTALK_AES_KEY', 'Key that callbacks of DingTalk are encrypted with'),
  dingtalkUrl: url(
    'DINGTALK_URL',
    ['http:', 'https:'],
    'Where DingTalk is asked, through a gateway for instance; not set: where DingTalk itself answers',
  ),
  dingtalkStoreUrl: url(
    'DINGTALK_STORE_URL',
    ['http:', 'https:'],
    'Page of the app in DingTalk’s market, where organisations order and renew; not set: the app offers no way there',
  ),
  dingtalkSignature: oneOf(
    'DINGTALK_SIGNATURE',
    'sha256',
    ['sha256', 'sha1'],
    'How pages are signed first for the script of DingTalk, whose documents name both ways; a client that takes the other is shown that next',
  ),
  wecomSuiteId: identifier('WECOM_SUITE_ID', 'Id of our suite at WeCom; with the four below the app runs inside WeCom'),
  wecomSuiteSecret: secret('WECOM_SUITE_SECRET', 'Secret of our suite at WeCom'),
  wecomProviderId: identifier('WECOM_PROVIDER_ID', 'Corp id of the provider at WeCom, whom the check of the callback address is meant for'),
  wecomProviderSecret: secret(
    'WECOM_PROVIDER_SECRET',
    'Secret of the provider at WeCom, by which the licences of members are asked for and switched on; not set: nothing is known of them',
  ),
  wecomLoginSuiteId: identifier(
    'WECOM_LOGIN_SUITE_ID',
    'Id of our suite for login authorisation at WeCom, which signs people in on a desk; it has the same callback address, token and key. Not set: nobody signs in by WeCom on a desk',
  ),
  wecomLoginSuiteSecret: secret('WECOM_LOGIN_SUITE_SECRET', 'Secret of the suite for login authorisation at WeCom'),
  wecomToken: secret('WECOM_TOKEN', 'Token that callbacks of WeCom are signed with'),
  wecomAesKey: aesKey('WECOM_AES_KEY', 'Key that callbacks of WeCom are encrypted with'),
  wecomInstallation: oneOf(
    'WECOM_INSTALLATION',
    'formal',
    ['formal', 'test'],
    'How organisations install from our own page: as a test until the app is published at WeCom, formally from then on',
  ),
  wecomUrl: url(
    'WECOM_URL',
    ['http:', 'https:'],
    'Where WeCom is asked, through a gateway for instance; not set: where WeCom itself answers',
  ),
  feishuAppId: identifier('FEISHU_APP_ID', 'Id of our app at Feishu; with the three below the app runs inside Feishu'),
  feishuAppSecret: secret('FEISHU_APP_SECRET', 'Secret of our app at Feishu'),
  feishuEncryptKey: secret('FEISHU_ENCRYPT_KEY', 'Encrypt key of the events of Feishu, by which they are sealed and signed'),
  feishuVerificationToken: secret('FEISHU_VERIFICATION_TOKEN', 'Verification token of the events of Feishu'),
  feishuAppKind: oneOf(
    'FEISHU_APP_KIND',
    'store',
    ['store', 'custom'],
    'Whether our app stands in the store of Feishu, for many organisations, or is an organisation’s own',
  ),
  feishuUrl: url(
    'FEISHU_URL',
    ['http:', 'https:'],
    'Where Feishu is asked, through a gateway for instance; not set: where Feishu itself answers',
  ),
  feishuScriptUrl: url(
    'FEISHU_SCRIPT_URL',
    ['https:'],
    'Script of the client of Feishu, which pages load inside it alone; the newest stands in its guide for web apps',
    'https://lf1-cdn-tos.bytegoofy.com/goofy/lark/op/h5-js-sdk-1.5.35.js',
  ),
  standIns: oneOf(
    'STAND_INS',
    'off',
    ['off', 'on'],
    'Starts stand-ins of DingTalk, WeCom and Feishu beside the server, to walk through an installation with; never where people work',
  ),
  connections: wholeSetting(
    'CONNECTIONS',
    { byDefault: 4000, min: 16, max: 1_000_000 },
    'Connections from outside that are open at once, at most; fewer where the system allows fewer descriptors. Where nothing stands in front, one address has half of them at most',
  ),
  callsPerSession: wholeSetting(
    'CALLS_PER_SESSION',
    { byDefault: 0, min: 0, max: 1_000_000 },
    'Calls that one session may make in a minute, and at once; 0: any number',
  ),
  callsPerKey: wholeSetting(
    'CALLS_PER_KEY',
    { byDefault: 600, min: 0, max: 1_000_000 },
    'Calls that one API key may make in a minute, and at once; 0: any number. Each server process counts for itself',
  ),
  callsPerAddress: wholeSetting(
    'CALLS_PER_ADDRESS',
    { byDefault: 0, min: 0, max: 1_000_000 },
    'The same for one address, of calls without a session; 0: any number. Each server process counts for itself',
  ),
  metricsToken: secret('METRICS_TOKEN', 'Token that `/metrics` asks for as `Bearer`; not set: only programs on the same machine read it'),
  tracesEndpoint: url(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    ['http:', 'https:'],
    'Collector that traces of requests, jobs and statements are sent to by OTLP over HTTP; not set: none are recorded',
  ),
  tracesSampler: oneOf(
    'OTEL_TRACES_SAMPLER',
    'parentbased_always_on',
    ['always_on', 'always_off', 'traceidratio', 'parentbased_always_on', 'parentbased_always_off', 'parentbased_traceidratio'],
    'Which traces are recorded',
  ),
  tracesSampledPart: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    default: '1',
    meaning: 'The part of traces that the samplers by ratio record',
    shape: 'a number from 0 to 1',
    secret: false,
    read: (text: string) => (/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/.test(text) ? Number(text) : undefined) as number,
  },
  sealKey: secret(
    'SEAL_KEY',
    'Key that seals of what happened are made with; not set: they are made without, and their heads are to be written down outside',
  ),
  versionUrl: url(
    'VERSION_URL',
    ['http:', 'https:'],
    'Address that names the newest version, as JSON with `version` or `tag_name`; asked while the operator’s page shows the system; not set: no address is asked',
  ),
  logLevel: oneOf('LOG_LEVEL', 'info', ['debug', 'info', 'warn', 'error', 'silent'], 'From which level on events are logged'),
}
