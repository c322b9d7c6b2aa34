import * as oidc from 'openid-client'
import { refuse } from '../../kernel/refusal.ts'
import type { OidcSettings } from '../../domain/signOn/operations.ts'
import { TargetRefused, type Reach } from '../approval/flow/services/servicesPost.ts'
import { fetchWithin } from './outside.ts'
import { codeOf, messageOf } from '../../kernel/caughtError.ts'

/** A provider as an organisation has set it up. */
export type Provider = Pick<OidcSettings, 'issuer' | 'clientId' | 'trusts'> & { readonly secret: string | null; readonly redirect: string }

/** A person as a provider proved them. What it does not prove is not there. */
export type OidcIdentity = {
  readonly sub: string
  readonly name?: string
  readonly username?: string
  readonly email?: string
  readonly phone?: string
}

/**
 * The provider as it describes itself now, asked anew each time: keys and addresses change. Its answers are signed, and the signature is
 * held against its keys even where they come over a safe line. Refuses in words.
 */
export const discover = async ({ issuer, clientId, secret }: Provider, reach: Reach): Promise<oidc.Configuration> =>
  inOidcWords(issuer, async () => {
    const options = {
      [oidc.customFetch]: fetchWithin(reach),
      timeout: secondsAtMost,
      execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    }
    const configuration = await oidc.discovery(new URL(issuer), clientId, undefined, undefined, options)
    const metadata = configuration.serverMetadata()
    const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const secretMethod = methods.includes('client_secret_post') ? oidc.ClientSecretPost : oidc.ClientSecretBasic
    const credential = secret ? secretMethod(secret) : oidc.None()
    const config = new oidc.Configuration(metadata, clientId, { id_token_signed_response_alg: undefined } as never, credential)
    config[oidc.customFetch] = options[oidc.customFetch]
    config.timeout = secondsAtMost
    if (issuer.startsWith('http:')) oidc.allowInsecureRequests(config)
    oidc.enableNonRepudiationChecks(config)
    return config
  })

const secondsAtMost = 10

export type OidcRequest = { readonly state: string; readonly nonce: string; readonly verifier: string }

/** Where the person who signs in is led. */
export const addressFor = async (
  config: oidc.Configuration,
  { redirect }: Provider,
  { state, nonce, verifier }: OidcRequest,
): Promise<string> =>
  oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirect,
    scope: scopesOf(config),
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href

const scopesOf = (config: oidc.Configuration): string => {
  const supportedScopes = config.serverMetadata().scopes_supported
  return ['openid', 'profile', 'email', 'phone']
    .filter((scope) => scope === 'openid' || !supportedScopes || supportedScopes.includes(scope))
    .join(' ')
}

/** Who came back: code, state, nonce, issuer, signature and time are all looked at. Refuses in words. */
export const provenBy = async (provider: Provider, reach: Reach, query: string, oidcRequest: OidcRequest): Promise<OidcIdentity> => {
  const config = await discover(provider, reach)
  return inOidcWords(provider.issuer, async () => {
    const tokens = await oidc.authorizationCodeGrant(config, new URL(`${provider.redirect}?${query.replace(/^\?/, '')}`), {
      expectedState: oidcRequest.state,
      expectedNonce: oidcRequest.nonce,
      pkceCodeVerifier: oidcRequest.verifier,
      idTokenExpected: true,
    })
    const idClaims = tokens.claims()
    if (!idClaims) return refuse('signOn.answer', '登录服务的应答有误')
    const userInfo = config.serverMetadata().userinfo_endpoint ? await oidc.fetchUserInfo(config, tokens.access_token, idClaims.sub) : {}
    const claims: Record<string, unknown> = { ...userInfo, ...idClaims }
    const textOf = (key: string) => (typeof claims[key] === 'string' && claims[key] !== '' ? claims[key] : undefined)
    const isTrue = (key: string) => claims[key] === true || claims[key] === 'true' || (provider.trusts && claims[key] === undefined)
    const name = textOf('name')
    const username = textOf('preferred_username')
    const email = isTrue('email_verified') ? textOf('email') : undefined
    const phone = isTrue('phone_number_verified') ? textOf('phone_number') : undefined
    return { sub: idClaims.sub, ...(name && { name }), ...(username && { username }), ...(email && { email }), ...(phone && { phone }) }
  })
}

