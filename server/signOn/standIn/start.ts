import { startLdap, type LdapEntry } from './ldapServer.ts'
import { startProvider } from './provider.ts'

const base = 'dc=example,dc=com'
const place = `ou=总部,${base}`
const strangers = ['陆一鸣', '何晓', '杜若'].map((name, index): LdapEntry => ({
  dn: `uid=u${index + 1},${place}`,
  attributes: {
    objectClass: 'inetOrgPerson',
    uid: `u${index + 1}`,
    cn: name,
    mail: `u${index + 1}@example.com`,
    entryUUID: `stranger-${index + 1}`,
  },
}))

/** A company's provider and its LDAP, to sign in with where no one has either; `places` says how they are set up. */
export const startSignOnStandIns = async () => {
  const unit: LdapEntry = { dn: place, attributes: { objectClass: 'organizationalUnit', ou: '总部', entryUUID: 'unit-1' } }
  const passwords = { [`cn=reader,${base}`]: 'reader', ...Object.fromEntries(strangers.map(({ dn }) => [dn, 'Demo2026'])) }
  const [provider, ldap] = await Promise.all([startProvider(), startLdap([unit, ...strangers], passwords)])
  return {
    // They stand on this machine.
    environment: { SERVICE_REACH: 'local' },
    places: [
      { title: `OpenID Connect (client ${provider.clientId}, secret ${provider.clientSecret})`, url: provider.issuer },
      { title: `LDAP (cn=reader,${base}, password reader; people u1 to u3, password Demo2026)`, url: ldap.url },
    ],
    stop: async () => {
      await Promise.all([provider.stop(), ldap.stop()])
    },
  }
}
