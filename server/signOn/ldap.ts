import { connect, isIP, type TcpNetConnectOpts } from 'node:net'
import { connect as connectSafe, type ConnectionOptions } from 'node:tls'
import { Client, FilterParser, InvalidCredentialsError, ResultCodeError, SizeLimitExceededError, type Entry, type Filter } from 'ldapts'
import { refuse } from '../../kernel/refusal.ts'
import type { ForeignDepartment, ForeignDirectory, ForeignPerson } from '../../domain/directory/foreign.ts'
import { ldapAttributes, type LdapSettings } from '../../domain/signOn/operations.ts'
import { isAllowed, lookupWithin, TargetRefused, type Reach } from '../approval/flow/services/servicesPost.ts'
import { codeOf, messageOf } from '../../kernel/caughtError.ts'

/** A company's LDAP as an administrator has set it up. */
export type Ldap = LdapSettings & { readonly secret: string | null }

/** A person who was found, and where they stand in the tree. */
export type LdapPerson = { readonly dn: string; readonly person: ForeignPerson }

/**
 * Who it is, by the name that they sign in with and their password; undefined where one of both is wrong. No one comes in without a password:
 * a server takes a bind without one for a bind by no one, and agrees.
 */
export const boundAs = async (ldap: Ldap, reach: Reach, login: string, password: string): Promise<LdapPerson | undefined> => {
  if (password === '' || login === '') return undefined
  const entry = await foundBy(ldap, reach, login)
  if (!entry) return undefined
  return inLdapWords(ldap, async () => {
    const client = await connectLdap(ldap, reach)
    try {
      await client.bind(entry.dn, password)
      return entry
    } catch (error) {
      if (error instanceof InvalidCredentialsError) return undefined
      throw error
    } finally {
      await client.unbind().catch(() => undefined)
    }
  })
}

/** The one who signs in by this name; undefined for no one, and where several have it. */
export const foundBy = (ldap: Ldap, reach: Reach, login: string): Promise<LdapPerson | undefined> =>
  withLdap(ldap, reach, async (client) => {
    const filter = parsedFilter(ldap.filter.replaceAll('{login}', () => escapeFilter(login)))
    const entry = onlyEntry(await searchTwo(client, ldap, filter))
    if (!entry) return undefined
    return { dn: entry.dn, person: personOf(ldap, entry, await departmentIds(ldap, client)) }
  })

/** At most two entries; some servers refuse to answer two of more. */
const searchTwo = async (client: Client, ldap: Ldap, filter: Filter): Promise<readonly Entry[]> => {
  try {
    const { searchEntries } = await client.search(ldap.baseDn, { ...searchOptions(ldap), scope: 'sub', filter, sizeLimit: 2 })
    return searchEntries
  } catch (error) {
    if (error instanceof SizeLimitExceededError) return []
    throw error
  }
}

const onlyEntry = (entries: readonly Entry[]): Entry | undefined => (entries.length === 1 ? entries[0] : undefined)

/** A filter as the directory is asked with it; refuses in words what is none. */
export const parsedFilter = (text: string): Filter => {
  const isBalanced = text.split('(').length === text.split(')').length
  try {
    if (isBalanced) return FilterParser.parseString(text)
  } catch {
    // Refused below, like what the library reads though a parenthesis is missing.
  }
  return refuse('signOn.ldapFilter', '查询条件有误，请检查括号和写法：{filter}', { filter: text })
}

