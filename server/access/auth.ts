import { inWords } from '../../domain/english/all.ts'
import { menuFor } from '../../domain/access/menus.ts'
import { licenceState } from '../../domain/licence/licence.ts'
import {
  askForPassword,
  checkToken,
  phoneSignIn,
  resetPassword,
  sendSmsCode,
  signIn,
  signInHint,
} from '../../domain/access/signInOperations.ts'
import { currentUser, isMobileSignedIn, resources, signOut } from '../../domain/access/sessionOperations.ts'
import { refusal } from '../../kernel/refusal.ts'
import { handle, handlePublic, type Handler } from '../call.ts'
import { demoAccounts, demoPassword } from './demoUsers.ts'
import { ordersOf } from '../licence/licence.ts'
import { wantsDemo } from '../settings.ts'
import { Forbidden, HttpError } from '../httpError.ts'
import { readIdentity, tokenAnswer } from './identity.ts'
import { endSessions, findSession, forgetSession } from './sessions.ts'
import { askForPassword as tellAdministrators, resetWithCode, sendCode, signInWithCode, signInWithPassword } from './signIn.ts'
import { bareToken } from './tokens.ts'
import { managedBy } from './places.ts'
import { onlyRow } from '../db/rows.ts'
import { assertDefined } from '../../kernel/assert.ts'

/** The client of sessions that a phone, or a browser as the app runs in it, has opened for itself; not those that a computer began. */
const phoneClient = 'app'

export const authHandlers: readonly Handler[] = [
  handlePublic(signIn, async (call, input) => {
    const { token, identity } = await signInWithPassword(call, input)
    return tokenAnswer(token, identity)
  }),

  handlePublic(phoneSignIn, async (call, input) => {
    const { token, identity } = await signInWithCode(call, {
      phone: assertDefined(input.mobile ?? input.phone, 'the phone'),
      code: assertDefined(input.captcha ?? input.code, 'the code'),
      operationId: input.operationId,
      deviceId: input.device_id,
    })
    return { ...tokenAnswer(token, identity), token, userInfo: identity }
  }),

  handlePublic(sendSmsCode, (call, input) => sendCode(call, assertDefined(input.mobile ?? input.phone, 'the phone'))),

  handlePublic(resetPassword, async (call, { mobile, captcha, password, operationId, device_id }) => {
    const { token, identity } = await resetWithCode(call, { phone: mobile, code: captcha, password, operationId, deviceId: device_id })
    return tokenAnswer(token, identity)
  }),

  handlePublic(askForPassword, async (call, { username }) => {
    await tellAdministrators(call, username)
    return { told: true as const }
  }),

  handlePublic(signInHint, async ({ app, language }) => {
    const isDemo = wantsDemo(app.settings) && (await app.database.gate(`select from installation where key = 'demo'`)).length > 0
    if (!isDemo) return { accounts: [], password: '' }
    return {
      accounts: demoAccounts.flatMap(({ login, title }) => (title ? { login, title: inWords(language, title) } : [])),
      password: demoPassword,
    }
  }),

  handlePublic(checkToken, async (call, input) => {
    const session = await findSession(call.app.database, bareToken(input.token))
    if (!session) throw new HttpError(400, refusal('session.none', '会话已失效，请重新登录'), { oauthError: 'invalid_token' })
    return call.app.database.reading(session.orgId, async (tx) => {
      const [{ identity }, { exp }] = await Promise.all([
        readIdentity(tx, session.uid),
        onlyRow(
          tx.query<{ exp: number }>(
            'select extract(epoch from expires_at)::float8 as exp from session where org_id = $1 and token_hash = $2',
            [session.orgId, session.tokenHash],
          ),
        ),
      ])
      return {
        active: true as const,
        exp: Math.floor(exp),
        user_name: identity['X-UserId'],
        client_id: session.client,
        scope: ['all'],
        authorities: [...session.roleCodes],
        ...identity,
      }
    })
  }),

  handle(signOut, async (call, input) => {
    const { session, tx } = call
    if (input.uid !== undefined && input.uid !== session.uid) throw new Forbidden()
    const endedHashes = await endSessions(tx, session.uid, { only: session.tokenHash })
    forgetSession(call.app.database, session.tokenHash)
    return { ended: endedHashes.length }
  }),

  handle(resources, async (call) => menuFor(call.session.codes).map((resource) => ({ ...resource, funs: [...resource.funs] }))),

  handle(currentUser, async ({ session, tx, at }) => {
    const [{ identity, granted }, managedLocations, orders] = await Promise.all([
      readIdentity(tx, session.uid),
      tx.query<{ locId: string; locName: string }>(
        `select l.id as "locId", l.loc_name as "locName" from location l
         where l.org_id = $1 and l.deleted_at is null and ${managedBy('$2')}
         order by l.loc_code`,
        [session.orgId, session.uid],
      ),
      ordersOf(tx),
    ])
    return { ...identity, grantedRoles: granted, managedLocations, codes: [...session.codes], licence: licenceState(orders, at) }
  }),

  handle(isMobileSignedIn, async ({ session, tx }, input) => {
    if (input.uid !== undefined && input.uid !== session.uid) return false
    if (session.client === phoneClient) return true
    const open = await tx.query(
      'select from session where org_id = $1 and uid = $2 and client = $3 and ended_at is null and expires_at > now() limit 1',
      [tx.orgId, session.uid, phoneClient],
    )
    return open.length > 0
  }),
]
