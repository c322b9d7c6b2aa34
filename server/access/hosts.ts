import { hostOperations, hostTitles } from '../../domain/operations/hosts.ts'
import { refuse } from '../../kernel/refusal.ts'
import { handlePublic, type Handler } from '../call.ts'

/** No chat is connected: a client that runs inside one learns it in words, and can still sign in with a password. */
export const hostHandlers: readonly Handler[] = hostOperations.map((operation) =>
  handlePublic(operation, async () => refuse('host.none', '尚未接入{host}，请用账号登录', { host: hostTitles[operation.host] })),
)