/** What stands in a filter for a text that is nothing but itself. */
export const escapeFilter = (text: string): string =>
  text.replaceAll(/[\\*()\0]/g, (sign) => `\\${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** The whole directory. Lists are read in pages of the server's and answered as one part: its places are good on one line only. */
export const ldapDirectory = (ldap: Ldap, reach: Reach): ForeignDirectory => {
  const all = async (): Promise<ForeignPerson[]> =>
    withLdap(ldap, reach, async (client) => {
      const ids = await departmentIds(ldap, client)
      return (await searchPages(ldap, client, ldap.peopleFilter)).map((entry) => personOf(ldap, entry, ids))
    })
  const departments = (): Promise<ForeignDepartment[]> =>
    withLdap(ldap, reach, async (client) => {
      const entries = await searchPages(ldap, client, ldap.departmentFilter)
      const ids = idsByName(ldap, entries)
      return entries.map((entry) => {
        const parentId = ids.get(above(entry.dn))
        return {
          id: idOf(ldap, entry),
          name: textOf(entry, 'ou') ?? textOf(entry, 'name') ?? nameIn(entry.dn),
          ...(parentId && { parentId }),
        }
      })
    })
  return {
    departments: async () => ({ rows: await departments() }),
    people: async () => ({ rows: await all() }),
    person: async (id) => (await all()).find((entryFound) => entryFound.id === id),
    department: async (id) => (await departments()).find((department) => department.id === id),
  }
}

/** Looks people up as the person who we are there. Refuses in words. */
export const withLdap = <R>(ldap: Ldap, reach: Reach, run: (client: Client) => Promise<R>): Promise<R> =>
  inLdapWords(ldap, async () => {
    const client = await connectLdap(ldap, reach)
    try {
      if (!ldap.secret) return refuse('signOn.ldapPassword', '还没有填写查询账号的密码')
      await client.bind(ldap.bindDn, ldap.secret)
      return await run(client)
    } finally {
      await client.unbind().catch(() => undefined)
    }
  })

/** A line to the very address that was looked at, encrypted where that is wanted. */
const connectLdap = async ({ url, startTls }: Ldap, reach: Reach): Promise<Client> => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host, reach)) throw new TargetRefused('The address is none that a directory may have.')
  const lookup = lookupWithin(reach)
  // The certificate is held against `host`, also on a line that stands already.
  const tlsOptions: ConnectionOptions = { host, servername: isIP(host) === 0 ? host : '' }
  const client = new Client({
    url,
    timeout: secondsAtMost * 1000,
    connectTimeout: secondsAtMost * 1000,
    strictDN: false,
    ...(url.toLowerCase().startsWith('ldaps:') && { tlsOptions }),
    createConnection: ((port: number, address: string) =>
      connect({ port, host: address, lookup } as TcpNetConnectOpts)) as unknown as typeof connect,
    createSecureConnection: ((...args: [ConnectionOptions] | [number, string, ConnectionOptions]) =>
      typeof args[0] === 'object'
        ? connectSafe({ ...args[0], ...tlsOptions })
        : connectSafe({
            port: args[0],
            host: args[1]!,
            ...args[2],
            ...tlsOptions,
            lookup,
          } as ConnectionOptions)) as unknown as typeof connectSafe,
  })
  if (startTls && !url.toLowerCase().startsWith('ldaps:')) await client.startTLS(tlsOptions)
  return client
}

const secondsAtMost = 10
const pageSize = 500
const peopleAtMost = 100_000

const searchOptions = ({ attributes: { id, ...named } }: Ldap) => ({
  attributes: [...new Set([id, ...Object.values(named).filter(Boolean), 'ou', 'name', 'userAccountControl'])],
  // A number of Microsoft's is no text.
  ...(isBinary(id) && { explicitBufferAttributes: [id] }),
})
const isBinary = (attribute: string): boolean => /^objectguid$/i.test(attribute)

const searchPages = async (ldap: Ldap, client: Client, filter: string): Promise<Entry[]> => {
  const entries: Entry[] = []
  for await (const page of client.searchPaginated(ldap.baseDn, {
    ...searchOptions(ldap),
    scope: 'sub',
    filter: parsedFilter(filter),
    paged: { pageSize },
  })) {
    entries.push(...page.searchEntries)
    if (entries.length > peopleAtMost) refuse('signOn.ldapMany', '目录中的人员超过{count}，请把范围收窄', { count: peopleAtMost })
  }
  return entries
}

const departmentIds = async (ldap: Ldap, client: Client): Promise<ReadonlyMap<string, string>> =>
  idsByName(ldap, await searchPages(ldap, client, ldap.departmentFilter))

const idsByName = (ldap: Ldap, entries: readonly Entry[]): ReadonlyMap<string, string> =>
  new Map(entries.map((entry) => [plain(entry.dn), idOf(ldap, entry)]))

const personOf = (ldap: Ldap, entry: Entry, departments: ReadonlyMap<string, string>): ForeignPerson => {
  const values: Partial<Record<(typeof ldapAttributes)[number], string | null>> = {}
  for (const key of ldapAttributes) if (ldap.attributes[key]) values[key] = textOf(entry, ldap.attributes[key]) ?? null
  const { name, username, phone, email, position, employeeNo } = values
  const department = departments.get(above(entry.dn))
  const control = Number(textOf(entry, 'userAccountControl') ?? 0)
  return {
    id: idOf(ldap, entry),
    name: name ?? undefined,
    username,
    phone,
    email,
    position,
    employeeNo,
    departmentIds: department === undefined ? [] : [department],
    isActive: (control & accountDisabled) === 0,
  }
}

/** Of Microsoft's userAccountControl. */
const accountDisabled = 2

/** What its keeper never gives to another; where it has none, its place in the tree. */
const idOf = (ldap: Ldap, entry: Entry): string => textOf(entry, ldap.attributes.id) ?? plain(entry.dn)

const textOf = (entry: Entry, attribute: string): string | undefined => {
  const key = Object.keys(entry).find((otherKey) => otherKey.toLowerCase() === attribute.toLowerCase())
  const value = key === undefined ? undefined : entry[key]
  const first = Array.isArray(value) ? value[0] : value
  const text = Buffer.isBuffer(first) ? first.toString('hex') : first
  return text === undefined || text === '' ? undefined : text
}

const plain = (dn: string): string => dn.replaceAll(/\s*,\s*/g, ',').toLowerCase()
const above = (dn: string): string => plain(dn).replace(/^(?:\\.|[^,\\])*,/, '')
const nameIn = (dn: string): string => /^[^=]+=((?:\\.|[^,\\])*)/.exec(dn)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? dn

/** What went wrong with a directory, in words for people. */
const inLdapWords = async <R>({ url }: Ldap, run: () => Promise<R>): Promise<R> => {
  try {
    return await run()
  } catch (error) {
    const host = new URL(url).host
    const code = codeOf(error)
    if (error instanceof TargetRefused) return refuse('signOn.inside', '地址不能指向内部网络')
    if (error instanceof InvalidCredentialsError) return refuse('signOn.ldapBind', '查询账号或它的密码有误')
    if (error instanceof SizeLimitExceededError)
      return refuse('signOn.ldapSize', '目录一次不给出这么多条：请让目录管理员放宽查询账号的条数限制（size limit），或把查询范围收窄')
    if (error instanceof ResultCodeError)
      return refuse('signOn.ldapRefused', '目录拒绝了请求：{reason}', { reason: `${error.name} ${error.code}` })
    if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO|TLS|SSL/i.test(`${String(code)}`))
      return refuse('signOn.ldapTls', '{host}的证书不受信任：{reason}', { host, reason: String(code) })
    if (/timeout|timed out|closed|ended/i.test(messageOf(error)) || /^E[A-Z]+$/.test(String(code)))
      return refuse('signOn.unreachable', '连不上{host}：{reason}', { host, reason: code ?? 'timeout' })
    throw error
  }
}