/** Shows the provider our secret with a code that is none: it refuses the code, or us. */
export const tryCredential = (config: oidc.Configuration, { redirect, issuer }: Provider): Promise<void> =>
  inOidcWords(issuer, async () => {
    try {
      await oidc.genericGrantRequest(config, 'authorization_code', {
        code: 'zaice-test',
        redirect_uri: redirect,
        code_verifier: oidc.randomPKCECodeVerifier(),
      })
    } catch (error) {
      if (!(error instanceof oidc.ResponseBodyError) || !['invalid_grant', 'invalid_request'].includes(error.error)) throw error
    }
  })

/** What went wrong with a provider, in words for people. */
const inOidcWords = async <R>(issuer: string, run: () => Promise<R>): Promise<R> => {
  try {
    return await run()
  } catch (error) {
    return refuseFor(issuer, error)
  }
}

const refuseFor = (issuer: string, error: unknown): never => {
  const host = URL.canParse(issuer) ? new URL(issuer).host : issuer
  const cause = chainOf(error)
  const find = <E>(kind: new (...args: never[]) => E): E | undefined => cause.find((fault): fault is E => fault instanceof kind)
  if (find(TargetRefused)) return refuse('signOn.address', '地址应以 https:// 开头，并且不能指向内部网络')
  const denial = find(oidc.AuthorizationResponseError)
  if (denial) return refuse('signOn.denied', '登录服务没有放行：{reason}', { reason: denial.error_description ?? denial.error })
  const body = find(oidc.ResponseBodyError)
  if (body?.error === 'invalid_client' || body?.error === 'unauthorized_client') return refuse('signOn.client', '客户端编号或密钥有误')
  if (body?.error === 'invalid_grant') return refuse('signOn.over', '登录已过期，请重新登录')
  if (body) return refuse('signOn.refused', '登录服务拒绝了请求：{reason}', { reason: body.error_description ?? body.error })
  const code = cause.map(codeOf).find((code) => code !== undefined)
  if (cause.some((fault) => fault instanceof Error && fault.name === 'TimeoutError') || code === 'OAUTH_TIMEOUT')
    return refuse('signOn.slow', '{host}没有及时应答，请稍后再试', { host })
  if (code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return refuse('signOn.issuer', '登录服务自称的签发者与填写的不一致')
  if (code === 'OAUTH_JWT_CLAIM_COMPARISON_FAILED' || code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED' || code === 'OAUTH_INVALID_RESPONSE')
    return refuse('signOn.claims', '登录服务的应答不是给这次登录的，请重新登录')
  if (code === 'OAUTH_KEY_SELECTION_FAILED' || /signature/i.test(messageOf(error)))
    return refuse('signOn.signature', '登录服务的签名核对不上，请重新登录')
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_PARSE_ERROR')
    return refuse('signOn.noProvider', '{host}不是 OpenID Connect 登录服务，请核对签发者地址', { host })
  if (code !== undefined && /^E[A-Z]+$|^ERR_|^CERT_|CERT|SELF_SIGNED/.test(code) && !code.startsWith('ERR_ASSERTION'))
    return refuse('signOn.unreachable', '连不上{host}：{reason}', { host, reason: code })
  if (/line broke|fetch failed|too large/i.test(messageOf(error)))
    return refuse('signOn.unreachable', '连不上{host}：{reason}', { host, reason: '-' })
  throw error
}

const chainOf = (error: unknown): unknown[] => {
  const chain: unknown[] = []
  for (
    let current: unknown = error;
    current !== undefined && current !== null && chain.length < 6;
    current = current instanceof Error ? current.cause : undefined
  )
    chain.push(current)
  return chain
}
